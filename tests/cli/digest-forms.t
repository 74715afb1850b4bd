#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The forms of a digest: all carry the same lists and numbers, each is valid by its own rules.
. "$(dirname "$0")/tap.sh"
here=$(realpath "$(dirname "$0")")
cd "$here/../.." || exit 1

store=$scratch/store.db
"$lkpdigest" ingest -q samples/mails tests/cases/digest/weeks/mails --store "$store"
digest() { "$lkpdigest" digest -q --store "$store" "$@"; }
ranked() { perl "$here/ranked.perl" "$1"; }

# ---- the same numbers

forms='text html markdown csv junit kcidb openmetrics'
for period in --week=2025-W31 --week=2025-W32 --since=2000-01-01; do
	digest $period --format json | ranked json >"$scratch/ranked"
	ok "$period: there is something to compare" test -s "$scratch/ranked"
	for form in $forms; do
		is "$period: $form has the ranks and numbers of json" \
			"$(digest $period --format $form | ranked $form)" "$(<"$scratch/ranked")"
	done
done
like "there are clusters of several sections" "$(cut -d ' ' -f 1 "$scratch/ranked" | uniq | paste -sd ' ')" \
	'^regressions .*settled improvements'

# ---- colour: on terminals alone

glyphs='▼|▲'
on_terminal() { TERM=xterm script -qec "'$lkpdigest' digest -q --store '$store'" /dev/null </dev/null | tr -d '\r'; }
escape=$'\e['
ok "there are changes to colour" grep -qE "$glyphs" <(digest)
is "no colour but on a terminal" "$(digest | grep -cF "$escape")" 0
is "each change is coloured there" "$(NO_COLOR= on_terminal | grep -cE $'\e'"\\[38;5;[0-9]+m($glyphs) ")" \
	"$(digest | grep -cE "($glyphs) ")"
is "and nothing else is other" "$(NO_COLOR= on_terminal | sed 's/\x1b\[[0-9;]*m//g')" "$(digest)"
is "NO_COLOR is respected" "$(NO_COLOR=1 on_terminal)" "$(digest)"

# ---- csv

for table in clusters claims rows events ledger; do
	digest --format csv --table $table >"$scratch/$table.csv"
	is "$table: each line has a field for each head" "$(perl -ne '
		my $n = () = /(?:"(?:[^"]|"")*"|[^",\n]*)[,\n]/g;
		$fields //= $n;
		print if $n != $fields' \
		"$scratch/$table.csv")" ""
	ok "$table: there are some" test "$(wc -l <"$scratch/$table.csv")" -gt 1
done
is "clusters are what is meant without --table" "$(digest --format csv)" "$(<"$scratch/clusters.csv")"
is "as many claims as json has" "$(($(wc -l <"$scratch/claims.csv") - 1))" "$(digest --json | jq '
	[.regressions, .mixed, .settled, .improvements, .unjudged | .[].claims[]] | length')"
is "as many rows" "$(($(wc -l <"$scratch/rows.csv") - 1))" "$(digest --json | jq '
	[.regressions, .mixed, .settled, .improvements, .unjudged | .[].reports[].rows[]] | length')"
is "as many events" "$(($(wc -l <"$scratch/events.csv") - 1))" "$(digest --json | jq '
	[.regressions, .mixed, .settled, .improvements, .unjudged | .[].story[]] | length')"
is "the ledger" "$(tail -n +2 "$scratch/ledger.csv" | cut -d , -f 1,2 | tr -d '"' | tr ',\n' '  ')" \
	"$(digest --json | jq -r '.ledger[] | "\(.state) \(.now)"' | tr '\n' ' ')"
exits 2 "--table of no kind" digest --format csv --table none
exits 2 "--table without csv" digest --table clusters

# ---- json and kcidb, by their schemas

validate() { perl "$here/validate.perl" "$@"; }
for period in --week=2025-W31 --week=2025-W32 --week=2030-W01 --since=2000-01-01; do
	is "$period: json is as its schema says" "$(digest $period --json |
		validate doc/lkpdigest-digest.schema.json 2>&1)" ""
	is "$period: kcidb, too" "$(digest $period --format kcidb | validate doc/kcidb.schema.json 2>&1)" ""
done

# spoilt NAME FORM SCHEMA FILTER: the schema does not let it pass
spoilt() {
	exits 1 "a schema finds $1" validate "$3" \
		< <(digest --format "$2" | jq "$4")
}
own=doc/lkpdigest-digest.schema.json kcidb=doc/kcidb.schema.json
spoilt "a key that is missing" json $own 'del(.regressions[0].lead.grade)'
spoilt "a key that is none" json $own '.improvements[0].extra = 1'
spoilt "a text for a number" json $own '.head.rows = "3"'
spoilt "a state that is none" json $own '.regressions[0].state.end = "closed"'
spoilt "a link that is none of the web" json $own '.regressions[0].reports[0].url = "javascript:alert(1)"'
spoilt "a foreign id" kcidb $kcidb '.issues[0].id = "c-1"'
spoilt "a null" kcidb $kcidb '.issues[0].comment = null'
spoilt "an incident of no issue" kcidb $kcidb 'del(.incidents[0].issue_id)'

digest --format kcidb >"$scratch/kcidb"
is "what kcidb refers to is there" "$(jq -c '
	[.issues, .tests, .builds, .checkouts | [.[].id]] as [$issues, $tests, $builds, $checkouts] |
	[([.incidents[].issue_id] - $issues), ([.incidents[].test_id] - $tests),
		([.tests[].build_id] - $builds), ([.builds[].checkout_id] - $checkouts)]' "$scratch/kcidb")" \
	'[[],[],[],[]]'
is "a cluster is an issue, a report an incident of it" \
	"$(jq -c '[(.issues | length), (.incidents | length)]' "$scratch/kcidb")" "$(digest --json | jq -c '
	[.regressions, .mixed, .settled, .improvements, .unjudged | .[]] |
	[length, ([.[] | (.reports, .functional)[]] | length)]')"
is "ids are one of a kind" "$(jq -r '.issues, .tests, .builds, .checkouts, .incidents |
	[.[].id] | select(length != (unique | length))' "$scratch/kcidb")" ""
is "an improvement blames nobody" "$(jq -r '.issues[] | select(.misc.section == "improvements") |
	.culprit.code' "$scratch/kcidb" | sort -u)" false

# ---- junit

for period in --week=2025-W31 --week=2025-W32 --week=2030-W01 --since=2000-01-01; do
	digest $period --format junit >"$scratch/junit.xml"
	ok "$period: junit is valid" xmllint --nonet --noout --schema "$here/junit.xsd" "$scratch/junit.xml"
done
of_junit() { xmllint --nonet --xpath "$1" "$scratch/junit.xml"; }
is "what fails are the regressions that stand" "$(of_junit 'count(//failure)')" \
	"$(digest --json | jq '(.regressions + .mixed) | length')"
is "suites count their failures" "$(of_junit 'sum(//testsuite/@failures)')" "$(of_junit 'count(//failure)')"
is "and their cases" "$(of_junit 'sum(//testsuite/@tests)')" "$(of_junit 'count(//testcase)')"
is "an improvement never fails" "$(digest --format junit --week 2025-W31 --subsystem sched |
	grep -c '<failure')" 0
is "but is a case" "$(digest --format junit --week 2025-W31 --subsystem sched | grep -c '<testcase')" 1

# ---- hostile mails: text in every form

. "$here/evil.sh"
mkdir "$scratch/evil" "$scratch/empty"
make_evil "$scratch/evil"
"$lkpdigest" ingest -q "$scratch/evil" --store "$scratch/evil.db"
evil() { (cd "$scratch/empty" && exec "$lkpdigest" digest -q --store "$scratch/evil.db" --format "$@"); }
evil json >"$scratch/evil.json"
is "each evil is in the lists" "$(jq '[.regressions[].commit_title | sub("^[a-z]*: "; "")] | unique | length' \
	"$scratch/evil.json")" ${#evil[@]}
is "hostile: json is as its schema says" "$(validate $own <"$scratch/evil.json")" ""
is "hostile: kcidb, too" "$(evil kcidb | validate $kcidb)" ""
evil junit >"$scratch/junit.xml"
ok "hostile: junit is valid" xmllint --nonet --noout --schema "$here/junit.xsd" "$scratch/junit.xml"
is "hostile: openmetrics is as its rules say" "$(evil openmetrics | perl "$here/openmetrics.perl")" ""
ok "hostile: the page is well-formed" xmllint --nonet --noout <(evil html)
for form in $forms; do
	is "hostile: $form has the ranks and numbers of json" "$(evil $form | ranked $form)" \
		"$(ranked json <"$scratch/evil.json")"
	is "hostile: $form has no control or bidirectional character" "$(evil $form |
		perl -CSD -ne 'print if /[^\P{Cc}\n\t]|[\x{202a}-\x{202e}\x{2066}-\x{2069}]/')" ""
done

# ---- what is hidden of an id still finds its report

mkdir "$scratch/ids"
for mail in tests/cases/digest/weeks/mails/*; do
	perl -pe 's/^(Message-ID: <)(?=\d)/$1=other./i' "$mail" >"$scratch/ids/${mail##*/}"
done
"$lkpdigest" ingest -q "$scratch/ids" --store "$scratch/ids.db"
ids() { "$lkpdigest" digest -q --store "$scratch/ids.db" "$@"; }
ids --addresses --json >"$scratch/ids.json"
ok "there are such ids" grep -qF '"=other.' "$scratch/ids.json"
for form in html markdown json; do
	is "$form without addresses has the ranks and numbers of all" \
		"$(ids --no-addresses --format $form | ranked $form)" "$(ranked json <"$scratch/ids.json")"
done
is "and the same rows" "$(ids --no-addresses --format csv --table rows | cut -d , -f 3- | wc -l)" \
	"$(ids --addresses --format csv --table rows | wc -l)"

is "no file was made" "$(ls -A "$scratch/empty")" ""

# ---- openmetrics

for period in --week=2025-W31 --week=2025-W32 --week=2030-W01 --since=2000-01-01; do
	is "$period: openmetrics is as its rules say" "$(digest $period --format openmetrics |
		perl "$here/openmetrics.perl")" ""
done
is "the ledger in openmetrics" "$(digest --format openmetrics |
	sed -n 's/^lkpdigest_clusters{state="\(.*\)"} /\1 /p' | tr '\n' ' ')" \
	"$(digest --json | jq -r '.ledger[] | "\(.state) \(.now)"' | tr '\n' ' ')"

done_testing
