/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/table.h"

#include "parse/heads.h"
#include "parse/table_reader.h"

#define BLANKS_BEFORE_ROWS_MAX 2
#define RULE_MIN 20

/* ---- tables --------------------------------------------------------------------- */

static void close_table(struct table_reader *r)
{
	struct table *table = table_of(r);
	struct origin at = table_origin(r, table->line);

	r->open = FALSE;
	if (table->rows.count)
		return;
	if (!table->line) {
		table_forget(r);
		return;
	}
	diag_emit(
		r->sink, DIAG_TABLE_EMPTY, &at, SLICE_NULL, "no row stands below the column heads");
}

static void begin_table(struct table_reader *r, guint columns, enum table_style style)
{
	struct table table = {
		.part = r->part->number,
		.attachment = r->attached ? slice_of(r->part->name) : SLICE_NULL,
		.depth = r->line.depth,
		.style = style,
		.machine = SLICE_NULL,
		.rows = {r->records->rows->len, 0},
	};

	strays_end(r);
	heads_read(r->records, r->part->bytes.at, &r->line, columns, &table,
		&r->records->mail->origin, r->sink);
	g_array_append_val(r->records->tables, table);
	r->open = r->any = TRUE;
	r->blanks = 0;
}

static gboolean room_for_table(struct table_reader *r, guint columns)
{
	struct origin at = table_origin(r, r->line.number);
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

static gboolean below_dashes(const struct table_reader *r)
{
	struct line above;

	return line_before(r->part->bytes.at, &r->line, &above) && above.depth == r->line.depth &&
	       dash_groups(above.text);
}

/* A marker line begins a table, or the other kind of rows in the one that is open. */
static gboolean at_marker(struct table_reader *r)
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

static gboolean is_first_row(struct table_reader *r, guint columns)
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
static gboolean at_old_table(struct table_reader *r)
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
	table_row_read(r);
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
static gboolean ends_table(struct table_reader *r)
{
	if (r->line.depth != table_of(r)->depth || is_rule(r->line.text))
		return TRUE;
	if (!line_is_blank(&r->line))
		return FALSE;
	return table_of(r)->rows.count || !table_of(r)->line ||
	       ++r->blanks > BLANKS_BEFORE_ROWS_MAX;
}

/* ---- the text --------------------------------------------------------------------- */

static void read_line(struct table_reader *r)
{
	if (r->open && ends_table(r))
		close_table(r);
	if (at_marker(r))
		return;
	if (r->open)
		table_row_read(r);
	else if (!stray_may_be(r->line.text) || !at_old_table(r))
		stray_read(r);
}

void tables_read(struct records *records, const struct mail_part *part, gboolean attached,
	const struct diag_sink *sink)
{
	struct table_reader r = {
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
	strays_end(&r);
}
