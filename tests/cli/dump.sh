# SPDX-License-Identifier: GPL-3.0-or-later
# What a store holds, so that two may be compared; sourced, not run.
#
#   dump STORE     every table, one row a line, in an order and in words that do not depend on
#                  how the store came about
#
# The numbers that name rows differ from store to store, so what they name stands for them: of
# a message its Message-ID, of a table its place, of a path and a stat the text.  When a file
# was changed and how often it was read is no content; names and paths that nothing speaks of
# are none either, nor is which digests were made.  Of dismissed mails each is a line, however
# they are packed.

# Columns that are no content, TABLE.COLUMN.
dump_left_out=' messages.id sightings.id diagnostics.id tables.id paths.id stats.id sightings.reading
	reproductions.id runs.id run_sightings.reading diagnostics.reading positions.reading positions.begun positions.changed '

# dump_column TABLE COLUMN: SQL for what it says
dump_column() {
	local table="(SELECT m.message_id || '#' || t.part || ':' || t.line || ':' || t.nr FROM tables t
		JOIN messages m ON m.id = t.message WHERE t.id = $1.$2)"
	case $2 in
	message) echo "(SELECT m.message_id FROM messages m WHERE m.id = $1.$2)" ;;
	reproduction) echo "(SELECT p.message_id || ' ' || p.base_root FROM reproductions p WHERE p.id = $1.$2)" ;;
	run) echo "(SELECT r.root || '/' || r.number || ' ' || r.started FROM runs r WHERE r.id = $1.$2)" ;;
	path_id) echo "(SELECT p.path FROM paths p WHERE p.id = $1.$2)" ;;
	stat) echo "(SELECT s.name FROM stats s WHERE s.id = $1.$2)" ;;
	table_id | copy_of | main_table) echo "$table" ;;
	*) echo "$1.$2" ;;
	esac
}

dump() {
	local table column columns sql
	sql=$(sqlite3 -readonly "$1" "SELECT name FROM sqlite_schema WHERE type = 'table'
		AND name NOT IN ('paths', 'stats', 'dismissed', 'prints', 'print_parts', 'digests') ORDER BY name" | while read -r table; do
		columns=
		while read -r column; do
			[[ $dump_left_out =~ [[:space:]]$table\.$column[[:space:]] ]] && continue
			columns+=" || ' $column=' || quote($(dump_column "$table" "$column"))"
		done < <(sqlite3 -readonly "$1" "SELECT name FROM pragma_table_info('$table')")
		echo "SELECT '$table'$columns FROM $table ORDER BY 1;"
	done)
	sqlite3 -readonly -bail "$1" "$sql"
	sqlite3 -readonly "$1" 'SELECT hex(records) FROM dismissed' | dump_dismissed | LC_ALL=C sort
}

# The mails of packs in hexadecimal digits, whose form is in store/dismissed_record.h.
dump_dismissed() {
	perl -ne 'chomp; $rest = pack "H*", $_; $path = "";
		while (length $rest) {
			if ($rest =~ s/^\xff//) { ($path, $rest) = unpack "v/a a*", $rest; next }
			$head = ord $rest;
			$parents = $head & 0x3f;
			$length = 9 + ($head & 0x40 ? 20 : 8) + 8 * ($parents == 63 ? 1 : $parents);
			print "dismissed $path ", unpack("H*", substr $rest, 0, $length, ""), "\n";
		}'
}
