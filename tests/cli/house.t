#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What every file of the tree keeps to.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

mapfile -t c_files < <(git ls-files '*.c' '*.h' '*.def')
mapfile -t runnable < <(git ls-files scripts samples/mailbox bench .ci/run debian/rules tests/run-test \
	tests/fuzz/run tests/browser/run contrib/completion/lkpdigest '*.t' ':!*.[ch]' ':!*.md')
scripts=("${runnable[@]}" Makefile tests/cli/tap.sh)
foreign='^(samples/(mails|archive|maildir)|tests/cases/|tests/fuzz/.*corpus)|\.(gz|png|svg)$|^LICENSE$'
mapfile -t written < <(git ls-files | grep -vE "$foreign")

is "code and scripts name their licence" "$(grep -L 'SPDX-License-Identifier: GPL-3.0-or-later' \
	"${c_files[@]}" "${scripts[@]}" $(git ls-files '*.sql' 'doc/*.[1-9]'))" ""

# Unbounded, locale-bound, stateful between threads (errno of a locale made by another
# included), or a way to a shell.
banned='strcpy|strcat|sprintf|vsprintf|strncpy|strncat|strtok|gets|scanf|sscanf|atoi|atol|atof|strtod'
banned+='|system|popen|g_spawn_command_line_(a)?sync|g_shell_parse_argv|gmtime|localtime|ctime|asctime'
banned+='|g_ascii_string_to_(un)?signed'
banned+='|tmpnam|mktemp|alloca|setlocale|rand|srand'
is "no banned function is called" "$(grep -nP "(?<![\w.>])($banned)\s*\(" "${c_files[@]}" |
	grep -vP '^[^:]*:\d+:\s*(/?\*|//)')" ""

machine_path='(^|[^[:alnum:]_.])/(work|home|root|Users|mnt)/'
is "no path of one machine" \
	"$(grep -nIE "$machine_path" "${written[@]}" | grep -v '^tests/cli/house.t:')" ""

# wider COLUMNS FILE...: the lines that are
wider() {
	local columns=$1 file
	shift
	for file; do
		expand -t 8 "$file" | perl -CSD -lne "print '$file:', \$. if length > $columns"
	done
}
is "C is at most 100 columns wide" "$(wider 100 $(git ls-files '*.c' '*.h'))" ""
is "scripts are at most 120 columns wide" "$(wider 120 "${scripts[@]}")" ""

is "files end in a newline" "$(for file in "${written[@]}"; do
	[ ! -s "$file" ] || [ -z "$(tail -c 1 "$file")" ] || echo "$file"
done)" ""

is "no blanks at line ends" "$(grep -nI '[[:blank:]]$' "${c_files[@]}" "${scripts[@]}")" ""

is "scripts with an interpreter line are executable, and only they" "$(for file in "${scripts[@]}"; do
	[ "$file" = Makefile ] && continue
	if [ "$(head -c 2 "$file")" = '#!' ]; then wanted=100755; else wanted=100644; fi
	[ "$(git ls-files -s "$file" | cut -d ' ' -f 1)" = $wanted ] || echo "$file"
done)" ""

for file in "${runnable[@]}"; do
	case $(head -n 1 "$file") in
	'#!/usr/bin/make '*) ok "$file parses" make -n -f "$file" debian/none ;;
	'#!/bin/sh') ok "$file parses" sh -n "$file" ;;
	*) ok "$file parses" bash -n "$file" ;;
	esac
done

run_by_check=$(make -n check VARIANT="${VARIANT:-release}" 2>&1)
is "make check runs every test" "$(for file in $(git ls-files 'tests/cli/*.t' 'tests/unit/*.c'); do
	[[ $run_by_check == *"${file%.c}"* ]] || echo "$file"
done)" ""

kinds=$(git ls-files tests/cases | cut -d / -f 3 | sort -u)
is "every kind of case is read by a test" "$(for kind in $kinds; do
	grep -qr --include='*.[ct]' "cases/$kind" tests || echo "tests/cases/$kind"
done)" ""

# The two commands: the first line of the block behind the line that ends in the word.
command_behind() {
	awk -v word="$1" '
		/^```/ { if (want && !open) { open = 1; next } open = 0; next }
		open && want { print; want = 0; next }
		open && said { print "a second line: " $0 }
		!open && $0 ~ word ":[ \t]*$" { want = 1 }' README.md
}
for word in run test; do
	is "README has one line that ends in \"$word:\"" "$(grep -cE "$word:[[:blank:]]*$" README.md)" 1
	command=$(command_behind "$word")
	is "and one command behind it, alone in its block" "$(wc -l <<<"$command")" 1
	like "without a prompt" "$command" '^[^$#> ]'
done
is "what README points at is there" \
	"$(grep -oP '\]\(\K[^):#]+(?=\))' README.md | while read -r file; do
		[ -e "$file" ] || echo "$file"
	done)" ""

done_testing
