/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/table.h"

#include "parse/heads.h"
#include "parse/line.h"
#include "parse/rejoin.h"
#include "parse/row.h"

#define BLANKS_BEFORE_ROWS_MAX 2
#define RULE_MIN 20

struct reader {
	struct records *records;
	const struct mail_part *part;
	gboolean attached;
	const struct diag_sink *sink;

	struct slice rest; /* text not read yet */
	struct line line;  /* the line in hand */

	gboolean open;     /* inside a table */
	gboolean any;      /* a table stands above in this part: the last of records->tables */
	guint blanks;      /* blank lines since its heads */
	guint strays;      /* rows of a run under no heads */
	struct line stray; /* the first of them */
	guint dropped;     /* rows of this part */
	gboolean full;     /* a table was not read, and that was told */
};

static struct table *table_of(const struct reader *r)
{
	return RECORD(r->records->tables, struct table, r->records->tables->len - 1);
}

static struct origin here(const struct reader *r, guint line)
{
	return origin_at(&r->records->mail->origin, r->part->number, line);
}

static void drop_row(struct reader *r, enum diag_id id, const char *why)
{
	struct origin at = here(r, r->line.number);

	r->records->rows_seen++;
	r->records->rows_dropped++;
	if (++r->dropped < TABLE_DIAGS_MAX)
		diag_emit(r->sink, id, &at, r->line.raw, "%s", why);
	else if (r->dropped == TABLE_DIAGS_MAX)
		diag_emit(r->sink, id, &at, r->line.raw,
			"%s; further dropped rows of this part are only counted", why);
}

/* Takes back a marker line that stood alone, as in somebody's prose. */
static void forget_table(struct reader *r)
{
	struct table *table = table_of(r);
	guint left = r->records->tables->len - 1;

	g_array_set_size(r->records->columns, table->columns.first);
	g_array_set_size(r->records->fields, table->axes.first);
	g_array_set_size(r->records->tables, left);
	r->open = FALSE;
	r->any = left && table_of(r)->part == r->part->number;
}

/* ---- rows ----------------------------------------------------------------------- */

/* Reads a line straight into the arrays; they are as before when it is no row. */
static enum row_result append_row(struct reader *r, const struct line *line)
{
	struct table *table = table_of(r);
	guint cells = r->records->cells->len, columns = table->columns.count;
	struct row row;

	g_array_set_size(r->records->cells, cells + columns);

	enum row_result result = row_read(line->text, columns, table->style, &row,
		RECORD(r->records->cells, struct cell, cells));

	if (result != ROW_READ) {
		g_array_set_size(r->records->cells, cells);
		return result;
	}
	if (cells + columns > TABLE_CELLS_MAX) {
		g_array_set_size(r->records->cells, cells);
		drop_row(r, DIAG_ROW_DROPPED, "the message has too many table cells");
		return ROW_NONE;
	}
	row.line = line->number;
	row.cells = (struct span){cells, columns};
	g_array_append_val(r->records->rows, row);
	r->records->rows_seen++;
	if (!table->line)
		table->line = line->number;
	table->rows.count++;
	if (row.kind == ROW_FAIL)
		table->fail_rows++;
	else
		table->mean_rows++;
	return ROW_READ;
}

/* A line among rows that is none.  With neither heads nor rows above it there is no table. */
static void at_no_row(struct reader *r, const char *why)
{
	if (!table_of(r)->line && !is_marker_tail(r->line.text))
		forget_table(r);
	else if (why)
		drop_row(r, DIAG_ROW_DROPPED, why);
}

static void skip_lines(struct reader *r, guint count)
{
	while (count--)
		line_next(&r->rest, &r->line);
}

static void tell_rejoined(struct reader *r, const struct line *line)
{
	struct origin at = here(r, line->number);

	diag_emit(r->sink, DIAG_ROW_REJOINED, &at, line->raw, "the row goes on in the next line");
}

/* A row that ends too early may have been broken over lines. */
static void read_short_row(struct reader *r)
{
	g_autoptr(GString) joined = g_string_new(NULL);
	struct table *table = table_of(r);
	struct line line = r->line;
	guint more = rejoin_row(&line, r->rest, table->columns.count, table->style, joined);

	if (!more) {
		at_no_row(r, "the row ends before its last column or name");
		return;
	}
	line.text.at =
		g_string_chunk_insert_len(r->records->text, joined->str, (gssize)joined->len);
	line.text.len = joined->len;
	append_row(r, &line);
	tell_rejoined(r, &line);
	skip_lines(r, more);
}

/* The end of a quoted row's name may stand on the next line. */
static void complete_name(struct reader *r)
{
	struct row *row = RECORD(r->records->rows, struct row, r->records->rows->len - 1);
	struct line line = r->line;
	guint more;

	if (!line.depth || row->note.at)
		return;

	g_autoptr(GString) name = g_string_new_len(row->stat.at, (gssize)row->stat.len);

	more = rejoin_name(&line, r->rest, name);
	if (!more)
		return;
	row->stat.at = g_string_chunk_insert_len(r->records->text, name->str, (gssize)name->len);
	row->stat.len = name->len;
	tell_rejoined(r, &line);
	skip_lines(r, more);
}

static void read_row(struct reader *r)
{
	if (r->line.text.len > TABLE_LINE_MAX) {
		drop_row(r, DIAG_LINE_TOO_LONG, "a line among the rows of a table is too long");
		return;
	}
	switch (append_row(r, &r->line)) {
	case ROW_SHORT:
		read_short_row(r);
		break;
	case ROW_BROKEN:
		at_no_row(r, "the row does not fit the columns of its table");
		break;
	case ROW_READ:
		complete_name(r);
		break;
	case ROW_NONE:
		at_no_row(r, NULL);
		break;
	}
}

/* ---- tables --------------------------------------------------------------------- */

static void close_table(struct reader *r)
{
	struct table *table = table_of(r);
	struct origin at = here(r, table->line);

	r->open = FALSE;
	if (table->rows.count)
		return;
	if (!table->line) {
		forget_table(r);
		return;
	}
	diag_emit(
		r->sink, DIAG_TABLE_EMPTY, &at, SLICE_NULL, "no row stands below the column heads");
}

/* Tells of a run of rows under no heads, once, when it is over. */
static void end_strays(struct reader *r)
{
	struct origin at = here(r, r->stray.number);

	if (r->strays)
		diag_emit(r->sink, DIAG_ROW_HEADLESS, &at, r->stray.raw,
			"%u rows stand under no heads; kept in the table of line %u, which they "
			"continue",
			r->strays, table_of(r)->line);
	r->strays = 0;
}

static void begin_table(struct reader *r, guint columns, enum table_style style)
{
	struct table table = {
		.part = r->part->number,
		.attachment = r->attached ? slice_of(r->part->name) : SLICE_NULL,
		.depth = r->line.depth,
		.style = style,
		.machine = SLICE_NULL,
		.rows = {r->records->rows->len, 0},
	};

	end_strays(r);
	heads_read(r->records, r->part->bytes.at, &r->line, columns, &table,
		&r->records->mail->origin, r->sink);
	g_array_append_val(r->records->tables, table);
	r->open = r->any = TRUE;
	r->blanks = 0;
}

static gboolean room_for_table(struct reader *r, guint columns)
{
	struct origin at = here(r, r->line.number);
	const char *why = columns > TABLE_COLUMNS_MAX ? "a table has too many columns"
			  : r->records->tables->len >= TABLES_MAX
				  ? "the message has too many tables"
				  : NULL;

	if (why && !r->full)
		diag_emit(r->sink, DIAG_ROW_DROPPED, &at, r->line.raw,
			"%s; neither it nor further such ones of this part are read", why);
	r->full |= why != NULL;
	return !why;
}

static gboolean below_dashes(const struct reader *r)
{
	struct line above;

	return line_before(r->part->bytes.at, &r->line, &above) && above.depth == r->line.depth &&
	       dash_groups(above.text);
}

/* A marker line begins a table, or the other kind of rows in the one that is open. */
static gboolean at_marker(struct reader *r)
{
	struct marker marker;

	if (!marker_read(r->line.text, &marker))
		return FALSE;
	if (r->open && !below_dashes(r) && r->line.depth == table_of(r)->depth &&
		marker.columns == table_of(r)->columns.count) {
		if (marker.style == TABLE_COMPARE)
			table_of(r)->style = marker.style;
		return TRUE;
	}
	if (r->open)
		close_table(r);
	if (room_for_table(r, marker.columns))
		begin_table(r, marker.columns, marker.style);
	return TRUE;
}

static gboolean is_first_row(struct reader *r, guint columns)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct row row;

	return columns >= 2 && columns <= TABLE_COLUMNS_MAX &&
	       row_read(r->line.text, columns, TABLE_OLD, &row, cells) == ROW_READ;
}

/*
 * Rows directly below dashes, as the tables of 2013-14 have them: a column for each
 * group of dashes, or for all but the last, which is over the names.
 */
static gboolean at_old_table(struct reader *r)
{
	struct line above;
	guint groups;

	if (!line_before(r->part->bytes.at, &r->line, &above) || above.depth != r->line.depth)
		return FALSE;
	groups = dash_groups(above.text);
	if (!groups || !room_for_table(r, 2))
		return FALSE;
	if (!is_first_row(r, groups) && !is_first_row(r, --groups))
		return FALSE;
	begin_table(r, groups, TABLE_OLD);
	read_row(r);
	return TRUE;
}

static gboolean is_rule(struct slice text)
{
	struct slice line = blank_trim(text);
	gsize n = 0;

	while (n < line.len && line.at[n] == line.at[0])
		n++;
	return n >= RULE_MIN && (line.at[0] == '=' || line.at[0] == '*');
}

/* Whether the line in hand is the end of the open table (and none of its lines). */
static gboolean ends_table(struct reader *r)
{
	if (r->line.depth != table_of(r)->depth || is_rule(r->line.text))
		return TRUE;
	if (!line_is_blank(&r->line))
		return FALSE;
	return table_of(r)->rows.count || !table_of(r)->line ||
	       ++r->blanks > BLANKS_BEFORE_ROWS_MAX;
}

/* ---- rows under no heads ---------------------------------------------------------- */

/* Cheap: nothing but a number, a count or a spread begins a row. */
static gboolean may_be_row(struct slice text)
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

static gboolean is_stray_row(const struct reader *r, guint columns)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct row row;

	return row_read(r->line.text, columns, TABLE_NCOMPARE, &row, cells) == ROW_READ &&
	       is_sure(&row, cells, columns);
}

static void pass_text(struct reader *r)
{
	if (!line_is_blank(&r->line))
		end_strays(r);
}

/* The last table can go on: it is the last one of all and as deeply quoted. */
static void at_stray_row(struct reader *r)
{
	if ((r->attached && !r->any) || !is_stray_row(r, r->any ? table_of(r)->columns.count : 2)) {
		pass_text(r);
		return;
	}
	if (!r->any || r->line.depth != table_of(r)->depth) {
		drop_row(r, DIAG_ROW_HEADLESS, "no table stands above that the row continues");
		return;
	}
	if (append_row(r, &r->line) == ROW_READ && !r->strays++)
		r->stray = r->line;
}

/* ---- the text --------------------------------------------------------------------- */

static void read_line(struct reader *r)
{
	if (r->open && ends_table(r))
		close_table(r);
	if (at_marker(r))
		return;
	if (r->open)
		read_row(r);
	else if (!may_be_row(r->line.text))
		pass_text(r);
	else if (!at_old_table(r))
		at_stray_row(r);
}

void tables_read(struct records *records, const struct mail_part *part, gboolean attached,
	const struct diag_sink *sink)
{
	struct reader r = {
		.records = records,
		.part = part,
		.attached = attached,
		.sink = sink,
		.rest = part->bytes,
	};

	while (line_next(&r.rest, &r.line))
		read_line(&r);
	if (r.open)
		close_table(&r);
	end_strays(&r);
}
