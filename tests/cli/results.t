#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Result roots wherever they lie: a directory, archives of it and the store give the same table.
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/dump.sh"
cases=$(cd "$(dirname "$0")/../cases/compare" && pwd)
first=1111111111111111111111111111111111111111
second=2222222222222222222222222222222222222222

# table RESULTS ORDER ARGUMENT...
table() {
	local results=$1 order=$2
	shift 2
	"$lkpdigest" compare --style lkp --results "$results" --order "$order" "$@" 2>/dev/null
}

# ---- archives ----------------------------------------------------------------------------

for case in "$cases"/*; do
	name=${case##*/}
	read -ra arguments <"$case/args"
	cd "$case" || exit 1
	find result -type f | LC_ALL=C sort -t/ -k9 -r >"$scratch/members"
	tar -cf "$scratch/$name.tar" result
	tar -cJf "$scratch/$name.tar.xz" --verbatim-files-from -T "$scratch/members"
	is "$name: from a tar" "$(table "$scratch/$name.tar" order "${arguments[@]}")" "$(cat out.txt)"
	is "$name: from a tar.xz in another order" \
		"$(table "$scratch/$name.tar.xz" order "${arguments[@]}")" "$(cat out.txt)"
done
cd "$scratch" || exit 1
cp -r "$cases/two-commits/result" result
order=$cases/two-commits/order
wanted=$(cat "$cases/two-commits/out.txt")
if command -v zip >/dev/null; then
	zip -qr results.zip result
	is "from a zip" "$(table results.zip "$order" $first $second)" "$wanted"
else
	skip "from a zip" "there is no zip"
fi
tar -cf inner.tar result && tar -czf outer.tar.gz inner.tar
is "from an archive in an archive" "$(table outer.tar.gz "$order" $first $second)" "$wanted"
mkdir both && cp inner.tar both/
is "from an archive in a directory" "$(table both "$order" $first $second)" "$wanted"
tar -C result -cf bare.tar .
is "from an archive of what is in the directory" "$(table bare.tar "$order" $first $second)" "$wanted"
root=$(cd result && echo */*/*/*/*/*/$first)
tar -cf runs.tar result
like "runs of one result root, by their names in the archive" \
	"$("$lkpdigest" compare --style lkp --results runs.tar -a -j "result/$root/0" -j "result/$root/1" 2>&1)" \
	'the run has no matrix.json'

# Nothing of an archive is written anywhere, and no link of it is followed.
mkdir hostile && cd hostile || exit 1
mkdir -p in/deep/dir/evil/1 "$scratch/outside/0"
cp "$scratch/result/$root/0/job.yaml" in/deep/dir/evil/1/
ln -s "$scratch/result/$root/0/stats.json" in/deep/dir/evil/1/stats.json
(cd in/deep/dir && tar -cf "$scratch/evil.tar" --transform 's,^evil,../../evil,' -P evil)
(cd in/deep/dir && tar -cf "$scratch/linked.tar" evil)
before=$(ls -lR "$scratch")
exits 1 "names that lead out" "$lkpdigest" compare --style lkp --results "$scratch/evil.tar" $first $second
exits 1 "a link in an archive" "$lkpdigest" compare --style lkp --results "$scratch/linked.tar" $first $second
is "nothing was written" "$(ls -lR "$scratch")" "$before"
cd "$scratch" || exit 1

# A file that is a link is not followed, nor a link to a run outside.
cp -r result links
mv "links/$root/0/stats.json" elsewhere.json
ln -s "$scratch/elsewhere.json" "links/$root/0/stats.json"
like "stats behind a link" "$("$lkpdigest" compare --style lkp --results links $first $second 2>&1)" \
	'is a link, which is not followed'
mv "links/$root/1" outside/1 && ln -s "$scratch/outside/1" "links/$root/1"
like "a run behind a link" "$("$lkpdigest" compare --style lkp --results links $first $second 2>&1)" \
	'a link leads to it.*not-a-run'

# Damage is told and costs what is damaged only.
head -c 30000 inner.tar >cut.tar
like "a cut archive" "$("$lkpdigest" compare --style lkp --results cut.tar $first $second 2>&1)" 'archive-damaged'
cp -r result packed && gzip -r packed && head -c 60 "packed/$root/0/stats.json.gz" >cut.gz
find packed -name job.yaml.gz -exec gunzip {} +
mv cut.gz "packed/$root/0/stats.json.gz"
like "a cut stats.json.gz" "$("$lkpdigest" compare --style lkp --results packed $first $second 2>&1)" \
	'stats.json.gz: error: it ends early'

# ---- the store -----------------------------------------------------------------------------

# stored STORE ARGUMENT...: the table of what the store holds
stored() {
	local store=$1
	shift
	"$lkpdigest" compare --style lkp --store "$store" "$@" 2>/dev/null
}
ingest() { "$lkpdigest" ingest -q --json "$@" 2>/dev/null; }
runs() { "$lkpdigest" list runs --json --store "$1" | wc -l; }

for case in "$cases"/*; do
	name=${case##*/}
	read -ra arguments <"$case/args"
	wanted_of_case=$(cat "$case/out.txt")
	if [ "$name" = runs ]; then # the store has no series
		wanted_of_case=
	fi
	ingest --store "$scratch/$name.db" "$case/result" >/dev/null
	ingest --store "$scratch/$name-tar.db" "$scratch/$name.tar.xz" >/dev/null
	is "$name: from the store" \
		"$(stored "$scratch/$name.db" --order "$case/order" "${arguments[@]}")" "$wanted_of_case"
	is "$name: from the store, by way of an archive" \
		"$(stored "$scratch/$name-tar.db" --order "$case/order" "${arguments[@]}")" "$wanted_of_case"
	ok "$name: the store is sound" "$lkpdigest" check --store "$scratch/$name.db"
done
is "runs of one result root are no matter for the store" \
	"$("$lkpdigest" compare --style lkp --store "$scratch/runs.db" -a -j "result/$root/0" -j "result/$root/1" 2>&1 |
		grep -c 'no matrix.json')" 2

db=$scratch/again.db
summary=$(ingest --store "$db" result)
is "runs and samples are counted" "$(json '@$_{qw(runs samples)}' <<<"$summary")" "8 77"
is "documents add up" "$(json '$d = $_->{documents}; @$d{qw(seen stored duplicate)}' <<<"$summary")" "8 8 0"
before=$(sqlite3 "$db" .dump)
summary=$(ingest --store "$db" result)
is "again nothing is new" "$(json '$_->{runs}, $_->{documents}{duplicate}' <<<"$summary")" "0 8"
is "and nothing is other" "$(sqlite3 "$db" .dump)" "$before"
ingest --store "$db" inner.tar >/dev/null
is "a copy in an archive is the same run" "$(runs "$db")" 8
is "met twice" "$(sqlite3 "$db" 'SELECT count(*) FROM run_sightings')" 16
is "and gives the same table" "$(stored "$db" --order "$order" $first $second)" "$wanted"
"$lkpdigest" forget -q --store "$db" result
is "forgotten where it was met first, it stays" "$(runs "$db")" 8
"$lkpdigest" forget -q --store "$db" inner.tar
is "forgotten everywhere, it is gone" "$(sqlite3 "$db" 'SELECT count(*) FROM samples')" 0
like "which is said" "$(ingest --store "$db" result >/dev/null; "$lkpdigest" forget --store "$db" result 2>&1)" \
	'removed 8 sources and 0 messages, and 8 runs'

# More runs, a run that became complete, one that is another now.
incomplete='s/[0-9]$/&,/; $s/^}/"last_state.is_incomplete_run": 1\n}/'
cp -r result grown
mv "grown/$root/3" late
sed -i "$incomplete" "grown/$root/2/stats.json"
db=$scratch/grown.db
ingest --store "$db" grown >/dev/null
is "an incomplete run is one" "$("$lkpdigest" list runs --json --store "$db" | grep -c '"incomplete": true')" 1
mv late "grown/$root/3"
cp "result/$root/2/stats.json" "grown/$root/2/stats.json"
is "a run more, and one that is complete now" "$(json '@$_{qw(runs)}, $_->{documents}{duplicate}' \
	<<<"$(ingest --store "$db" grown)")" "2 6"
is "the table is that of the directory" "$(stored "$db" --order "$order" $first $second)" "$wanted"
ok "the store is sound" "$lkpdigest" check --store "$db"
mkdir other && cp -r grown other/copy
sed -i "$incomplete" "other/copy/$root/0/stats.json"
a=$scratch/a.db b=$scratch/b.db
ingest --store "$a" grown other >/dev/null
ingest --store "$b" other grown >/dev/null
of_store() { sqlite3 "$1" 'SELECT run_name, stat, value, typeof(value) FROM measurements ORDER BY 1, nr'; }
is "of two copies the complete one is kept, whichever came first" "$(of_store "$a")" "$(of_store "$b")"
c=$scratch/c.db
ingest --store "$c" other >/dev/null
is "a better copy of a run that is known is no further run" \
	"$(json '@$_{qw(runs samples)}, $_->{documents}{duplicate}' <<<"$(ingest --store "$c" grown)")" "0 0 8"
is "but takes its place" "$(of_store "$c")" "$(of_store "$a")"
is "none incomplete" "$(sqlite3 "$a" 'SELECT sum(incomplete) FROM runs')" 0

# Whatever becomes of the better copy of a run, the store is as if read for the first time.
worse() { find "$1" -name stats.json -exec sh -c 'printf "{\"a.b\": 1}" >"$1"' - {} \;; }
db=$scratch/copies.db
# like_new NAME SOURCE...
like_new() {
	local name=$1
	shift
	rm -f "$scratch"/new.db*
	ingest --store "$scratch/new.db" "$@" >/dev/null
	is "$name: as if read for the first time" "$(dump "$db")" "$(dump "$scratch/new.db")"
	ok "$name: sound" "$lkpdigest" check --store "$db"
}
# copies: a directory with the better ones and one with others, and archives of each and of both
copies() {
	rm -rf copies copies.db* ./*-copies.tar
	mkdir -p copies/good copies/bad
	cp -r result copies/good/ && cp -r result copies/bad/
	worse copies/bad
	tar -cf good-copies.tar copies/good && tar -cf bad-copies.tar copies/bad
	tar -cf both-copies.tar copies
}
copies
ingest --store "$db" copies/good bad-copies.tar >/dev/null
"$lkpdigest" forget -q --store "$db" copies/good
ingest --store "$db" bad-copies.tar >/dev/null
like_new "the better one is forgotten" bad-copies.tar
copies
ingest --store "$db" copies/good bad-copies.tar >/dev/null
find copies/good -name stats.json -exec sh -c 'echo "{}" >"$1"' - {} \;
ingest --store "$db" copies/good bad-copies.tar >/dev/null
like_new "it got worse in its directory" copies/good bad-copies.tar
copies
ingest --store "$db" copies/good copies/bad >/dev/null
find copies/good -name stats.json -exec sh -c 'echo "{}" >"$1"' - {} \;
ingest --store "$db" copies/bad copies/good >/dev/null
like_new "it got worse after the other one was read" copies/good copies/bad
copies
ingest --store "$db" good-copies.tar bad-copies.tar >/dev/null
tar -cf good-copies.tar -C "${order%/*}" order
ingest --store "$db" good-copies.tar bad-copies.tar >/dev/null
like_new "its archive has it no more" good-copies.tar bad-copies.tar
copies
ingest --store "$db" both-copies.tar >/dev/null
find copies/good -name stats.json -exec sh -c 'echo "{}" >"$1"' - {} \;
tar -cf both-copies.tar copies/bad copies/good
ingest --store "$db" both-copies.tar >/dev/null
like_new "it got worse in an archive that has both" both-copies.tar
copies
ingest --store "$db" copies/good copies/bad >/dev/null
find copies/good -name job.yaml -exec sh -c 'echo "start_time: 2016-06-06 08:00:00" >>"$1"' - {} \;
ingest --store "$db" copies/good copies/bad >/dev/null
like_new "it is another run now" copies/good copies/bad
copies
ingest --store "$db" copies/good >/dev/null
find copies/good -name job.yaml -exec sh -c \
	'echo "[    1.0] BUG: KASAN: use-after-free in f+0x1/0x2" >"${1%/*}/dmesg"' - {} \;
ingest --store "$db" copies/good >/dev/null
like_new "its log is there now" copies/good
db=$scratch/grown.db

# What is listed and shown.
like "a run is listed" "$("$lkpdigest" list runs --json --store "$db" --commit ${first:0:9} | head -n 1)" \
	'"id": "will-it-scale/.*/0", .*"number": 0, .*"numbers": "stats", "samples": 9, '
is "a filter of messages fits no run" "$("$lkpdigest" list runs --json --store "$db" --kind build | wc -l)" 0
is "samples keep their kind" \
	"$("$lkpdigest" list samples --json --store "$db" --commit $first | head -n 3 |
		json '@$_{qw(stat value kind)}')" \
	"will-it-scale.per_thread_ops 70012 integer
will-it-scale.workload 2240384 integer
will-it-scale.time.system_time 812.25 float"
like "a run is shown by its id" "$("$lkpdigest" show --store "$db" "$root/0")" '70012 +will-it-scale\.per_thread_ops'
like "and by its directory" "$("$lkpdigest" show --json --store "$db" "grown/$root/0")" '"fields": \{"suite"'
exits 2 "one that is not there" "$lkpdigest" show --store "$db" "$root/77"

# A report and the runs behind it: its job names their result root.
samples=$(cd "$(dirname "$cases")/../../samples" && pwd)
ingest --store "$scratch/samples.db" "$samples" >/dev/null
report=201606061027.5c0a85fa-lkp@example.org
is "a report has the runs of its result root" \
	"$("$lkpdigest" show --json --store "$scratch/samples.db" $report |
		json 'map { $_->{number} } @{$_->{runs}}')" \
	"0 1 2 3"
is "which can be listed" "$("$lkpdigest" list runs --json --store "$scratch/samples.db" --message $report | wc -l)" 4

# Mails beside runs, logs, hostile files.
mkdir mixed && cp -r result mixed/result && cp "$(dirname "$cases")/mail"/*/mail.eml mixed/ 2>/dev/null
here=mixed/result/$root/0
printf '[    1.0] fine\n[    2.0] BUG: KASAN: use-after-free in f+0x1/0x2\n' | gzip >"$here/dmesg.gz"
printf 'From nobody Thu Jan  1 00:00:00 1970\nSubject: no mail\n\n' >"$here/meminfo"
mkdir "$here/perf" mixed/result/9 && echo '{}' >mixed/result/9/stats.json
printf '{}' >"mixed/result/${root%/*}/avg.json" && printf '{}' >"mixed/result/$root/avg.json"
summary=$(ingest --store "$scratch/mixed.db" mixed)
like "mails go their way" "$summary" '"messages": \{"[a-z]+": [1-9]'
is "runs go theirs" "$(json '$_->{runs}, $_->{documents}{skipped}{"not-a-run"}' <<<"$summary")" "8 1"
like "what stands beside no run is told" "$(json '$_->{diagnostics}{"not-a-mailbox"}' <<<"$summary")" '1'
is "a log's findings" "$(sqlite3 "$scratch/mixed.db" "SELECT file, line, kind FROM run_findings")" "dmesg.gz|2|kasan"

mkdir -p bad/0 bad/1 bad/2 bad/3 bad/4
for run in 0 1 2 3 4; do cp "result/$root/0/job.yaml" "bad/$run/"; done
printf '{"a": NaN}' >bad/0/stats.json
{ printf '{"' && head -c 1000000 /dev/zero | tr '\0' n && printf '": 1, "huge": 1e400, "z": 2}'; } >bad/1/stats.json
{ printf '{"a": ' && head -c 100000 /dev/zero | tr '\0' '['; } >bad/2/stats.json
printf '{"a": "text", "b": 123456789012345678901234567890, "c": 6.0, "d": 6, "e": -0.0, "f": {"g": 1}}' \
	>bad/3/stats.json
{ printf 'a: &a [x,x]\n' && for i in {1..70}; do printf 'k%d: *a\n' $i; done; } >bad/4/job.yaml
said=$("$lkpdigest" ingest --json --store "$scratch/bad.db" bad 2>&1)
like "no number is no JSON" "$said" '0/stats\.json: byte 6: .*stats-unreadable'
like "a name of a megabyte costs its stat" "$said" '/1: error: its name is longer .*stat-no-number.*: n{100}'
like "a deep value" "$said" '2/stats\.json: .*nested too deeply'
like "a job of aliases is lost, the others are kept" "$said" \
	'"failed": \{"job-unreadable": 1\}.*"runs": 4, "samples": 9,'
is "kinds are kept" "$(sqlite3 "$scratch/bad.db" "
	SELECT substr(stat, 1, 9), typeof(value), value FROM measurements ORDER BY number, nr")" \
	"nnnnnnnnn|null|
huge|null|
z|integer|2
a|null|
b|text|123456789012345677877719597056
c|real|6.0
d|integer|6
e|real|0.0
f|null|"

# A run without numbers of its own has its column of the matrix beside it.
cp -r result united && rm "united/$root"/[12]/stats.json
printf '{"stats_source": ["/result/%s/1/stats.json", "/result/%s/0/stats.json"], "x.y": [3, 4], "z": [5]}' \
	"$root" "$root" >"united/$root/matrix.json"
ingest --store "$scratch/united.db" united >/dev/null
is "the run's column" "$(sqlite3 "$scratch/united.db" \
	"SELECT number, numbers, samples FROM runs WHERE numbers IS NOT 'stats' ORDER BY number")" "1|matrix|2
2||0"
tar -cf united.tar united && ingest --store "$scratch/united-tar.db" united.tar >/dev/null
is "in an archive, too" "$(of_store "$scratch/united-tar.db")" "$(of_store "$scratch/united.db")"

done_testing
