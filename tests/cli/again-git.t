#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reading public-inbox archives again: what was added and deleted since, histories that were
# written anew, objects that were missing.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
. tests/cli/again.sh

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_AUTHOR_NAME='Subsystem Maintainer' \
	GIT_AUTHOR_EMAIL=maintainer@example.org GIT_AUTHOR_DATE='1700000000 +0000'
export GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL \
	GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
mails=(samples/mails/20{16,17,20,21,23,25,26}*.eml)
list=$scratch/list.git
git init -q --bare "$list"

# add m|d MAIL...: a commit of v2 for each
add() {
	local name=$1 mail blob tree tip parent
	shift
	for mail; do
		parent=$(git -C "$list" rev-parse -q --verify HEAD) && parent="-p $parent"
		blob=$(git -C "$list" hash-object -w --stdin <"$mail")
		tree=$(git -C "$list" mktree <<<"100644 blob $blob	$name")
		tip=$(git -C "$list" commit-tree $parent -m mail "$tree")
		git -C "$list" update-ref HEAD "$tip"
	done
}

add m "${mails[@]:0:8}"
read_in "$list"
is "an archive" "$(documents)" "8 8 0 0"
read_in "$list"
is "unchanged: nothing is read" "$(documents)" "8 0 0 8"
like_new "unchanged" "$list"
add m "${mails[@]:8:3}"
read_in "$list"
is "three more" "$(documents)" "11 3 0 8"
like_new "three more" "$list"
add d "${mails[2]}"
add m "${mails[@]:11:2}"
read_in "$list"
is "two more, one deleted" "$(documents)" "12 2 0 10"
is "it is removed" "$(json '$_->{removed}' <<<"$summary")" 1
like_new "two more, one deleted" "$list"
add m "${mails[2]}"
add d "${mails[3]}"
read_in "$list"
is "one comes again, another is deleted" "$(documents)" "12 1 0 11"
like_new "one comes again" "$list"
add d "${mails[4]}"
add m "${mails[4]}"
read_in "$list"
like_new "deleted and sent again" "$list"
git -C "$list" repack -qad
git -C "$list" gc -q --prune=now
read_in "$list"
is "packed anew it is unchanged" "$(documents)" "12 0 0 12"

# A mail too large is told, also when the archive is read on, until it is deleted.
{ cat "${mails[0]}"; head -c 9000000 /dev/zero | tr '\0' x; } >"$scratch/large"
add m "$scratch/large"
read_in "$list"
like_new "a mail too large" "$list"
add m "${mails[13]}"
read_in "$list"
like_new "one behind it" "$list"
add d "$scratch/large"
read_in "$list"
is "nothing is told of it any more" \
	"$("$lkpdigest" list diagnostics --json --store "$store" | grep -c mail-too-large)" 0
like_new "deleted" "$list"

# A history that was written anew, as by a purge.
git -C "$list" update-ref HEAD HEAD~6
add m "${mails[@]:14:2}"
read_in "$list"
is "a new history is read whole" "$(json '$_->{documents}{skipped}{"read-before"}' <<<"$summary")" null
like_new "a new history" "$list"

# An object that is missing may come.
mail=${mails[16]}
add m "$mail"
object=$(git -C "$list" hash-object --stdin <"$mail")
mv "$list/objects/${object:0:2}" "$scratch/taken"
add m "${mails[17]}"
read_in "$list"
like "an object is missing" "$(json '$_->{documents}{failed}' <<<"$summary")" 'object-missing'
read_in "$list"
like "it is looked for again" "$(json '$_->{documents}{failed}' <<<"$summary")" 'object-missing'
cp -r "$scratch/taken"/* "$list/objects/${object:0:2}/" 2>/dev/null || mv "$scratch/taken" "$list/objects/${object:0:2}"
read_in "$list"
like_new "it has come" "$list"

# Epochs: an older one that is unchanged, and a new one.
mkdir -p "$scratch/inbox/git"
mv "$list" "$scratch/inbox/git/0.git"
rm -f "$store"*
read_in "$scratch/inbox"
seen=$(json '$_->{documents}{seen}' <<<"$summary")
list=$scratch/inbox/git/1.git
git init -q --bare "$list"
add m "${mails[18]}"
read_in "$scratch/inbox"
is "a new epoch" "$(documents)" "$((seen + 1)) 1 0 $seen"
like_new "a new epoch" "$scratch/inbox"

# v1: files that commits add, change and take away.
list=$scratch/v1.git
git init -q --bare "$list"
# tree_v1 MAIL...: a commit that has these
tree_v1() {
	local mail parent tip n=10
	parent=$(git -C "$list" rev-parse -q --verify HEAD) && parent="-p $parent"
	tip=$(for mail; do
		[ "$mail" = - ] || printf '040000 tree %s\t%s\n' "$(printf '100644 blob %s\t%038d\n' \
			"$(git -C "$list" hash-object -w --stdin <"$mail")" 0 | git -C "$list" mktree)" $n
		n=$((n + 1))
	done | git -C "$list" mktree)
	git -C "$list" update-ref HEAD "$(git -C "$list" commit-tree $parent -m mail "$tip")"
}
rm -f "$store"*
tree_v1 "${mails[@]:0:2}"
tree_v1 "${mails[@]:0:4}"
read_in "$list"
tree_v1 "${mails[@]:0:2}" - "${mails[3]}" "${mails[4]}"
sed 's/^Subject: /&[changed] /' "${mails[0]}" >"$scratch/changed"
tree_v1 "$scratch/changed" "${mails[1]}" - "${mails[3]}" "${mails[4]}"
read_in "$list"
is "v1: one more, one changed, one taken away" "$(documents)" "4 1 1 2"
like_new "v1" "$list"

done_testing
