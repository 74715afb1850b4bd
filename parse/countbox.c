/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/countbox.h"

#include "parse/scan.h"

static gboolean is_border(struct slice line)
{
	scan_blanks(&line);
	return slice_starts(line, "+--");
}

/* What stands between the outer bars of a row; null: it is no row. */
static struct slice inside(struct slice line)
{
	line = slice_trim(line);
	if (line.len < 3 || line.at[0] != '|' || line.at[line.len - 1] != '|')
		return SLICE_NULL;
	return (struct slice){line.at + 1, line.len - 2};
}

/* Takes the last cell off; FALSE when the row has no further bar. */
static gboolean take_last(struct slice *row, struct slice *ret_cell)
{
	const char *bar = row->len ? memrchr(row->at, '|', row->len) : NULL;

	if (!bar)
		return FALSE;
	*ret_cell = slice_trim(slice_between(bar + 1, row->at + row->len));
	row->len = (gsize)(bar - row->at);
	return TRUE;
}

/* Head row: an empty label and at least two heads, ids or tags.  0: it is none. */
static guint read_heads(struct slice line, struct slice *ret_first)
{
	struct slice row = inside(line), head;
	guint n = 0;

	while (take_last(&row, &head)) {
		if (!head.len || slice_find(head, " "))
			return 0;
		*ret_first = head;
		n++;
	}
	return n < 2 || n > COUNTBOX_COLUMNS_MAX || slice_trim(row).len ? 0 : n;
}

/* Names hold bars too, so the counts are taken from the right. */
static gboolean read_row(struct records *records, const struct body_line *line, guint columns)
{
	struct slice row = inside(line->text), cell;
	guint64 counts[COUNTBOX_COLUMNS_MAX];
	struct failure failure = {line->number, SLICE_NULL, {records->counts->len, columns}};

	for (guint column = columns; column--;) {
		if (!take_last(&row, &cell))
			return FALSE;
		counts[column] = 0;
		if (cell.len && !literal_count(cell, &counts[column]))
			return FALSE;
	}
	failure.name = slice_trim(row);
	if (!failure.name.len || records->failures->len >= COUNTBOX_ROWS_MAX)
		return FALSE;
	g_array_append_vals(records->counts, counts, columns);
	g_array_append_val(records->failures, failure);
	return TRUE;
}

/* Index of the first line behind the rows that begin at i. */
static guint read_rows(struct records *records, const GArray *lines, guint i, guint columns,
	const struct diag_sink *sink)
{
	for (; !slice_is_null(inside(body_own(lines, i))); i++) {
		const struct body_line *line = BODY_LINE(lines, i);
		struct origin at = origin_at(&records->mail->origin, line->part, line->number);

		if (!read_row(records, line, columns))
			diag_emit(sink, DIAG_BOX_UNREADABLE, &at, line->text,
				"the row is no name with a count for each commit");
	}
	return i;
}

struct slice countbox_read(
	struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	struct slice parent = SLICE_NULL, first;

	for (guint i = 0; i + 2 < lines->len; i++) {
		guint columns;

		if (body_first(lines, i) != '+' || !is_border(body_own(lines, i)) ||
			!is_border(body_own(lines, i + 2)))
			continue;
		columns = read_heads(body_own(lines, i + 1), &first);
		if (!columns)
			continue;
		if (slice_is_null(parent))
			parent = first;
		i = read_rows(records, lines, i + 3, columns, sink) - 1;
	}
	return parent;
}
