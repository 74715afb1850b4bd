#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reading again: unchanged, grown, changed and renamed sources; what the store holds is always
# what a store that reads them for the first time holds.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
. tests/cli/again.sh

# A mailbox in parts: messages whose ids differ, the last one cut.
gzip -dc samples/archive.mbox.gz >"$scratch/first"
sed 's/^\(Message-I[dD]: <\)/\1second./' "$scratch/first" >"$scratch/second"
box=$scratch/box.mbox

cp "$scratch/first" "$box"
read_in "$box"
is "a mailbox" "$(documents)" "10 9 0 0"
read_in "$box"
is "unchanged: nothing is read" "$(documents)" "10 0 0 10"
like_new "unchanged" "$box"
read_in --again "$box"
is "--again: all is" "$(documents)" "10 0 9 0"
like_new "--again" "$box"
touch "$box"
read_in "$box"
is "touched, and small: the same" "$(documents)" "10 0 0 10"
cat "$scratch/second" >>"$box"
read_in "$box"
is "grown: from its last message on" "$(documents)" "20 9 1 9"
like_new "grown" "$box"
head -c -3000 "$scratch/first" | sed 's/^\(Message-I[dD]: <\)/\1third./' >>"$box"
read_in "$box"
like_new "grown by a cut message" "$box"
tail -c 3000 "$scratch/first" >>"$box"
read_in "$box"
is "which is completed" "$(documents)" "30 0 1 28"
like_new "completed" "$box"
sed -i 's/cpuidle/CPUidle/' "$box"
read_in "$box"
is "changed in its middle: all is read" "$(json '$_->{documents}{skipped}{"read-before"}' <<<"$summary")" null
like_new "changed in its middle" "$box"
cp "$scratch/second" "$box"
read_in "$box"
like "replaced: what it held is removed" "$(json '$_->{removed}' <<<"$summary")" '^[1-9]'
like_new "replaced" "$box"
: >"$box"
read_in "$box"
like_new "emptied" "$box"
rm -f "$store"*

# Without a Message-ID a message is named after its text: the cut one must go.
printf 'From a@example.org Mon Jan  1 00:00:00 2024\n' >"$box"
cat samples/mails/2016-unixbench-shell8.eml >>"$box"
printf '\nFrom a@example.org Mon Jan  1 00:00:00 2024\n' >>"$box"
sed '/^Message-I[dD]:/d' samples/mails/2017-will-it-scale-brk1.eml >"$scratch/nameless"
head -n 60 "$scratch/nameless" >>"$box"
read_in "$box"
is "two messages, the second cut" "$(documents)" "2 2 0 0"
tail -n +61 "$scratch/nameless" >>"$box"
read_in "$box"
is "completed it is another one" "$(documents)" "2 1 0 1"
like_new "completed" "$box"
rm -f "$store"*

# Compressed: further members, and one that was cut.
for pack in gzip xz zstd; do
	$pack -c "$scratch/first" >"$box.$pack"
	read_in "$box.$pack"
	$pack -c "$scratch/second" >>"$box.$pack"
	read_in "$box.$pack"
	is "$pack: a further member" "$(documents)" "20 9 1 9"
	like_new "$pack" "$box.$pack"
	rm -f "$store"*
done
head -c 12000 "$box.gzip" >"$box.cut"
read_in "$box.cut"
like "a cut one is told" "$(json '$_->{diagnostics}' <<<"$summary")" 'archive-damaged'
read_in "$box.cut"
is "is not read again as it is" "$(json '$_->{documents}{stored}, $_->{documents}{duplicate}' <<<"$summary")" "0 0"
is "nor forgotten" "$("$lkpdigest" list diagnostics --store "$store" --json | grep -c archive-damaged)" 1
cp "$box.gzip" "$box.cut"
read_in "$box.cut"
like_new "completed" "$box.cut"
rm -f "$store"*

# A folder of all sorts, one of them damaged; then one is changed, one added, one taken away.
mkdir "$scratch/all"
cp -r samples/mails samples/archive.mbox.gz "$scratch/all"
tar -cf "$scratch/all/mails.tar" -C samples archive
head -c 9000 samples/archive.mbox.gz >"$scratch/all/cut.gz"
printf 'no mail\n' >"$scratch/all/text"
read_in "$scratch/all"
seen=$(json '$_->{documents}{seen}' <<<"$summary")
read_in "$scratch/all"
is "a folder: nothing is read" "$(json '$_->{documents}{skipped}{"read-before"}, $_->{bytes}' <<<"$summary")" \
	"$((seen - 1)) 0"
like_new "a folder" "$scratch/all"
tar -cf "$scratch/all/mails.tar" -C samples/mails 2016-unixbench-shell8.eml
cp samples/mails/2016-unixbench-shell8.eml "$scratch/all/text"
sed -i 's/lituya/lituyb/g' "$scratch/all/mails/2016-unixbench-shell8.eml"
cp samples/archive/*.eml "$scratch/all"
read_in "$scratch/all"
like_new "a folder with changes" "$scratch/all"
read_in "$scratch/all" "$scratch/all/mails"
is "named twice it is read twice" "$(json '$_->{documents}{duplicate} > 0 ? "yes" : "no"' <<<"$summary")" yes
like_new "named twice" "$scratch/all"

# A message in two sources: the better copy is kept, and when it goes the other one.
rm -f "$store"*
mkdir -p "$scratch/two/maildir/cur" "$scratch/two/maildir/new"
cp samples/mails/2016-unixbench-shell8.eml "$scratch/two/a.eml"
head -n 60 "$scratch/two/a.eml" >"$scratch/two/maildir/cur/b:2,S"
cp samples/mails/2017-will-it-scale-brk1.eml "$scratch/two/maildir/new/c"
head -n 60 "$scratch/two/maildir/new/c" >"$scratch/two/d.eml"
read_in "$scratch/two"
like_new "two copies" "$scratch/two"
sed 's/^\(Message-I[dD]: <\)/\1other./' "$scratch/two/maildir/new/c" >"$scratch/two/a.eml"
rm "$scratch/two/maildir/new/c"
read_in "$scratch/two"
like_new "the better one is gone" "$scratch/two"
is "nothing is left to do" "$("$lkpdigest" check --json --store "$store" | json '$_->{unfinished}')" "[]"
head -n 50 samples/mails/2017-will-it-scale-brk1.eml >"$scratch/two/maildir/cur/b:2,S"
cp samples/mails/2017-will-it-scale-brk1.eml "$scratch/two/a.eml"
read_in "$scratch/two"
like_new "and comes again" "$scratch/two"

cp samples/mails/2016-unixbench-shell8.eml "$scratch/two/e.eml"
head -n 60 "$scratch/two/e.eml" >"$scratch/two/f.eml"
read_in "$scratch/two"
"$lkpdigest" forget -q --store "$store" "$scratch/two/e.eml"
rm "$scratch/two/e.eml"
read_in "$scratch/two"
like_new "the better one is forgotten" "$scratch/two"

# A name that looks like that of a member of another file.
rm -f "$store"*
mkdir "$scratch/names"
cp samples/mails/2016-unixbench-shell8.eml "$scratch/names/a"
cp samples/mails/2017-will-it-scale-brk1.eml "$scratch/names/a!b"
read_in "$scratch/names"
cp samples/mails/2023-filebench-btrfs.eml "$scratch/names/a"
read_in "$scratch/names"
like_new "names with a mark" "$scratch/names"

# Other rules, or another program, may say other things of the same bytes.
read_in "$box.gzip"
sqlite3 "$store" "UPDATE positions SET revision = '0'"
read_in "$box.gzip"
is "what another revision read is read anew" "$(documents)" "20 0 18 0"

done_testing
