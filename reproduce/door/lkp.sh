# A run by an installed lkp-tests.
#   lkp      its folder; empty: lkp is looked for
#   job_text the job file
#   testcase as results are laid out: TESTCASE/.../NUMBER
#   seconds, bytes   limits: of time, of what lkp prints
if [ -z "$lkp" ]; then
	lkp=$(command -v lkp) || fail "lkp is not there; --lkp tells where"
elif [ -f "$lkp/bin/lkp" ]; then
	lkp=$lkp/bin/lkp
else
	lkp=$lkp/lkp
fi
case $lkp in /*) ;; *) lkp=$PWD/$lkp ;; esac
[ -f "$lkp" ] && [ -x "$lkp" ] || fail "$lkp is no program"
cd "$scratch/work" && mkdir split && printf '%s' "$job_text" >job.yaml || fail "no room for the job"

# give WHY: an answer without a result root
give() {
	printf '%s' "$1" >"$scratch/out/end"
	[ -z "${made-}" ] || put_back
	answer -C "$scratch/out" .
	exit 0
}
# run_lkp WORDS...: of what it prints no more is kept than may be; what it leaves running may hold
# its output open
run_lkp() {
	rm -f pipe && mkfifo pipe || fail "no room for a pipe"
	head -c $((bytes + 1)) <pipe >>"$scratch/out/stdout" 2>/dev/null &
	reader=$!
	run "$seconds" "$bytes" into_pipe "$lkp" "$@"
	for _ in 1 2 3; do kill -0 "$reader" 2>/dev/null && sleep 1; done
	kill "$reader" 2>/dev/null
	[ "$end" ] || [ "$(wc -c <"$scratch/out/stdout")" -le "$bytes" ] || end='printed too much'
}
into_pipe() { exec "$@" >pipe 2>&1; }
# what_of NAME: how the program that was run failed, or nothing
what_of() {
	if [ "$end" ]; then echo "$1 $end"; elif [ "$status" != 0 ]; then echo "$1 failed"; fi
}

run_lkp split-job -o split job.yaml
why=$(what_of 'lkp split-job')
[ -z "$why" ] || give "$why"
set -- split/*.yaml
[ -f "$1" ] && [ ! -L "$1" ] || give "lkp split-job made no job of it"
[ $# = 1 ] || give "lkp split-job made $# jobs of it"
: >began
run_lkp run "$1"
why=$(what_of 'lkp run')

# Where it says that the result root lies: by a link, or in words.
dir=
if [ -L result ]; then
	dir=$(cd -P result 2>/dev/null && pwd)
else
	dir=$(sed -n -e "s/^RESULT_ROOT=//p" -e "s/^result_root: //p" "$scratch/out/stdout" | tail -n 1)
	dir=$(cd -P "${dir:-/none}" 2>/dev/null && pwd)
fi
[ "$dir" ] || give "${why:-lkp run made no result root}"
case $dir in
*/"$testcase"/*/[0-9] | */"$testcase"/*/[0-9][0-9]) ;;
*) give "what lkp calls its result root is none: $dir" ;;
esac
for name in job.yaml stats.json; do
	[ -f "$dir/$name" ] && [ ! -L "$dir/$name" ] || give "${why:-the result root has no $name}"
done
[ began -nt "$dir/job.yaml" ] && give "the result root is of another run"

# Its files of plain names; no links, no folders.
set --
for path in "$dir"/*; do
	name=${path##*/}
	case $name in -* | *[!A-Za-z0-9._:+=@%,-]*) continue ;; esac
	[ -f "$path" ] && [ ! -L "$path" ] && set -- "$@" "./$name"
done
mkdir "$scratch/ours" && mv "$scratch/out" "$scratch/ours/lkpdigest"
printf '%s' "$why" >"$scratch/ours/lkpdigest/end"
[ -z "${made-}" ] || put_back
answer -C "$dir" "$@" -C "$scratch/ours" ./lkpdigest
