#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Standard output that cannot be written, and text of strangers that must not be.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
export LKPDIGEST_STORE=$scratch/store.db
"$lkpdigest" ingest -q samples

to_full() { "$@" >/dev/full; }
to_closed() { "$@" >&-; }
id=$("$lkpdigest" list reports --json --testcase unixbench | json '$_->{message_id}')
for command in --help --version 'help list' 'list --help' 'list reports' 'list rows --json' 'list clusters' \
	"show $id" digest 'digest --format html' 'check --json' 'ingest samples --json'; do
	exits 3 "$command >/dev/full" to_full "$lkpdigest" $command
	exits 3 "$command >&-" to_closed "$lkpdigest" $command
done
exits 0 "nothing to print, nothing lost" to_closed "$lkpdigest" ingest -q samples
exits 0 "the store is sound" "$lkpdigest" check
"$lkpdigest" list rows | head -n 1 >"$scratch/head"
is "a reader that leaves: no complaint" "$("$lkpdigest" list rows --json 2>&1 >/dev/null | head -n 1)" ""
exits 0 "ingest with all descriptors closed" sh -c '"$0" ingest -q samples <&- >&- 2>&-' "$lkpdigest"
exits 0 "the store is sound" "$lkpdigest" check

# A mail with escapes and bidirectional controls wherever a mail can have text.
bad=$'\e]0;owned\a\x7f\e[31m\u202e\u2066\u009b2J\u200b'
mkdir "$scratch/evil"
spoil() { sed -e "s/^Subject: .*/&${bad}/" -e "s/unixbench\.score/unixbench.sc${bad}ore/g" \
	-e "s/lituya/litu${bad}ya/g" -e "s/(\"\(.*\)\")/(\"\1${bad}\")/" \
	-e "s/job\.yaml/job${bad}.yaml/" -e "s/^Message-I[dD]: </&evil/" \
	samples/mails/2016-unixbench-shell8.eml; }
spoil >"$scratch/evil/mail$bad.eml"
# One more with a From that is spoilt too; its address still tells the author.
spoil | sed -e "s/^From: [^<]*/&${bad}/" -e "s/^Message-I[dD]: </&more-/" >"$scratch/evil/more$bad.eml"
"$lkpdigest" ingest "$scratch/evil" -v --store "$scratch/evil.db" >"$scratch/said" 2>&1
# raw FILE: what may not reach a terminal
unsafe='[\x00-\x08\x0b-\x1f\x7f-\x9f\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{feff}]'
raw() { perl -CSD -ne 'print "$.: ", s/[^\x20-\x7e]/?/gr, "\n" if /'"$unsafe"'/' "$@"; }
is "the mails are stored" "$("$lkpdigest" list messages --json --store "$scratch/evil.db" | wc -l)" 2
is "both are reports" "$("$lkpdigest" list reports --json --store "$scratch/evil.db" | wc -l)" 2
is "ingest -v says nothing raw" "$(raw "$scratch/said")" ""
evil=$("$lkpdigest" list reports --json --store "$scratch/evil.db" | json '$_->{message_id}' |
	head -n 1)
for command in 'list reports' 'list messages' 'list tables' 'list rows' 'list clusters' 'list commits' 'list jobs' \
	'list sources' 'list diagnostics' "show $evil" digest; do
	for form in '' --json; do
		"$lkpdigest" $command $form --store "$scratch/evil.db" >"$scratch/out" 2>&1
		is "$command $form prints nothing raw" "$(raw "$scratch/out")" ""
	done
done
ok "it is shown" grep -qF '\x1B[31m\u{202E}' <("$lkpdigest" show "$evil" --store "$scratch/evil.db")
like "names of files are shown" "$("$lkpdigest" ingest "$scratch/no$bad" 2>&1)" 'no\\x1B'
is "and not raw" "$("$lkpdigest" ingest "$scratch/no$bad" 2>&1 | raw)" ""
if script --version >/dev/null 2>&1; then
	(cd "$scratch" && script -qec "'$lkpdigest' report -q evil -o 'out$bad'" /dev/null </dev/null) |
		tr -d '\r' >"$scratch/typescript"
	is "nor names of files that were written, on a terminal" "$(raw "$scratch/typescript")" ""
	ok "which are told" grep -q 'out.*digest.txt' "$scratch/typescript"
else
	skip "nor names of files that were written" "no script(1) to make a terminal"
fi
is "nor in usage errors" "$("$lkpdigest" list "x$bad" 2>&1 | raw)" ""
is "nor in unknown options" "$("$lkpdigest" list "--x$bad" 2>&1 | raw)" ""

done_testing
