#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A report held against runs: samples/results are those of samples/mails/2016-unixbench-shell8.eml.
. "$(dirname "$0")/tap.sh"
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
store=$scratch/store.db
id=201606061027.5c0a85fa-lkp@example.org
base=4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5
head=5c0a85fad949212b3e059692deecdeed74ae7ec7
below=unixbench/performance-1-shell8/lituya/debian-x86_64-2015-02-07.cgz/x86_64-rhel/gcc-4.9
"$lkpdigest" ingest -q --store "$store" "$samples"/mails/2016-*.eml

results=$samples/results
judge() { "$lkpdigest" reproduce --store "$store" --results "$results" --judge "$@"; }
# of EXPRESSION: of the verdict on the runs below $results
of() { json "$1" < <(judge $id --json 2>/dev/null | tr -d '\n'); }
# have SIDE STAT VALUE...: the runs of a side, from 0 on
have() {
	local side=$1 stat=$2 run=0
	shift 2
	for value; do
		sed -i "s|\"$stat\": [0-9.]*|\"$stat\": $value|" "$results/$below/$side/$((run++))/stats.json"
	done
}

said=$(judge $id)
like "runs that carry the reported means" "$said" '^Verdict: REPRODUCED'
like "the change found, its interval, and how much of the reported it is" "$said" \
	'found +-6\.3% \[-7\.0%, -5\.5%\], 1\.00 of it \[0\.84, 1\.20\]'
like "the table beside it" "$said" \
	$'within-rounding +3\\.38 ±  2% +\\+11\\.8% +3\\.77 ±  0%  turbostat\\.CPU%c3
  of the runs +3\\.38 ±  2% +\\+11\\.8% +3\\.78'
is "by its commit" "$(judge ${head:0:10})" "$said"
like "a text to answer with" "$(judge $id --answer | tr '\n' '|')" \
	'\|> +14321 +-6\.3% +13425  unixbench\.score\|.*\| +14321 +-6\.3% +13425  unixbench\.score\|'
like "that says where, and how sure it is" "$(judge $id --answer | tr '\n' ' ')" \
	'4 runs of the parent and 4 of the commit on lituya, .* \[-7\.0%, -5\.5%\]\. That is 1\.00 of .* \[0\.84, '
is "which fits a mail" "$(judge $id --answer | awk 'length > 78')" ""
is "for scripts" "$(of '$_->{verdict}, $_->{same_machine}, @{$_->{stats}[0]}{qw(stat better wanted)}')" \
	"REPRODUCED true unixbench.score more null"
like "kept" "$("$lkpdigest" list reproductions --store "$store")" \
	"REPRODUCED +-6\\.3% +-6\\.3% +4:4 +unixbench\\.score +lituya +$id"
is "once" "$("$lkpdigest" list reproductions --json --store "$store" | wc -l)" 1
like "and shown with the report" "$("$lkpdigest" show $id --store "$store")" $'Reproductions:\nRUN AGAIN'
is "and with its cluster" "$("$lkpdigest" show c-${head:0:12} --json --store "$store" |
	json 'map { $_->{verdict} } @{$_->{reproductions}}')" REPRODUCED

# ... and with what was said of it, wherever a cluster is shown.
told='measured here: REPRODUCED, ratio 1\.00 \[0\.84, 1\.20\]: unixbench\.score -6\.3% \[-7\.0%, -5\.5%\], '
told+='reported -6\.3%, n 4 and 4'
like "its list" "$("$lkpdigest" list clusters --store "$store")" ' REPRODUCED +mm '
like "its story" "$("$lkpdigest" show c-${head:0:12} --store "$store")" "$told"
is "which changes no state" "$("$lkpdigest" show c-${head:0:12} --json --store "$store" |
	json 'map { $_->{state} } grep { $_->{kind} eq "measured-here" } @{$_->{events}}')" null
digest() { "$lkpdigest" digest --store "$store" --month 2016-06 --format "$1"; }
for form in text html markdown junit; do
	like "the digest as $form" "$(digest $form)" 'run again here: REPRODUCED'
done
mailed() {
	"$lkpdigest" digest --store "$store" --month 2016-06 --format mail --to reader@example.org \
		--from writer@example.org
}
like "and mailed" "$(mailed | perl -MMIME::QuotedPrint -0777 -pe '$_ = decode_qp($_)')" 'run again here: REPRODUCED'
like "its card" "$(digest text | tr '\n' ' ' | tr -s ' ')" "$told"
is "for scripts, too" "$(digest json | tr -d '\n' |
	json 'map { ($_->{reproduction}, map { @$_{qw(verdict stat base_runs last)} } @{$_->{reproductions}}) }
		@{$_->{regressions}}')" \
	"REPRODUCED REPRODUCED unixbench.score 4 true"
like "in a table" "$(digest csv)" ',"REPRODUCED",'
like "and as an issue" "$(digest kcidb)" '"reproduction": "REPRODUCED"'
both=$scratch/both.db
"$lkpdigest" ingest -q --store "$both" "$samples"/mails/2016-*.eml "$samples/results"
is "the runs of the store give the same" "$("$lkpdigest" reproduce --store "$both" --judge $id)" "$said"

results=$scratch/results
cp -r "$samples/results" "$results"
for run in 0 1 2 3; do
	cp "$results/$below/$base/$run/stats.json" "$results/$below/$head/$run/"
done
is "runs with the base's means on both sides" "$(of '$_->{verdict}')" "NOT REPRODUCED"
have $head unixbench.score 15100 15090 15110 15105
is "the other way" "$(of '$_->{verdict}')" OPPOSITE
have $head unixbench.score 14000 14010 13990 14005
is "a part of it" "$(of '$_->{verdict}')" PARTIAL
have $head unixbench.score 12100 15900 13000 14100
is "runs that differ more than the change" "$(of '$_->{verdict}')" INCONCLUSIVE
like "how many would decide" "$(of '$_->{stats}[0]{wanted}')" '^[0-9]{2,}$'
like "what to do next" "$(judge $id)" $'next +[0-9]+ runs a side would decide \\(there are 4\\): make them, and'
like "of a second attempt" "$(judge $id --second)" 'second attempt, at half the level'
is "whose interval is wider" "$(($(of '$_->{stats}[0]{interval}[1] - $_->{stats}[0]{interval}[0]' | cut -d. -f1) < $(
	json '$_->{stats}[0]{interval}[1] - $_->{stats}[0]{interval}[0]' < <(judge $id --second --json | tr -d '\n') |
		cut -d. -f1)))" 1
"$lkpdigest" reproduce --store "$store" --results "$results" --judge $id >"$scratch/out"
is "the last word on these runs is kept" \
	"$("$lkpdigest" list reproductions --json --store "$store" | json '"$_->{verdict} $_->{attempt}"')" \
	"INCONCLUSIVE 1"

# Another base, another machine, sides that differ in more than their kernels.
have $base unixbench.score 28640 28650 28660 28645
have $head unixbench.score 26850 26840 26860 26855
like "another base is said" "$(judge $id)" 'baseline +the base is another one: 14321 reported, 28648 here'
sed -i 's/^tbox_group: lituya/tbox_group: other-2sp1/' "$results/$below"/*/*/job.yaml
like "another machine, too" "$(judge $id)" 'machine +other-2sp1, the report is of lituya'
is "which may differ by a quarter" "$(of '$_->{verdict}, $_->{same_machine}')" "REPRODUCED false"
sed -i '$a lkpdigest: {wrap: "taskset -c 0"}' "$results/$below"/*/*/job.yaml
like "and what both were run by" "$(judge $id)" 'caution +both sides were run by taskset -c 0'
like "which the cluster tells" "$("$lkpdigest" list clusters --store "$store")" \
	'REPRODUCED on another machine, run by taskset -c 0 '
sed -i '/^lkpdigest: /d' "$results/$below/$base"/*/job.yaml
like "or one of them alone" "$(judge $id | tr -s '\n ' ' ')" \
	'before the benchmark is nothing of the base and taskset -c 0 of the commit'
sed -i '/^lkpdigest: /d' "$results/$below/$head"/*/job.yaml
sed -i 's/^compiler: gcc-4.9/compiler: gcc-12/' "$results/$below/$head"/*/job.yaml
like "and a compiler of one side" "$(judge $id)" \
	'caution +compiler is gcc-4\.9 of the base and gcc-12 of the commit'
like "all of which the cluster tells" "$("$lkpdigest" show c-${head:0:12} --store "$store")" \
	'other-2sp1; not only the kernels differ: compiler is .* of the commit; the base is another one'
like "in a few words" "$("$lkpdigest" list clusters --store "$store")" \
	'REPRODUCED on another machine, of sides that differ in more than the kernel'
like "which the answer tells" "$(judge $id --answer | tr '\n' ' ')" 'Note that of these runs compiler is gcc-4.9'

# Too few, none, none that completed.
rm -r "$results/$below/$head"/[123]
is "one run of a side" "$(of '$_->{verdict}, @{$_->{stats}[0]{runs}}')" "UNTESTABLE 4 1"
sed -i '2i\  "last_state.is_incomplete_run": 1,' "$results/$below/$head/0/stats.json"
is "that did not complete" "$(of '@{$_->{commit}}{qw(runs incomplete)}')" "0 1"
rm -r "${results:?}/$below/$head"
exits 1 "no run of a side" judge $id
like "which is said" "$(judge $id 2>/dev/null)" 'next +there are no runs of the commit yet'

exits 2 "a report without a table" judge 20160614120241.debug@example.org
exits 2 "a job file" judge "$results/$below/$base/0/job.yaml"
exits 2 "--answer with --json" judge $id --answer --json
exits 2 "--script with --judge" judge $id --script
for option in --results=x --second --answer; do
	exits 2 "$option without --judge" "$lkpdigest" reproduce --store "$store" $id $option
done
exits 3 "no store: none is made" "$lkpdigest" reproduce --store "$scratch/new.db" --judge $id
ok "indeed" test ! -e "$scratch/new.db"
exits 3 "results that are not there" "$lkpdigest" reproduce --store "$store" --judge $id --results "$scratch/none"
"$lkpdigest" ingest -q --again --store "$store" "$samples"/mails/2016-*.eml
is "reading the mail again leaves the verdicts" "$("$lkpdigest" list reproductions --json --store "$store" | wc -l)" 1
"$lkpdigest" forget --store "$store" $id
is "forgetting it does not" "$("$lkpdigest" list reproductions --json --store "$store" | wc -l)" 0

done_testing
