#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each case of tests/cases/mail: mail.eml gives the records and the diagnostics beside it.
# LKPDIGEST_GOLDEN=write makes them anew: read the difference before it is committed.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../cases/mail" || exit 1

records() {
	local what
	for what in messages reports tables rows events diffs plots; do
		"$lkpdigest" list "$what" --json --store "$scratch/$1.db" || return
	done
}

for name in *; do
	(cd "$name" && "$lkpdigest" ingest -q --store "$scratch/$name.db" mail.eml)
	records "$name" >"$scratch/records.jsonl"
	"$lkpdigest" list diagnostics --json --store "$scratch/$name.db" >"$scratch/diagnostics.jsonl"
	if [ "${LKPDIGEST_GOLDEN:-}" = write ]; then
		cp "$scratch/records.jsonl" "$scratch/diagnostics.jsonl" "$name"
	fi
	ok "$name: records" diff "$name/records.jsonl" "$scratch/records.jsonl"
	ok "$name: diagnostics" diff "$name/diagnostics.jsonl" "$scratch/diagnostics.jsonl"
done

done_testing
