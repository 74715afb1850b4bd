#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Each case of tests/cases/cluster: mails.mbox, with `overrides` where there are some, gives the
# clusters and their stories beside it.
# LKPDIGEST_GOLDEN=write makes them anew: read the difference before it is committed.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../cases/cluster" || exit 1
export XDG_CONFIG_HOME=$scratch

# What `show` tells of each, but for members and evidence, which are in the list, and for what is
# not known without a tree, which is the same of all.
stories() {
	local id
	for id in $("$lkpdigest" list clusters --json "$@" | grep -oP '^\{"id": "\Kc-[0-9a-f]+'); do
		"$lkpdigest" show "$id" "$@" | sed -n '/^Members:/q; /^Not known /d; p'
	done
}

for name in *; do
	db=$scratch/$name.db
	options=(--store "$db")
	[ -e "$name/overrides" ] && options+=(--overrides "$name/overrides")
	"$lkpdigest" ingest -q --store "$db" "$name/mails.mbox"
	"$lkpdigest" list clusters --json "${options[@]}" >"$scratch/clusters.jsonl" 2>"$scratch/said"
	stories "${options[@]}" >"$scratch/stories.txt" 2>/dev/null
	cat "$scratch/said" >>"$scratch/stories.txt"
	if [ "${LKPDIGEST_GOLDEN:-}" = write ]; then
		cp "$scratch/clusters.jsonl" "$scratch/stories.txt" "$name"
	fi
	ok "$name: clusters" diff "$name/clusters.jsonl" "$scratch/clusters.jsonl"
	ok "$name: stories" diff "$name/stories.txt" "$scratch/stories.txt"
done

# The same mails, one a file, in any order.
for name in edge-backport edge-versions fixed regzbot talk; do
	mkdir "$scratch/$name"
	csplit -sz -f "$scratch/$name/" "$name/mails.mbox" '/^From mboxrd@z/' '{*}'
	for seed in 1 2 3; do
		db=$scratch/$name-$seed.db
		mapfile -t mails < <(shuf --random-source=<(yes $seed) -e "$scratch/$name"/*)
		for mail in "${mails[@]}"; do "$lkpdigest" ingest -q --store "$db" "$mail"; done
		ok "$name: order $seed of its mails" diff "$name/clusters.jsonl" \
			<("$lkpdigest" list clusters --json --store "$db")
	done
done

done_testing
