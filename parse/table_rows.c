/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/heads.h"
#include "parse/mend.h"
#include "parse/rejoin.h"
#include "parse/table_reader.h"

void table_row_drop(struct table_reader *r, enum diag_id id, const char *why)
{
	struct origin at = table_origin(r, r->line.number);

	r->records->rows_seen++;
	r->records->rows_dropped++;
	if (++r->dropped < TABLE_DIAGS_MAX)
		diag_emit(r->sink, id, &at, r->line.raw, "%s", why);
	else if (r->dropped == TABLE_DIAGS_MAX)
		diag_emit(r->sink, id, &at, r->line.raw,
			"%s; further dropped rows of this part are only counted", why);
}

/* Takes back a marker line that stood alone, as in somebody's prose. */
void table_forget(struct table_reader *r)
{
	struct table *table = table_of(r);
	guint left = r->records->tables->len - 1;

	g_array_set_size(r->records->columns, table->columns.first);
	g_array_set_size(r->records->fields, table->axes.first);
	g_array_set_size(r->records->tables, left);
	r->open = FALSE;
	r->any = left && table_of(r)->part == r->part->number;
}

struct cell *table_cells_new(struct table_reader *r, guint columns)
{
	GArray *cells = r->records->cells;
	guint first = cells->len;

	if (first + columns > TABLE_CELLS_MAX) {
		table_row_drop(r, DIAG_ROW_DROPPED, "the message has too many table cells");
		return NULL;
	}
	g_array_set_size(cells, first + columns);
	return RECORD(cells, struct cell, first);
}

enum row_result table_row_append(struct table_reader *r, const struct line *line, guint repairs)
{
	struct table *table = table_of(r);
	guint columns = table->columns.count;
	struct cell cells[TABLE_COLUMNS_MAX], *kept;
	struct row row;
	enum row_result result = row_read(line->text, columns, table->style, &row, cells);

	if (result != ROW_READ)
		return result;
	kept = table_cells_new(r, columns);
	if (!kept)
		return ROW_DROPPED;
	memcpy(kept, cells, columns * sizeof(*cells));
	row.line = line->number;
	row.cells = (struct span){r->records->cells->len - columns, columns};
	row.repairs |= repairs;
	table->repairs |= row.repairs;
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
static void at_no_row(struct table_reader *r, const char *why)
{
	if (!table_of(r)->line && !is_marker_tail(r->line.text))
		table_forget(r);
	else if (why)
		table_row_drop(r, DIAG_ROW_DROPPED, why);
}

void table_skip_lines(struct table_reader *r, guint count)
{
	while (count--)
		line_next(&r->rest, &r->line);
}

void table_tell_rejoined(struct table_reader *r, const struct line *line)
{
	struct origin at = table_origin(r, line->number);

	diag_emit(r->sink, DIAG_ROW_REJOINED, &at, line->raw, "the row goes on in the next line");
}

struct slice table_keep(struct table_reader *r, const GString *text)
{
	const char *kept =
		g_string_chunk_insert_len(r->records->text, text->str, (gssize)text->len);

	return (struct slice){kept, text->len};
}

/* A row that ends too early may have been broken over lines. */
static gboolean read_short_row(struct table_reader *r, struct line line, guint repairs)
{
	g_autoptr(GString) joined = g_string_new(NULL);
	struct table *table = table_of(r);
	guint more =
		rejoin_row(&line, r->rest, table->columns.count, table->style, joined, &repairs);

	if (!more)
		return FALSE;
	line.text = table_keep(r, joined);
	if (table_row_append(r, &line, repairs) == ROW_READ)
		table_tell_rejoined(r, &line);
	table_skip_lines(r, more);
	return TRUE;
}

/* A row whose signs were parted from their numbers. */
static gboolean read_parted_row(struct table_reader *r)
{
	g_autoptr(GString) mended = g_string_new(NULL);
	struct line line = r->line;
	guint repairs = mend_row(line.text, mended);

	if (!repairs)
		return FALSE;
	line.text = table_keep(r, mended);
	switch (table_row_append(r, &line, repairs)) {
	case ROW_READ:
	case ROW_DROPPED:
		return TRUE;
	case ROW_SHORT:
		return read_short_row(r, line, repairs);
	default:
		return FALSE;
	}
}

/* A row in quoted-printable that nobody decoded, or with entities. */
static gboolean read_encoded_row(struct table_reader *r)
{
	g_autoptr(GString) joined = g_string_new(NULL), mended = g_string_new(NULL);
	struct line line = r->line;
	guint more = rejoin_soft_breaks(
		&line, r->rest, table_of(r)->columns.count, table_of(r)->style, joined);
	guint repairs = mend_row((struct slice){joined->str, joined->len}, mended);

	if (more)
		repairs |= REPAIR_QUOTED_PRINTABLE;
	if (!repairs || mended->len > TABLE_LINE_MAX)
		return FALSE;
	line.text = table_keep(r, mended);
	switch (table_row_append(r, &line, repairs)) {
	case ROW_READ:
		break;
	case ROW_DROPPED:
		return TRUE;
	default:
		return FALSE;
	}
	if (more)
		table_tell_rejoined(r, &line);
	table_skip_lines(r, more);
	return TRUE;
}

/* "- 93.66  +38.8% ...": the first number's sign, or the mark of an item in a list. */
static gboolean is_signed_row(const struct table_reader *r)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct slice rest = r->line.text, sign;
	struct row row;

	return word_next(&rest, &sign) && (slice_is(sign, "-") || slice_is(sign, "+")) &&
	       row_read(rest, table_of(r)->columns.count, table_of(r)->style, &row, cells) ==
		       ROW_READ;
}

/* The end of a quoted row's name may stand on the next line. */
static void complete_name(struct table_reader *r)
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
	row->stat = table_keep(r, name);
	row->repairs |= REPAIR_REJOINED;
	table_of(r)->repairs |= row->repairs;
	table_tell_rejoined(r, &line);
	table_skip_lines(r, more);
}

/* Cheap. */
static gboolean may_be_encoded(struct slice line)
{
	return memchr(line.at, '=', line.len) || memchr(line.at, '&', line.len);
}

void table_row_read(struct table_reader *r)
{
	if (r->line.text.len > TABLE_LINE_MAX) {
		table_row_drop(
			r, DIAG_LINE_TOO_LONG, "a line among the rows of a table is too long");
		return;
	}
	if (may_be_encoded(r->line.text) && read_encoded_row(r))
		return;
	switch (table_row_append(r, &r->line, 0)) {
	case ROW_SHORT:
		if (!read_short_row(r, r->line, 0))
			at_no_row(r, "the row ends before its last column or name");
		break;
	case ROW_BROKEN:
		if (!read_parted_row(r))
			at_no_row(r, "the row does not fit the columns of its table");
		break;
	case ROW_READ:
		complete_name(r);
		break;
	case ROW_DROPPED:
		break;
	case ROW_NONE:
		at_no_row(r, is_signed_row(r) ? "the sign before the row may be its first "
						"number's or the mark of a list"
					      : NULL);
		break;
	}
}
