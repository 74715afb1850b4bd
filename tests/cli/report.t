#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `report` and `digest`: files whole or not at all, the same bytes every time.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
report() { "$lkpdigest" report -q "$@"; }
forms='index.html digest.txt digest.json'
same() { for form in $forms; do cmp "$1/$form" "$2/$form" || return; done; }

is "report prints where" "$(report samples -o "$scratch/a")" \
	"$(for form in $forms; do echo "$scratch/a/$form"; done)"
is "nothing else is left" "$(ls -A "$scratch/a" | xargs)" "digest.json digest.txt index.html"
ok "the page is well-formed" xmllint --noout --nonet "$scratch/a/index.html"
ok "digest.json is JSON" perl -MJSON::PP -0777 -ne 'decode_json($_)' "$scratch/a/digest.json"
is "lines of digest.txt have at most 78 columns" "$(perl -CSD -lne 'print if length > 78' "$scratch/a/digest.txt")" ""

report samples -j 1 -o "$scratch/b" >/dev/null
ok "the same bytes again, with 1 thread" same "$scratch/a" "$scratch/b"
report samples -j 8 -o "$scratch/c" >/dev/null
ok "with 8 threads" same "$scratch/a" "$scratch/c"
report samples/archive.mbox.gz samples/mails -o "$scratch/d" >/dev/null
report samples/mails samples/archive.mbox.gz -o "$scratch/e" >/dev/null
ok "with the files in another order" same "$scratch/d" "$scratch/e"
report samples -o "$scratch/a" >/dev/null
ok "over what was there" same "$scratch/a" "$scratch/b"
(cd "$scratch/a" && TZ=Asia/Tokyo LC_ALL=C LANG=de_DE.UTF-8 report "$OLDPWD/samples" -o ../f >/dev/null)
is "paths as they were named" $? 0

store=$scratch/store.db
"$lkpdigest" ingest -q samples --store "$store"
digest() { "$lkpdigest" digest -q --store "$store" "$@"; }
ok "digest prints the text" cmp <(digest) "$scratch/a/digest.txt"
ok "digest --format html" cmp <(digest --format html) "$scratch/a/index.html"
ok "digest --json" cmp <(digest --json) "$scratch/a/digest.json"
digest --format html -o "$scratch/page.html"
ok "digest -o" cmp "$scratch/page.html" "$scratch/a/index.html"
like "SOURCE_DATE_EPOCH is the moment of making" "$(SOURCE_DATE_EPOCH=1466000000 digest)" '2016-06-15'
exits 1 "--fail-on new-regression in a week that has one" digest --week 2016-W23 --fail-on new-regression
exits 0 "in a week that has none" digest --week 2016-W40 --fail-on new-regression
exits 1 "--fail-on regression" digest --fail-on regression
exits 1 "report --fail-on regression" report samples -o "$scratch/g" --fail-on regression
ok "and the page is there" test -s "$scratch/g/index.html"
exits 1 "report --strict with a source that failed" report samples "$scratch/nowhere" -o "$scratch/g" --strict

# Without gnuplot: the program and nothing else in PATH.
mkdir "$scratch/nothing"
said=$(PATH=$scratch/nothing "$lkpdigest" report samples -o "$scratch/bare" 2>&1)
is "no gnuplot: done" $? 0
like "no gnuplot: it is said" "$said" 'chart-failed'
ok "no gnuplot: well-formed" xmllint --noout --nonet "$scratch/bare/index.html"
ok "no gnuplot: the text is the same" cmp "$scratch/bare/digest.txt" "$scratch/a/digest.txt"

# What it wrote is no input of the next one, nor is its store.
cp -r samples/mails "$scratch/mails"
beside() { (cd "$scratch/mails" && report . -o "$1" --json | json 'delete $_->{ingest}{seconds}; $_->{ingest}'); }
for out in . out; do
	first=$(beside $out)
	cp "$scratch/mails/$out/digest.txt" "$scratch/first.txt"
	is "into $out of the mails, again: the same counts" "$(beside $out)" "$first"
	ok "into $out of the mails, again: the same bytes" cmp "$scratch/mails/$out/digest.txt" "$scratch/first.txt"
	like "into $out of the mails: nothing failed" "$first" '"failed":\{\}'
	rm -r "${scratch:?}/mails/$out"/{out,index.html,digest.txt,digest.json} 2>/dev/null
done
exits 0 "a store among the mails" env -C "$scratch/mails" "$lkpdigest" ingest --strict . --store own.db

# What stands in the way.
mkdir -p "$scratch/trap" && echo precious >"$scratch/precious"
ln -s "$scratch/precious" "$scratch/trap/index.html"
exits 3 "a symbolic link below -o is not followed" report samples -o "$scratch/trap"
is "what it points at stays" "$(cat "$scratch/precious")" precious
is "nothing is left behind" "$(ls -A "$scratch/trap")" index.html
ln -s "$scratch/precious" "$scratch/link"
exits 3 "digest -o a symbolic link" digest -o "$scratch/link"
is "what it points at stays" "$(cat "$scratch/precious")" precious
mkfifo "$scratch/fifo"
exits 3 "digest -o a pipe" digest -o "$scratch/fifo"
exits 3 "-o a file" report samples -o "$scratch/precious"
exits 3 "digest -o in a folder that is not there" digest -o "$scratch/no/where"
if [ "$(id -u)" -ne 0 ]; then
	mkdir -m 500 "$scratch/shut"
	exits 3 "-o a folder that may not be written" report samples -o "$scratch/shut"
else
	skip "-o a folder that may not be written" "root writes everywhere"
fi

# A full disk while the page is written: what was there stays.
small() { (ulimit -f "$1"; trap '' XFSZ; shift; "$@"); }
echo old >"$scratch/kept.html"
exits 3 "a full disk" small 2 digest --format html -o "$scratch/kept.html"
is "the old page stays" "$(cat "$scratch/kept.html")" old
mkdir "$scratch/narrow"
exits 3 "a full disk under report" small 8 report samples -o "$scratch/narrow"
is "nothing is left behind" "$(ls -A "$scratch/narrow")" ""

exits 3 "digest -o a name that ends in a slash" digest -o "$scratch/nowhere/"

# Interrupted while it draws, by a gnuplot that does nothing else.
mkdir "$scratch/fakes" "$scratch/drawn"
printf '#!/bin/sh\nkill -TERM $PPID\n' >"$scratch/fakes/gnuplot"
chmod +x "$scratch/fakes/gnuplot"
exits 3 "interrupted while it draws" env PATH="$scratch/fakes:$PATH" "$lkpdigest" report samples -o "$scratch/drawn"
is "nothing is written" "$(ls -A "$scratch/drawn")" ""

# Killed while it reads.
mkfifo "$scratch/pipe"
mkdir "$scratch/killed"
"$lkpdigest" report -q - -o "$scratch/killed" <"$scratch/pipe" 2>/dev/null &
pid=$!
exec 9>"$scratch/pipe"
for _ in $(seq 100); do
	ls -A "$scratch/killed" | grep -q . && break
	sleep 0.1
done
kill -INT $pid 2>/dev/null
kill -TERM $pid
wait $pid
is "kill -TERM: exit 3" $? 3
exec 9>&-
is "nothing is left behind" "$(ls -A "$scratch/killed")" ""

done_testing
