#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the command line may say, and what is said of it.
. "$(dirname "$0")/tap.sh"
commands='ingest list show digest report weekly compare reproduce plot forget prune check'
store=$scratch/store.db

exits 2 "no command" "$lkpdigest"
exits 2 "an unknown command" "$lkpdigest" frobnicate
exits 2 "an option before the command" "$lkpdigest" --json list
exits 0 "--version" "$lkpdigest" --version
like "names program and version" "$("$lkpdigest" --version)" '^lkpdigest [0-9]+\.[0-9]'
exits 0 "--help" "$lkpdigest" --help
exits 2 "help of an unknown command" "$lkpdigest" help frobnicate
exits 2 "help of two commands" "$lkpdigest" help list show

for command in $commands; do
	like "the overview has $command" "$("$lkpdigest" --help)" "  $command +[a-z]"
	is "$command --help is help $command" "$("$lkpdigest" "$command" --help)" "$("$lkpdigest" help "$command")"
	exits 2 "$command: an unknown option" "$lkpdigest" "$command" --frobnicate
	like "$command: and a hint" "$("$lkpdigest" "$command" --frobnicate 2>&1)" "try lkpdigest $command --help"
	is "$command: and nothing on standard output" "$("$lkpdigest" "$command" --frobnicate 2>/dev/null)" ""
done

exits 2 "ingest: no source" "$lkpdigest" ingest
exits 2 "report: no source" "$lkpdigest" report -o "$scratch/out"
exits 2 "report: no -o" "$lkpdigest" report x.mbox
exits 2 "report: -o an empty name" "$lkpdigest" report x.mbox -o ''
exits 2 "digest: -o an empty name" "$lkpdigest" digest -o ''
exits 2 "--store an empty name" "$lkpdigest" list reports --store ''
exits 2 "report: --store" "$lkpdigest" report x.mbox -o "$scratch/out" --store "$store"
exits 2 "list: no kind" "$lkpdigest" list
exits 2 "list: two kinds" "$lkpdigest" list reports rows
exits 2 "list: an unknown kind" "$lkpdigest" list frobnications
# The help names all that list knows, which the refusal of an unknown one prints.
for what in $("$lkpdigest" list frobnications 2>&1 | sed "s/.*there are //; s/,//g; s/ and / /g"); do
	like "list --help names $what" "$("$lkpdigest" list --help)" "[[:space:]]$what[[:space:].]"
done
like "a store that is not there: and what makes one" \
	"$("$lkpdigest" list reports --store "$store" 2>&1)" "no such store; ingest makes one"
is "report --help does not offer --store" "$("$lkpdigest" report --help | grep -c -- --store)" 0
exits 2 "digest: an operand" "$lkpdigest" digest x
exits 2 "digest: an unknown form" "$lkpdigest" digest --format pdf
exits 2 "digest: --json and another form" "$lkpdigest" digest --json --format html
exits 3 "digest: --json and the same form" "$lkpdigest" digest --json --format json --store "$store"
for command in list show digest compare reproduce forget prune check; do
	is "$command --help does not offer -j, which is of no use there" \
		"$("$lkpdigest" $command --help | grep -c 'parse with N threads')" 0
done
for command in ingest report; do
	like "$command --help offers -j" "$("$lkpdigest" $command --help)" 'parse with N threads'
done
for command in show reproduce forget prune check; do
	case $command in
	check) operand=() ;;
	prune) operand=(--before 2016-01-01) ;;
	*) operand=(c-0123456789ab) ;;
	esac
	exits 2 "$command: --strict, where nothing is looked for" \
		"$lkpdigest" $command "${operand[@]}" --strict --store "$store"
	exits 2 "$command: --fail-on" \
		"$lkpdigest" $command "${operand[@]}" --fail-on diagnostics --store "$store"
	exits 3 "$command: neither: the store is not there" \
		"$lkpdigest" $command "${operand[@]}" --store "$store"
	is "$command --help offers neither" \
		"$("$lkpdigest" $command --help | grep -c -e '--strict' -e '--fail-on')" 0
done
for command in ingest list digest report compare; do
	is "$command --help offers both" \
		"$("$lkpdigest" $command --help | grep -c -e '--strict' -e '--fail-on')" 2
done
exits 2 "--jobs 0" "$lkpdigest" list reports --jobs 0
exits 2 "-j0" "$lkpdigest" list reports -j0
exits 3 "-j2: the store is not there" "$lkpdigest" list reports -j2 --store "$store"
exits 3 "a source that looks like an option" "$lkpdigest" ingest --store "$store/x" -- -j2
exits 2 "--jobs many" "$lkpdigest" list reports --jobs 100000
exits 2 "list: --overrides of what is no cluster" "$lkpdigest" list reports --overrides none --store "$store"
exits 2 "list: --linux of what is no cluster" "$lkpdigest" list rows --linux none --store "$store"
exits 3 "list: --linux where regressions are asked for" \
	"$lkpdigest" list reports --linux none --fail-on regression --store "$store"
exits 2 "digest: --to without a mail" "$lkpdigest" digest --to a@example.org --store "$store"
exits 2 "digest: --from of a page" "$lkpdigest" digest --from a@example.org --format html --store "$store"
exits 2 "--fail-on something unknown" "$lkpdigest" list reports --fail-on weather
exits 2 "list: --fail-on what only compare finds" "$lkpdigest" list reports --fail-on different
exits 2 "compare: --fail-on what it does not look for" "$lkpdigest" compare --fail-on new-regression
exits 2 "compare: --fail-on what needs --against" "$lkpdigest" compare --fail-on missing
exits 2 "a history: --fail-on what is judged" "$lkpdigest" compare --history --fail-on regression
exits 3 "a history: --fail-on diagnostics" "$lkpdigest" compare --history --fail-on diagnostics --store "$store"
like "an option without a value is named as it is" \
	"$("$lkpdigest" compare --history --format csv 2>&1)" 'compare: --history: is told as text or json'
exits 2 "list: --table of what is in none" "$lkpdigest" list reports --table x --store "$store"
exits 2 "list sources: a filter" "$lkpdigest" list sources --since 2016-06-06 --store "$store"
exits 3 "list sources: none" "$lkpdigest" list sources --store "$store"
exits 2 "--kind unknown" "$lkpdigest" list reports --kind weather
exits 2 "--commit too short" "$lkpdigest" list reports --commit abc123
exits 2 "SOURCE_DATE_EPOCH is no number" env SOURCE_DATE_EPOCH=today "$lkpdigest" digest

for date in 2016-13-01 2016-02-30 yesterday 2016-W00 2016-W54 2015-W54 2017-W53 2016-06-06T08:00:00 2016-6-6 '' \
	2016-06-06T25:00:00Z; do
	exits 2 "--since '$date'" "$lkpdigest" list reports --since "$date"
done
exits 2 "--week of a day" "$lkpdigest" digest --week 2016-06-06
exits 2 "--week and --since" "$lkpdigest" digest --week 2016-W23 --since 2016-06-06
exits 2 "--until before --since" "$lkpdigest" digest --since 2016-06-06 --until 2016-06-06

# A date that is understood gets as far as the store, which is not there.
for date in 2016-06-06 2016-W23 2015-W53 2020-W53 2016-06-06T08:00:00Z 2016-06-06T08:00:00.5+02:00; do
	exits 3 "--since $date" "$lkpdigest" list reports --store "$store" --since "$date"
done
exits 3 "--week 2016-W23" "$lkpdigest" list reports --store "$store" --week 2016-W23

for command in 'list reports' 'show a@b' digest 'forget x' check; do
	exits 3 "$command: no store" "$lkpdigest" $command --store "$store"
	like "$command: it is named" "$("$lkpdigest" $command --store "$store" 2>&1)" 'store\.db'
	ok "$command: none is made" test ! -e "$store"
done

done_testing
