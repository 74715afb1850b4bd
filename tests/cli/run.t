#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Real benchmarks, for a second each, in the sandbox: what they print becomes result roots that
# can be ingested and compared.  Nothing is said of how fast they are.
. "$(dirname "$0")/tap.sh"
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
out=$scratch/out
export XDG_STATE_HOME=$scratch/state
head=5c0a85fad949212b3e059692deecdeed74ae7ec7
run() { "$lkpdigest" reproduce "$@" --run -o "$out"; }
# job NAME LINE...: a job file
job() {
	local name=$1
	shift
	printf '%s\n' "$@" >"$scratch/$name.yaml"
}
# stats ROOT: names of the numbers of its first run, but those of its time
stats() { jq -r 'keys[]' "$1/0/stats.json" | grep -v '\.time\.' | paste -sd ' '; }

job hackbench 'testcase: hackbench' 'nr_threads: 1' 'loops: 20' 'runtime: 0' \
	'hackbench:' '  mode: process' '  ipc: pipe' "commit: $head"
root=$(run "$scratch/hackbench.yaml" --runs 2 --warm-up 0 --commit ${head:0:9} 2>"$scratch/said")
is "result roots are as LKP lays them out" "${root#"$out/"}" \
	"$(cd "$out" && echo hackbench/pipe-20-process-1-0/*/*/local/*/$head)"
is "with all that a run has" "$(ls "$root/0" | paste -sd ' ')" \
	"job.yaml matrix.json.gz reproduce.sh stats.json stderr stdout"
is "as many as are wanted" "$(ls "$root" | paste -sd ' ')" "0 1"
is "with the numbers of LKP" "$(stats "$root")" \
	"hackbench.throughput hackbench.throughput_avg hackbench.throughput_best hackbench.throughput_worst"
is "and its times" "$(jq -r 'keys[]' "$root/0/stats.json" | grep -c '^hackbench\.time\.')" 14
ok "which count what all its processes used" jq -e '."hackbench.time.voluntary_context_switches" > 20' \
	"$root/0/stats.json"
is "the matrix has the same" "$(gzip -dc "$root/0/matrix.json.gz" | jq -c 'map_values(.[0])')" \
	"$(jq -c . "$root/0/stats.json")"
like "the command stands there" "$(<"$root/0/reproduce.sh")" "^'hackbench' '-g' '1' '-f' '20' '--process'"
like "what to do next" "$(<"$scratch/said")" 'all 2 runs of .* are there'
goes_on() {
	run "$scratch/hackbench.yaml" --runs 2 --commit $head --json 2>/dev/null | json '@{$_}{qw(there made)}'
}
is "a series that is whole goes on with nothing" \
	"$(goes_on)" "2 0"
rm -r "$root/0"
is "one that was interrupted with what is missing" \
	"$(goes_on)" "2 1"
# Links where it would write: nothing behind them is touched.
mkdir "$scratch/victim" && touch "$scratch/victim/file"
rm -r "$root/0" && ln -s "$scratch/victim" "$root/.making"
is "a link in the place of the next run is removed, and not followed" \
	"$(goes_on) $(ls "$scratch/victim") $(find "$root" -type l)" "2 1 file "
rm -r "$root/0" && ln -s nowhere "$root/0"
is "one in the place of a run counts as a run without numbers" "$(goes_on) $(readlink "$root/0")" "2 1 nowhere"
rm "$root/0" && mv "$root/2" "$root/0"
rm -r "$scratch/victim"
wrapped=$(run "$scratch/hackbench.yaml" --runs 2 --commit changed --wrap 'taskset -c 0' 2>/dev/null)
like "words before the command" "$(<"$wrapped/0/reproduce.sh")" "^'taskset' '-c' '0' 'hackbench'"
like "runs of neither commit are told of" "$(run "$scratch/hackbench.yaml" --runs 1 2>&1)" \
	'which is no commit of the report as far as is known'
like "both sides compare" "$("$lkpdigest" compare --results "$out" $head changed -a)" \
	'hackbench\.throughput'
store=$scratch/store.db
ok "and are ingested" "$lkpdigest" ingest -q --store "$store" "$out"
is "with their axes" \
	"$("$lkpdigest" list runs --json --store "$store" |
		json '@{$_->{axes}}{qw(testcase ipc mode nr_threads loops)}' | sort -u)" "hackbench pipe process 1 20"

# sample NAME: the job file, for a second
sample() { sed -E 's/^(testtime|runtime): .*/\1: 1s/' "$samples/jobs/$1.yaml" >"$scratch/$1.yaml"; }
sample stress-ng
is "stress-ng" "$(stats "$(run "$scratch/stress-ng.yaml" --runs 1 --warm-up 0 2>/dev/null)")" \
	"stress-ng.switch.ops stress-ng.switch.ops_per_sec"
sample sysbench-cpu
# A spread may be 0, which is no stat.
is "sysbench" "$(stats "$(run "$scratch/sysbench-cpu.yaml" --runs 1 --warm-up 0 2>/dev/null)" |
	tr ' ' '\n' | grep -v stddev | sed 's/^sysbench-cpu.//' | paste -sd ' ')" \
	"events/thread.avg latency_ms.95th latency_ms.avg latency_ms.max latency_ms.min \
runtime/thread.avg throughput_events/s workload"
sample fio-basic
is "fio" "$(stats "$(run "$scratch/fio-basic.yaml" --runs 1 --warm-up 0 2>/dev/null)")" \
	"fio.read_bw_MBps fio.read_clat_mean_ns fio.read_clat_stddev fio.read_iops fio.workload \
fio.write_bw_MBps fio.write_clat_mean_ns fio.write_clat_stddev fio.write_iops"
job iperf 'testcase: iperf' 'runtime: 1s'
is "iperf, with a server beside it" "$(stats "$(run "$scratch/iperf.yaml" --runs 1 --warm-up 0 2>/dev/null)")" \
	"iperf.tcp.receiver.bps iperf.tcp.sender.bps"

# A job whose values hide a command: refused, or text in a file.
job evil 'testcase: hackbench' 'nr_threads: "1; touch pwned"' 'hackbench:' '  mode: process'
exits 2 "a command in a number" run "$scratch/evil.yaml"
job evil 'testcase: hackbench' 'nr_threads: 1' 'hackbench:' '  mode: "process --help"'
exits 2 "words in a word" run "$scratch/evil.yaml"
job evil 'testcase: "../../hackbench"' 'nr_threads: 1'
exits 2 "a path for a test case" run "$scratch/evil.yaml"
job evil 'testcase: hackbench' 'nr_threads: 1' 'loops: 1' 'runtime: 0' 'hackbench:' '  mode: process' \
	"commit: \"../../../../x'y\$(id)\""
root=$(run "$scratch/evil.yaml" --runs 1 --commit "../../x'y\$(id)" 2>/dev/null)
like "a path for a commit" "$root" '/_\.?_\.\._x_y__id_$'
like "stays one word of the job" "$(grep ^commit "$root/0/job.yaml")" "^commit: '[^']*'\$"
is "nothing was made elsewhere" "$(ls "$scratch" | grep -vE '^(out|store\.db.*|said|state|.*\.yaml)$')" ""

# Settings, on a machine that is made up, whose hackbench is the real one.
machine=$scratch/machine
thp=$machine/sys/kernel/mm/transparent_hugepage/enabled
mkdir -p "${thp%/*}" "$machine/usr/bin" "$machine/proc/sys/kernel/random" "$machine/sys/devices/system/cpu"
echo madvise >"$thp"
echo 0-1 >"$machine/sys/devices/system/cpu/online"
echo 'MemTotal: 4000000 kB' >"$machine/proc/meminfo"
echo first >"$machine/proc/sys/kernel/random/boot_id"
printf '#!/bin/sh\n' >"$machine/usr/bin/hackbench"
chmod +x "$machine/usr/bin/hackbench"
size=$((100 + $$ % 5000)) # which no other test has at the same time
job settings 'testcase: hackbench' 'nr_threads: 1' 'loops: 20' 'runtime: 0' 'thp_enabled: never' \
	'hackbench:' '  mode: process' "  datasize: $size"
# start: the same, in the background, as $pid
start() {
	"$lkpdigest" reproduce "$scratch/settings.yaml" --run -o "$out" --sysroot "$machine" --commit settings \
		--runs 1 --allow settings >"$scratch/started" 2>&1 &
	pid=$!
	for ((i = 0; i < 200; i++)); do [ "$(<"$thp")" = never ] && break; sleep .1; done
}
settings() { run "$scratch/settings.yaml" --sysroot "$machine" --commit settings "$@"; }
root=$(settings --runs 1 2>/dev/null)
is "without --allow nothing is set" "$(grep -c thp_enabled "$root/0/job.yaml")" 0
root=$(settings --runs 1 --allow settings 2>/dev/null)
like "what was in effect is an axis" "$(<"$root/0/job.yaml")" "thp_enabled: 'never'"
is "it is put back" "$(<"$thp")" madvise
is "and nothing is left to do" "$(ls "$XDG_STATE_HOME/lkpdigest")" ""
sed -i 's/^runtime: .*/runtime: 60/; s/^loops: .*/loops: 21/' "$scratch/settings.yaml"
start
is "set while it runs" "$(<"$thp")" never
exits 3 "another one meanwhile" settings --runs 1
like "is told why" "$(settings --runs 1 2>&1)" 'another run is under way on this machine'
is "and puts nothing back" "$(<"$thp")" never
like "nor does one that knows nothing of the first make runs in the same place" \
	"$(XDG_STATE_HOME=$scratch/state2 settings --runs 1 --allow settings 2>&1)" 'another run of it is under way'
is "or change anything" "$(<"$thp") $(ls "$scratch/state2/lkpdigest")" "never "
rm -r "$scratch/state2"
kill -9 $pid
wait $pid 2>/dev/null
for ((i = 0; i < 100; i++)); do pgrep -f -- "--process -l 21 -s $size" >/dev/null || break; sleep .1; done
is "nothing of it goes on" "$(pgrep -f -- "hackbench -g 1 -f 20 --process -l 21 -s $size" | wc -l)" 0
is "it is killed: and still set" "$(<"$thp")" never
sed -i 's/^runtime: .*/runtime: 0/' "$scratch/settings.yaml"
like "the plan says so, and leaves it" "$("$lkpdigest" reproduce "$scratch/settings.yaml" --sysroot "$machine" 2>&1)
$(<"$thp")" 'left changes of this machine.*never$'
cp "$XDG_STATE_HOME/lkpdigest/settings" "$scratch/settings"
said=$(settings --runs 1 2>&1 >/dev/null)
is "the next start puts it back" "$(<"$thp")" madvise
like "and says so" "$said" '1 change was put back'
# Put back before the plan is made: what the killed one had set is not how the machine is.
printf '#!/bin/sh\ncat %s >>%s\nexec "$@"\n' "$thp" "$scratch/seen" >"$scratch/see"
chmod +x "$scratch/see"
echo never >"$thp" && mv "$scratch/settings" "$XDG_STATE_HOME/lkpdigest/settings"
root=$(settings --runs 1 --no-sandbox --wrap "$scratch/see" --allow settings --commit after 2>/dev/null)
is "the next one makes its settings itself" \
	"$(paste -sd ' ' "$scratch/seen") $(<"$thp") $(grep -c "thp_enabled: 'never'" "$root/0/job.yaml")" \
	"never madvise 1"
rm "$scratch/see" "$scratch/seen"
# What cannot be put back keeps nothing else from it: a CPU that is gone, a folder for a file.
echo never >"$thp" && mkdir -p "$machine/sys/kernel/mm/ksm/run"
printf '%s\n' first "/sys/kernel/mm/transparent_hugepage/enabled madvise" '/sys/kernel/mm/ksm/run 0' \
	'/sys/devices/system/cpu/cpu77/cpufreq/scaling_governor powersave' >"$XDG_STATE_HOME/lkpdigest/settings"
exits 3 "what cannot be put back ends it" settings --runs 1
is "all else is put back, and the journal stays" "$(<"$thp") $(ls "$XDG_STATE_HOME/lkpdigest")" "madvise settings"
rmdir "$machine/sys/kernel/mm/ksm/run"
# A setting that is left when the machine boots is none.
printf 'other\n/sys/kernel/mm/transparent_hugepage/enabled always\n' >"$XDG_STATE_HOME/lkpdigest/settings"
settings --runs 1 >/dev/null 2>&1
is "of another boot it is void" "$(<"$thp") $(ls "$XDG_STATE_HOME/lkpdigest")" "madvise "
printf 'first\n/etc/passwd evil\n/sys/kernel/mm/transparent_hugepage/enabled a b\n' \
	>"$XDG_STATE_HOME/lkpdigest/settings"
mkdir "$machine/etc" && echo root >"$machine/etc/passwd"
settings --runs 1 >/dev/null 2>&1
is "what is none of ours is not written" "$(<"$machine/etc/passwd") $(<"$thp")" "root madvise"
sed -i 's/^runtime: .*/runtime: 60/; s/^loops: .*/loops: 22/' "$scratch/settings.yaml"
start
kill -TERM $pid
wait $pid
is "interrupted: exit 1" $? 1
is "and put back" "$(<"$thp")" madvise
like "it says how to go on" "$(<"$scratch/started")" '0 of 1 runs are there; the same command makes the others'

# A program that does not end, that fails, that is not there.
sed -i 's/^loops: .*/loops: 1000000000/; s/^thp_enabled.*//' "$scratch/settings.yaml"
exits 1 "a run that outlives its time" settings --runs 1 --timeout 1
is "is kept as incomplete" "$(jq -c 'with_entries(select(.key | startswith("last_state")))' \
	"$out"/hackbench/$size-1000000000-*/*/*/*/*/settings/0/stats.json)" '{"last_state.is_incomplete_run":1}'
like "one that prints nothing: which number is missing" "$(settings --runs 1 --wrap true 2>&1)" \
	'run [0-9]+: the output does not tell hackbench\.'
rm "$machine/usr/bin/hackbench"
exits 2 "a program that is not here" settings
like "its package is said" "$(settings 2>&1)" 'rt-tests'
# Without bubblewrap.
mkdir "$scratch/bin" && for program in hackbench env sh; do ln -s "$(command -v $program)" "$scratch/bin/"; done
job bare 'testcase: hackbench' 'nr_threads: 1' 'loops: 20' 'runtime: 0' 'hackbench:' '  mode: process'
root=$(run "$scratch/bare.yaml" --runs 1 --no-sandbox --commit bare 2>/dev/null)
like "--no-sandbox does without, and the job says so" "$(<"$root/0/job.yaml")" 'sandbox: none'

exits 2 "--run without -o" "$lkpdigest" reproduce "$scratch/bare.yaml" --run
exits 2 "--allow what cannot be allowed" run "$scratch/bare.yaml" --allow disks
exits 2 "--runs of more than there are numbers" run "$scratch/bare.yaml" --runs 101
exits 2 "--run and --judge" run "$scratch/bare.yaml" --judge
exits 2 "-o without --run" "$lkpdigest" reproduce "$scratch/bare.yaml" -o "$out"
exits 2 "--wrap without words" run "$scratch/bare.yaml" --wrap ' '

done_testing
