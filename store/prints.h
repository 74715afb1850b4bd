/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which tables have a row with a certain print (print.h).
 *
 * A table's prints are kept beside its rows: 8 bytes each, the highest first, in the order
 * of the rows.  An index of all of them would be written to at a place of its own for each
 * row, a third of the time of writing.  So tables are indexed by the hundred, when all is
 * in, in one go: a part has the prints of a run of tables, sorted.  Tables that are in no
 * part yet are few, and looked through.
 */
#pragma once

#include "parse/records.h"
#include "store/query.h"

#define PRINT_BYTES 8

GByteArray *prints_of_table(const struct records *records, const struct table *table);
gint64 prints_at(struct slice prints, gsize nr);

/* The bytes of a print, as SQL finds them among a table's. */
struct print_bytes {
	guint8 at[PRINT_BYTES];
};
struct print_bytes print_bytes_of(gint64 print);

/* SQL, over a table's `prints` and a print's bytes: whether it is among them, and the nr of
 * the first row that has it. */
#define HAS_PRINT(prints, print) "instr(" prints ", " print ") % 8 = 1"
#define ROW_OF_PRINT(prints, print) "((instr(" prints ", " print ") - 1) / 8)"

/* Indexes what is in no part, if it is worth a part. */
gboolean prints_index(struct store *store, GError **error);

/* Gives `find` each part that has not the prints of its tables, in words. */
gboolean prints_check(struct store *store, void (*find)(const char *finding, void *data),
	void *data, GError **error);

/*
 * Appends the ids of all tables that have one of those prints, each once, ascending; and,
 * rarely, of another, for what is indexed is half a print.
 */
gboolean prints_find(
	struct store *store, const gint64 *prints, guint count, GArray *ret_tables, GError **error);
