/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/impact.h"

#include "parse/claim.h"
#include "parse/scan.h"

#include <math.h>

#define BROKEN_LINES 3
#define PARAMS_MAX 200
#define HEALS_MAX 500

struct reader {
	struct records *records;
	const GArray *lines;
	guint heals; /* rows healed so far */
};

/* The whole row, soft line breaks healed; null when it does not end. */
static struct slice whole_row(struct reader *r, guint *i)
{
	struct slice row = slice_trim(body_own(r->lines, *i));

	for (guint more = 1; !slice_ends(row, "|"); more++) {
		struct slice next = slice_trim(body_own(r->lines, *i + more));

		if (!next.len || next.at[0] == '+' || next.at[0] == '|' || more > BROKEN_LINES ||
			++r->heals > HEALS_MAX)
			return SLICE_NULL;
		row = body_joined(r->lines, *i, more, r->records->text);
		if (slice_ends(row, "|"))
			*i += more;
	}
	return row;
}

static gboolean read_box_row(
	struct reader *r, guint *i, struct slice *ret_label, struct slice *ret_value)
{
	if (body_first(r->lines, *i) != '|' || !slice_starts(body_own(r->lines, *i), "|"))
		return FALSE;

	struct slice row = whole_row(r, i);
	if (row.len < 2)
		return FALSE;
	row = (struct slice){row.at + 1, row.len - 2};
	*ret_label = slice_trim(scan_before(&row, "|"));
	*ret_value = slice_trim(row);
	return !slice_is_null(*ret_label);
}

/* White space reduced to single blanks, kept in the records' text when that changes it. */
static struct slice reduce(struct records *records, struct slice text)
{
	g_autoptr(GString) reduced = g_string_sized_new(text.len);
	struct slice rest = text, word;

	while ((word = scan_word(&rest)).len) {
		if (reduced->len)
			g_string_append_c(reduced, ' ');
		g_string_append_len(reduced, word.at, (gssize)word.len);
	}
	if (reduced->len == text.len)
		return text;
	return (struct slice){
		g_string_chunk_insert_len(records->text, reduced->str, (gssize)reduced->len),
		reduced->len};
}

/* "TEST: METRIC N% improvement" */
static gboolean read_claim(struct impact *impact)
{
	struct slice rest = impact->text, test = scan_before(&rest, ": ");
	struct slice metric = scan_word(&rest), percent = scan_word(&rest);
	enum verdict verdict = claim_verdict(scan_word(&rest));

	if (!test.len || !claim_is_percent(percent) || !verdict)
		return FALSE;
	impact->testcase = test;
	impact->metric = metric;
	impact->change = claim_change(percent);
	impact->verdict = verdict;
	return TRUE;
}

static void unreadable(const struct records *records, const struct body_line *line,
	const char *what, const struct diag_sink *sink)
{
	struct origin at = origin_at(&records->mail->origin, line->part, line->number);

	diag_emit(sink, DIAG_BOX_UNREADABLE, &at, line->text, "%s", what);
}

static struct impact *begin_box(struct records *records, const struct body_line *line,
	struct slice value, const struct diag_sink *sink)
{
	struct impact impact = {.part = line->part, .line = line->number, .table = -1};

	if (records->impacts->len >= IMPACTS_MAX) {
		unreadable(records, line, "the mail has too many boxes", sink);
		return NULL;
	}
	impact.text = reduce(records, value);
	impact.change.value = NAN;
	impact.params.first = records->fields->len;
	if (!read_claim(&impact))
		unreadable(records, line,
			"the box's claim is not of the form \"test: metric N% verdict\"", sink);
	g_array_append_val(records->impacts, impact);
	return RECORD(records->impacts, struct impact, records->impacts->len - 1);
}

static gboolean add_param(struct records *records, struct impact *impact, struct slice value)
{
	struct field field = {.value = value};

	field.key = slice_trim(scan_before(&field.value, "="));
	if (!field.key.len || impact->params.count >= PARAMS_MAX)
		return FALSE;
	g_array_append_val(records->fields, field);
	impact->params.count++;
	return TRUE;
}

/* Bars stand at the beginning of the robot's tags and of plots, too. */
static gboolean is_broken_row(const struct body_line *line, const struct impact *box)
{
	return !line->depth && slice_starts(line->text, box ? "|" : "| testcase: change");
}

void impacts_read(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	struct reader reader = {records, lines, 0};
	struct impact *box = NULL;
	struct slice label, value;

	for (guint i = 0; i < lines->len; i++) {
		const struct body_line *line = BODY_LINE(lines, i);

		if (!read_box_row(&reader, &i, &label, &value)) {
			if (is_broken_row(line, box))
				unreadable(records, line, "the row does not end", sink);
			box = NULL;
		} else if (slice_is(label, "testcase: change"))
			box = begin_box(records, line, value, sink);
		else if (box && slice_is(label, "test machine"))
			box->machine = value;
		else if (box && !add_param(records, box, value))
			unreadable(records, line, "the row is no parameter \"key=value\"", sink);
	}
}

static gboolean agrees(const struct records *records, const struct impact *impact, int row,
	struct change *ret_change)
{
	const struct row *r = RECORD(records->rows, struct row, row);

	for (guint k = 1; k < r->cells.count; k++) {
		*ret_change = RECORD(records->cells, struct cell, r->cells.first + k)->change;
		if (claim_agrees(impact->change.text, ret_change))
			return TRUE;
	}
	return FALSE;
}

/* Whether the table has the box's change; takes that change, with its sign. */
static gboolean take_change(struct records *records, struct impact *impact, guint table)
{
	const struct table *t = RECORD(records->tables, struct table, table);
	int row = slice_is_null(impact->metric) ? -1 : claim_row(records, t, impact->metric);
	struct change change;

	if (row < 0 || !agrees(records, impact, row, &change))
		return FALSE;
	impact->change = change;
	impact->of_row = TRUE;
	return TRUE;
}

static void contradiction(const struct records *records, const struct impact *impact,
	const char *what, const struct diag_sink *sink)
{
	struct origin at = origin_at(&records->mail->origin, impact->part, impact->line);

	diag_emit(sink, DIAG_BOX_CONTRADICTS, &at, impact->text, "%s", what);
}

/* The first table from `next` on that has the box's change; `count` when none has. */
static guint find_table(struct records *records, struct impact *impact, const guint *tables,
	guint next, guint count)
{
	while (next < count && !take_change(records, impact, tables[next]))
		next++;
	return next;
}

void impacts_match(
	struct records *records, const guint *tables, guint count, const struct diag_sink *sink)
{
	gboolean in_order = count == records->impacts->len;
	guint next = 0;

	for (guint i = 0; i < records->impacts->len; i++) {
		struct impact *impact = RECORD(records->impacts, struct impact, i);

		if (in_order) {
			impact->table = (int)tables[i];
			if (!take_change(records, impact, tables[i]))
				contradiction(records, impact,
					"the box's table has no row with its change", sink);
			continue;
		}
		guint found = find_table(records, impact, tables, next, count);
		if (found < count) {
			impact->table = (int)tables[found];
			next = found + 1;
		} else {
			contradiction(records, impact,
				"no table behind the main one has a row with the box's change",
				sink);
		}
	}
}
