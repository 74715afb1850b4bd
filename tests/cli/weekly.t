#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The configuration file, and what `weekly` does with it.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1

config=$scratch/lkpdigest.conf
# configure LINE...
configure() { printf '%s\n' "$@" >"$config"; }
# The Monday behind 2016-W23.
export SOURCE_DATE_EPOCH=1465790400
mkdir "$scratch/mails" && cp samples/mails/*.eml "$scratch/mails"
sound=('[lkpdigest]' 'store = store.db' 'sources = mails' '[output]' 'directory = out' 'forms = html;text;json;mail'
	'[mail]' 'from = Digest <digest@example.org>' 'to = maintainer@example.org')
weekly() { "$lkpdigest" weekly --config "$config" "$@"; }

configure "${sound[@]}"
is "all went well: not a word" "$(weekly 2>&1 && echo done)" done
is "the files of last week" "$(cd "$scratch/out" && ls)" "$(printf 'lkp-digest-2016-W23.%s\n' eml html json txt)"
like "the text" "$(<"$scratch/out/lkp-digest-2016-W23.txt")" '2016-W23: 1 '
like "the mail" "$(<"$scratch/out/lkp-digest-2016-W23.eml")" '^From: Digest <digest@example\.org>'
ok "the store lies beside the configuration" test -s "$scratch/store.db"
is "and has the mails" "$("$lkpdigest" list messages --json --config "$config" | wc -l)" \
	"$("$lkpdigest" list messages --json --store "$scratch/store.db" | wc -l)"

before=$(cat "$scratch"/out/*)
is "once more: the same" "$(weekly 2>&1; cat "$scratch"/out/*)" "$before"
is "a week of one's own" "$(weekly --week 2016-W22 -v 2>/dev/null)" \
	"$(printf "$scratch/out/lkp-digest-2016-W22.%s\n" html txt json eml)"
SOURCE_DATE_EPOCH=1466395200 weekly
is "the next week answers this one" \
	"$(sed -n 's/^In-Reply-To: //p' "$scratch/out/lkp-digest-2016-W24.eml")" \
	"$(sed -n 's/^Message-Id: //Ip' "$scratch/out/lkp-digest-2016-W23.eml")"
is "--json says what was written" "$(weekly --json | json '@{$_->{files}}, $_->{ingest}{documents}{stored}')" \
	"$(printf "$scratch/out/lkp-digest-2016-W23.%s " html txt json eml)0"
is "what was written is no source" "$(weekly --json | json '$_->{ingest}{documents}{seen}')" \
	"$(cat samples/mails/*.eml | grep -c '^Message-ID: ' -i)"

configure "${sound[@]}" '[filter]' 'subsystem = none-such'
weekly
like "a filter" "$(<"$scratch/out/lkp-digest-2016-W23.txt")" 'subsystem=none-such: nothing new'
list=$("$lkpdigest" list reports --json --store "$scratch/store.db" --week 2016-W23 | json '$_->{list}' | head -n 1)
configure "${sound[@]}" '[filter]' "list = ${list^^}"
weekly
like "a list, as with --list, however it is written" "$(<"$scratch/out/lkp-digest-2016-W23.txt")" "list=$list: 1 new"
configure "${sound[@]/forms = */forms = text;text;json}"
is "a form that is named twice" "$(weekly -v 2>/dev/null)" \
	"$(printf "$scratch/out/lkp-digest-2016-W23.%s\n" txt json)"
configure "${sound[@]/forms = */forms = csv;markdown;text}"
weekly --week 2016-W20
is "of csv a file for each table" "$(cd "$scratch/out" && ls | grep W20 | paste -sd ' ')" \
	"$(printf 'lkp-digest-2016-W20%s ' -{claims,clusters,events,ledger,rows}.csv .md .txt | sed 's/ $//')"
rm "$scratch"/out/*W20*
configure "${sound[@]/forms = */forms = text}" && sed -i 's/^forms.*/&\nname = latest/' "$config"
weekly
ok "a name of one's own" test -s "$scratch/out/latest.txt"

# ---- what goes wrong is told, and the exit status says it

configure "${sound[@]/sources = mails/sources = mails;none.mbox}"
exits 1 "a source that is not there" weekly
like "is told" "$(weekly 2>&1)" 'none\.mbox'
rm "$scratch"/out/*
weekly 2>/dev/null
ok "and the digest is written nevertheless" test -s "$scratch/out/lkp-digest-2016-W23.html"
configure "${sound[@]}"
exits 1 "--fail-on" weekly --fail-on new-regression
cp -r tests/cases/digest/weeks/mails "$scratch/weeks"
configure "${sound[@]/sources = mails/sources = weeks}" '[filter]' 'subsystem = xfs'
exits 1 "what stood at the end of its week" weekly --week 2025-W31 --fail-on regression
exits 0 "and is taken back by that of the next" weekly --week 2025-W32 --fail-on regression
ln -s nowhere "$scratch/out/lkp-digest-2016-W22.html"
exits 3 "what is in the way" weekly --week 2016-W22
is "nothing else was written" "$(cd "$scratch/out" && ls -A | grep W22)" lkp-digest-2016-W22.html

exits 2 "no configuration" "$lkpdigest" weekly
exits 2 "a configuration that is not there" "$lkpdigest" weekly --config "$scratch/none.conf"
# refuses NAME LINE...: as configured so
refuses() {
	local name=$1
	shift
	configure "$@"
	exits 2 "$name" weekly
	like "$name: says where" "$(weekly 2>&1)" "lkpdigest\.conf|--from|--to"
}
refuses "a key that is none" "${sound[@]}" 'too = a@example.org'
refuses "a group that is none" "${sound[@]}" '[mial]'
refuses "a key twice" "${sound[@]}" 'to = a@example.org'
refuses "no key at all" 'sources'
refuses "no sources" '[output]' 'directory = out'
refuses "no directory" '[lkpdigest]' 'sources = mails'
refuses "sources that name nothing" '[lkpdigest]' 'sources = mails;;' '[output]' 'directory = out'
refuses "a form that is none" "${sound[@]/forms = */forms = tex}"
refuses "a kind that is none" "${sound[@]}" '[filter]' 'kind = bugs'
refuses "a commit of few digits" "${sound[@]}" '[filter]' 'commit = 5c0a85'
refuses "a name with a folder" "${sound[@]/forms = */name = ..\/x}"
refuses "a mail to nobody" "${sound[@]/to = */}"
refuses "a field of one's own" "${sound[@]/to = */to = a@example.org\\nBcc: b@example.org}"

# ---- one at a time

configure "${sound[@]}"
exec 9<"$config"
flock -n 9
exits 3 "another one runs" weekly
like "which is said" "$(weekly 2>&1)" 'another run of it is under way'
exec 9<&-
# Killed while it reads from a pipe: its lock is gone with it.
mkfifo "$scratch/pipe"
configure "${sound[@]/sources = mails/sources = pipe}"
"$lkpdigest" weekly --config "$config" 2>/dev/null &
slow=$!
exec 8<>"$scratch/pipe"
for ((i = 0; i < 200; i++)); do flock -n "$config" true || break; sleep .05; done
exits 3 "while it reads" weekly
kill -KILL $slow
{ wait $slow; } 2>/dev/null
exec 8>&-
configure "${sound[@]}"
is "a killed one blocks nobody" "$(weekly 2>&1 && echo done)" done

# ---- what other commands take of it

mkdir -p "$scratch/config/lkpdigest" && cp "$config" "$scratch/config/lkpdigest"
export XDG_CONFIG_HOME=$scratch/config
sed -i "s|^store = .*|store = $scratch/store.db|" "$scratch/config/lkpdigest/lkpdigest.conf"
ok "the usual file, unnamed" "$lkpdigest" check -q
like "gives a mail its header" "$("$lkpdigest" digest --week 2016-W23 --format mail)" 'To: maintainer@example\.org'
like "which options outdo" \
	"$("$lkpdigest" digest --week 2016-W23 --format mail --to a@example.org)" 'To: a@example\.org'
exits 3 "an option outdoes the store" "$lkpdigest" check --store "$scratch/none.db"
LKPDIGEST_STORE=$scratch/none.db exits 3 "so does the environment" "$lkpdigest" check
ok "report has a store of its own" "$lkpdigest" report -q samples/mails -o "$scratch/report"

done_testing
