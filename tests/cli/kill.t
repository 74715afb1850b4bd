#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An ingest that is killed at any moment leaves a sound store, and the next one finishes it: the
# same content as undisturbed.  So does one in which several share the work.
#
# KILLS=50 SEED=7 SCALE=10 tests/cli/kill.t kills more often, at other moments, amid more mails.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
. tests/cli/again.sh

kills=${KILLS:-6}
scale=${SCALE:-1}
RANDOM=${SEED:-1}
[ "$RANDOM" -ge 0 ]
sources=$scratch/sources
mkdir -p "$sources/maildir/cur" "$sources/maildir/new"

# copies PREFIX FROM TO: the sample mailbox so many times, each with ids of its own
copies() {
	local i
	for ((i = $2; i <= $3; i++)); do
		gzip -dc samples/archive.mbox.gz | sed "s/^\(Message-I[dD]: <\)/\1$1$i./"
	done
}
# commits FROM TO: of a git archive, as a stream for fast-import; every other mail has nothing
# to do with the robot, and each third one is deleted again
commits() {
	local i mail
	for ((i = $1; i <= $2; i++)); do
		mail=$scratch/mail
		sed "s/^\(Message-I[dD]: <\)/\1git$i./" samples/mails/2016-unixbench-shell8.eml >"$mail"
		((i % 2)) || printf 'Message-ID: <plain%s@example.org>\nSubject: plain\n\ntext\n' $i >"$mail"
		echo "commit refs/heads/master
committer Subsystem Maintainer <maintainer@example.org> 1700000000 +0000
data 0"
		[ "$i" -gt 1 ] && [ "$i" -eq "$1" ] && echo "from refs/heads/master^0"
		printf 'deleteall\nM 100644 inline m\ndata %s\n' "$(stat -c %s "$mail")"
		cat "$mail"
		echo
		((i % 3)) || printf 'commit refs/heads/master
committer Subsystem Maintainer <maintainer@example.org> 1700000000 +0000
data 0\ndeleteall\nM 100644 inline d\ndata %s\n%s\n\n' "$(stat -c %s "$mail")" "$(<"$mail")"
	done
}

# As it was before, and as it is: grown, changed, renamed, deleted.
git init -q --bare -b master "$sources/list.git"
commits 1 20 | git -C "$sources/list.git" fast-import --quiet
copies a 1 6 >"$sources/grown.mbox"
copies b 1 4 | gzip >"$sources/grown.gz"
copies c 1 3 >"$sources/changed.mbox"
copies d 1 2 | head -c -2000 >"$sources/cut.mbox"
cp -r samples/mails "$sources/mails"
for mail in samples/archive/*.eml; do
	sed 's/^\(Message-I[dD]: <\)/\1maildir./' "$mail" >"$sources/maildir/new/$(basename "$mail")"
done
"$lkpdigest" ingest -q --store "$scratch/old.db" "$sources"
cp "$scratch/old.db" "$scratch/before.db"
commits 21 30 | git -C "$sources/list.git" fast-import --quiet
copies a 7 $((11 + scale)) >>"$sources/grown.mbox"
copies b 5 $((6 + scale)) | gzip >>"$sources/grown.gz"
copies c 2 5 | sed 's/8\.3%/8.4%/' >"$sources/changed.mbox"
copies d 1 2 | tail -c 2000 >>"$sources/cut.mbox"
for mail in "$sources"/maildir/new/*; do
	mv "$mail" "$sources/maildir/cur/$(basename "$mail"):2,S"
done

start=$(date +%s%N)
"$lkpdigest" ingest -q --store "$scratch/whole.db" "$sources"
took=$((($(date +%s%N) - start) / 1000))
dump "$scratch/whole.db" >"$scratch/whole"
summary=$("$lkpdigest" ingest -q --json --store "$scratch/old.db" "$sources")
is "the counts of a second reading add up" "$(json "$adds_up" <<<"$summary")" yes
ok "a second reading is as if it were the first" cmp <(dump "$scratch/old.db") "$scratch/whole"

# killed USEC: an ingest is killed after so long; succeeds when it was under way
killed() {
	local pid
	"$lkpdigest" ingest -q --store "$store" "$sources" 2>/dev/null &
	pid=$!
	sleep "$(printf '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000)))"
	kill -KILL $pid 2>/dev/null
	wait $pid 2>/dev/null
	[ $? -eq 137 ]
}

# is_sound: the store; or it was not made yet
is_sound() {
	local said
	[ ! -s "$store" ] || said=$("$lkpdigest" check -q --store "$store" 2>&1) || [[ $said == *': is empty' ]]
}

hits=0
for ((round = 1; round <= kills; round++)); do
	rm -f "$store"*
	((round % 2)) || cp "$scratch/before.db" "$store"
	for ((n = RANDOM % 3; n >= 0; n--)); do
		killed $(((RANDOM * 32768 + RANDOM) % took)) && hits=$((hits + 1))
		is_sound || tap_fail "round $round: unsound" </dev/null
	done
	"$lkpdigest" ingest -q --store "$store" "$sources"
	exits 0 "round $round: sound" "$lkpdigest" check --store "$store"
	is "round $round: nothing is left to do" "$("$lkpdigest" check --json --store "$store" |
		json '$_->{unfinished}')" "[]"
	dump "$store" >"$scratch/finished"
	ok "round $round: as undisturbed" cmp "$scratch/finished" "$scratch/whole"
done
ok "many were killed on the way: $hits" test $((3 * hits)) -ge "$kills"

# Two at once, and both succeed: on a new store, and on one that is read on.
for before in '' "$scratch/before.db"; do
	rm -f "$store"*
	[ -z "$before" ] || cp "$before" "$store"
	"$lkpdigest" ingest -q --store "$store" "$sources" &
	"$lkpdigest" ingest -q --store "$store" "$sources"
	is "one of two succeeds" $? 0
	wait $!
	is "and the other" $? 0
	exits 0 "two at once: sound" "$lkpdigest" check --store "$store"
	dump "$store" >"$scratch/finished"
	ok "two at once: as undisturbed" cmp "$scratch/finished" "$scratch/whole"
done

# In another order, file by file.
rm -f "$store"*
while read -r source; do
	"$lkpdigest" ingest -q --store "$store" "$source"
done < <(find "$sources" -mindepth 1 -maxdepth 1 | shuf --random-source=samples/archive.mbox.gz)
ok "shuffled: as undisturbed" cmp <(dump "$store") "$scratch/whole"

done_testing
