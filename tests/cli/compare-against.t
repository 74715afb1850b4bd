#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A mail's table against runs: samples/results are those of samples/mails/2016-unixbench-shell8.eml.
. "$(dirname "$0")/tap.sh"
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
store=$scratch/store.db
id=201606061027.5c0a85fa-lkp@example.org
base=4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5
head=5c0a85fad949212b3e059692deecdeed74ae7ec7
"$lkpdigest" ingest -q --store "$store" "$samples"/mails/2016-*.eml "$samples"/mails/2019-*.eml

against() { "$lkpdigest" compare --store "$store" --results "$results" --against "$@"; }
# counts JSON: same within-rounding different not-in-runs not-in-report
counts() {
	json '@{$_->{counts}}{qw(same within-rounding different not-in-runs not-in-report)}' \
		< <(tr -d '\n' <<<"$1")
}

results=$samples/results
is "the samples are the table" "$(counts "$(against $id --json)")" "37 1 0 0 0"
exits 0 "nothing is different" against $id --fail-on different --fail-on missing
is "by its table" "$(against "$id#1:24")" "$(against $id)"
is "by its commit" "$(against ${head:0:10})" "$(against $id)"
is "by the id in brackets" "$(against "<$id>")" "$(against $id)"
like "a tie is rounded otherwise by Ruby" "$(against $id)" \
	$'within-rounding +3\\.38 ±  2% +\\+11\\.8% +3\\.77 ±  0%  turbostat\\.CPU%c3
  of the runs +3\\.38 ±  2% +\\+11\\.8% +3\\.78\n'

# Of a store that has the runs, too.
both=$scratch/both.db
"$lkpdigest" ingest -q --store "$both" "$samples"/mails/2016-*.eml "$samples/results"
is "of the runs in the store" "$("$lkpdigest" compare --store "$both" --against $id | tail -n +6)" \
	"$(against $id | tail -n +6)"

# A tag is no other one that begins with it.
tagged=$scratch/tagged
below=unixbench/performance-1-shell8/lituya/debian-x86_64-2015-02-07.cgz/x86_64-rhel/gcc-4.9
mkdir "$tagged"
cp -r "$samples/results" "$tagged/results"
sed "s/$head/v4.7-rc1/g; s/${head:0:26}/$(printf %26s v4.7-rc1)/" \
	"$samples/mails/2016-unixbench-shell8.eml" >"$tagged/mail.eml"
"$lkpdigest" ingest -q --store "$tagged/store.db" "$tagged/mail.eml"
of_tag() {
	sed -i "s/^commit: .*/commit: $1/" "$tagged/results/$below/$head"/*/job.yaml
	"$lkpdigest" compare --store "$tagged/store.db" --results "$tagged/results" --against $id
}
like "the runs of a tag" "$(of_tag v4.7-rc1)" 'v4\.7-rc1: 4 runs'
like "another tag is another one" "$(of_tag v4.7-rc10)" 'v4\.7-rc1: no result root is of it'

# Runs that say something else.
results=$scratch/results
cp -r "$samples/results" "$results"
root=$results/$below
sed -i 's/"unixbench.score": 1/"unixbench.score": 2/' "$root/$head/2/stats.json"
sed -i '/turbostat.PkgWatt/d' "$root"/*/*/stats.json
sed -i 's/"slabinfo.pid.num_objs"/"slabinfo.pid.other"/' "$root"/*/*/stats.json
said=$(against $id)
like "another mean is different" "$said" \
	$'different +14321 ±  0% +-6\\.3% +13425 ±  0%  unixbench\\.score\n  of the runs +14321 +\\+11\\.2%'
like "a stat that no run has" "$said" 'not in runs +66\.53 ±  0% .*turbostat\.PkgWatt'
is "counted" "$(counts "$(against $id --json)")" "34 1 1 2 0"
like "a stat that the report lacks is shown, if LKP would choose it" "$(against $id -m)" \
	'not in report +4109 ±  5% +-19\.6% +3302 ±  4%  slabinfo\.pid\.other'
exits 1 "--fail-on different" against $id --fail-on different
exits 1 "--fail-on missing" against $id --fail-on missing

# Runs of another machine, of one commit, of none.
sed -i 's/^tbox_group: lituya/tbox_group: other-2sp1/' "$root"/*/*/job.yaml
like "another machine is said" "$(against $id)" 'but tbox_group is lituya in the report, other-2sp1 of the runs'
rm -r "${root:?}/$base"
like "a column without runs is said" "$(against $id)" "$base: no result root is of it"
is "its rows are missing" "$(counts "$(against $id --json)")" "0 0 1 37 0"
sed -i 's/^testcase: unixbench/testcase: hackbench/' "$root"/*/*/job.yaml
exits 1 "runs of another test are none" against $id
like "which is said" "$(against $id 2>&1)" 'no runs are of the tables'

exits 2 "an unknown report" against nobody@example.org
exits 2 "a report without a table" against 20160614120241.debug@example.org
exits 2 "a form that there is not" against $id --format csv
exits 2 "a search besides" against $id -s commit=$head
exits 2 "commits besides" against $id $base
exits 3 "no store" "$lkpdigest" compare --store "$scratch/none.db" --results "$results" --against $id

# compare --fail-on regression
exits 1 "a key figure that is worse" "$lkpdigest" compare --results "$samples/results" \
	--fail-on regression $base $head
exits 0 "or better" "$lkpdigest" compare --results "$samples/results" \
	--fail-on regression $head $base

done_testing
