#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Stores that cannot be used, stores that fill up, and removing from one.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
store=$scratch/store.db
"$lkpdigest" ingest -q samples --store "$store"

printf 'a diary, not a database\n' >"$scratch/text.db"
exits 3 "a text file is no store" "$lkpdigest" ingest -q samples --store "$scratch/text.db"
is "it stays as it was" "$(cat "$scratch/text.db")" "a diary, not a database"
like "it is named" "$("$lkpdigest" list reports --store "$scratch/text.db" 2>&1)" 'text\.db'
exits 3 "a directory is no store" "$lkpdigest" ingest -q samples --store "$scratch"
exits 3 "a folder that is not there" "$lkpdigest" ingest -q samples --store "$scratch/no/where/store.db"
exits 3 "an URL of another engine" "$lkpdigest" list reports --store postgresql://example.org/lkp
like "it is named" "$("$lkpdigest" list reports --store postgresql://example.org/lkp 2>&1)" 'postgresql'

# A header of SQLite with another application id, and ours with a far version.
poke() { # FILE OFFSET HEX
	printf "$(sed 's/../\\x&/g' <<<"$3")" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
cp "$store" "$scratch/foreign.db"
poke "$scratch/foreign.db" 68 0badcafe
exits 3 "a store of another program" "$lkpdigest" ingest -q samples --store "$scratch/foreign.db"
exits 3 "and reading it" "$lkpdigest" list reports --store "$scratch/foreign.db"
cp "$store" "$scratch/newer.db"
poke "$scratch/newer.db" 60 00007fff
exits 3 "a newer version's store" "$lkpdigest" ingest -q samples --store "$scratch/newer.db"
like "is said to be newer" "$("$lkpdigest" list reports --store "$scratch/newer.db" 2>&1)" 'newer'
cp "$store" "$scratch/damaged.db"
head -c 30000 /dev/urandom | dd of="$scratch/damaged.db" bs=4096 seek=3 conv=notrunc status=none
exits 3 "check of a damaged store" "$lkpdigest" check --store "$scratch/damaged.db"

# A disk that fills up: batches that were written stay, and the store is sound.
rows() { "$lkpdigest" list rows --json --store "$1" | cksum; }
small() { (ulimit -f "$1"; trap '' XFSZ; shift; "$@"); }
for blocks in 1 40 120 400; do
	rm -f "$scratch"/full.db*
	said=$(small $blocks "$lkpdigest" ingest -q samples --store "$scratch/full.db" 2>&1)
	is "full after $blocks blocks: exit 3" $? 3
	like "full after $blocks blocks: it is said" "$said" 'full\.db'
	exits 0 "full after $blocks blocks: goes on when there is room" \
		"$lkpdigest" ingest -q samples --store "$scratch/full.db"
	exits 0 "full after $blocks blocks: sound" "$lkpdigest" check --store "$scratch/full.db"
	is "full after $blocks blocks: and whole" "$(rows "$scratch/full.db")" "$(rows "$store")"
done

# Interrupted while it waits for input.
mkfifo "$scratch/pipe"
"$lkpdigest" ingest -q - --store "$scratch/stopped.db" <"$scratch/pipe" 2>"$scratch/said" &
pid=$!
exec 9>"$scratch/pipe"
gzip -dc samples/archive.mbox.gz >&9
for _ in $(seq 100); do
	[ -s "$scratch/stopped.db" ] && break
	sleep 0.1
done
sleep 0.3
kill -TERM $pid
wait $pid
is "kill -TERM: exit 3" $? 3
exec 9>&-
like "it is said" "$(cat "$scratch/said")" 'interrupted'
exits 0 "the store is sound" "$lkpdigest" check --store "$scratch/stopped.db"

# Forgetting.
count() { "$lkpdigest" list "$1" --json --store "$store" | wc -l; }
before=$(count messages)
id=$("$lkpdigest" list reports --json --testcase unixbench --store "$store" | json '$_->{message_id}')
of_message() { "$lkpdigest" list "$1" --json --store "$store" | json '$_->{message_id}' | grep -cxF "$id"; }
is "brackets do not matter" "$("$lkpdigest" list rows --message "<$id>" --store "$store" | wc -l)" \
	"$("$lkpdigest" list rows --message "$id" --store "$store" | wc -l)"
ok "there are rows" test "$(of_message rows)" -gt 20
exits 2 "forget what is not there" "$lkpdigest" forget "$id" nobody@example.org --store "$store"
is "removes nothing" "$(count messages)" "$before"
exits 2 "forget an empty name" "$lkpdigest" forget '' --store "$store"
is "removes nothing" "$(count messages)" "$before"
exits 0 "forget a message" "$lkpdigest" forget "<$id>" --store "$store"
is "removes it" "$(count messages)" $((before - 1))
is "with its tables" "$(of_message tables)" 0
is "and rows" "$(of_message rows)" 0
exits 2 "which cannot be listed" "$lkpdigest" list rows --message "$id" --store "$store"
exits 2 "nor can those of a table" "$lkpdigest" list rows --table "$id#1:24" --store "$store"
exits 0 "the store is sound" "$lkpdigest" check --store "$store"
exits 0 "forget a folder" "$lkpdigest" forget samples/mails/ --store "$store"
is "no source of it is left" "$("$lkpdigest" list sources --json --store "$store" | grep -c samples/mails)" 0
exits 0 "forget all" "$lkpdigest" forget samples --store "$store"
for what in messages reports tables rows jobs commits clusters sources diagnostics; do
	is "no $what are left" "$(count $what)" 0
done
exits 0 "the store is sound" "$lkpdigest" check --store "$store"

# A source may be known by what was wrong with it alone.
"$lkpdigest" ingest -q "$scratch/nowhere.mbox" --store "$store"
is "an unreadable source is told" "$(count diagnostics)" 1
exits 0 "forget it" "$lkpdigest" forget "$scratch/nowhere.mbox" --store "$store"
is "no diagnostic is left" "$(count diagnostics)" 0
"$lkpdigest" ingest -q "$PWD/samples/archive" --store "$store"
exits 0 "forget all absolute paths" "$lkpdigest" forget / --store "$store"
is "no message is left" "$(count messages)" 0

# What is wrong with a source is what was wrong when it was last read.
mkdir "$scratch/mended"
head -c 2000 samples/archive.mbox.gz >"$scratch/mended/a.mbox.gz"
told() { "$lkpdigest" ingest -q "$scratch/mended" "$scratch/late.mbox" --store "$store"
	"$lkpdigest" list diagnostics --json --store "$store" |
	json '$_->{message_id} ? () : $_->{id}' | sed '/^$/d' | sort | xargs; }
is "a cut source and one that is missing" "$(told)" "archive-damaged source-unreadable"
cp samples/archive.mbox.gz "$scratch/mended/a.mbox.gz"
gzip -dc samples/archive.mbox.gz >"$scratch/late.mbox"
is "read anew, nothing is wrong with them" "$(told)" ""

done_testing
