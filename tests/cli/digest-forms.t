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

forms='text html markdown csv'
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

done_testing
