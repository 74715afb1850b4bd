#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs by lkp-tests.  A stand-in does what its documentation says of split-job and run; others
# behave as badly as a program can.
. "$(dirname "$0")/tap.sh"
out=$scratch/out
export XDG_STATE_HOME=$scratch/state TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/bin"
# The script counts its seconds by sleeping: they are short here.
printf '#!/bin/sh\n[ "$*" = 1 ] && set -- .1\nexec %s "$@"\n' "$(command -v sleep)" >"$scratch/bin/sleep"
chmod +x "$scratch/bin/sleep"

# lkp_is: a program that splits jobs as it should, and whose `run` is on standard input
lkp_is() {
	{
		cat <<-END
			#!/bin/bash
			echo "\$@" >>"$scratch/words"
			results=$scratch/lkp/result
			case \$1 in
			split-job)
				[ "\$2" = -o ] || exit 1
				{ cat "\$4"; echo 'arch: x86_64'; } >"\$3/job-defaults.yaml"
				cp "\$4" "$scratch/handed.yaml"
				echo "\$4 => \$3/job-defaults.yaml"
				exit ;;
			esac
			commit=\$(sed -n "s/^commit: '*\\([^']*\\)'*$/\\1/p" "\$2")
			root() {
				for ((n = 0; n < 100; n++)); do [ -e "\$_root/\$n" ] || break; done
				root=\$_root/\$n && mkdir -p "\$root"
			}
			_root=\$results/hackbench/a-b/host/debian/defconfig/gcc-12/\$commit
		END
		cat
	} >"$scratch/bin/lkp"
	chmod +x "$scratch/bin/lkp"
}
good='
	root
	{ cat "$2"; printf "rootfs: debian\ncompiler: gcc-12\ntbox_group: host\n"; } >"$root/job.yaml"
	echo "{ \"hackbench.throughput\": $((1000 + n)), \"hackbench.time.elapsed_time\": 1.5 }" >"$root/stats.json"
	echo "{ \"hackbench.throughput\": [$((1000 + n))] }" | gzip >"$root/matrix.json.gz"
	echo text >"$root/hackbench"
	ln -s /etc/passwd "$root/kmsg" && mkfifo "$root/pipe" && mkdir "$root/folder" && echo x >"$root/a b"
	[ "$link" = no ] || ln -s "$root" result'
run() { PATH=$scratch/bin:$PATH "$lkpdigest" reproduce "$@" --runner lkp --run -o "$out"; }
job() { printf '%s\n' "$@" >"$scratch/job.yaml"; }
plain=('testcase: hackbench' 'suite: hackbench' 'nr_threads: 50%' 'runtime: 0' 'hackbench:' '  mode: process'
	'  ipc: pipe' 'perf-profile:' '  delay: 20' 'queue: bisect' 'thp_enabled: never'
	'cpufreq_governor: performance')
job "${plain[@]}"

lkp_is <<<"$good"
root=$(run "$scratch/job.yaml" --runs 2 --commit one 2>"$scratch/said")
is "the job is split, and run" "$(head -n 2 "$scratch/words")" \
	$'split-job -o split job.yaml\nrun split/job-defaults.yaml'
like "result roots come to where others are" "${root#"$out/"}" \
	'^hackbench/pipe-process-50%-0/[^/]*/[^/]*/local/[^/]*/one$'
is "as many as are wanted" "$(ls "$root" | paste -sd ' ')" "0 1"
is "with the files that lie there, but no links, pipes, folders" "$(ls "$root/1" | paste -sd ' ')" \
	"hackbench job.yaml matrix.json.gz stats.json"
is "the job is written anew, of plain words" "$(<"$scratch/handed.yaml")" "---
testcase: 'hackbench'
category: 'benchmark'
commit: 'one'
hackbench:
  nr_threads: '50%'
  runtime: 0
  mode: 'process'
  ipc: 'pipe'"
like "what is not handed on is told" \
	"$(<"$scratch/said")" 'not handed on to lkp-tests: suite, delay, queue, thp_enabled'
like "the job says who ran it" "$(<"$root/0/job.yaml")" 'runner: .lkp'
is "and has our facts in the place of LKP's, once" \
	"$(grep -c '^rootfs: \|^compiler: \|^tbox_group: ' "$root/0/job.yaml")" 3
is "no scratch files stay" "$(ls -A "$TMPDIR")$(ls -A "$root" | grep '^\.')" ""
is "a series goes on with what is missing" \
	"$(rm -r "$root/0" && run "$scratch/job.yaml" --runs 2 --commit one --json 2>/dev/null |
		json '@{$_}{qw(there made)}')" "2 1"
run "$scratch/job.yaml" --runs 2 --commit two >/dev/null 2>&1
like "both sides compare" "$("$lkpdigest" compare --results "$out" one two -a)" 'hackbench\.throughput'
store=$scratch/store.db
ok "and are ingested" "$lkpdigest" ingest -q --store "$store" "$out"
is "with their axes" "$("$lkpdigest" list runs --json --store "$store" |
	json '@{$_->{axes}}{qw(testcase ipc mode nr_threads commit)}' | sort -u)" \
	$'hackbench pipe process 50% one\nhackbench pipe process 50% two'
mkdir -p "$scratch/tests/bin" && mv "$scratch/bin/lkp" "$scratch/tests/bin/lkp"
exits 3 "lkp that is nowhere" run "$scratch/job.yaml" --runs 1 --commit where
ok "--lkp: the checkout" run "$scratch/job.yaml" --runs 1 --commit where --lkp "$scratch/tests"
ok "--lkp: where it lies" run "$scratch/job.yaml" --runs 1 --commit there --lkp "$scratch/tests/bin"
like "where there is none" "$(run "$scratch/job.yaml" --runs 1 --commit x --lkp "$scratch" 2>&1)" 'is no program'
lkp_is <<<'link=no; echo "RESULT_ROOT=$_root/0";'"$good"
ok "a result root that is told by words" run "$scratch/job.yaml" --runs 1 --commit told
cat >"$scratch/bin/ssh" <<<$'#!/bin/sh\nexec sh -s' && chmod +x "$scratch/bin/ssh"
lkp_is <<<"$good"
root=$(run "$scratch/job.yaml" --runs 1 --commit far --ssh there 2>/dev/null)
is "on another machine" "$(ls "$root/0" | paste -sd ' ')" "hackbench job.yaml matrix.json.gz stats.json"

# Programs as they should not be.  bad NAME WORDS, its `run` on standard input: no run is made
bad() {
	local name=$1 status=0
	lkp_is
	said=$(run "$scratch/job.yaml" --runs 1 --commit bad --timeout "${seconds:-60}" 2>&1) || status=$?
	is "$name: exit 1" "$status" 1
	like "$name: why" "$said" "$2"
	is "$name: there is no run" "$(find "$out" -name 'job.yaml' -path '*/bad/*' | wc -l)" 0
}
bad "prints rubbish" 'lkp run made no result root' <<<'head -c 100000 /dev/urandom'
bad "fails" 'lkp run failed' <<<'exit 1'
seconds=1 bad "hangs" 'lkp run outlived its time' <<<"(trap '' TERM; setsid sleep 7654) & sleep 7654"
is "all of it is killed" "$(pgrep -cf 'sleep 7654')" 0
bad "prints without an end" 'lkp run printed too much' <<<'exec yes'
bad "a link to somewhere else" 'is none: /etc' <<<'ln -s /etc result'
bad "a run that is a link" 'is none: /etc' <<<'mkdir -p "$_root" && ln -s /etc "$_root/0" && ln -s "$_root/0" result'
bad "an older run" 'is of another run' <<<'_root=${_root%/*}/one; sleep .1; ln -s "$_root/0" result'
bad "a root without numbers" 'has no stats.json' <<<'root; cp "$2" "$root/job.yaml"; ln -s "$root" result'
bad "a job that is a link" 'has no job.yaml' <<<'root; ln -s /etc/passwd "$root/job.yaml"; ln -s "$root" result'
bad "another test case's" 'of another test case' \
	<<<'root; echo "testcase: fio" >"$root/job.yaml"; echo "{}" >"$root/stats.json"; ln -s "$root" result'
bad "no job at all" 'its job is none' \
	<<<'root; echo "[" >"$root/job.yaml"; echo "{}" >"$root/stats.json"; ln -s "$root" result'
echo 'exit 0' >"$scratch/bin/lkp"
sed -i '1i #!/bin/sh' "$scratch/bin/lkp"
like "nothing is made of the job" "$(run "$scratch/job.yaml" --runs 1 --commit bad 2>&1)" 'made no job of it'
echo '#!/bin/sh
touch "$3/a.yaml" "$3/b.yaml"' >"$scratch/bin/lkp"
like "several are" "$(run "$scratch/job.yaml" --runs 1 --commit bad 2>&1)" 'made 2 jobs of it'
lkp_is <<<"$good"'; echo "{ \"last_state.is_incomplete_run\": 1 }" >"$root/stats.json"'
exits 1 "an incomplete run" run "$scratch/job.yaml" --runs 1 --commit part
is "is kept" "$(find "$out" -path '*/part/0/stats.json' | wc -l)" 1
for stats in '{}' '' 'rubbish": 1' '{ "hackbench.throughput": "1" }'; do
	lkp_is <<<"$good; echo '$stats' >\"\$root/stats.json\""
	exits 1 "one without a number: $stats" run "$scratch/job.yaml" --runs 1 --commit none
done
is "no scratch files stay of all that" "$(ls -A "$TMPDIR")" ""

# Jobs that are refused: LKP never sees them.  refused NAME WORDS LINE...
rm "$scratch/words"
refused() {
	local name=$1 words=$2
	shift 2
	job "${plain[@]}" "$@"
	exits 2 "$name" run "$scratch/job.yaml" --runs 1 --commit refused
	like "$name: why" "$(run "$scratch/job.yaml" --runs 1 --commit refused 2>&1)" "$words"
}
refused "ERB" "job.yaml: line 13: '<%' begins ERB" 'title: "<%= `id` %>"'
refused "a line of ERB" "line 14: '%'" 'title: "text' '% system(:id)"'
refused "an expression" "line 13: '\{\{'" 'title: "{{ `id` }}"'
refused "a merged file" "line 13: '<<' merges" '<<: ../../evil.yaml'
refused "a block" "'if role client' is a block of commands" 'if role client:' '  netperf: x'
refused "a file system to be made" "'fs' would be set up" 'fs: ext4'
refused "a disk" "'disk' would be set up" 'disk: 1HDD'
refused "options of a setup" "'disk' would be set up" 'disk:' '  nr_ssd: 1'
refused "another test" "'fio' would be run by LKP" 'fio:' '  test: x'
refused "a command in a value" "'loops' has a value that is no plain word" 'loops: "1; id"'
refused "a substitution" "'iterations' has a value that is no plain word" 'iterations: $(id)'
refused "an option in a value" "'loops' has a value" 'loops: --help'
refused "a path in a value" "'loops' has a value" 'loops: ../x'
refused "several jobs in one" "'loops' has a value" 'loops: [1, 2]'
is "LKP was never called" "$(ls "$scratch/words" 2>/dev/null)" ""
job 'testcase: upgrade-trinity'
exits 2 "a test case that is none" run "$scratch/job.yaml" --runs 1
job 'commit: v6.1'
exits 2 "no test case" run "$scratch/job.yaml" --runs 1
job "${plain[@]}"
exits 2 "--runner what is none" "$lkpdigest" reproduce "$scratch/job.yaml" --run -o "$out" --runner other
exits 2 "--lkp without --runner" "$lkpdigest" reproduce "$scratch/job.yaml" --run -o "$out" --lkp /
exits 2 "--wrap with it" run "$scratch/job.yaml" --wrap 'taskset -c 0'
exits 2 "--runner without --run" "$lkpdigest" reproduce "$scratch/job.yaml" --runner lkp

done_testing
