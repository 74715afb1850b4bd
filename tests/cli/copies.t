#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tables that mails quote from one another, rows that they cite, and texts that were put right.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
report=$PWD/samples/mails/2016-unixbench-shell8.eml
mails=$scratch/mails
mkdir "$mails"
body=$scratch/body
sed -n '/^FYI/,/^--=/p' "$report" | sed '$d' >"$body"

# mail NAME DAY BODY: a person's reply with that body
mail() { printf '%s\n' "From: Subsystem Maintainer <maintainer@example.org>" \
	"Date: $2 Jun 2016 10:00:00 +0000" "Message-ID: <$1@example.org>" \
	"Subject: Re: [lkp] [mm]  5c0a85fad9:  unixbench.score -6.3% regression" \
	"Content-Type: text/plain; charset=utf-8" "" "$3" >"$mails/$1.eml"; }
list() { "$lkpdigest" list "$@" --json --store "$scratch/$store.db"; }

mail whole 8 "$(sed 's/^/> /' "$body")"
mail marks 9 "$(sed 's/±/A+-/; s/^/>> /' "$body")"
mail partial 10 "$(sed '/cpuidle.C1/,$d; s/^/> > > /' "$body")"
mail headless 10 "The monitors fell too:

$(sed -n '/%stddev/,/minor_page_faults/p' "$body" | sed 's/^/> /')"
mail forwarded 11 "----- Original Message -----
$(cat "$body")"
mail prose 12 "The interrupts tell it all:

> >     8976 .  0%      -2.5%       8754 .  0%  vmstat.system.in

and nothing else does, not even this one of another table:

      1 ±  5%    -50.0%       0.50 ±  7%  nowhere.at.all"

originals() { list tables | json '$_->{message_id}, $_->{copy_of} // "-"' | sort; }
store=all
"$lkpdigest" ingest -q "$report" "$mails" --store "$scratch/all.db" --json >"$scratch/summary"
original=$(list tables --message 201606061027.5c0a85fa-lkp@example.org | json '$_->{id}')
is "five copies, one of them without heads, and their original" "$(originals)" "$(sort <<END
201606061027.5c0a85fa-lkp@example.org -
forwarded@example.org $original
headless@example.org $original
marks@example.org $original
partial@example.org $original
whole@example.org $original
END
)"
is "copies are counted apart" "$(json '@$_{qw(tables copies citations)}' <"$scratch/summary")" "1 5 2"
exits 0 "the store is sound" "$lkpdigest" check --store "$scratch/all.db"
quoted=$(list tables --message whole@example.org | json '$_->{id}')
like "a table for people names its original" "$("$lkpdigest" show --store "$scratch/all.db" "$quoted")" \
	"Copy of +$original"

cited=$(list citations --message prose@example.org)
is "two rows are cited" "$(json '@$_{qw(stat depth)}, $_->{table} // "-", $_->{table_line} ? 1 : 0' <<<"$cited")" \
	"vmstat.system.in 2 $original 1
nowhere.at.all 0 - 0"
is "as they were printed" "$(json '$_->{text}' <<<"$cited" | head -1)" \
	"8976 .  0%      -2.5%       8754 .  0%  vmstat.system.in"
is "with what was put right" "$(json '"@{$_->{repairs}}"' <<<"$cited" | head -1)" mark
is "keys of citations" "$(head -1 <<<"$cited" | grep -o '"[a-z_]*":' | tr -d '":' | xargs)" \
	"message_id line depth kind stat text repairs table table_line"
like "show a message with citations" "$("$lkpdigest" show --store "$scratch/all.db" prose@example.org)" \
	"It cites:"
is "a line of heads and one a citation" \
	"$("$lkpdigest" list citations --store "$scratch/all.db" | wc -l)" 3
shown=$("$lkpdigest" show --json --store "$scratch/all.db" "${original%%#*}")
is "show: the copies of its tables" "$(json '@{$_->{copies}} . ""' <<<"$shown")" 5
is "and rows that others cite" "$(json 'map { "$_->{message_id} $_->{stat}" } @{$_->{cited}}' <<<"$shown")" \
	"prose@example.org vmstat.system.in"
like "for people, too" "$("$lkpdigest" show --store "$scratch/all.db" "${original%%#*}")" \
	"Others cite of its tables:"
is "repairs of a table" "$(list tables --message marks@example.org | json '"@{$_->{repairs}}"')" mark
is "and none" "$(list tables --message whole@example.org | json 'scalar @{$_->{repairs}}')" 0
is "repairs of rows" \
	"$(list rows --message marks@example.org | json '"@{$_->{repairs}}"' | sort -u | xargs)" mark

# Another order, in pieces; and the original gone.
store=pieces
for file in "$mails"/{headless,partial,prose,whole,forwarded,marks}.eml; do
	"$lkpdigest" ingest -q "$file" --store "$scratch/pieces.db"
done
without=$(originals)
"$lkpdigest" ingest -q "$report" --store "$scratch/pieces.db"
everything() { for what in tables rows citations; do list $what; done; }
ok "the order does not matter" cmp <(everything) <(store=all everything)
"$lkpdigest" forget -q "$report" --store "$scratch/pieces.db"
is "without the report the forwarded one is the original" "$(originals | grep -c "forwarded@example.org#")" 4
is "as if it had never been there" "$(originals)" "$without"
exits 0 "the store is sound" "$lkpdigest" check --store "$scratch/pieces.db"

done_testing
