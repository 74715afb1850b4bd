#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# digest --format mail: its header, its id, what it answers, and that it is no source.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db
ok "a store" "$lkpdigest" ingest -q samples/mails samples/archive.mbox.gz

# mail WEEK [OPTION...]
mail() {
	local week=$1
	shift
	"$lkpdigest" digest --week "$week" --format mail --from digest@example.org \
		--to maintainer@example.org "$@"
}
# field NAME FILE
field() { sed -n "1,/^\$/s/^$1: //pI" "$2"; }

SOURCE_DATE_EPOCH=1466000000 mail 2016-W23 >"$scratch/23.eml"
is "From" "$(field From "$scratch/23.eml")" digest@example.org
is "To" "$(field To "$scratch/23.eml")" maintainer@example.org
is "Date" "$(field Date "$scratch/23.eml")" 'Wed, 15 Jun 2016 14:13:20 +0000'
like "Subject" "$(field Subject "$scratch/23.eml")" '^\[lkp-digest\] 2016-W23: 1 '
like "Message-ID" "$(field Message-Id "$scratch/23.eml")" '^<lkpdigest\.2016-W23\.[0-9a-f]{24}@example\.org>$'
is "answers nothing" "$(field In-Reply-To "$scratch/23.eml")" ''
is "only ASCII" "$(LC_ALL=C grep -c '[^ -~	]' "$scratch/23.eml")" 0
is "no long line" "$(awk 'length > 78' "$scratch/23.eml")" ''
is "one field of each name" "$(sed '/^$/q' "$scratch/23.eml" | grep -oi '^[a-z-]*:' | sort -f | uniq -di)" ''

SOURCE_DATE_EPOCH=1467000000 mail 2016-W23 --to 'Someone <someone@example.org>' >"$scratch/later.eml"
is "the id is the content's, not the clock's" \
	"$(field Message-Id "$scratch/later.eml")" "$(field Message-Id "$scratch/23.eml")"
isnt_same() { [ "$1" != "$2" ]; }
ok "another moment is told" isnt_same "$(field Date "$scratch/later.eml")" "$(field Date "$scratch/23.eml")"

mail 2016-W24 >"$scratch/24.eml"
is "the next week answers the last" "$(field In-Reply-To "$scratch/24.eml")" "$(field Message-Id "$scratch/23.eml")"
is "and refers to it" "$(field References "$scratch/24.eml")" "$(field Message-Id "$scratch/23.eml")"
mail 2016-W23 >"$scratch/again.eml"
is "made again, the first still answers nothing" "$(field In-Reply-To "$scratch/again.eml")" ''
mail 2016-W24 --subsystem mm >"$scratch/mm.eml"
is "another filter is another series" "$(field In-Reply-To "$scratch/mm.eml")" ''
ok "and another id" isnt_same "$(field Message-Id "$scratch/mm.eml")" "$(field Message-Id "$scratch/24.eml")"

mail 2016-W23 -o "$scratch/written.eml"
ok "a file" test -s "$scratch/written.eml"

exits 2 "no From" "$lkpdigest" digest --format mail --to a@example.org
exits 2 "no To" "$lkpdigest" digest --format mail --from a@example.org
exits 2 "a field of one's own" "$lkpdigest" digest --format mail --from a@example.org \
	--to $'a@example.org\nBcc: b@example.org'
exits 2 "two senders" "$lkpdigest" digest --format mail --from a@example.org,b@example.org --to a@example.org
exits 3 "no store is made" "$lkpdigest" digest --store "$scratch/none.db" --format mail \
	--from a@example.org --to a@example.org
ok "none" test ! -e "$scratch/none.db"

# The list's archive brings it back.
mkdir "$scratch/back" && cp "$scratch/23.eml" "$scratch/back"
"$lkpdigest" list messages --json >"$scratch/before"
is "our own digests are no source" "$("$lkpdigest" ingest --json "$scratch/back" 2>/dev/null |
	json '@{$_->{documents}}{qw(seen stored)}, %{$_->{documents}{skipped}}')" '1 0 own-digest 1'
is "nothing came of them" "$("$lkpdigest" list messages --json)" "$(<"$scratch/before")"
ok "the store is sound" "$lkpdigest" check -q

done_testing
