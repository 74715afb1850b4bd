#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `plot`: each kind as characters (tests/cases/plot/NAME.txt), as a drawing, as pixels and as data.
# LKPDIGEST_GOLDEN=write makes the texts anew: read the difference before it is committed.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
store=$scratch/store.db
"$lkpdigest" ingest -q --store "$store" samples/mails samples/archive samples/results
plot() { "$lkpdigest" plot --store "$store" "$@"; }

# golden NAME ARGUMENT...: the text of that chart
golden() {
	local name=$1 file=tests/cases/plot/$1.txt
	shift
	plot --format text "$@" >"$scratch/$name.txt" 2>&1
	if [ "${LKPDIGEST_GOLDEN:-}" = write ]; then cp "$scratch/$name.txt" "$file"; fi
	ok "$name as characters" diff "$file" "$scratch/$name.txt"
}
golden strip unixbench.score
golden strip-of-mails --from mails unixbench.score
golden ascii --ascii unixbench.score
golden changes --kind changes unixbench.score stress-ng.switch.ops_per_sec
golden before-after --kind before-after unixbench.score
golden heat-map --kind heat-map stress-ng.switch.ops_per_sec
golden sparkline --kind sparkline stress-ng.switch.ops_per_sec
golden profile --kind profile aim7.jobs-per-min fsmark.files_per_sec
golden history --kind history time.system_time will-it-scale.per_process_ops
is "no line is wider than 78" "$(perl -CSD -lne 'print "$ARGV: $_" if length > 78' "$scratch"/*.txt)" ""
is "--ascii has no other characters" "$(LC_ALL=C grep -c '[^ -~]' "$scratch/ascii.txt")" 0

is_png() { [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] &&
	[ "$(tail -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 49454e44ae426082 ]; }
for kind in strip changes before-after heat-map trend sparkline profile; do
	plot --kind $kind fsmark.files_per_sec -o "$scratch/$kind.svg"
	ok "$kind as SVG is well-formed" xmllint --nonet --noout "$scratch/$kind.svg"
	ok "$kind has its drawing" grep -q 'class="chart' "$scratch/$kind.svg"
	plot --kind $kind fsmark.files_per_sec -o "$scratch/$kind.png"
	ok "$kind as PNG" is_png "$scratch/$kind.png"
	plot --kind $kind fsmark.files_per_sec >"$scratch/again.svg"
	ok "$kind: the same bytes on standard output, which is no terminal" \
		cmp "$scratch/$kind.svg" "$scratch/again.svg"
	like "$kind as data" "$(plot --kind $kind --json fsmark.files_per_sec | tr -d '\n' |
		json '$_->{charts}[0]{kind}, scalar @{$_->{charts}[0]{rows}}')" "^$kind [1-9]"
done

data() { tr -d '\n' | json "$1"; }
is "the runs of a strip" "$(plot --json unixbench.score |
	data 'map { scalar @{$_->{values}} . ($_->{tone} // "") } @{$_->{charts}[0]{rows}}')" "4 4worse"
is "each cluster stands somewhere each week" "$(plot --json --kind trend unixbench.score | data '
	my @rows = @{$_->{charts}[0]{rows}}; my %sums;
	for my $k (0 .. $#{$_->{charts}[0]{columns}}) {
		my $sum = 0; $sum += $_->{values}[$k] for @rows; $sums{$sum}++ }
	$_->{charts}[0]{columns}[0], keys %sums')" "2016-W23 1"
is "an improvement is not open" "$(plot --json --kind trend fio.write_iops | data '
	map { $_->{label}, $_->{values} } @{$_->{charts}[0]{rows}}')" "improvement [1]"
is "each row tells where it stands" "$(plot --json --from mails --kind changes unixbench.score |
	data '$_->{charts}[0]{rows}[0]{source}')" "201606061027.5c0a85fa-lkp@example.org:31"
is "runs are those below --results, too" \
	"$(plot --json unixbench.score | data 'map { $_->{values} } @{$_->{charts}[0]{rows}}')" \
	"$("$lkpdigest" plot --results samples/results --json unixbench.score |
		data 'map { $_->{values} } @{$_->{charts}[0]{rows}}')"
is "--commit of runs" "$(plot --json --commit 5c0a85fad9 unixbench.score |
	data 'map { $_->{label} } map { @{$_->{rows}} } @{$_->{charts}}')" "5c0a85fad949"
is "--machine of runs that are not there: mails'" "$(plot --json --machine lkp-icl-2sp9 fsmark.files_per_sec |
	data 'scalar @{$_->{charts}}')" 1
exits 1 "a machine that has no such stat" plot --json --machine lituya fsmark.files_per_sec
is "the ending of the name tells the form" "$(plot unixbench.score -o "$scratch/x.txt"; head -c 15 "$scratch/x.txt")" \
	"unixbench.score"

said=$(plot score 2>&1 >"$scratch/none")
exits 1 "a stat that is not there" plot score
like "says so" "$said" "score: there is no such stat"
like "and tells names like it" "$said" "there is unixbench.score"
is "and prints nothing" "$(cat "$scratch/none")" ""
is "of JSON no charts" "$(plot --json nope 2>/dev/null | data 'scalar @{$_->{charts}}')" 0
exits 1 "one of two is there: it is drawn, and the status tells" plot nope unixbench.score
like "a stat without that kind" "$(plot --kind history unixbench.score 2>&1)" "nothing of it|no such stat"
failure=$("$lkpdigest" list rows --json --store "$store" | json '$_->{kind} eq "fail" ? $_->{stat} : ()' |
	grep -m 1 .)
like "a failure is a stat, but has no mean" "$(plot --from mails "$failure" 2>&1)" \
	"there is nothing of it to show as strip"

exits 2 "no stat" plot
exits 2 "an unknown kind" plot --kind pie unixbench.score
exits 2 "an unknown form" plot --format gif unixbench.score
exits 2 "--json and another form" plot --json --format svg unixbench.score
exits 2 "--from neither" plot --from rumours unixbench.score
exits 2 "--from mails --results" plot --from mails --results samples/results unixbench.score
exits 2 "--kind trend of runs" plot --kind trend --from runs unixbench.score
exits 3 "no store" "$lkpdigest" plot --store "$scratch/nowhere.db" unixbench.score

# Without gnuplot: a note in the chart's place, a diagnostic; characters and data need none.
mkdir "$scratch/bin"
without() { PATH=$scratch/bin "$lkpdigest" plot --store "$store" "$@"; }
without unixbench.score >"$scratch/without.svg" 2>"$scratch/said"
is "without gnuplot the status is 1" $? 1
like "it is told" "$(cat "$scratch/said")" "there is no program gnuplot.*\[chart-failed\]"
ok "the file is whole" xmllint --nonet --noout "$scratch/without.svg"
ok "with a note" grep -q "could not be drawn" "$scratch/without.svg"
exits 1 "no pixels" without unixbench.score -o "$scratch/without.png"
ok "and no file" test ! -e "$scratch/without.png"
exits 0 "characters need no gnuplot" without --format text unixbench.score
exits 0 "nor do data" without --json unixbench.score

# A mail with names that nobody should meet: shown, never run.
evil='`touch${IFS}pwned`";!touch(pwned)<b>&'
{
	printf 'From: kernel test robot <lkp@intel.com>\nTo: list@example.org\n'
	printf 'Message-ID: <evil@example.org>\nDate: Mon, 6 Jun 2016 10:00:00 +0000\n'
	printf 'Subject: [lkp] [x] 5c0a85fad9: unixbench.score -6.3%% regression\n\n'
	printf 'FYI, we noticed a -6.3%% regression of unixbench.score due to commit:\n\n'
	printf 'commit: 5c0a85fad949212b3e059692deecdeed74ae7ec7 ("x")\n\n'
	printf '4b50bcc7eda4d3cc 5c0a85fad949212b3e059692de\n---------------- --------------------------\n'
	printf '         %%stddev     %%change         %%stddev\n             \\          |                \\\n'
	printf '     14321 ±  0%%      -6.3%%      13425 ±  0%%  %s\n' "$evil"
} >"$scratch/evil.eml"
mkdir "$scratch/evil" && cd "$scratch/evil" || exit 1
"$lkpdigest" ingest -q --store "$scratch/evil.db" "$scratch/evil.eml"
for form in text svg png json; do
	exits 0 "a name of markup and commands as $form" \
		"$lkpdigest" plot --store "$scratch/evil.db" --format $form -o out.$form "$evil"
done
ok "its SVG is well-formed" xmllint --nonet --noout out.svg
is "and made no other file" "$(ls | xargs)" "out.json out.png out.svg out.text"
is "nor an element" "$(grep -c '<b>' out.svg)" 0

done_testing
