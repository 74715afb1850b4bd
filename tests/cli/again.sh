# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of reading again have in common; sourced behind tap.sh, in the tree's top.
. tests/cli/dump.sh

store=$scratch/store.db
adds_up='$d = $_->{documents}; sub all { my $n = 0; $n += $_ for values %{$_[0]}; $n }
	$d->{seen} == $d->{stored} + $d->{duplicate} + all($d->{skipped}) + all($d->{failed}) ? "yes" : "no"'

# read_in [OPTION] SOURCE...: into the store; its summary is $summary
read_in() { summary=$("$lkpdigest" ingest -q --json --store "$store" "$@"); }

# documents: seen, stored, duplicate, read before
documents() { json '$d = $_->{documents}; @$d{qw(seen stored duplicate)}, $d->{skipped}{"read-before"} // 0' \
	<<<"$summary"; }

# like_new NAME SOURCE...: the store is sound, and as one that reads the sources for the first time
like_new() {
	local name=$1
	shift
	rm -f "$scratch"/new.db*
	"$lkpdigest" ingest -q --store "$scratch/new.db" "$@"
	exits 0 "$name: sound" "$lkpdigest" check --store "$store"
	is "$name: counts add up" "$(json "$adds_up" <<<"$summary")" yes
	is "$name: as if read for the first time" "$(dump "$store")" "$(dump "$scratch/new.db")"
}
