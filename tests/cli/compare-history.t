#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Histories of commits, from runs made here: a step, a flat stat, one of two modes, batches of two days.
. "$(dirname "$0")/tap.sh"
case=$(cd "$(dirname "$0")/../cases/compare/two-commits" && pwd)
results=$scratch/results
job=$(find "$case/result" -name job.yaml | sort | head -n 1)
root=$(dirname "$(dirname "${job#"$case/result/"}")")
root=${root%/*}

# 12 commits of 6 runs, three a day; commit 8 brings the step.  A fixed series, no chance.
make_runs() { perl -MFile::Path=make_path -e '
	my ($results, $job) = @ARGV;
	open(my $in, "<", $job) or die; my $text = join("", <$in>);
	my @noise = (-3, 1, 4, -2, 0, 2, -1, 3, -4, 5, -5, 1, 2, -2);
	my $at = 0;
	for my $commit (0 .. 11) {
		my $id = sprintf("%x", $commit + 1) x 40;
		for my $run (0 .. 5) {
			my $dir = "$results/$id/$run";
			make_path($dir);
			my $noise = $noise[$at++ % @noise];
			my $level = $commit < 7 ? 10000 : 9000;
			my $mode = (($commit * 5 + $run * 3) % 7) < 3 ? 100 : 140;
			my $day = 1750000000 + 86400 * (3 * $commit + int($run / 3));
			open(my $out, ">", "$dir/job.yaml") or die;
			print $out $text =~ s/^commit: .*/commit: $id/mr =~ s/^end_time: .*/end_time: $day/mr;
			open($out, ">", "$dir/stats.json") or die;
			printf $out "{\"will-it-scale.per_thread_ops\": %d, \"will-it-scale.flat\": %.2f,\n" .
				"\"will-it-scale.modes\": %.2f, \"vmstat.system.cs\": %d,\n\"dmesg.BUG:x\": 1}\n",
				$level + 10 * $noise, 500 + $noise / 2, $mode + $noise / 10, 3000 + $noise;
		}
	}' "$results/$root" "$job"; }
make_runs

history() { "$lkpdigest" compare --history --results "$results" "$@"; }
# of STAT EXPRESSION: of that stat ($_) of the first group
of() { history --json | tr -d '\n' |
	json "map { $2 } grep { \$_->{stat} eq '$1' } @{\$_->{groups}[0]{stats}}"; }

is "the step is at its commit" "$(of will-it-scale.per_thread_ops '[map { $_->{commit} } @{$_->{points}}]')" "[7]"
is "its size and what it means" \
	"$(of will-it-scale.per_thread_ops \
		'map { sprintf("%.0f", $_->{change}), $_->{verdict} } @{$_->{points}}')" "-10 worse"
is "a flat stat has none" "$(of will-it-scale.flat '$_->{points}')" "[]"
is "a stat of two modes is not tested" "$(of will-it-scale.modes '$_->{bimodal}, $_->{points}')" "true []"
is "each commit has its runs" "$(of will-it-scale.flat 'map { $_->{n} } @{$_->{series}}')" \
	"6 6 6 6 6 6 6 6 6 6 6 6"
is "two days are two batches of a commit" "$(of will-it-scale.flat '$_->{floor_changes}')" 12
is "which are judged" "$(of will-it-scale.flat '$_->{calibration}{judged}')" 12
is "the floor of percent is 1 at least" "$(of will-it-scale.flat '$_->{floor}')" 1

stats='[sort map { $_->{stat} } @{$_->{groups}[0]{stats}}]'
is "monitors are left out" "$(history --json | tr -d '\n' | json "$stats")" \
	'["will-it-scale.flat","will-it-scale.modes","will-it-scale.per_thread_ops"]'
is "but for -a, which has no failures" "$(history -a --json | tr -d '\n' | json "$stats")" \
	'["vmstat.system.cs","will-it-scale.flat","will-it-scale.modes","will-it-scale.per_thread_ops"]'
is "--filter" "$(history --filter flat --json | tr -d '\n' | json "$stats")" '["will-it-scale.flat"]'

said=$(history)
like "for people" "$said" '8{40} +6 +90[0-9]+ +[89][0-9]+\.\.9[0-9]+  \|o +\|  << -10\.0% worse, p [0-9]e-'
like "what is noise" "$said" 'Noise floor 1\.0%, from 12 changes between batches of one commit\.'
like "and how the grades fare" "$said" 'Batches of one commit against each other: of 3[0-9] judgements'

# Commits in the order in which they are named: the other way round it goes up.
commits=()
for digit in c b a 9 8 7 6 5 4 3 2 1; do commits+=("$(printf "$digit%.0s" {1..40})"); done
like "named commits" "$(history "${commits[@]}")" '7{40} .* << \+11\.1% better'

# What the other commits did moderates a comparison of two.
sevens=$(printf '7%.0s' {1..40}) eights=$(printf '8%.0s' {1..40})
compared() { "$lkpdigest" compare --results "$results" "$sevens" "$eights" "$@"; }
is "the past of a stat" "$(compared --json | tr -d '\n' | json \
	'map { @$_{qw(floor_changes prior_groups)} } grep { $_->{stat} =~ /ops/ }
		map { { stat => $_->{stat}, %{$_->{past}} } } @{$_->{groups}[0]{rows}}')" "10 20"
like "is told" "$(compared)" 'the spread of earlier runs on this machine'

# From the store, which holds the days of the runs, too.
"$lkpdigest" ingest -q --store "$scratch/store.db" "$results"
is "the runs of a store are the same history" \
	"$("$lkpdigest" compare --history --store "$scratch/store.db")" "$(history)"

exits 1 "one commit is no history" history "${commits[0]}"
is "which JSON tells, too" \
	"$(history --json "${commits[0]}" 2>/dev/null | perl -MJSON::PP -0777 -ne '
		$_ = decode_json($_); print "$_->{schema}, ", scalar @{$_->{groups}}, ": $_->{reason}"')" \
	"lkpdigest/history/1, 0: there are no two commits of one test on one machine"
exits 2 "a history is no table" history --format csv
exits 2 "nor LKP's" history --style lkp
done_testing
