#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What strangers write changes no more than it may: titles without end, addresses in the robot's
# name, sources that are none, an index that is not of its rows.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db
report=samples/mails/2016-unixbench-shell8.eml
id=$(sed -n 's/^Message-ID: <\(.*\)>/\1/Ip' "$report" | head -n 1)
mkdir "$scratch/mails"

# ---- titles

perl -pe 'BEGIN { $long = "x" x 1300000 } s/mm: make faultaround produce old ptes/mm: $long/' "$report" \
	>"$scratch/mails/report.eml"
ok "a title without end" "$lkpdigest" ingest -q "$scratch/mails"
like "is told" "$("$lkpdigest" list diagnostics --json)" '"title-too-long"'
for what in reports tables commits clusters events; do
	"$lkpdigest" list $what --json
done >"$scratch/listed"
is "no list has all of it" "$(grep -c 'x\{513\}' "$scratch/listed")" 0
like "but its beginning, and an ellipsis" "$(<"$scratch/listed")" 'xxxxx.u2026"'
is "nor has the digest" "$("$lkpdigest" digest --format json | grep -c 'x\{513\}')" 0
rm -f "$LKPDIGEST_STORE"*

# ---- addresses

cp "$report" "$scratch/mails"/report.eml
sed -i '0,/^From: .*/s//From: kernel test robot <Robot.Engineer@intel.com>/' "$scratch/mails/report.eml"
cat >"$scratch/mails/answer.eml" <<END
From: Some Maintainer <maintainer@example.org>
Date: Tue, 07 Jun 2016 08:00:00 +0000
Message-ID: <answer@example.org>
Subject: Re: $(sed -n 's/^Subject: //p' "$report" | head -n 1)

Reported-by: kernel test robot <robot.engineer@intel.com>
Reported-by: kernel test robot <lkp@intel.com>
END
"$lkpdigest" ingest -q "$scratch/mails"
events=$("$lkpdigest" list events --json --no-addresses)
is "somebody's address in the robot's name goes" "$(grep -ci 'robot\.engineer@' <<<"$events")" 0
like "the robot's stays" "$events" 'lkp@intel\.com'
is "an answer by its subject is one" "$("$lkpdigest" list reports --unanswered --json | wc -l)" 0

job=$scratch/job.yaml
printf 'testcase: somebody@example.org\n' >"$job"
is "reproduce --no-addresses" "$("$lkpdigest" reproduce "$job" --json --no-addresses 2>&1 | grep -c 'somebody@')" 0
like "which is there without it" "$("$lkpdigest" reproduce "$job" --json 2>&1)" 'somebody@example\.org'
ok "plot takes it" "$lkpdigest" plot unixbench.score --no-addresses
said() {
	printf 'merge c-000000000000 somebody@example.org they are one%s\n' "$*" >"$scratch/overrides"
	"$lkpdigest" list clusters --overrides "$scratch/overrides" "$@" 2>&1 >/dev/null
}
like "a diagnostic has it" "$(said)" 'somebody@'
like "and has it not" "$(said --no-addresses)" '\[address\]'

# ---- sources

exits 0 "a source of several that is not there" "$lkpdigest" ingest -q "$scratch/mails" "$scratch/none.mbox"
exits 3 "one that is not there" "$lkpdigest" ingest -q "$scratch/none.mbox"
exits 1 "is a failed document with --strict" "$lkpdigest" ingest -q --strict "$scratch/none.mbox"
exits 3 "a device is no source" "$lkpdigest" ingest -q /dev/zero
printf '[lkpdigest]\nstore = weekly.db\nsources = /dev/zero\n[output]\ndirectory = out\n' >"$scratch/conf"
exits 1 "nor for the weekly digest" "$lkpdigest" weekly --config "$scratch/conf"

# ---- prints

for i in $(seq 300); do # as many tables as make an index
	sed "s/^Message-ID: .*/Message-ID: <$i@example.org>/I; s/14321/${i}4321/" "$report"
	printf '\nFrom somebody@example.org Tue Jun  7 08:00:00 2016\n'
done | sed '1i From somebody@example.org Tue Jun  7 08:00:00 2016' >"$scratch/many.mbox"
"$lkpdigest" ingest -q "$scratch/many.mbox"
ok "a store with an index of prints" test "$(sqlite3 "$LKPDIGEST_STORE" "SELECT count(*) FROM prints")" -gt 0
exits 0 "is sound" "$lkpdigest" check
damaged() { # SQL
	cp "$LKPDIGEST_STORE" "$scratch/damaged.db"
	sqlite3 "$scratch/damaged.db" "$1"
	exits 3 "not so: $1" "$lkpdigest" check --store "$scratch/damaged.db"
}
damaged "UPDATE packed_rows SET prints = zeroblob(length(prints)) WHERE table_id = 7"
damaged "UPDATE prints SET entries = zeroblob(length(entries)) WHERE least = (SELECT max(least) FROM prints)"
damaged "UPDATE prints SET least = least + 1 WHERE least = (SELECT max(least) FROM prints)"
damaged "DELETE FROM prints WHERE least = (SELECT max(least) FROM prints)"
damaged "UPDATE print_parts SET last_table = last_table - 1"

done_testing
