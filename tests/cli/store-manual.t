#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# lkpdigest-store(5) against a store: every table and column, and every example query.
. "$(dirname "$0")/tap.sh"
cd "$(dirname "$0")/../.." || exit 1
manual=doc/lkpdigest-store.5
store=$scratch/store.db
"$lkpdigest" ingest -q samples tests/cases/compare/two-commits/result --store "$store"
sql() { sqlite3 -readonly -bail "$store" "$1"; }

ok "the manual is sound mdoc" mandoc -T lint -W warning "$manual"

# "table.column" of each list below a .Ss, as the manual has them and as the store has them.
is "the manual has every table, view and column, in their order" \
	"$(awk '/^\.Sh EXAMPLES/ { exit } /^\.Ss / { table = $2 } /^\.It Va / { print table "." $3 }' "$manual" |
		sort -s -t. -k1,1)" \
	"$(sql "SELECT o.name || '.' || c.name FROM sqlite_schema o, pragma_table_info(o.name) c
		WHERE o.type IN ('table', 'view') ORDER BY o.name, c.cid")"
is "and says something of each" "$(awk 'item && /^\.(It|El)/ { print item }
	{ item = /^\.It Va / ? $3 : "" }' "$manual")" ""

number() { sql "PRAGMA $1"; }
like "application_id is said" "$(<"$manual")" "is $(number application_id)"$'\n'
like "user_version is said" "$(<"$manual")" "which is $(number user_version)\\."

awk '/^\.Sh / { on = /EXAMPLES/ } on && /^\.Bd/ { n++; open = 1; next } /^\.Ed/ { open = 0 }
	on && open { print > (dir "/" n ".sql") }' dir="$scratch" "$manual"
ok "there are examples" test -s "$scratch/6.sql"
for query in "$scratch"/*.sql; do
	name=$(basename "$query" .sql)
	ok "example $name runs" sqlite3 -readonly -bail "$store" ".read $query"
	like "example $name finds something" "$(sql ".read $query")" '.'
done

# The first example holds what the samples say: 14321 -6.3% 13425.
like "the history has the unixbench report" "$(sql ".read $scratch/1.sql")" \
	'2016-06-06\|5c0a85fad949212b3e059692deecdeed74ae7ec7\|14321\.0\|13425\.0\|-6\.3'

# SQL reads out of a table's text what the program reads.  An infinite number is no JSON.
say='sub said { my $t = shift // "-"; $t =~ /^-?[0-9][0-9.e+-]*$/ ? 0 + sprintf "%.15g", $t : $t }
	sub say { print join("|", map { said($_) } @_), "\n" }'
"$lkpdigest" list rows --json --store "$store" | perl -MJSON::PP -CO -ne "$say"'
	my $r = decode_json $_;
	for my $col (0 .. $#{$r->{cells}}) {
		my ($c, $d) = ($r->{cells}[$col], $col ? $r->{changes}[$col - 1] : {});
		say @$r{qw(table line kind stat consistency)}, $col,
			@$c{qw(text mean mean_low mean_high stddev fails runs)}, @$d{qw(text value unit)};
	}' >"$scratch/listed"
sqlite3 -readonly -bail -separator '|' -nullvalue - "$store" "SELECT table_name, line, kind, stat,
	CASE consistent WHEN 1 THEN 'consistent' WHEN 0 THEN 'inconsistent' ELSE 'not-checkable' END,
	col, text, mean, mean_low, mean_high, stddev, fails, runs, change_text,
	CASE WHEN abs(change) < 1e308 THEN change END, change_unit FROM readings" |
	perl -ne "$say"'chomp; say split /\|/' >"$scratch/selected"
ok "there are rows" test -s "$scratch/listed"
is "views have the numbers that list rows has" "$(sort "$scratch/selected")" "$(sort "$scratch/listed")"

done_testing
