#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reading: counts that add up, twice is once, any number of threads, any order, bad input.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db

adds_up='$d = $_->{documents}; sub all { my $n = 0; $n += $_ for values %{$_[0]}; $n }
	$d->{seen} == $d->{stored} + $d->{duplicate} + all($d->{skipped}) + all($d->{failed}) ? "yes" : "no",
	all($_->{messages}) + $_->{runs} == $d->{stored} ? "yes" : "no"'
listed() { for what in reports messages tables rows clusters commits jobs sources diagnostics; do
	"$lkpdigest" list $what --json --store "$1"
done; }
without_seconds() { sed 's/"seconds": [^,}]*/"seconds": 0/'; }

first=$("$lkpdigest" ingest -q samples --json)
is "counts add up" "$(json "$adds_up" <<<"$first")" "yes yes"
is "the store has as many messages" "$("$lkpdigest" list messages --json | wc -l)" \
	"$(json '$_->{documents}{stored} - $_->{runs}' <<<"$first")"
is "as many runs" "$("$lkpdigest" list runs --json | wc -l)" "$(json '$_->{runs}' <<<"$first")"
is "and rows" "$("$lkpdigest" list rows --json | wc -l)" "$(json '$_->{rows} + $_->{fail_rows}' <<<"$first")"
is "the store is private" "$(stat -c %a "$LKPDIGEST_STORE")" 600
exits 0 "it is sound" "$lkpdigest" check
listed "$LKPDIGEST_STORE" >"$scratch/once"

again=$("$lkpdigest" ingest -q samples --json)
is "a second time stores nothing" "$(json '$_->{documents}{stored}, $_->{tables}' <<<"$again")" "0 0"
is "and its counts add up" "$(json "$adds_up" <<<"$again")" "yes yes"
listed "$LKPDIGEST_STORE" >"$scratch/twice"
ok "and changes nothing" cmp "$scratch/once" "$scratch/twice"

for jobs in 1 8; do
	"$lkpdigest" ingest -q samples --json -j $jobs --store "$scratch/j$jobs.db" | without_seconds >"$scratch/j$jobs"
	listed "$scratch/j$jobs.db" >>"$scratch/j$jobs"
done
ok "1 and 8 threads give the same" cmp "$scratch/j1" "$scratch/j8"

"$lkpdigest" ingest -q samples/archive.mbox.gz samples/mails samples/archive --store "$scratch/order.db"
"$lkpdigest" ingest -q samples/archive samples/archive.mbox.gz samples/mails --store "$scratch/other.db"
ok "another order gives the same" cmp <(listed "$scratch/order.db") <(listed "$scratch/other.db")
gzip -dc samples/archive.mbox.gz | "$lkpdigest" ingest -q - --store "$scratch/stdin.db"
"$lkpdigest" ingest -q samples/archive.mbox.gz --store "$scratch/archive.db"
tables() { "$lkpdigest" list tables --json --store "$1"; }
ok "standard input gives what the file gives" cmp <(tables "$scratch/stdin.db") <(tables "$scratch/archive.db")

# The default store.
env -u LKPDIGEST_STORE "$lkpdigest" ingest -q samples/archive
is "the default store and its folder are private" \
	"$(stat -c %a "$XDG_DATA_HOME/lkpdigest" "$XDG_DATA_HOME/lkpdigest/store.db" | xargs)" "700 600"

exits 0 "an empty LKPDIGEST_STORE is none: the default one is made" \
	env LKPDIGEST_STORE= XDG_DATA_HOME="$scratch/fresh" "$lkpdigest" ingest -q samples/archive
ok "where it belongs" test -s "$scratch/fresh/lkpdigest/store.db"

# Bad input: a diagnostic with its place, and the run goes on.
: >"$scratch/empty.mbox"
head -c 3000 /dev/zero >"$scratch/zeros"
printf 'just text\nand more\n' >"$scratch/text"
mkdir "$scratch/void"
bad() { "$lkpdigest" ingest "$@" samples/archive --json --store "$scratch/bad.db" 2>"$scratch/said"; }
for source in nowhere.mbox empty.mbox zeros text void; do
	rm -f "$scratch"/bad.db*
	exits 0 "$source: the run goes on" bad "$scratch/$source"
	rm -f "$scratch"/bad.db*
	summary=$(bad "$scratch/$source")
	is "$source: counts add up" "$(json "$adds_up" <<<"$summary")" "yes yes"
	ok "$source: the rest is read" test "$(json '$_->{documents}{stored}' <<<"$summary")" -gt 1
	ok "$source: a diagnostic names it" grep -q "$source" \
		<("$lkpdigest" list diagnostics --json --store "$scratch/bad.db")
done
like "what failed is said with its place" "$("$lkpdigest" ingest "$scratch/nowhere.mbox" 2>&1)" \
	'lkpdigest: .*/nowhere\.mbox: error: .*\[source-unreadable\]'
exits 1 "--strict: a source that failed" "$lkpdigest" ingest --strict "$scratch/nowhere.mbox"
exits 1 "--fail-on the id of a diagnostic" "$lkpdigest" ingest --fail-on source-unreadable "$scratch/nowhere.mbox"
exits 0 "--strict without a failure" "$lkpdigest" ingest --strict samples/archive
exits 1 "--fail-on regression" "$lkpdigest" ingest --fail-on regression samples/archive
weeks() { "$lkpdigest" ingest -q tests/cases/digest/weeks/mails --store "$scratch/weeks.db" "$@"; }
exits 1 "--fail-on a state that a regression came to" weeks --fail-on fix-proposed
exits 0 "that none came to" weeks --fail-on reverted
sed 's/-6\.3%      13425/-9.3%      13425/' samples/mails/2016-unixbench-shell8.eml >"$scratch/forged.eml"
exits 0 "--fail-on inconsistent: genuine rows" \
	"$lkpdigest" ingest --fail-on inconsistent samples/mails --store "$scratch/genuine.db"
exits 1 "--fail-on inconsistent: a forged row" \
	"$lkpdigest" ingest --fail-on inconsistent "$scratch/forged.eml" --store "$scratch/forged.db"
is "it is told with its line" "$("$lkpdigest" list diagnostics --json --store "$scratch/forged.db" |
	json '@$_{qw(id line excerpt)}' | grep inconsistent)" \
	"row-inconsistent $("$lkpdigest" list rows --json --store "$scratch/forged.db" |
		json '@$_{qw(line stat consistency)}' | sed -n 's/ inconsistent$//p')"
is "-q is quiet" "$("$lkpdigest" ingest -q "$scratch/nowhere.mbox" 2>&1)" ""

if [ "$(id -u)" -ne 0 ]; then
	install -m 000 /dev/null "$scratch/locked.mbox"
	like "an unreadable file" "$("$lkpdigest" ingest "$scratch/locked.mbox" 2>&1)" 'source-unreadable'
else
	skip "an unreadable file" "root reads everything"
fi

# Cut compressed mailboxes keep what precedes the damage.
size=$(stat -c %s samples/archive.mbox.gz)
for part in 4 2; do
	head -c $((size * (part - 1) / part)) samples/archive.mbox.gz >"$scratch/cut.mbox.gz"
	rm -f "$scratch"/cut.db*
	summary=$("$lkpdigest" ingest "$scratch/cut.mbox.gz" --json --store "$scratch/cut.db" 2>/dev/null)
	is "cut at $((part - 1))/$part: counts add up" "$(json "$adds_up" <<<"$summary")" "yes yes"
	like "cut at $((part - 1))/$part: it is told" "$(json '$_->{diagnostics}' <<<"$summary")" 'archive-damaged'
done

done_testing
