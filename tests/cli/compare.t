#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The tables of compare: each tests/cases/compare/NAME holds result roots (result, order),
# the arguments (args) and what is printed (out.txt) and said (err.txt, where anything is).
. "$(dirname "$0")/tap.sh"
cases=$(cd "$(dirname "$0")/../cases/compare" && pwd)

# compare_in DIR ARGUMENT...
compare_in() {
	local dir=$1
	shift
	(cd "$dir" && "$lkpdigest" compare --style lkp --results result --order order "$@")
}

for case in "$cases"/*; do
	name=${case##*/}
	read -ra arguments <"$case/args"
	is "$name: the table" "$(compare_in "$case" "${arguments[@]}" 2>"$scratch/said")" "$(cat "$case/out.txt")"
	is "$name: what is said" "$(cat "$scratch/said")" "$(cat "$case/err.txt" 2>/dev/null)"
done

# The first commit named is the base; the order of runs in their file system is nothing.
copy=$scratch/two-commits
cp -r "$cases/two-commits" "$copy"
first=1111111111111111111111111111111111111111
second=2222222222222222222222222222222222222222
like "the other way round the change goes up" "$(compare_in "$copy" $second $first)" \
	'61133 +\+14\.7% +70105 +will-it-scale\.per_thread_ops'
is "compressed stats are the same" "$(gzip -r "$copy/result"/*/*/*/*/*/*/$second/*/stats.json &&
	compare_in "$copy" $first $second)" "$(cat "$copy/out.txt")"
ok "without an order the paths are it" test "$(cd "$copy" &&
	"$lkpdigest" compare --style lkp --results result $first $second)" = "$(cat "$copy/out.txt")"

# Swapping the runs of a commit changes no row.
for commit in $first $second; do
	root=$(echo "$copy"/result/*/*/*/*/*/*/$commit)
	mv "$root/0" "$root/swap" && mv "$root/3" "$root/0" && mv "$root/swap" "$root/3"
done
is "runs in another order give the same rows" "$(compare_in "$copy" $first $second | sort)" \
	"$(sort "$copy/out.txt")"

# Forms and choices.
is "compact has no heads" "$(compare_in "$copy" --compact $first $second | grep -c stddev)" 0
like "by stat a row tells its group" "$(compare_in "$copy" --by-stat $first $second)" \
	$'will-it-scale.per_thread_ops:\n     70105           -12\.8%      61133        gcc-13/performance/'
is "-k leaves the tests' own stats" \
	"$(compare_in "$copy" -k $first $second | grep -c 'per_thread_ops\|workload')" 2
is "and no monitor's" "$(compare_in "$copy" -k $first $second | grep -c 'perf-\|turbostat')" 0
like "--force-stat shows what is the same" \
	"$(compare_in "$copy" --force-stat meminfo.Mapped $first $second)" '\+0\.0% .* meminfo\.Mapped'
is "--filter keeps only what matches" \
	"$(compare_in "$copy" --filter '^turbostat' --compact $first $second | grep -c '%')" 2
is "--exclude takes away" "$(compare_in "$copy" --exclude turbostat $first $second | grep -c turbostat)" 0
like "--include adds" "$(compare_in "$copy" --include Mapped $first $second)" 'meminfo\.Mapped'

# History: the tree knows which came first, and the tags.
git_tree=$scratch/linux
if command -v git >/dev/null; then
	(
		export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
		export GIT_AUTHOR_NAME=Author GIT_AUTHOR_EMAIL=author@example.org
		export GIT_COMMITTER_NAME=Author GIT_COMMITTER_EMAIL=author@example.org
		git init -q "$git_tree" && cd "$git_tree" || exit 1
		git commit -q --allow-empty -m one && git tag v6.1 && git tag a-name
		git commit -q --allow-empty -m two
	)
	old=$(git -C "$git_tree" rev-parse HEAD^) new=$(git -C "$git_tree" rev-parse HEAD)
	history=$scratch/history
	mkdir "$history"
	cp -r "$cases/two-commits/result" "$history/result"
	grep -rlE "$first|$second" "$history/result" | xargs sed -i "s/$first/$old/; s/$second/$new/"
	said=$(cd "$history" &&
		"$lkpdigest" compare --style lkp --results result --linux "$git_tree" "${new:0:12}" v6.1)
	like "the older commit is the base, by its tag" "$said" $'commit: \n  v6\.1\n  '"$new"
	like "and its figures stand first" "$said" '70105 +-12\.8% +61133 '
else
	skip "history" "there is no git"
fi

# Nothing is passed over in silence.
deep=$scratch/deep
cp -r "$cases/two-commits" "$deep"
mkdir "$deep/result/7" && echo '{}' >"$deep/result/7/stats.json"
like "numbers without a job are told" "$(compare_in "$deep" $first $second 2>&1)" 'not-a-run'
echo 'no/such/root' >>"$deep/order"
like "an order of what is not there, too" "$(compare_in "$deep" $first $second 2>&1)" \
	'result-root-missing.*no/such'

# What a file of strangers says does not reach the terminal raw.
odd=$scratch/odd
cp -r "$cases/two-commits" "$odd"
sed -i 's/"turbostat.IRQ"/"turbostat.\\u001b[2J\\nIRQ"/' "$odd"/result/*/*/*/*/*/*/*/*/stats.json
like "a name is made safe" "$(compare_in "$odd" $first $second)" 'turbostat\.\\x1B\[2J\\x0AIRQ'

# A result root whose runs are all damaged is no base of zeroes.
for run in 0 1 2 3; do
	echo '{' >"$(echo "$odd"/result/*/*/*/*/*/*/$second)/$run/stats.json"
done
exits 1 "nothing is left of a commit" compare_in "$odd" $first $second
like "which is said" "$(compare_in "$odd" $first $second 2>&1)" "$second: no run is sound"

# What cannot be held of a run costs its stat, and is named; the run counts.
huge=$scratch/huge
cp -r "$cases/two-commits" "$huge"
sed -i "s/^{/{ \"x.huge\": 1e400, \"x.$(printf %05000d 1)\": 1,/" "$huge"/result/*/*/*/*/*/*/$second/3/stats.json
is "a number beyond a double, and a long name: the table" \
	"$(compare_in "$huge" $first $second 2>"$scratch/said")" "$(cat "$huge/out.txt")"
is "both are said, and no more" "$(sed 's/.*\/3: //; s/0000*1*//' "$scratch/said")" \
	'error: a number stands there that is too large, or too long [stat-no-number]: x.huge
error: its name is longer than is allowed [stat-no-number]: x.'
huge=$scratch/huge-monitor
cp -r "$cases/monitors" "$huge"
sed -i 's/^{/{ "vmstat.huge": [1, -1e400], "vmstat.text": "a",/' "$huge"/result/*/*/*/*/*/*/$second/0/vmstat.json
is "in a monitor's file: the table" \
	"$(compare_in "$huge" -a $first $second 2>"$scratch/said")" "$(cat "$huge/out.txt")"
is "in a monitor's file: what is said" "$(sed 's/.*\/0: //' "$scratch/said")" \
	'error: a number stands there that is too large, or too long [stat-no-number]: vmstat.huge
error: something else than a number stands there [stat-no-number]: vmstat.text'

# Nothing to compare: no table, a reason, 1.
nothing() {
	local name=$1
	shift
	exits 1 "$name: exit status" compare_in "$copy" "$@"
	is "$name: no table" "$(compare_in "$copy" "$@" 2>/dev/null)" ""
	like "$name: a reason" "$(compare_in "$copy" "$@" 2>&1)" 'compare: '
}
nothing "an unknown commit" $first 4444444444444444444444444444444444444444
nothing "one commit" $first
nothing "no commit"
like "no commit: and a hint" "$(compare_in "$copy" 2>&1)" 'name COMMITs'
nothing "an axis that nothing has" -c weather $first $second
nothing "a directory without results" -j /nonexistent

exits 3 "no directory of results" "$lkpdigest" compare --style lkp --results "$scratch/none" $first
exits 3 "no order" compare_in "$copy" --order "$scratch/none" $first $second
exits 3 "no tree" compare_in "$copy" --linux "$scratch/none" $first $second
exits 3 "neither --results nor a store" "$lkpdigest" compare --style lkp $first
exits 2 "an unknown style" "$lkpdigest" compare --style best --results result $first
exits 2 "a search without '='" compare_in "$copy" -s commit
exits 2 "an override without a search" compare_in "$copy" -o test=x
exits 2 "a threshold that is no number" compare_in "$copy" -p much $first
exits 2 "a pattern that is none" compare_in "$copy" --include '(' $first
exits 2 "an axis without a name" compare_in "$copy" -c commit,, $first

done_testing
