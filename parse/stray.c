/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows under no heads: parted from their table, or written down again to speak of them. */
#include "parse/table_reader.h"

/* Rows of the table above with which a stray one is compared; seen: 3,500 in a mail. */
#define COMPARED_MAX 4096

/* Columns of a citation where no table is near; seen: 2 and 3. */
#define CITED_COLUMNS_MAX 4

gboolean stray_may_be(struct slice text)
{
	gsize n;

	while ((n = blank_at(text)))
		text = slice_skip(text, n);
	return text.len && text.len <= TABLE_LINE_MAX &&
	       (g_ascii_isdigit(text.at[0]) || strchr("-:~", text.at[0]));
}

/*
 * Where no heads are near, a row must be one beyond doubt: a change that is printed
 * as only the robot does, with a sign and a decimal, or a "%" between two counts.
 */
static gboolean is_sure(const struct row *row, const struct cell *cells, guint columns)
{
	for (guint i = 1; i < columns; i++) {
		struct slice text = cells[i].change.text;

		if (slice_is_null(text))
			return FALSE;
		if (row->kind == ROW_MEAN &&
			((text.at[0] != '+' && text.at[0] != '-') ||
				!(slice_find(text, ".") || slice_find(text, "e") ||
					slice_find(text, "Inf"))))
			return FALSE;
	}
	return slice_is_null(row->note) && (row->kind == ROW_FAIL || slice_find(row->stat, "."));
}

static gboolean read_sure(
	const struct table_reader *r, guint columns, struct row *ret_row, struct cell *ret_cells)
{
	return row_read(r->line.text, columns, TABLE_NCOMPARE, ret_row, ret_cells) == ROW_READ &&
	       is_sure(ret_row, ret_cells, columns);
}

/* With as many columns as the table above has, else as it can be read; 0: no row. */
static guint read_stray(const struct table_reader *r, struct row *ret_row, struct cell *ret_cells)
{
	guint near = r->any ? table_of(r)->columns.count : 0;

	if (near && read_sure(r, near, ret_row, ret_cells))
		return near;
	for (guint columns = 2; columns <= CITED_COLUMNS_MAX; columns++)
		if (columns != near && read_sure(r, columns, ret_row, ret_cells))
			return columns;
	return 0;
}

static gboolean is_same_cell(const struct cell *a, const struct cell *b)
{
	return slice_equal(a->text, b->text) && slice_equal(a->change.text, b->change.text) &&
	       a->fails == b->fails && a->runs == b->runs;
}

static gboolean is_same_row(const struct records *records, const struct row *row,
	const struct row *stray, const struct cell *cells)
{
	if (row->kind != stray->kind || !slice_equal(row->stat, stray->stat))
		return FALSE;
	for (guint i = 0; i < row->cells.count; i++)
		if (!is_same_cell(
			    RECORD(records->cells, struct cell, row->cells.first + i), &cells[i]))
			return FALSE;
	return TRUE;
}

static gboolean stands_in_table(
	const struct table_reader *r, const struct row *stray, const struct cell *cells)
{
	struct span rows = table_of(r)->rows;

	for (guint i = 0; i < MIN(rows.count, COMPARED_MAX); i++)
		if (is_same_row(r->records, RECORD(r->records->rows, struct row, rows.first + i),
			    stray, cells))
			return TRUE;
	return FALSE;
}

/* The table above can go on: it is the last one of all, as deeply quoted, without this row. */
static gboolean continues_table(const struct table_reader *r, guint columns,
	const struct row *stray, const struct cell *cells)
{
	return r->any && r->line.depth == table_of(r)->depth &&
	       columns == table_of(r)->columns.count && !stands_in_table(r, stray, cells);
}

static void add_citation(
	struct table_reader *r, guint columns, const struct row *row, const struct cell *cells)
{
	struct citation citation = {
		.part = r->part->number,
		.line = r->line.number,
		.depth = r->line.depth,
		.text = blank_trim(r->line.text),
		.kind = row->kind,
		.stat = row->stat,
		.cells = {r->records->cells->len, columns},
		.repairs = row->repairs,
	};
	struct cell *kept = table_cells_new(r, columns);

	if (!kept)
		return;
	memcpy(kept, cells, columns * sizeof(*cells));
	g_array_append_val(r->records->citations, citation);
	r->records->rows_seen++;
}

void stray_read(struct table_reader *r)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct row row;
	guint columns = 0;

	if (stray_may_be(r->line.text) && !(r->attached && !r->any))
		columns = read_stray(r, &row, cells);
	if (!columns) {
		if (!line_is_blank(&r->line))
			strays_end(r);
	} else if (!continues_table(r, columns, &row, cells)) {
		strays_end(r);
		add_citation(r, columns, &row, cells);
	} else if (table_row_append(r, &r->line, 0) == ROW_READ && !r->strays++) {
		r->stray = r->line;
	}
}

void strays_end(struct table_reader *r)
{
	struct origin at = table_origin(r, r->stray.number);

	if (r->strays)
		diag_emit(r->sink, DIAG_ROW_HEADLESS, &at, r->stray.raw,
			"%u rows stand under no heads; kept in the table of line %u, which they "
			"continue",
			r->strays, table_of(r)->line);
	r->strays = 0;
}
