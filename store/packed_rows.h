/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a table as the store keeps them, all in one text: a record for each row and
 * cell took more time than all else that a report costs.  The text is JSON, so that SQL
 * can read it too (the views rows and cells in schema.sql): an array of rows, each
 *
 *	[line, fail, stat, consistent, cells, note, repairs]
 *
 * fail is 1 in a row of fails; consistent is 1, 0 or, where it cannot be told, null; what
 * is null at the end is left out.  A cell of a mean is [text, stddev, change], one of
 * fails [fails, runs, change]; texts are as printed, and what they mean follows from them
 * (base/literal.h).
 */
#pragma once

#include "parse/records.h"
#include "store/item.h"

/* Appends the table's rows; *ret_inconsistent: how many are. */
void packed_rows_write(GString *to, const struct records *records, const struct table *table,
	guint *ret_inconsistent);

/* A table's text while it is read; it is changed on the way. */
struct packed_rows {
	char *at;        /* NULL: it is no such text */
	GArray *cells;   /* struct store_cell */
	GArray *changes; /* struct store_change, of columns 1 ... */
	gboolean started;
};

/* The arrays are the caller's. */
void packed_rows_begin(struct packed_rows *rows, char *text, GArray *cells, GArray *changes);

/*
 * FALSE: there is no more, or, rows->at is NULL, what follows cannot be read.  Sets all of
 * *ret_row but the table and the message; it lives until the next, its texts as long as the
 * table's text.
 */
gboolean packed_rows_next(struct packed_rows *rows, struct store_row *ret_row);
