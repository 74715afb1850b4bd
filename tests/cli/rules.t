#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules: a checkout of lkp-tests in the place of those compiled in, and their manual.
. "$(dirname "$0")/tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
mail=$root/samples/mails/2016-unixbench-shell8.eml

# A checkout that knows one key figure, and that the wrong way round.
src=$scratch/lkp-tests
mkdir -p "$src/etc" "$src/programs/unixbench"
for list in index-latency-all.yaml failure pass stat-denylist stat-allowlist report-allowlist \
	perf-metrics-patterns perf-metrics-prefixes perf-metrics-threshold.yaml \
	event-counter-patterns event-counter-prefixes independent-counter-prefixes \
	ignore-part-prefixes add-max-latency linux-perf-test-cases linux-test-cases other-test-cases; do
	: >"$src/etc/$list"
done
echo 'unixbench\.score: -1' >"$src/etc/index-perf-all.yaml"
printf '#!/bin/sh\n# - test\n\ntrue\n' >"$src/programs/unixbench/run"
echo 'no program' >"$src/programs/README"

store=$scratch/a.db
report() { "$lkpdigest" list reports --store "$store" --json; }
diagnostics() { "$lkpdigest" list diagnostics --store "$store" --json | grep -o '"id": "direction[^"]*"'; }

exits 0 "ingest with the rules compiled in" "$lkpdigest" ingest -q --store "$store" "$mail"
like "the metric's direction is told" "$(report)" '"verdict": "regression", "direction": "more"'
is "word, sign and direction go together" "$(diagnostics)" ""
like "show tells it" "$("$lkpdigest" show --store "$store" "$("$lkpdigest" list messages --store "$store" \
	--json | grep -oP '"message_id": "\K[^"]*')")" 'Better is +more'
like "and the runs of each column" "$("$lkpdigest" list tables --store "$store" --json)" \
	'"runs": \[\{"low": [0-9]+, "high": [0-9]+, "source": "[a-z-]+"\}, '

rm "$store"
exits 0 "ingest with a checkout" "$lkpdigest" ingest -q --store "$store" --lkp-src "$src" "$mail"
like "its direction is told" "$(report)" '"verdict": "regression", "direction": "less"'
is "and disagrees" "$(diagnostics)" '"id": "direction-disagrees"'
exits 1 "--fail-on names it" "$lkpdigest" list reports --store "$store" --fail-on direction-disagrees
exits 0 "digest with a checkout" "$lkpdigest" digest --store "$store" --lkp-src "$src"

# refused NAME WANTED: --lkp-src of $src is an error of usage that says WANTED
refused() {
	exits 2 "$1 is refused" "$lkpdigest" ingest -q --store "$scratch/none.db" --lkp-src "$src" "$mail"
	like "$1: and why" "$("$lkpdigest" ingest --store "$scratch/none.db" --lkp-src "$src" "$mail" 2>&1)" "$2"
}
echo 'b(: 1' >>"$src/etc/index-perf-all.yaml"
refused "a broken pattern" 'etc/index-perf-all.yaml:2: missing closing parenthesis'
echo 'b: fast' >"$src/etc/index-perf-all.yaml"
refused "a line of another form" 'etc/index-perf-all.yaml:1: not of the form'
rm "$src/etc/index-perf-all.yaml"
refused "a missing file" 'etc/index-perf-all.yaml is missing'
mkfifo "$src/etc/index-perf-all.yaml"
refused "a pipe" 'no regular file'
rm "$src/etc/index-perf-all.yaml"
truncate -s 5M "$src/etc/index-perf-all.yaml"
refused "a file without end" 'too large'
rm -r "$src"
refused "a missing directory" 'lkp-tests'
ok "nothing was stored" test ! -e "$scratch/none.db"

words=$(grep -v '^#' "$root/compare/lkp.rules" | sed '/^$/d; s/ .*//' | sort -u)
is "every word of the rule file is in its manual" "$(for word in $words; do
	grep -q "^\.It Cm $word Ar " "$root/doc/lkpdigest-rules.5" || echo "$word"
done)" ""
is "and every word of the manual is used" "$(sed -n 's/^\.It Cm \([a-z-]*\) Ar .*/\1/p' \
	"$root/doc/lkpdigest-rules.5" | sort)" "$words"
is "no rule stands there twice" "$(grep -E '^(more|less|latency|hide|unhide|report|floor|program) ' \
	"$root/compare/lkp.rules" | sort | uniq -d)" ""

done_testing
