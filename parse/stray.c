/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows under no heads: parted from their table, or written down again to speak of them. */
#include "parse/rejoin.h"
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

/* A row that may be under no heads, put together where it was broken over lines. */
struct stray {
	struct line line;
	guint more;    /* lines below that it goes on in */
	guint repairs; /* by putting it together */
	guint columns;
	struct row row;
	struct cell cells[TABLE_COLUMNS_MAX];
};

static gboolean read_sure(struct stray *s, struct slice text, guint columns)
{
	s->columns = columns;
	return row_read(text, columns, TABLE_NCOMPARE, &s->row, s->cells) == ROW_READ &&
	       is_sure(&s->row, s->cells, columns);
}

/* With as many columns as the table above has, else as it can be read. */
static gboolean read_stray(const struct table_reader *r, struct stray *s, struct slice text)
{
	guint near = r->any ? table_of(r)->columns.count : 0;

	if (near && read_sure(s, text, near))
		return TRUE;
	for (guint columns = 2; columns <= CITED_COLUMNS_MAX; columns++)
		if (columns != near && read_sure(s, text, columns))
			return TRUE;
	return FALSE;
}

static gboolean reads_named(const struct table_reader *r, struct stray *s, struct slice text)
{
	g_autofree char *named = g_strdup_printf("%.*s  a.b", SLICE_ARG(text));

	return read_stray(r, s, slice_of(named));
}

/*
 * With any name behind it the line would be a row, or the beginning of one; also without
 * its last word, which may be a mark or a change whose number is on the next line.
 */
static gboolean is_cut(const struct table_reader *r, struct stray *s)
{
	struct slice text = blank_trim(s->line.text);

	if (reads_named(r, s, text))
		return TRUE;
	while (text.len && text.at[text.len - 1] != ' ')
		text.len--;
	return text.len && reads_named(r, s, text);
}

/* Most columns first: what is left of a row is never a name. */
static gboolean rejoin_stray(struct table_reader *r, struct stray *s)
{
	guint near = r->any ? table_of(r)->columns.count : 0;

	for (guint columns = MAX(near, CITED_COLUMNS_MAX); columns >= 2; columns--) {
		g_autoptr(GString) joined = g_string_new(NULL);

		s->repairs = 0;
		s->more =
			rejoin_row(&s->line, r->rest, columns, TABLE_NCOMPARE, joined, &s->repairs);
		if (!s->more)
			continue;
		struct slice text = table_keep(r, joined);
		if (!read_sure(s, text, columns))
			continue;
		s->line.text = text;
		s->row.repairs |= s->repairs;
		return TRUE;
	}
	s->more = 0;
	return FALSE;
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

static void add_citation(struct table_reader *r, const struct stray *s)
{
	struct citation citation = {
		.part = r->part->number,
		.line = s->line.number,
		.depth = s->line.depth,
		.text = blank_trim(s->line.text),
		.kind = s->row.kind,
		.stat = s->row.stat,
		.cells = {r->records->cells->len, s->columns},
		.repairs = s->row.repairs,
	};
	struct cell *kept = table_cells_new(r, s->columns);

	if (!kept)
		return;
	memcpy(kept, s->cells, s->columns * sizeof(*s->cells));
	g_array_append_val(r->records->citations, citation);
	r->records->rows_seen++;
}

static void take_stray(struct table_reader *r, const struct stray *s)
{
	if (!continues_table(r, s->columns, &s->row, s->cells)) {
		strays_end(r);
		add_citation(r, s);
	} else if (table_row_append(r, &s->line, s->repairs) == ROW_READ && !r->strays++) {
		r->stray = r->line;
	}
	if (s->more)
		table_tell_rejoined(r, &r->line);
	table_skip_lines(r, s->more);
}

void stray_read(struct table_reader *r)
{
	struct stray s = {.line = r->line};
	gboolean may = stray_may_be(r->line.text) && !(r->attached && !r->any);

	if (may && read_stray(r, &s, r->line.text)) {
		take_stray(r, &s);
	} else if (may && is_cut(r, &s)) {
		if (rejoin_stray(r, &s))
			take_stray(r, &s);
		else if (r->any || r->line.depth)
			table_row_drop(r, DIAG_ROW_DROPPED,
				"a row under no heads ends before its last column or name");
	} else if (!line_is_blank(&r->line)) {
		strays_end(r);
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
