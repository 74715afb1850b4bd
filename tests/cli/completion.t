#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What completion offers is what the program knows.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
. contrib/completion/lkpdigest
compopt() { :; } # is for readline alone

# offered WORD...: what is offered for the last one
offered() {
	COMP_WORDS=("$lkpdigest" "$@")
	COMP_CWORD=$#
	_lkpdigest "$lkpdigest" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	printf '%s\n' "${COMPREPLY[@]}"
}

commands=$("$lkpdigest" --help | sed '1,/^Commands:/d; /^$/,$d' | awk '{ print $1 }')
is "the commands" "$(offered '' | grep -v -e --)" "$commands"
is "those that begin so" "$(offered re)" "$(printf 'report\nreproduce')"
is "help of one" "$(offered help '')" "$commands"

for command in $commands; do
	[ "$command" != help ] || continue
	options=$(offered "$command" --)
	is "$command: the options of its help" "$(sed 's/=$//' <<<"$options" | sort)" \
		"$("$lkpdigest" help "$command" | grep -oE '^  (-., |    )?--[a-z-]+' | grep -oE -e '--.*' | sort)"
	# One that is not known would be the one that is complained of.
	is "$command: which it takes" "$(for option in ${options//=/=1}; do
		"$lkpdigest" "$command" "$option" --frobnicate 2>&1 | grep -F -e "nknown option $option"
	done)" ""
done

for what in $(offered list ''); do
	is "list $what is a list" "$("$lkpdigest" list "$what" --store "$scratch/none.db" 2>&1 |
		grep 'there are no')" ""
done

# takes COMMAND OPTION [OPERAND...]: all values that are offered for it, by either way of writing
takes() {
	local command=$1 option=$2 values
	shift 2
	values=$(offered "$command" "$option" '')
	is "$command $option=" "$(offered "$command" "$option" = '')" "$values"
	is "$command $option takes them" "$(for value in $values; do
		"$lkpdigest" "$command" "$@" "$option" "$value" --store "$scratch/none.db" 2>&1
	done | grep -E -e "^lkpdigest: ($command: )?$option .*: (a|is) ")" ""
	like "$command $option has some" "$values" '[a-z].*[a-z]'
}
takes digest --format
takes digest --table --format csv
takes digest --fail-on
takes list --kind reports
takes plot --kind stat
takes plot --format stat
takes plot --from stat
takes compare --format

mkdir "$scratch/here" && touch "$scratch/here/a.mbox" && mkdir "$scratch/here/b"
is "files" "$(cd "$scratch/here" && offered ingest '' | sort)" "$(printf 'a.mbox\nb')"
is "directories" "$(cd "$scratch/here" && offered report --output '')" b

if command -v zsh >/dev/null; then
	ok "zsh understands its own" zsh -n contrib/completion/_lkpdigest
else
	skip "zsh understands its own" "no zsh"
fi
done_testing
