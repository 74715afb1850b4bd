#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The plan of a reproduction, on a machine that is made up.
. "$(dirname "$0")/tap.sh"
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
store=$scratch/store.db
id=201606061027.5c0a85fa-lkp@example.org
base=4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5
head=5c0a85fad949212b3e059692deecdeed74ae7ec7
"$lkpdigest" ingest -q --store "$store" "$samples"/mails

# put PATH TEXT: a file of the machine
put() { mkdir -p "$(dirname "$root/$1")" && printf '%s\n' "$2" >"$root/$1"; }
# program PATH
program() { put "$1" '#!/bin/sh' && chmod +x "$root/$1"; }

# The machine of the report, with the kernel of its commit.
root=$scratch/lituya
for ((cpu = 0; cpu < 16; cpu++)); do
	put sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_governor powersave
done
put sys/devices/system/cpu/cpu3/cpufreq/scaling_governor performance
put sys/devices/system/cpu/online 0-15
put proc/cpuinfo $'processor\t: 0\nmodel name\t: Intel(R) Core(TM) i7-5960X CPU @ 3.00GHz\nmicrocode\t: 0x43'
put proc/meminfo 'MemTotal:       16315252 kB'
put proc/sys/kernel/osrelease 4.6.0-06629-g5c0a85f
put proc/self/status $'Name:\tcat\nUid:\t0\t0\t0\t0'
put boot/config-4.6.0-06629-g5c0a85f 'CONFIG_SMP=y'
put sys/block/sda/size 976773168
put sys/block/sda/queue/rotational 1
put sys/block/loop0/size 8
program lkp/benchmarks/unixbench/Run
program usr/bin/bwrap

plan() { "$lkpdigest" reproduce --store "$store" --sysroot "$root" "$@"; }
said=$(plan $id --json | tr -d '\n')
# of EXPRESSION: of the plan
of() { json "$1" <<<"$said"; }

is "the commands of the script, in order and with their class" \
	"$(of 'join ",", map { "$_->{line}:$_->{class}" } @{$_->{steps}}')" \
	"$(seq -s, 1 16 | sed 's/[0-9]\+/&:setting/g'),17:benchmark"
is "what there is to do with each" "$(of 'map { $_->{action} } @{$_->{steps}}')" \
	"set set set set set set set set set keep set set set set set set run"
is "by the table of settings" "$(of '@{$_->{steps}[2]}{qw(path value now)}')" \
	"/sys/devices/system/cpu/cpu10/cpufreq/scaling_governor performance powersave"
is "the benchmark" "$(of '@{$_->{benchmark}}{qw(known program path checked)}')" \
	"true Run /lkp/benchmarks/unixbench/Run quoted"
is "its command" "$(of '@{$_->{benchmark}{command}}')" "./Run shell8 -c 1"
is "which commit the kernel is" "$(of '$_->{base}{running}, $_->{commit}{running}')" "false true"
is "the ids" "$(of '$_->{base}{id}, $_->{commit}{id}')" "$base $head"
# fact WHAT: as the plan has it
fact() {
	of "map { \"\$_->{fit}: \" . join ' | ', map { \$_ // 'null' } @{\$_}{qw(reported here)} }
		grep { \$_->{what} eq '$1' } @{\$_->{machine}}"
}
is "the processor" "$(fact 'cpu model')" \
	"same: Haswell High-end Desktop, i7-5960X | Intel(R) Core(TM) i7-5960X CPU @ 3.00GHz"
is "the CPUs" "$(fact cpus)" "same: 16 | 16"
is "the memory" "$(fact memory)" "same: 16G | 15.6G"
is "the microcode, which is not told" "$(fact microcode)" "unknown: null | 0x43"
is "the governor" "$(fact governor)" "differs: performance | not the same of all CPUs"
is "the kernel config" "$(fact 'kernel config')" \
	"unknown: x86_64-rhel | /boot/config-4.6.0-06629-g5c0a85f"
is "root, for the settings" "$(fact root)" "same: for the settings | yes"
is "how many runs there were, and who says so" \
	"$(of 'join ",", map { "$_->{low} $_->{by} $_->{source}" } @{$_->{runs}{reported}}')" \
	"4 table fail-runs,2 job declared,3 thread declared"
is "which does not agree" "$(of '$_->{runs}{agree}')" false
is "how many are needed" "$(of '@{$_->{runs}}{qw(needed enough)}')" "3 true"
is "and for how long" "$(of '@{$_->{seconds}}{qw(run source all)}')" "189 job-times 1134"

text=$(plan $id)
like "people read it, too" "$text" 'Commands: 17 of the script, 0 of the job'
flat=$(tr -s ' \n' ' ' <<<"$text")
like "settings of a kind on one line" "$flat" 'and 8 more like it \(a setting'
like "the running kernel" "$flat" "$head mm: make faultaround produce old ptes \(the running kernel\)"
like "the runs" "$flat" '4 by the table \(fail-runs\), 2 by the job \(repeat_to: 2\), 3 by the thread'
is "at most 78 columns wide" "$(perl -CSD -lne 'print if length > 78' <<<"$text")" ""
is "by a short commit id" "$(plan ${head:0:10})" "$text"
is "by the id in brackets" "$(plan "<$id>")" "$text"
is "by the table" "$(plan "$id#1:24")" "$text"
is "by its cluster" "$(plan c-${head:0:12})" "$text"
exits 2 "an unknown cluster" plan c-0123456789ab

# The script is run on a machine that stands for itself: paths below the made-up root.
plan $id --script >"$scratch/script"
ok "the script is one" sh -n "$scratch/script"
is "it says the report in comments" "$(grep -c "^# report: $id\$" "$scratch/script")" 1
governor='/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor'
is "it makes the settings" "$(grep -c "^set_to ${governor/cpu\*/cpu[0-9]*} performance lasting\$" "$scratch/script")" 15
sed -i "s|/sys/|$root/sys/|; s|cd /lkp|cd $root/lkp|" "$scratch/script"
put lkp/benchmarks/unixbench/Run \
	$'#!/bin/sh\necho "$@"; cat '"$root/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor"
mkdir "$scratch/out" && (cd "$scratch/out" && sh "$scratch/script")
is "it runs the benchmark, with the settings made, as often as is needed" \
	"$(cat "$scratch"/out/*.[123] | uniq -c | awk '{$1=$1};1' | paste -sd ' ')" \
	"1 shell8 -c 1 1 performance 1 shell8 -c 1 1 performance 1 shell8 -c 1 1 performance"
is "it puts the settings back" \
	"$(cat "$root"$governor | sort | uniq -c | awk '{$1=$1};1' | paste -sd ' ')" "1 performance 15 powersave"

# Another machine.
root=$scratch/other
put sys/devices/system/cpu/online 0-1
put proc/cpuinfo $'model name\t: AMD EPYC'
put proc/meminfo 'MemTotal:       8000000 kB'
put proc/sys/kernel/osrelease 6.1.0-25-amd64
put proc/self/status $'Uid:\t1000\t1000\t1000\t1000'
said=$(plan $id --json | tr -d '\n')
is "its CPUs are too few" "$(fact cpus)" "lacks: 16 | 2"
is "its memory is too small" "$(fact memory)" "lacks: 16G | 7.6G"
is "it has no such settings" "$(of '@{$_->{steps}[0]}{qw(action why)}')" "show this machine has no such setting"
is "programs that it lacks" "$(fact program | paste -sd ' ')" "lacks: Run | null lacks: bwrap | null"
is "its release does not tell a commit" "$(of '$_->{base}{running}, $_->{commit}{running}')" "null null"
is "root is not wanted then" "$(fact root)" ""

# A job file by itself, and one that wants more.
cat >"$scratch/job.yaml" <<-'END'
	testcase: hackbench
	category: benchmark
	nr_threads: 50%
	transparent_hugepage:
	  thp_enabled: never
	hackbench:
	  mode: process
	  ipc: pipe
	need_kconfig:
	- CONFIG_SMP: y
	- CONFIG_NUMA=y
	commit: v6.1
	runtime: 60s
	evil: "<%= `touch pwned` %>"
END
root=$scratch/lituya
put sys/kernel/mm/transparent_hugepage/enabled 'always [madvise] never'
put proc/sys/kernel/osrelease 6.1.0
put boot/config-6.1.0 'CONFIG_SMP=y'
said=$(plan "$scratch/job.yaml" --json | tr -d '\n')
is "a job's settings and benchmark" "$(of 'join ",", map { "$_->{source} $_->{class} $_->{action}" } @{$_->{steps}}')" \
	"job setting set,job benchmark run"
is "what it is set to" "$(of '$_->{steps}[0]{now}')" madvise
is "its command" "$(of 'join " ", @{$_->{benchmark}{command}}')" \
	"hackbench -g 8 -f 20 --process --pipe -l 60000 -s 100"
is "its package" "$(of '$_->{benchmark}{package}')" rt-tests
is "the tag of the running kernel" "$(of '$_->{commit}{running}')" true
is "a line that LKP would run" "$(of '$_->{reported}{code_line}')" 14
is "no row tells how many runs" "$(of '$_->{runs}{needed}')" null
is "the runtime" "$(of '@{$_->{seconds}}{qw(run source all)}')" "60 runtime null"
is "a symbol that the config lacks" "$(fact 'config symbol')" \
	"same: CONFIG_SMP | y lacks: CONFIG_NUMA=y | not set"
is "and nothing was run" "$(ls "$scratch"/pwned ./pwned 2>/dev/null)" ""
like "people are told of code" "$(plan "$scratch/job.yaml")" 'line 14 of the job is code to LKP'

# A report without a job, by the parameters of its table; with a job file of its own.
switch=$("$lkpdigest" list reports --json --store "$store" --testcase stress-ng |
	json '$_->{metric} =~ /switch/ ? $_->{message_id} : ()' | grep . | head -n 1)
said=$(plan "$switch" --json | tr -d '\n')
like "the command of the table's axes" "$(of 'join " ", @{$_->{benchmark}{command}}')" \
	'^stress-ng --timeout 60 --times --verify --metrics --no-rand-seed --switch 16$'
printf 'testcase: stress-ng\nstress-ng:\n  test: "pipe; touch pwned"\nnr_threads: 1\n' >"$scratch/other.yaml"
said=$(plan "$switch" --job "$scratch/other.yaml" --json | tr -d '\n')
is "the job's own mapping goes first, and is refused" "$(of '$_->{benchmark}{why}')" \
	"test is none of the words that are known"

exits 2 "an unknown report" plan nobody@example.org
exits 2 "a report that is no report" plan 20160614120241.debug@example.org
exits 2 "a job file that is none" plan "$samples/README.md"
exits 2 "a directory" plan "$samples"
exits 2 "--job with a file" plan "$scratch/job.yaml" --job "$scratch/job.yaml"
exits 2 "--job that is not there" plan $id --job "$scratch/none.yaml"
exits 2 "--script with --json" plan $id --script --json
exits 2 "--sysroot that is not there" plan $id --sysroot "$scratch/none"
exits 3 "no store" "$lkpdigest" reproduce --store "$scratch/none.db" $id
"$lkpdigest" ingest -q --store "$store" "$samples/archive.mbox.gz"
commit=$("$lkpdigest" list reports --json --store "$store" | json '$_->{commit}' | grep -v null |
	sort | uniq -d | head -n 1)
exits 2 "a commit that several reports blame" plan "$commit"
like "the candidates are told" "$(plan "$commit" 2>&1)" 'may be one of'

done_testing
