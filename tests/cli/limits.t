#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# doc/limits.md against the headers: every maximum with its true value, and what it names is there.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
manual=doc/limits.md

# cells N: that column of the tables below "## FOLDER/", behind the folder and the limit
cells() {
	awk -F ' *[|] *' -v column="$1" '/^## / { folder = substr($0, 4) }
		/^[|] `/ { gsub(/`/, "", $2); print folder, $2, $column }' "$manual"
}
folders=$(sed -n 's|^## \([a-z]*\)/$|\1|p' "$manual")
is "the folders that read what comes from strangers" "$(paste -sd ' ' <<<"$folders")" \
	"base parse ingest store compare cluster tree reproduce"

# "FOLDER/ NAME VALUE" of each maximum of a header, as the C compiler has it.
true_values() {
	for folder in $folders; do
		cat "$folder"/*.h | grep -oE '^#define [A-Z0-9_]+_(MAX|LIMIT)\b' |
			awk -v folder="$folder/" '{ print folder, $2 }'
	done >"$scratch/names"
	{
		echo '#include <stdio.h>'
		printf '#include "%s"\n' $(for folder in $folders; do
			grep -lE '^#define [A-Z0-9_]+_(MAX|LIMIT)\b' "$folder"/*.h
		done)
		echo 'int main(void) {'
		awk '{ printf "printf(\"%%s %%s %%.0f\\n\", \"%s\", \"%s\", (double)(%s));\n", $1, $2, $2 }' \
			"$scratch/names"
		echo 'return 0; }'
	} >"$scratch/values.c"
	${CC:-cc} -std=gnu11 -I. $(pkg-config --cflags glib-2.0 gmime-3.0 libgit2) -o "$scratch/values" \
		"$scratch/values.c" && "$scratch/values"
}
is "every maximum of a header, and its value" "$(cells 3 | tr -d , | sort)" "$(true_values | sort)"

for id in $(cells 5 | grep -oE '`[a-z-]+`' | tr -d '`' | sort -u); do
	ok "$id is a diagnostic" grep -qF "\"$id\"" base/diag.def
done

is "what is said to test a limit names it" "$(cells 6 | while read -r _ name test; do
	[ "$test" = - ] || grep -qw "$name" "tests/${test//\`/}" || echo "$name: $test"
done)" ""
is "a limit that a unit program names is said to be tested" "$(cells 6 | while read -r _ name test; do
	[ "$test" != - ] || grep -lw "$name" tests/unit/*.c | sed "s/^/$name: /"
done)" ""
done_testing
