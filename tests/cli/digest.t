#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Digests of consecutive periods of one store: tests/cases/digest/weeks has the mails and what is
# printed.  LKPDIGEST_GOLDEN=write makes that anew: read the difference before it is committed.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../cases/digest/weeks" || exit 1

store=$scratch/store.db
"$lkpdigest" ingest -q mails --store "$store"
digest() { "$lkpdigest" digest -q --store "$store" "$@"; }

# golden NAME OPTION...
golden() {
	local name=$1
	shift
	digest "$@" >"$scratch/$name.txt"
	[ "${LKPDIGEST_GOLDEN:-}" = write ] && cp "$scratch/$name.txt" "$name.txt"
	ok "$name" diff "$name.txt" "$scratch/$name.txt"
}

golden first-week --week 2025-W31
golden second-week --week 2025-W32
golden nothing-new --week 2025-W33
golden month --month 2025-08
golden mm --week 2025-W32 --subsystem mm

like "the subject of the first week" "$(digest --week 2025-W31)" \
	'^Subject: \[lkp-digest\] 2025-W31: 2 new; 1 improvement'
like "of the second" "$(digest --week 2025-W32)" '^Subject: \[lkp-digest\] 2025-W32: 1 new, 1 fix-proposed, 1 invalid'
like "of one in which nothing was said" "$(digest --week 2025-W33)" '2025-W33: nothing new'
like "which tells what stands" "$(digest --week 2025-W33)" '2 regressions still stand'
like "the ledger tells the difference" "$(digest --week 2025-W32)" 'open +1 +2 +-1'
for week in 2025-W31 2025-W32 2025-W33; do
	is "$week: at most 78 columns" "$(digest --week $week | perl -CSD -lne 'print if length > 78')" ""
	ok "$week: the page is well-formed" xmllint --noout --nonet <(digest --week $week --format html)
done

# What to fail on, at the end of the period.
exits 1 "--fail-on a state that was reached" digest --week 2025-W32 --fail-on reopened,invalid
exits 0 "not in a week in which it was not" digest --week 2025-W31 --fail-on reopened,invalid
exits 0 "an improvement is no failure" digest --week 2025-W31 --subsystem sched --fail-on regression,new-regression
exits 1 "a regression that stands" digest --week 2025-W32 --subsystem mm --fail-on regression
exits 0 "none that is taken back" digest --week 2025-W32 --subsystem xfs --fail-on regression
# What the user decides has no date, and lies in no period.
echo 'state c-4d8e0f2a3b5c wontfix as it is wanted' >"$scratch/overrides"
exits 3 "overrides without an end" "$lkpdigest" list clusters --store "$store" --overrides /dev/zero
decided() { "$lkpdigest" "$@" -q --store "$store" --overrides "$scratch/overrides" --fail-on wontfix; }
exits 1 "a state that is decided" decided list clusters
exits 0 "but in no period" decided list clusters --until 2030-01-01
exits 0 "nor of a digest" decided digest --until 2030-01-01
exits 2 "--fail-on improvement" digest --fail-on improvement
exits 2 "--fail-on an empty word" digest --fail-on regression,

# Since the last: from the end of the one before, by the filters.
at() { SOURCE_DATE_EPOCH=$(date -ud "$1" +%s) digest --since-last "${@:2}"; }
like "the first one begins with the first mail" "$(at 2025-08-04)" '2 new; 1 improvement'
like "the next one where that ended" "$(at 2025-08-11)" '2025-08-04T00:00:00Z\.\.2025-08-11T00:00:00Z: 1 new, 1'
like "then nothing is new" "$(at 2025-08-12)" 'nothing new'
like "of other filters another one is the last" "$(at 2025-08-12 --subsystem mm)" '1 new, 1'
like "made again it is the same" "$(at 2025-08-11 --subsystem mm)" '1 new'
exits 2 "--since-last goes with no other period" digest --since-last --week 2025-W31
exits 2 "nor with a month" digest --week 2025-W31 --month 2025-07
exits 2 "there is no such month" digest --month 2025-13

# The same bytes, in whatever order the mails came.
cp -r mails "$scratch/mails"
for seed in 1 2 3; do
	shuffled=$scratch/shuffled-$seed.db
	(cd "$scratch" && find mails -type f | LC_ALL=C sort | shuf --random-source=<(yes $seed) |
		xargs -n 1 "$lkpdigest" ingest -q --store "$shuffled")
	for form in text html json; do
		ok "shuffle $seed: $form" cmp <(digest --week 2025-W32 --format $form) \
			<(digest --week 2025-W32 --format $form --store "$shuffled")
	done
done

# What is stale, and what was answered, is told as of the end of the period.
sed -e 's/1a5b7c9d0e2f/9f8e7d6c5b4a/g; s/^Date: .*/Date: Fri, 02 Jan 2026 08:00:00 +0000/' \
	-e 's/^Message-ID: .*/Message-ID: <later@example.org>/' mails/w31-mm.eml >"$scratch/later.eml"
"$lkpdigest" ingest -q "$scratch/later.eml" --store "$store"
is "in its week nothing is stale" "$(digest --week 2025-W32 | grep -c ' stale')" 0
like "half a year later it is" "$(digest)" 'stale'
like "in its week nobody had answered" "$(digest --week 2025-W31)" 'unanswered'
is "a fix is an answer" "$(digest --month 2025-08 --commit 1a5b7c9d0e2f | grep -c unanswered)" 0

# What a later report only prints again is one claim, with both places.
cp "$store" "$scratch/again.db"
sed -e 's/^Date: .*/Date: Fri, 02 Jan 2026 09:00:00 +0000/' \
	-e 's/^Message-ID: .*/Message-ID: <again@example.org>/' mails/w31-mm.eml >"$scratch/again.eml"
"$lkpdigest" ingest -q "$scratch/again.eml" --store "$scratch/again.db"
again() { "$lkpdigest" digest -q --store "$scratch/again.db" --commit 1a5b7c9d0e2f "$@"; }
is "a claim that is printed again is one" "$(again | grep -c '^    ▼')" \
	"$(digest --commit 1a5b7c9d0e2f | grep -c '^    ▼')"
like "with both places" "$(again | grep -A1 'headline, line')" 'headline, line .*headline, line [0-9]+ of <again@'
is "in JSON, too" "$(again --format json | jq -r '.regressions[0].claims[0].again[].message_id')" again@example.org


done_testing
