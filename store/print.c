/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/print.h"

#include "store/store.h"

/* As much as the shortest abbreviation of a commit has. */
#define HEAD_LENGTH 7

#define FNV_BASIS 0xcbf29ce484222325u
#define FNV_PRIME 0x100000001b3u

/* FNV-1a; an absent text is another one than an empty one. */
static guint64 add(guint64 hash, struct slice text)
{
	for (gsize i = 0; i < text.len; i++)
		hash = (hash ^ (guint8)text.at[i]) * FNV_PRIME;
	return (hash ^ (slice_is_null(text) ? 0x101 : 0x100)) * FNV_PRIME;
}

static guint64 add_number(guint64 hash, guint64 number)
{
	for (guint i = 0; i < 8; i++)
		hash = (hash ^ (number >> 8 * i & 0xff)) * FNV_PRIME;
	return hash;
}

gint64 print_of_cells(
	const struct records *records, struct slice stat, enum row_kind kind, struct span cells)
{
	guint64 hash = add(add_number(FNV_BASIS, kind), stat);

	for (guint i = 0; i < cells.count; i++) {
		const struct cell *cell = RECORD(records->cells, struct cell, cells.first + i);

		if (kind == ROW_FAIL)
			hash = add_number(add_number(hash, cell->fails), cell->runs);
		else
			hash = add(hash, cell->text);
		hash = add(hash, cell->change.text);
	}
	return (gint64)hash;
}

gint64 print_of_row(const struct records *records, const struct row *row)
{
	return print_of_cells(records, row->stat, row->kind, row->cells);
}

gint64 print_of_stored(const struct store_row *row)
{
	guint64 hash = add(add_number(FNV_BASIS, row->kind), slice_of(row->stat));

	for (guint i = 0; i < row->n_cells; i++) {
		const struct store_cell *cell = &row->cells[i];

		if (row->kind == ROW_FAIL)
			hash = add_number(add_number(hash, cell->fails), cell->runs);
		else
			hash = add(hash, slice_of(cell->text));
		hash = add(hash, i ? slice_of(row->changes[i - 1].text) : SLICE_NULL);
	}
	return (gint64)hash;
}

static struct slice head_of(const struct records *records, const struct table *table, guint col)
{
	const struct column *column =
		RECORD(records->columns, struct column, table->columns.first + col);
	struct slice head = slice_is_null(column->head) ? column->id : column->head;

	head.len = MIN(head.len, HEAD_LENGTH);
	return head;
}

char *family_of_table(const struct records *records, const struct table *table)
{
	if (table->columns.count < 2)
		return NULL;

	struct slice base = head_of(records, table, 0), head = head_of(records, table, 1);

	if (!base.len || !head.len)
		return NULL;
	return g_strdup_printf("%.*s %.*s", SLICE_ARG(base), SLICE_ARG(head));
}
