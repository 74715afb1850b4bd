#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Both sides on one kernel, in turns; warm-up runs; what monitors saw; limits.
. "$(dirname "$0")/tap.sh"
out=$scratch/out
export XDG_STATE_HOME=$scratch/state
printf '%s\n' 'testcase: hackbench' 'nr_threads: 1' 'loops: 20' 'runtime: 0' 'hackbench:' \
	'  mode: process' '  ipc: pipe' >"$scratch/job.yaml"
plan() { "$lkpdigest" reproduce "$scratch/job.yaml" "$@"; }
run() { plan --run -o "$out" "$@"; }
# runs NAME: its runs, by number, with the moment at which each was made
runs() {
	(cd "$out"/hackbench/*/*/*/local/*/"$1" && stat -c '%.Y %n' ./*/job.yaml | sed 's|\./||; s|/.*||')
}

# ---- in turns
run --wrap-base '' --commit-base one --wrap 'taskset -c 0' --commit two --runs 4 --warm-up 1 \
	--monitor all --interval .1 >"$scratch/roots" 2>"$scratch/said"
is "both sides have their result root" "$(sed 's|.*/||' "$scratch/roots" | paste -sd ' ')" "one two"
is "with all their runs" "$(runs one | wc -l) $(runs two | wc -l)" "4 4"
is "which are made in turns, the other way round each time" \
	"$(for side in one two; do runs $side | sed "s/\$/ $side/"; done | sort -n | awk '{print $3}' |
		paste -sd ' ')" \
	"one two two one one two two one"
root=$(head -n 1 "$scratch/roots")
is "each with its own words" \
	"$(cut -c -12 "$root/0/reproduce.sh") $(cut -c -12 "$(tail -n 1 "$scratch/roots")/0/reproduce.sh")" \
	"'hackbench'  'taskset' '-"
ok "both compare" "$lkpdigest" compare --results "$out" one two
rm -r "$root/1" "$root/3"
run --wrap-base '' --commit-base one --wrap 'taskset -c 0' --commit two --runs 4 --warm-up 0 --json \
	2>/dev/null >"$scratch/json"
is "an interrupted series goes on where it stopped" \
	"$(json '@{$_}{qw(commit there made)}' <"$scratch/json" | paste -sd ' ')" \
	"one 4 2 two 4 0"

# ---- monitors
is "monitors leave what LKP's do" \
	"$(cd "$root/0" && ls | grep -E 'vmstat|meminfo' | sed 's/\.json\.gz$/.json/' | paste -sd ' ')" \
	"meminfo.gz meminfo.json proc-vmstat.gz proc-vmstat.json vmstat vmstat.json"
like "what was read" "$(gzip -dc "$root/0/meminfo.gz" | head -n 2 | paste -sd ' ')" '^time: [0-9]+ MemTotal: '
any_json() { if [ -e "$1.gz" ]; then gzip -dc "$1.gz"; else cat "$1"; fi; }
ok "series of two samples at least" jq -e '."meminfo.MemFree" | length >= 2' <(any_json "$root/0/meminfo.json")
total=$(awk '/^MemTotal/ {print $2}' /proc/meminfo)
ok "and their numbers" jq -e ".\"meminfo.MemTotal\" == $total and .\"proc-vmstat.pgfault\" > 0 and
	.\"vmstat.system.cs\" > 0" "$root/0/stats.json"
is "a share of the CPUs' time is from 0 to 100" \
	"$(jq '[to_entries[] | select(.key | startswith("vmstat.cpu.")) | .value] |
		all(. >= 0 and . <= 100)' "$root/0/stats.json")" true
like "compare reads them like LKP's" "$("$lkpdigest" compare --results "$out" one two -a)" 'proc-vmstat\.pgfault'
job=$(ls -d "$out"/hackbench/*/*/*/local/*/one)
like "and their series" \
	"$("$lkpdigest" compare --results "$out" -a --style lkp -j "$job/0" -j "$job/2")" 'meminfo\.MemFree'
ok "ingest reads them" "$lkpdigest" ingest -q --store "$scratch/store.db" "$out"
like "and lists them" \
	"$("$lkpdigest" list samples --store "$scratch/store.db" 2>&1)" 'proc-vmstat\.pgfault'

# ---- times
is "what GNU time tells of a run" \
	"$(jq -r 'keys[]' "$root/0/stats.json" | sed -n 's/^hackbench\.time\.//p' | paste -sd ' ')" \
	"elapsed_time elapsed_time.max exit_status file_system_inputs file_system_outputs \
involuntary_context_switches major_page_faults maximum_resident_set_size minor_page_faults page_size \
percent_of_cpu_this_job_got system_time user_time voluntary_context_switches"
ok "which agrees with itself" jq -e '."hackbench.time.percent_of_cpu_this_job_got" ==
	(100 * (."hackbench.time.user_time" + ."hackbench.time.system_time") /
		."hackbench.time.elapsed_time" | floor) and ."hackbench.time.minor_page_faults" > 100 and
	."hackbench.time.maximum_resident_set_size" > 500' "$root/0/stats.json"

# ---- the plan says so
said=$(plan --json --runs 5 --limit-memory 1G --limit-disk 64M --limit-processes 100 --timeout 7 | tr -d '\n')
is "limits" "$(json '@{$_->{limits}}{qw(seconds memory disk processes)}' <<<"$said")" "7 1073741824 67108864 100"
is "runs, warm-up and order" "$(json '@{$_->{runs}}{qw(wanted warm_up order)}' <<<"$said")" "5 0 one side"
sed 's/^runtime: .*/runtime: 5/' "$scratch/job.yaml" >"$scratch/short.yaml"
is "short runs are warmed up" \
	"$("$lkpdigest" reproduce "$scratch/short.yaml" --json | tr -d '\n' | json '$_->{runs}{warm_up}')" 1
is "in turns" "$(plan --json --wrap-base '' | tr -d '\n' | json '$_->{runs}{order}')" "in turns"
is "people read it, too" "$(plan --wrap-base '' --warm-up 3 --limit-memory 1G |
	grep -cE '^  (order +in turns: base|warm-up +3 a side: as you say|limits +a run may take )')" 3

exits 2 "--wrap-base without names" run --wrap-base ''
exits 2 "two sides of one name" run --wrap-base '' --commit-base a --commit a
exits 2 "--commit-base without --wrap-base" run --commit-base a
exits 2 "--monitor of what is none" run --monitor perf
exits 2 "--interval of nothing" run --monitor all --interval 0
exits 2 "--limit-memory of no size" plan --limit-memory lots
exits 2 "--limit-disk of next to nothing" plan --limit-disk 1k
exits 2 "--monitor of another machine" run --monitor all --ssh host
exits 2 "--warm-up without end" plan --warm-up 11
exits 2 "--warm-up with --judge" "$lkpdigest" reproduce --store "$scratch/store.db" x --judge --warm-up 1

done_testing
