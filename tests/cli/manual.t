#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# lkpdigest(1) against the program: commands, options, diagnostics, examples.
. "$(dirname "$0")/tap.sh"
root=$(cd "$(dirname "$0")/../.." && pwd)
manual=$root/doc/lkpdigest.1

# section NAME: its lines
section() { sed -n "/^\.Sh $1\$/,/^\.Sh /{/^\.Sh /d;p}" "$manual"; }

# SYNOPSIS as usage lines: a command a line, macros off.
synopsis() {
	section SYNOPSIS |
		sed -E 's/^\.Nm$/\n/; s/^\.Op Ar (.*)$/[\1]/; s/^\.Fl Fl /--/; s/^\.Fl (.) Ar /-\1 /; s/^\.(Cm|Ar) //' |
		awk 'BEGIN { RS = ""; FS = "\n" } { $1 = $1; print "lkpdigest " $0 }' | sed 's/  */ /g'
}
usage() { "$lkpdigest" "$1" --help | sed -n '2s/^  //p' | sed 's/ \[OPTION[^]]*\]/ [option ...]/; s/ *$//'; }

commands='ingest list show digest report weekly compare reproduce plot forget prune check'
for command in $commands; do
	is "SYNOPSIS and usage of $command" "$(synopsis | grep "^lkpdigest $command ")" "$(usage $command)"
	for option in $("$lkpdigest" $command --help | grep -oP '^  (-., )?--\K[a-z-]+'); do
		ok "--$option of $command is in OPTIONS" \
			grep -qE "^\.It Fl (. , Fl )?Fl $option( |\$)" <(section OPTIONS)
	done
done

said=$(for command in $commands; do "$lkpdigest" $command --help; done)
for option in $(section OPTIONS | grep -oP '^\.It .*Fl Fl \K[a-z-]+'); do
	like "--$option of OPTIONS is some command's" "$said" "--$option[= ]?"
done

is "DIAGNOSTICS has every id with its level and meaning" \
	"$(section DIAGNOSTICS |
		sed -n '/^\.It Cm /{N;s/^\.It Cm \([a-z-]*\) Pq \([a-z]*\)\n\(.*\)\.$/\1 \2 \L\3/p}')" \
	"$(sed -nE 's/^DIAG\([A-Z_]*, "([^"]*)", ([A-Z]*), "(.*)"\)$/\1 \L\2 \3/p' "$root/base/diag.def" |
		sed 's/.*/\L&/' | sort)"

is "EVENTS has every kind with its meaning" \
	"$(section EVENTS | sed -n '/^\.It Cm /{N;s/^\.It Cm \([a-z-]*\)\n\(.*\)\.$/\1 \L\2/p}')" \
	"$(sed -nE 's/^EVENT\([A-Z_]*, "([^"]*)", "(.*)"\)$/\1 \L\2/p' "$root/parse/event.def" | LC_ALL=C sort)"

is "STATES has every state and every flag" \
	"$(section STATES | sed -n 's/^\.It Cm //p')" \
	"$(sed -n '/state_names\[\] = /,/};/p; /state_flag_name/,/};/p' "$root/base/terms.c" | grep -oP '"\K[a-z-]+')"
is "OVERRIDES has every decision" "$(section OVERRIDES | sed -nE 's/^\.It Cm ([a-z]+) .*/\1/p')" \
	"$(sed -nE 's/.*\[DECISION_[A-Z]+\] = \{"([a-z]+)".*/\1/p' "$root/cluster/decisions.c")"

# What can be listed is said in three places.
listed() { tr -cs 'a-z' '\n' | LC_ALL=C sort | paste -sd' '; }
lists=$("$lkpdigest" list frobnications 2>&1 | sed -n "s/.*; there are \(.*\) and /\1 /p" | listed)
like "there is something to list" "$lists" 'reports'
is "list --help names it all" \
	"$("$lkpdigest" list --help | sed -n '/^WHAT is one of: /,$p' | sed 's/.*of: //' | listed)" "$lists"
is "so does the manual" \
	"$(section DESCRIPTION |
		sed -n '/^\.It Cm list /,/^\.It Cm show /{/^\.It/d;s/^\.Cm //p}' | listed)" \
	"$lists"

for status in 0 1 2 3; do
	ok "EXIT STATUS has $status" grep -qx "\.It $status" <(section 'EXIT STATUS')
done

# EXAMPLES, each as it stands, in a folder that has the samples.
ln -s "$root/samples" "$scratch/samples"
cd "$scratch" || exit 1
mapfile -t examples < <(section EXAMPLES | sed -nE 's/^\.Dl (lkpdigest)/\1/p; /^\.Bd/,/^\.Ed/{/^lkpdigest/p}')
lkpdigest() { "$lkpdigest" "$@"; }
for example in "${examples[@]}"; do
	case $example in
	*--fail-on*) wanted=1 ;;
	*) wanted=0 ;;
	esac
	exits $wanted "example: $example" eval "$example"
done
ok "there are examples" test ${#examples[@]} -gt 4
ok "the page of the first is there" test -s digest/index.html

done_testing
