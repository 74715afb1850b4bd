#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The folders include only what the table of doc/design.md allows, each header compiles
# alone, SQL is spoken only in store/, and only cli/ prints or exits.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

# allowed FOLDER: the folders that it may include, as the table says, itself first
allowed() {
	awk -F' *[|] *' -v folder="$1" -v all="${folders[*]}" '
		$2 == "`" folder "/`" {
			gsub(/GLib only|,/, " ", $4)
			print folder, $4 == "all" ? all : $4
		}' doc/design.md
}

# without_comments FILE
without_comments() {
	perl -0777 -pe 's{/\*.*?\*/}{ my $c = $&; $c =~ tr/\n//cd; $c }gse; s{(?<![:"])//[^\n]*}{}g' "$1"
}

# search REGEX FILE...: file:line of each match outside comments
search() {
	local regex=$1 file
	shift
	for file; do
		without_comments "$file" | grep -nP "$regex" | sed "s|^|$file:|"
	done
}

mapfile -t folders < <(sed -n 's/^| `\([a-z]*\)\/` .*/\1/p' doc/design.md)
ok "the table of doc/design.md names folders" test "${#folders[@]}" -ge 7
is "and every folder with code is in it" \
	"$(git ls-files '*.c' '*.h' | sed -n 's|/.*||p' | sort -u |
		grep -vxFf <(printf '%s\n' tests bench "${folders[@]}"))" ""

for folder in "${folders[@]}"; do
	may=" $(allowed "$folder") "
	forbidden=$(
		for file in "$folder"/*.[ch] "$folder"/*.def; do
			[ -e "$file" ] || continue
			sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file" | while read -r included; do
				[[ $may == *" ${included%%/*} "* ]] || echo "$file: $included"
			done
		done
	)
	is "$folder/ includes only$may" "$forbidden" ""
done

# library HEADER-REGEX FOLDER-REGEX: the headers are included in those folders only
library() {
	is "<$1> only in $2/" "$(git grep -nE "^[ \t]*#[ \t]*include[ \t]*<($1)" -- '*.c' '*.h' |
		grep -vE "^($2|tests|bench)/")" ""
}
library 'sqlite3' 'store'
library 'gmime/' 'ingest|render'
library 'lzma|zstd|bzlib' 'ingest'
library 'archive' 'ingest|reproduce'
library 'zlib' 'git|ingest'
library 'git2' 'git|ingest|tree'
library 'yaml' 'parse|reproduce'
library 'gsl/' 'compare'
library 'pcre2' 'compare|tree'
library 'libxml/' 'ingest|render'
library 'jansson' 'render|cli'

mapfile -t outside_store < <(git ls-files '*.c' '*.h' | grep -vE '^(store|tests|bench)/')
is "SQL only in store/" "$(search \
	'"[^"]*\b(SELECT .* FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE (TABLE|INDEX|VIEW)|PRAGMA |sqlite_)' \
	"${outside_store[@]}")" ""

mapfile -t outside_cli < <(git ls-files '*.c' '*.h' | grep -vE '^(cli|tests|bench)/')
is "only cli/ prints" "$(search \
	'(?<![\w.>])(v?printf|puts|putchar|perror|g_print|g_printerr)\s*\(|(?<!")\b(stdout|stderr)\b' \
	"${outside_cli[@]}")" ""
is "only cli/ exits" "$(search '(?<![\w.>])(_?exit|abort|g_error|errx?)\s*\(' "${outside_cli[@]}")" ""

read -ra flags < <(pkg-config --cflags $(sed -n 's/^PACKAGES [:+]= //p' Makefile))

# compiles_alone HEADER: and a second time in the same file
compiles_alone() {
	printf '#include "%s"\n#include "%s"\n' "$1" "$1" |
		${CC:-cc} -std=gnu11 -I. "-I${BUILD:-build}" "${flags[@]}" -Wall -Werror -fsyntax-only -x c -
}
while read -r header; do
	ok "$header compiles alone" compiles_alone "$header"
done < <(git ls-files '*.h')

done_testing
