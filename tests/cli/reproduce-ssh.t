#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plans and runs on another machine.  A stand-in for ssh runs what it is given in a shell here;
# others behave as badly as the far side of a connection may.
. "$(dirname "$0")/tap.sh"
out=$scratch/out
export XDG_STATE_HOME=$scratch/state TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/bin"
# The script counts its seconds by sleeping: they are short here.
printf '#!/bin/sh\n[ "$*" = 1 ] && set -- .1\nexec %s "$@"\n' "$(command -v sleep)" >"$scratch/bin/sleep"
chmod +x "$scratch/bin/sleep"

# ssh_is: the stand-in's script on standard input
ssh_is() {
	{ echo '#!/bin/bash'; cat; } >"$scratch/bin/ssh"
	chmod +x "$scratch/bin/ssh"
}
# good: as ssh is; what a login prints stands before the answer
good() {
	ssh_is <<-END
		printf '%s\n' "\$@" >"$scratch/words"
		echo 'Welcome to there.  Be nice.'
		echo 'Warning: permanently added' >&2
		exec sh -s
	END
}
by_ssh() { PATH=$scratch/bin:$PATH "$lkpdigest" reproduce "$@"; }
run() { by_ssh "$@" --ssh there --run -o "$out"; }
job() {
	local name=$1
	shift
	printf '%s\n' "$@" >"$scratch/$name.yaml"
}
left_over() { ls -A "$TMPDIR" | paste -sd ' '; }

# A machine that is made up, on the far side; its hackbench is the real one.
machine=$scratch/machine
thp=$machine/sys/kernel/mm/transparent_hugepage/enabled
mkdir -p "${thp%/*}" "$machine"/{usr/bin,etc,proc/sys/kernel/random,sys/block/sda/queue} \
	"$machine"/sys/devices/system/cpu/cpu{0,1,2,3}/cpufreq
for cpu in 0 1 2 3; do echo powersave >"$machine/sys/devices/system/cpu/cpu$cpu/cpufreq/scaling_governor"; done
echo madvise >"$thp"
echo 0-3 >"$machine/sys/devices/system/cpu/online"
printf 'model name\t: Far Away CPU\nmicrocode\t: 0x7\n' >"$machine/proc/cpuinfo"
echo 'MemTotal: 4000000 kB' >"$machine/proc/meminfo"
echo 6.1.0-far >"$machine/proc/sys/kernel/osrelease"
echo far.example.org >"$machine/proc/sys/kernel/hostname"
echo first >"$machine/proc/sys/kernel/random/boot_id"
echo 2048 >"$machine/sys/block/sda/size"
echo 1 >"$machine/sys/block/sda/queue/rotational"
ln -s "$(command -v hackbench)" "$machine/usr/bin/hackbench"

size=$((100 + $$ % 5000)) # which no other test has at the same time
job plain 'testcase: hackbench' 'nr_threads: 1' 'loops: 20' 'runtime: 0' 'thp_enabled: never' \
	'hackbench:' '  mode: process' "  datasize: $size"
far=(--sysroot "$machine")

good
said=$(by_ssh "$scratch/plain.yaml" --ssh user@there "${far[@]}" --json 2>/dev/null | tr -d '\n')
is "how ssh is called: without questions, the script not among its words" \
	"$(grep -vE '^(-o|[A-Z][A-Za-z0-9]*=.*)$' "$scratch/words" | paste -sd ' ')" "-T -- user@there sh -s"
like "it never asks" "$(<"$scratch/words")" 'BatchMode=yes'
of() { json "$1" <<<"$said"; }
fact() {
	of "map { \"\$_->{fit}: \" . join ' | ', map { \$_ // 'null' } @{\$_}{qw(reported here)} }
		grep { \$_->{what} eq '$1' } @{\$_->{machine}}"
}
is "the far machine's processor" "$(fact 'cpu model')" "unknown: null | Far Away CPU"
is "its CPUs" "$(fact cpus)" "unknown: null | 4"
is "its memory" "$(fact memory)" "unknown: null | 3.8G"
is "its microcode" "$(fact microcode)" "unknown: null | 0x7"
is "its governor" "$(fact governor)" "unknown: null | powersave"
is "its programs" "$(fact program | paste -sd ' ')" \
	"same: hackbench | /usr/bin/hackbench lacks: bwrap | null"
is "its settings" "$(of '@{$_->{steps}[0]}{qw(action path now value)}')" \
	"set /sys/kernel/mm/transparent_hugepage/enabled madvise never"
is "nothing is left there or here" "$(left_over)" ""
is "nor changed" "$(<"$thp")" madvise

root=$(run "$scratch/plain.yaml" --runs 2 --commit one "${far[@]}" 2>"$scratch/said")
is "runs come back as result roots, of the far machine" "${root#"$out/"}" \
	"hackbench/$size-20-process-1-0/far.example.org/unknown/local/unknown/one"
is "with all that a run has" "$(ls "$root/1" | paste -sd ' ')" \
	"job.yaml matrix.json.gz reproduce.sh stats.json stderr stdout"
is "the benchmark's numbers" "$(jq -r 'keys[]' "$root/0/stats.json" | grep -c throughput)" 4
is "and its times" "$(jq -r 'keys[]' "$root/0/stats.json" | grep -c '\.time\.')" 14
ok "which count all its processes" jq -e '."hackbench.time.minor_page_faults" > 20' "$root/0/stats.json"
is "what tells the times is no part of what it said" "$(grep -c lkpdigest "$root/0/stderr")" 0
like "the kernel is the far one's" "$(<"$root/0/job.yaml")" "kernel: '6.1.0-far'"
is "they were contained" "$(grep -c 'sandbox: bubblewrap' "$root/0/job.yaml")" 1
is "a series goes on with what is missing" \
	"$(rm -r "$root/0" && run "$scratch/plain.yaml" --runs 2 --commit one "${far[@]}" --json 2>/dev/null |
		json '@{$_}{qw(there made)}')" "2 1"
is "no scratch files stay" "$(left_over)" ""
root=$(run "$scratch/plain.yaml" --runs 1 --commit "it's \$(id) \"q\"" --wrap 'env A=it'"'"'s;$(touch\ pwned)' \
	"${far[@]}" 2>/dev/null)
like "words are quoted" "$(<"$root/0/reproduce.sh")" "^'env' 'A=it'"
is "and never run" "$(ls "$scratch"/pwned ./pwned 2>/dev/null)" ""

# Settings.
root=$(run "$scratch/plain.yaml" --runs 1 --commit set "${far[@]}" --allow settings 2>/dev/null)
like "what was in effect is an axis" "$(<"$root/0/job.yaml")" "thp_enabled: 'never'"
is "it is put back" "$(<"$thp") $(ls "$XDG_STATE_HOME/lkpdigest")" "madvise "
sed -i 's/^runtime: .*/runtime: 60/; s/^loops: .*/loops: 10000000/' "$scratch/plain.yaml"
# start OPTIONS: the same in the background, as $pid, until the setting is made
start() {
	PATH=$scratch/bin:$PATH "$lkpdigest" reproduce "$scratch/plain.yaml" --ssh there --run -o "$out" \
		"${far[@]}" --commit set --runs 1 --allow settings "$@" >"$scratch/started" 2>&1 &
	pid=$!
	for ((i = 0; i < 200; i++)); do [ "$(<"$thp")" = never ] && working && break; sleep .1; done
}
working() { pgrep -f -- "hackbench -g 1 -f 20 --process -l [0-9]* -s $size" >/dev/null; }
# settled: all of it has ended
settled() { for ((i = 0; i < 100; i++)); do working || [ "$(<"$thp")" = never ] || break; sleep .1; done; }
start
is "set while it runs" "$(<"$thp")" never
kill -9 $pid
wait $pid 2>/dev/null
settled
is "this side is killed: the far side puts it back" "$(<"$thp")" madvise
ok "and ends what it started" eval '! working'
for ((i = 0; i < 50; i++)); do [ "$(ls -A "$TMPDIR" | grep -c '\.')" = 0 ] && break; sleep .1; done
is "and removes its scratch files" "$(ls -A "$TMPDIR" | grep -c '\.')" 0
rm -rf "$TMPDIR"/*
start
kill -TERM $pid
wait $pid
is "interrupted: exit 1" $? 1
is "put back" "$(<"$thp")" madvise
like "it says how to go on" "$(<"$scratch/started")" '0 of 1 runs are there; the same command makes the others'
exits 1 "a run that outlives its time" run "$scratch/plain.yaml" --runs 1 --commit late "${far[@]}" --timeout 1
ok "is killed there" eval '! working'
# One that was left by a run of this machine that could not put it back.
echo never >"$thp"
printf 'first\n/sys/kernel/mm/transparent_hugepage/enabled madvise\n/etc/passwd evil\n%s\n' \
	'/sys/kernel/mm/ksm/../../../../etc/passwd evil' >"$XDG_STATE_HOME/lkpdigest/settings"
echo root >"$machine/etc/passwd"
by_ssh "$scratch/plain.yaml" --ssh there "${far[@]}" >/dev/null 2>&1
is "a plan puts nothing back" "$(<"$thp")" never
sed -i 's/^runtime: .*/runtime: 0/; s/^loops: .*/loops: 20/' "$scratch/plain.yaml"
said=$(run "$scratch/plain.yaml" --runs 1 --commit back "${far[@]}" 2>&1 >/dev/null)
is "the next run does, and only what is a setting" "$(<"$thp") $(<"$machine/etc/passwd")" "madvise root"
like "and says so" "$said" 'there: settings were put back'

# The far side as it should not be.  lost NAME WORDS: exit 3, said
lost() {
	local status=0
	said=$(run "$scratch/plain.yaml" --runs 1 --commit bad "${far[@]}" 2>&1) || status=$?
	is "$1: exit 3" "$status" 3
	like "$1: why" "$said" "$2"
}
# after_plan: the machine's facts as they should be, then what standard input says
after_plan() {
	{
		cat <<-END
			script=\$(timeout 5 sed '/^main.*; exit\$/q')
			case \$script in *list_programs*) { printf '%s\\n' "\$script"; cat; } | sh -s; exit ;; esac
			mark=\$(sed -n 's/^mark=//p' <<<"\$script")
			begin() { printf '\\n%s begin\\n' "\$mark"; }
			end() { printf '\\n%s end\\n' "\$mark"; }
			cd "$scratch"
		END
		cat
	} | ssh_is
}
echo 'echo "Host key verification failed." >&2; exit 255' | ssh_is
lost "a wrong host key" 'there: there is no connection: Host key verification failed\.'
echo 'printf "\033[2Jevil\n" >&2; exit 255' | ssh_is
lost "words that are no text" 'no connection: \\x1B\[2Jevil'
echo 'exit 127' | ssh_is
lost "no shell there" 'the connection was lost'
echo 'echo hello; exit 0' | ssh_is
lost "something else answers" 'the connection was lost'
after_plan <<<'begin; head -c 700 /dev/zero; exit 255'
lost "a connection that is lost in the middle" 'the connection was lost'
is "its run is not made" "$(find "$out" -path '*/bad/*' | wc -l)" 0
after_plan <<<'begin; exec cat /dev/zero'
lost "an answer without an end" 'larger than it may be'
after_plan <<<'exec yes'
lost "noise without an end" 'larger than it may be'
mkdir "$scratch/evil"
ln -s /etc/passwd "$scratch/evil/stdout"
after_plan <<<'begin; tar -cf - -C evil .; end'
lost "a link in it" 'cannot be taken: it has a link'
echo text >"$scratch/evil.txt"
after_plan <<<"begin; tar -cf - --transform 's|^|../../|' evil.txt 2>/dev/null; end"
lost "a path that leads out" 'names a file that may not be'
after_plan <<<"begin; tar -P -cf - $scratch/evil.txt; end"
lost "an absolute path" 'names a file that may not be'
after_plan <<<"begin; tar -cf - --transform 's|evil|.ssh|' evil.txt; end"
lost "a hidden file" 'names a file that may not be'
rm "$scratch/evil/stdout" && mkfifo "$scratch/evil/stdout"
after_plan <<<'begin; tar -cf - -C evil .; end'
lost "a pipe in it" 'something that is no file'
rm "$scratch/evil/stdout" && truncate -s 300M "$scratch/evil/stdout"
echo end >>"$scratch/evil/stdout"
after_plan <<<'begin; tar -S -cf - -C evil .; end'
lost "a small file that becomes a large one" 'larger than they may be'
after_plan <<<'begin; tar --hard-dereference -cf - evil.txt evil.txt; end'
lost "a file that comes twice" 'a file comes twice'
after_plan <<<'begin; head -c 4096 /dev/urandom; end'
lost "what is no tar stream" 'cannot be taken'
rm "$scratch/evil/stdout"
after_plan <<<'begin; tar -cf - -C evil .; end'
lost "an answer without what it is to have" 'the answer of the run has no stdout'
after_plan <<<'echo "$mark the disk is full" >&2; exit 3'
lost "what the script says" 'there: the disk is full'
is "of all that nothing is here" "$(find "$out" -path '*/bad/*' | wc -l) $(left_over)" "0 "

# Programs that the far side lacks.
mkdir "$scratch/few"
for program in sh bash cat rm mktemp mkdir head sed timeout; do ln -s "$(command -v $program)" "$scratch/few/"; done
ssh_is <<<"PATH=$scratch/few; exec sh -s"
lost "no tar there" 'there: tar is not there'

for host in -oProxyCommand=id "a b" "" $'a\nb' "$(printf '%300s' | tr ' ' a)"; do
	exits 2 "no host: $(printf %q "${host:0:20}")" by_ssh "$scratch/plain.yaml" --ssh "$host"
done
good
exits 2 "--ssh with --judge" by_ssh "$scratch/plain.yaml" --ssh there --judge
like "--ssh with --script" "$(by_ssh "$scratch/plain.yaml" --ssh there "${far[@]}" --script 2>/dev/null)" '^#!/bin/sh'

done_testing
