/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/packed_rows.h"

#include "store/put.h"

#include <math.h>

/* ---- writing -------------------------------------------------------------------- */

static gboolean is_plain(char c)
{
	return (guchar)c >= ' ' && c != '"' && c != '\\';
}

static void add_text(GString *to, struct slice text)
{
	if (slice_is_null(text)) {
		g_string_append(to, "null");
		return;
	}
	g_string_append_c(to, '"');
	while (text.len) {
		gsize n = 0;

		while (n < text.len && is_plain(text.at[n]))
			n++;
		g_string_append_len(to, text.at, (gssize)n);
		if (n == text.len)
			break;
		g_string_append_printf(to, "\\u%04x", (guchar)text.at[n]);
		text = slice_skip(text, n + 1);
	}
	g_string_append_c(to, '"');
}

static void add_number(GString *to, gint64 number)
{
	char digits[24], *at = digits + sizeof digits;
	guint64 rest = number < 0 ? -(guint64)number : (guint64)number;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (number < 0)
		*--at = '-';
	g_string_append_len(to, at, digits + sizeof digits - at);
}

static void add_change(GString *to, const struct change *change)
{
	if (slice_is_null(change->text))
		return;
	g_string_append_c(to, ',');
	add_text(to, change->text);
}

static void add_mean(GString *to, const struct cell *cell)
{
	gboolean has_change = !slice_is_null(cell->change.text);
	gboolean has_stddev = cell->stddev != STDDEV_NONE;

	if (!slice_is_null(cell->text) || has_stddev || has_change)
		add_text(to, cell->text);
	if (has_stddev || has_change)
		g_string_append_c(to, ',');
	if (has_stddev)
		add_number(to, cell->stddev);
	else if (has_change)
		g_string_append(to, "null");
	add_change(to, &cell->change);
}

/* Counts beyond 2^63 - 1 are nobody's: the largest number stands for them. */
static void add_count(GString *to, guint64 count)
{
	add_number(to, (gint64)MIN(count, (guint64)G_MAXINT64));
}

static void add_fails(GString *to, const struct cell *cell)
{
	add_count(to, cell->fails);
	g_string_append_c(to, ',');
	add_count(to, cell->runs);
	add_change(to, &cell->change);
}

static void add_cells(GString *to, const struct records *records, const struct row *row)
{
	for (guint col = 0; col < row->cells.count; col++) {
		const struct cell *cell =
			RECORD(records->cells, struct cell, row->cells.first + col);

		g_string_append(to, col ? "],[" : "[[");
		if (row->kind == ROW_MEAN)
			add_mean(to, cell);
		else
			add_fails(to, cell);
	}
	g_string_append(to, row->cells.count ? "]]" : "[]");
}

static void add_remarks(GString *to, const struct row *row)
{
	char repairs[REPAIRS_TEXT_MAX];

	if (slice_is_null(row->note) && !row->repairs)
		return;
	g_string_append_c(to, ',');
	add_text(to, row->note);
	if (!row->repairs)
		return;
	repairs_text(row->repairs, repairs);
	g_string_append_c(to, ',');
	add_text(to, slice_of(repairs));
}

static const char *const consistencies[] = {
	[CONSISTENCY_NOT_CHECKABLE] = ",null,",
	[CONSISTENCY_CONSISTENT] = ",1,",
	[CONSISTENCY_INCONSISTENT] = ",0,",
};

static void add_row(GString *to, const struct records *records, const struct row *row)
{
	g_string_append_c(to, '[');
	add_number(to, row->line);
	g_string_append(to, row->kind == ROW_FAIL ? ",1," : ",0,");
	add_text(to, slice_is_null(row->stat) ? SLICE_LIT("") : row->stat);
	g_string_append(to, consistencies[row->consistency]);
	add_cells(to, records, row);
	add_remarks(to, row);
	g_string_append_c(to, ']');
}

void packed_rows_write(GString *to, const struct records *records, const struct table *table,
	guint *ret_inconsistent)
{
	*ret_inconsistent = 0;
	g_string_append_c(to, '[');
	for (guint nr = 0; nr < table->rows.count; nr++) {
		const struct row *row = RECORD(records->rows, struct row, table->rows.first + nr);

		if (nr)
			g_string_append_c(to, ',');
		add_row(to, records, row);
		*ret_inconsistent += row->consistency == CONSISTENCY_INCONSISTENT;
	}
	g_string_append_c(to, ']');
}

/* ---- reading -------------------------------------------------------------------- */

static gboolean take(struct packed_rows *rows, char c)
{
	if (*rows->at != c)
		return FALSE;
	rows->at++;
	return TRUE;
}

static gboolean take_null(struct packed_rows *rows)
{
	if (strncmp(rows->at, "null", 4))
		return FALSE;
	rows->at += 4;
	return TRUE;
}

static gboolean take_number(struct packed_rows *rows, gint64 *ret_number)
{
	char *end;
	gint64 number = g_ascii_strtoll(rows->at, &end, 10);

	if (end == rows->at)
		return FALSE;
	*ret_number = number;
	rows->at = end;
	return TRUE;
}

/* The only kind of escape that is written: "\u00XX". */
static gboolean take_escape(struct packed_rows *rows, char *ret_byte)
{
	int high, low;

	if (strncmp(rows->at, "\\u00", 4) || (high = g_ascii_xdigit_value(rows->at[4])) < 0 ||
		(low = g_ascii_xdigit_value(rows->at[5])) < 0)
		return FALSE;
	*ret_byte = (char)(high << 4 | low);
	rows->at += 6;
	return TRUE;
}

/* In place; NULL for null. */
static gboolean take_text(struct packed_rows *rows, const char **ret_text)
{
	char *to;

	*ret_text = NULL;
	if (!take(rows, '"'))
		return take_null(rows);
	*ret_text = rows->at;
	for (to = rows->at; *rows->at != '"'; to++) {
		if (!*rows->at)
			return FALSE;
		if (*rows->at != '\\')
			*to = *rows->at++;
		else if (!take_escape(rows, to))
			return FALSE;
	}
	rows->at++;
	*to = '\0';
	return TRUE;
}

/* "," */
static gboolean has_next(struct packed_rows *rows)
{
	return take(rows, ',');
}

static gboolean take_change(struct packed_rows *rows, enum row_kind kind, struct store_change *ret)
{
	*ret = (struct store_change){NULL, NAN, UNIT_PERCENT};
	if (!has_next(rows))
		return TRUE;
	if (!take_text(rows, &ret->text) || !ret->text)
		return FALSE;

	struct slice number = slice_of(ret->text);
	gboolean percent = slice_ends(number, "%");

	ret->unit = percent && kind == ROW_MEAN ? UNIT_PERCENT : UNIT_POINTS;
	number.len -= percent;
	literal_read(number, &ret->value); /* but "NaN" */
	ret->value += 0.0;                 /* takes the sign of "-0.0" */
	return TRUE;
}

/* "-0.0" is zero. */
static void read_mean(struct store_cell *cell)
{
	literal_mean(slice_of(cell->text), &cell->mean, &cell->means); /* but "NaN" */
	cell->mean += 0.0;
	cell->means.low += 0.0;
	cell->means.high += 0.0;
}

static gboolean take_mean(struct packed_rows *rows, struct store_cell *cell)
{
	gint64 stddev;

	if (*rows->at == ']')
		return TRUE;
	if (!take_text(rows, &cell->text))
		return FALSE;
	if (cell->text)
		read_mean(cell);
	if (!has_next(rows) || take_null(rows))
		return TRUE;
	if (!take_number(rows, &stddev))
		return FALSE;
	cell->stddev = (int)stddev;
	return TRUE;
}

static gboolean take_fails(struct packed_rows *rows, struct store_cell *cell)
{
	gint64 fails, runs;

	if (!take_number(rows, &fails) || !has_next(rows) || !take_number(rows, &runs))
		return FALSE;
	cell->fails = (guint64)fails;
	cell->runs = (guint64)runs;
	return TRUE;
}

static gboolean take_cell(struct packed_rows *rows, enum row_kind kind)
{
	struct store_cell cell = {.mean = NAN, .means = {NAN, NAN}, .stddev = STDDEV_NONE};
	struct store_change change;

	if (!take(rows, '[') ||
		!(kind == ROW_MEAN ? take_mean(rows, &cell) : take_fails(rows, &cell)) ||
		!take_change(rows, kind, &change) || !take(rows, ']'))
		return FALSE;
	if (rows->cells->len)
		g_array_append_val(rows->changes, change);
	g_array_append_val(rows->cells, cell);
	return TRUE;
}

static gboolean take_cells(struct packed_rows *rows, struct store_row *row)
{
	g_array_set_size(rows->cells, 0);
	g_array_set_size(rows->changes, 0);
	if (!take(rows, '['))
		return FALSE;
	while (*rows->at != ']')
		if ((rows->cells->len && !has_next(rows)) || !take_cell(rows, row->kind))
			return FALSE;
	rows->at++;
	row->cells = (const struct store_cell *)(gpointer)rows->cells->data;
	row->changes = (const struct store_change *)(gpointer)rows->changes->data;
	row->n_cells = rows->cells->len;
	return TRUE;
}

static gboolean take_consistency(struct packed_rows *rows, struct store_row *row)
{
	row->consistency = CONSISTENCY_NOT_CHECKABLE;
	if (take_null(rows))
		return TRUE;
	row->consistency = *rows->at == '1' ? CONSISTENCY_CONSISTENT : CONSISTENCY_INCONSISTENT;
	return take(rows, '1') || take(rows, '0');
}

static gboolean take_kind(struct packed_rows *rows, struct store_row *row)
{
	row->kind = *rows->at == '1' ? ROW_FAIL : ROW_MEAN;
	return take(rows, '1') || take(rows, '0');
}

static gboolean take_row(struct packed_rows *rows, struct store_row *row)
{
	gint64 line;

	if (!take(rows, '[') || !take_number(rows, &line) || !has_next(rows) ||
		!take_kind(rows, row) || !has_next(rows) || !take_text(rows, &row->stat) ||
		!has_next(rows) || !take_consistency(rows, row) || !has_next(rows) ||
		!take_cells(rows, row))
		return FALSE;
	row->line = (guint)line;
	row->note = row->repairs = NULL;
	return (!has_next(rows) || take_text(rows, &row->note)) &&
	       (!has_next(rows) || take_text(rows, &row->repairs)) && take(rows, ']');
}

void packed_rows_begin(struct packed_rows *rows, char *text, GArray *cells, GArray *changes)
{
	*rows = (struct packed_rows){text, cells, changes, FALSE};
}

gboolean packed_rows_next(struct packed_rows *rows, struct store_row *ret_row)
{
	gboolean begins = !rows->started;

	rows->started = TRUE;
	if (begins ? take(rows, '[') && *rows->at == '[' : has_next(rows)) {
		if (take_row(rows, ret_row))
			return TRUE;
	} else if (!strcmp(rows->at, "]")) {
		return FALSE;
	}
	rows->at = NULL;
	return FALSE;
}
