#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --linux: what a git tree of the kernel adds to clusters, and that it is only read.
. "$(dirname "$0")/tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
repo=$scratch/linux
if ! command -v git >/dev/null; then
	skip "all" "there is no git"
	done_testing
	exit
fi
export GIT_CONFIG_NOSYSTEM=1 HOME=$scratch/home XDG_CONFIG_HOME=$scratch/config

# commit DAY MESSAGE: of all files, on a day of June 2016; prints the id
commit() {
	local date="2016-06-$1T12:00:00Z"
	git -C "$repo" add -A
	GIT_AUTHOR_DATE=$date GIT_COMMITTER_DATE=$date git -C "$repo" \
		-c user.name="Patch Author" -c user.email=author@example.org commit -qm "$2"
	git -C "$repo" rev-parse HEAD
}
git init -q "$repo"
git -C "$repo" checkout -q -b master
mkdir "$repo/mm"
printf 'MEMORY MANAGEMENT\nL:\tlinux-mm@lists.example.org\nF:\tmm/\n\nTHE REST\nF:\t*\nF:\t*/\n' \
	>"$repo/MAINTAINERS"
echo 'int a;' >"$repo/mm/memory.c"
parent=$(commit 01 "mm: begin with an integer")
echo 'int b;' >"$repo/mm/memory.c"
bad=$(commit 02 "mm: make faultaround produce old ptes")
git -C "$repo" tag v4.7-rc2

# The sample's report, of a commit of this tree.
report=$scratch/report.eml
sed -e "s/5c0a85fad949212b3e059692deecdeed74ae7ec7/$bad/g" -e "s/5c0a85fad949212b3e059692de/${bad:0:26}/g" \
	-e "s/5c0a85fad9/${bad:0:10}/g" -e "s/4b50bcc7eda4d3cc9e3f2a0aa60e590fedf728c5/$parent/g" \
	-e "s/4b50bcc7eda4d3cc/${parent:0:16}/g" "$root/samples/mails/2016-unixbench-shell8.eml" >"$report"
id=$(sed -n 's/^Message-ID: <\(.*\)>$/\1/Ip' "$report" | tail -n 1)
export LKPDIGEST_STORE=$scratch/store.db
"$lkpdigest" ingest -q "$report"

clusters() { "$lkpdigest" list clusters --json "$@"; }
whose() { "$lkpdigest" show --json "$@" "c-${bad:0:12}" | json '$_->{subsystems}, $_->{tag}'; }
state() { clusters "$@" | json '$_->{state}'; }

is "it is that commit's" "$(clusters | json '$_->{id}')" "c-${bad:0:12}"
is "without a tree nothing is fixed" "$(state)" open
is "nor with one that holds no fix" "$(state --linux "$repo")" open
is "MAINTAINERS tells whose it is" \
	"$(whose --linux "$repo")" "MEMORY MANAGEMENT v4.7-rc2"
is "which nobody knows without" "$(whose)" "null null"
is "as a tree without that commit" "$(git init -q --bare "$scratch/empty.git"
	whose -q --linux "$scratch/empty.git")" "null null"

echo 'int a;' >"$repo/mm/memory.c"
fix=$(commit 20 "mm: make ptes young again

Fixes: ${bad:0:12} (\"mm: make faultaround produce old ptes\")
Closes: https://lore.kernel.org/oe-lkp/$id")
is "a fix in the tree is one" "$(state --linux "$repo")" fixed
like "and told with its commit" "$("$lkpdigest" show --linux "$repo" "c-${bad:0:12}")" "${fix:0:12}"

not_known() { "$lkpdigest" show --json "$@" "c-${bad:0:12}" | json '$_->{not_known}'; }
like "what is not known without one is said" "$(not_known)" 'without --linux: whether a fix is in mainline'
is "and with one nothing is" "$(not_known --linux "$repo")" null

# However it lies there.
git clone -q --bare "$repo" "$scratch/bare.git"
git clone -q --depth 1 "file://$repo" "$scratch/shallow"
git -C "$repo" worktree add -q "$scratch/linked" HEAD~1 2>/dev/null
is "a bare clone knows the same" "$(clusters --linux "$scratch/bare.git")" "$(clusters --linux "$repo")"
is "a linked work tree, too" "$(clusters --linux "$scratch/linked")" "$(clusters --linux "$repo")"
said=$(clusters --linux "$scratch/shallow" 2>&1 >"$scratch/list")
is "a shallow one knows the fix" "$(json '$_->{state}' <"$scratch/list")" fixed
like "and says what it lacks" "$said" 'tree-incomplete.*|it is a shallow clone'
is "which -q does not" "$(clusters -q --linux "$scratch/shallow" 2>&1 >/dev/null)" ""

# Nothing of it acts, and nothing is written.
ran=$scratch/ran
for setting in core.fsmonitor core.hooksPath core.pager core.sshCommand diff.external core.alternateRefsCommand; do
	git -C "$repo" config "$setting" "touch $ran; true"
done
git -C "$repo" config extensions.partialClone origin
git -C "$repo" config include.path /dev/zero
sums() { find "$repo" -type f -exec stat -c '%n %s %Y' {} + | sort; }
before=$(sums)
chmod -R a-w "$repo"
is "a hostile configuration changes nothing" "$(state --linux "$repo")" fixed
chmod -R u+w "$repo"
is "no program of its was run" "$(ls "$ran" 2>/dev/null)" ""
is "no file was written" "$(sums)" "$before"

exits 3 "what is no tree" clusters --linux "$scratch/home"
like "is named" "$(clusters --linux "$scratch/home" 2>&1)" "$scratch/home"
exits 2 "an empty name" clusters --linux ''
exits 2 "of other commands" "$lkpdigest" ingest --linux "$repo" "$report"
done_testing
