#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Judged comparisons: each tests/cases/compare/NAME may hold full.txt, full.md, full.csv and
# full.json beside what --style lkp prints.
# LKPDIGEST_GOLDEN=write makes them anew: read the difference before it is committed.
. "$(dirname "$0")/tap.sh"
cases=$(cd "$(dirname "$0")/../cases/compare" && pwd)
first=1111111111111111111111111111111111111111
second=2222222222222222222222222222222222222222

# full_in DIR ARGUMENT...
full_in() {
	local dir=$1
	shift
	(cd "$dir" && "$lkpdigest" compare --results result --order order "$@")
}

form_of() {
	case $1 in
	txt) echo text ;;
	md) echo markdown ;;
	*) echo "$1" ;;
	esac
}

for golden in "$cases"/*/full.*; do
	dir=${golden%/*} ending=${golden##*.}
	read -ra arguments <"$dir/args"
	full_in "$dir" "${arguments[@]}" --format "$(form_of "$ending")" >"$scratch/out" 2>"$scratch/said"
	if [ "${LKPDIGEST_GOLDEN:-}" = write ]; then cp "$scratch/out" "$golden"; fi
	ok "${dir##*/}: full.$ending" diff "$golden" "$scratch/out"
	is "${dir##*/}: full.$ending says" "$(cat "$scratch/said")" "$(cat "$dir/err.txt" 2>/dev/null)"
done

# The same rows as in LKP's table, an alias under the name of its first.
for dir in "$cases"/{two-commits,incomplete,uneven,hostile}; do
	read -ra arguments <"$dir/args"
	full_in "$dir" "${arguments[@]}" --json >"$scratch/out.json"
	is "${dir##*/}: the rows of LKP's table" \
		"$(perl -MJSON::PP -0777 -ne 'print scalar map { @{$_->{rows}} }
			@{decode_json($_)->{groups}}' "$scratch/out.json")" \
		"$(full_in "$dir" "${arguments[@]}" --style lkp --compact | sed '1d;$d' | wc -l)"
done

# field EXPRESSION: of the first group ($_)
field() { perl -MJSON::PP -0777 -ne '
	BEGIN { $e = shift @ARGV; binmode STDOUT, ":utf8" } $_ = decode_json($_)->{groups}[0];
	my %row = map { $_->{stat} => $_ } @{$_->{rows}};
	print join(" ", map { ref ? JSON::PP->new->canonical->encode($_) : $_ // "null" } eval $e), "\n"' "$1"; }

uneven=$scratch/uneven.json
full_in "$cases/uneven" $first $second --json --explain will-it-scale.per_process_ops \
	--explain proc-vmstat --explain perf-stat.overall.ipc >"$uneven"
# counted "NAME" FIELD EXPRESSION WANTED
counted() { is "$1" "$(field "$2" <"$uneven")" "$3"; }
counted "n counts runs that have the stat" \
	'@{$row{"vmstat.system.cs"}{cells}[0]}{qw(n runs missing no_data)}' "3 4 0 1"
counted "an incomplete run is no run of a figure" \
	'$row{"will-it-scale.per_thread_ops"}{cells}[1]{n}' 7
counted "it is listed" '$_->{members}[1]{incomplete}' '["5"]'
counted "what a side lacks is null, not 0" \
	'@{$row{"perf-stat.i.gone"}{cells}[1]}{qw(n mean)}' "0 null"
counted "a failure is counted by run, whatever it counts" \
	'map { @$_{qw(fails n)} } @{$row{"dmesg.WARNING:at_mm/example.c:#example_fault"}{cells}}' "1 4 8 8"
counted "its rate is by its own runs" \
	'$row{"dmesg.WARNING:at_mm/example.c:#example_fault"}{changes}[0]{change}' 75
counted "LKP's is another one" \
	'$row{"dmesg.WARNING:at_mm/example.c:#example_fault"}{changes}[0]{lkp_change}' "200%"
counted "an alias is told" '$row{"proc-vmstat.nr_shmem"}{alias_of}' meminfo.Shmem
counted "key figures come first" '$_->{rows}[0]{kind}' kpi
counted "fewer ops are worse" '$row{"will-it-scale.per_thread_ops"}{changes}[0]{verdict}' worse
counted "what is not significant is said" \
	'@{$row{"turbostat.CoreTmp"}{changes}[0]}{qw(grade significant lkp_changed)}' "UNSUPPORTED false true"

# Lines of at most 120 columns, whatever the figures and names are.
wide=$scratch/wide
cp -r "$cases/incomplete" "$wide"
perl -i -pe 's/^\{/{\n  "will-it-scale.@{["long_name." x 30]}end": @{[-1e12 * rand()]},/' \
	"$wide"/result/*/*/*/*/*/*/*/*/stats.json
read -ra arguments <"$wide/args"
ok "no line is wider than 120 columns" test "$(full_in "$wide" -a "${arguments[@]}" | wc -L)" -le 120
like "and no part of a name is lost" "$(full_in "$wide" -a "${arguments[@]}" | tr -d ' \n')" \
	'(long_name\.){30}end'

# Why a stat has no row.
counted "a stat that did not change" \
	'$_->{explanations}[2]{steps}[-1]{end}' not-changed
counted "a stat that nobody has" '@{$_->{explanations}[1]}{qw(known chosen)}' "false false"
text=$(full_in "$cases/uneven" $first $second --explain proc-vmstat --explain meminfo.Shmem)
like "names like it are shown" "$text" 'there is proc-vmstat.nr_shmem'
like "the numbers that decided, too" "$text" '\[0\] 40004 to 40480, middle 40216 \(4 values\)'
like "-m is named for what is hidden" \
	"$(full_in "$cases/two-commits" $first $second --explain dmesg.timestamp:last)" \
	'has no row.*hidden by[[:space:]]+default \(-m shows them\).*Cliff'
reach() { full_in "$cases/$1" $first $second --explain "$2" | tr -s ' \n' '  ' | grep -o 'With such a spread.*'; }
is "what the runs can tell" "$(reach two-commits turbostat.IRQ)" \
	"With such a spread 4 runs a side find a change of 4.1% four times in five (at .05); \
one as large as this takes 2 "
is "nothing where they have no spread" "$(reach two-commits turbostat.CoreTmp)" ""
# ended STAT OPTION...: at which rule it ends
ended() { full_in "$cases/two-commits" $first $second --explain "$@" --json |
	field '$_->{explanations}[0]{steps}[0]{end}'; }
is "a hidden stat" "$(ended dmesg.timestamp:last)" hidden
is "which -m shows, if it changed" "$(ended dmesg.timestamp:last -m)" not-changed
is "what was asked for" "$(ended meminfo.Mapped --force-stat meminfo.Mapped)" taken
chosen() { full_in "$cases/two-commits" $first $second --explain turbostat.IRQ "$@" --json |
	field '$_->{explanations}[0]{chosen}'; }
is "a stat that is filtered away" "$(chosen --filter meminfo)" false
is "a stat that is excluded" "$(chosen --exclude IRQ)" false
is "a stat that is none of the tests" "$(chosen -k)" false
is "a stat with a row" "$(chosen)" true

# The order of runs, of files and of names decides nothing.
copy=$scratch/uneven
cp -r "$cases/uneven" "$copy"
for commit in $first $second; do
	root=$(echo "$copy"/result/*/*/*/*/*/*/$commit)
	mv "$root/0" "$root/swap" && mv "$root/3" "$root/0" && mv "$root/1" "$root/3" && mv "$root/swap" "$root/1"
done
for file in "$copy"/result/*/*/*/*/*/*/*/*/stats.json; do
	perl -0777 -i -ne 'print "{\n", join(",\n", reverse(/^  (".*?": [^,\n]*),?$/mg)), "\n}\n"' "$file"
done
for form in text markdown csv json; do
	is "runs and stats in another order: $form" \
		"$(full_in "$copy" $first $second --format $form)" \
		"$(full_in "$cases/uneven" $first $second --format $form)"
done

# Another unit changes no grade.
cp -r "$cases/uneven/." "$copy"
perl -i -pe 's/("(?:turbostat|vmstat|will-it-scale)\.[^"]*"): ([0-9.]+)/"$1: " . $2 * 1024/e' \
	"$copy"/result/*/*/*/*/*/*/*/*/stats.json
full_in "$copy" $first $second --json >"$scratch/scaled.json"
graded='map { "$_->{stat}=$_->{changes}[0]{grade}" } sort { $a->{stat} cmp $b->{stat} } @{$_->{rows}}'
is "scaled stats have their grades" "$(field "$graded" <"$scratch/scaled.json")" "$(field "$graded" <"$uneven")"

# What no double holds: LKP's own sums are NaN then.
perl -i -pe 's/("vmstat\.[^"]*"): [0-9.]+/"$1: 1.7e308"/e' "$copy"/result/*/*/*/*/*/*/*/*/stats.json
is "a figure that is not known is an empty field of CSV" \
	"$(full_in "$copy" $first $second -a --format csv | grep -c '"vmstat.*,"yes",,\|"vmstat.*,"no",,')" \
	"$(full_in "$copy" $first $second -a --format csv | grep -c '"vmstat')"
is "and never nan" "$(full_in "$copy" $first $second -a --format csv | grep -ci '[,-]nan')" 0

# Names of strangers, in each form.
hostile() { full_in "$cases/hostile" $first $second "$@"; }
is "no raw control character in any form" \
	"$(for form in text markdown csv json; do hostile --format $form; done |
		LC_ALL=C grep -cP '[\x00-\x09\x0b-\x1f\x7f]|\xe2\x80\xae')" 0
is "no field of CSV begins a formula" "$(hostile --format csv | grep -cE '(^|,)"[=+@-]')" 0
is "every line of CSV has as many fields" \
	"$(hostile --format csv | perl -ne 's/"(?:[^"]|"")*"/x/g; print tr/,//, "\n"' | sort -u | wc -l)" 1
is "every line of a Markdown table has as many cells" \
	"$(hostile --format markdown | sed '1,/^###/d' | grep '^|' |
		tr -cd '|\n' | sort -u | wc -l)" 1
is "JSON has the names as they are" \
	"$(hostile --json | field 'grep { $_ eq "line\nfeed.\x1b[2J" } keys %row' | wc -l)" 2
like "a pattern that takes ages costs no more than its row" "$(hostile)" 'per_thread_ops'

# What is no comparison.
exits 1 "one commit" full_in "$copy" $first
exits 1 "an unknown commit" full_in "$copy" $first 4444444444444444444444444444444444444444
is "of which no table is printed" "$(full_in "$copy" $first 2>/dev/null)" ""
like "a commit alone" "$(full_in "$copy" $first 2>&1)" 'one result root of that, and none to compare it with'
like "a short id: what is wanted" "$(full_in "$copy" ${first:0:12} $second 2>&1)" \
	"no result root is of ${first:0:12}; without --linux a commit is named by its whole id"
is "an unknown id is whole" \
	"$(full_in "$copy" $first 4444444444444444444444444444444444444444 2>&1 | sed 1q)" \
	"lkpdigest: compare: no result root is of 4444444444444444444444444444444444444444"
like "an unknown axis" "$(full_in "$copy" -c color $first $second 2>&1)" 'no result root has the axis color'
mkdir "$scratch/none"
exits 1 "no result root" "$lkpdigest" compare --results "$scratch/none" $first $second

# A script gets its document all the same.
reason() { perl -MJSON::PP -0777 -ne '
	$_ = decode_json($_); print "$_->{schema}, ", scalar @{$_->{groups}}, ": $_->{reason}"'; }
is "nothing to compare with, as JSON" "$(full_in "$copy" --json $first 2>/dev/null | reason)" \
	"lkpdigest/compare/1, 0: there is one result root of that, and none to compare it with"
is "no result root, as JSON" \
	"$("$lkpdigest" compare --results "$scratch/none" --json $first $second 2>/dev/null | reason)" \
	"lkpdigest/compare/1, 0: $scratch/none: there is no result root"
is "nothing to compare with, as CSV: the heads" \
	"$(full_in "$copy" --format csv $first 2>/dev/null)" \
	"$(full_in "$cases/uneven" --format csv $first $second | head -1)"
is "as text: nothing" "$(full_in "$copy" $first 2>/dev/null)" ""
is "with groups there is no reason" \
	"$(perl -MJSON::PP -0777 -ne 'print defined decode_json($_)->{reason} ? 1 : 0' "$uneven")" 0
is "is all that is said of it" \
	"$("$lkpdigest" compare --results "$scratch/none" $first $second 2>&1 | grep -v source-empty)" \
	"lkpdigest: compare: $scratch/none: there is no result root"
exits 1 "a diagnostic of a comparison is found" full_in "$cases/damaged" --fail-on stat-no-number $first $second
exits 0 "one that it has not is not" full_in "$cases/damaged" --fail-on not-a-run $first $second
exits 2 "an unknown format" full_in "$copy" --format html $first $second
exits 2 "two formats" full_in "$copy" --format csv --json $first $second
exits 2 "a form of LKP's style" full_in "$copy" --by-stat $first $second
exits 2 "JSON in LKP's style" full_in "$copy" --style lkp --json $first $second
exits 2 "an explanation in LKP's style" full_in "$copy" --style lkp --explain x $first $second

done_testing
