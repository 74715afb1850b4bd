/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/report.h"

#include "parse/build.h"
#include "parse/claim.h"
#include "parse/commit_id.h"
#include "parse/countbox.h"
#include "parse/impact.h"
#include "parse/log_id.h"
#include "parse/metadata.h"
#include "parse/scan.h"
#include "parse/title.h"

static const struct table *table_at(const struct records *records, guint i)
{
	return RECORD(records->tables, struct table, i);
}

/* Indices of the tables of the body at depth 0, in order. */
static GArray *own_tables(const struct records *records)
{
	GArray *own = g_array_new(FALSE, FALSE, sizeof(guint));

	for (guint i = 0; i < records->tables->len; i++) {
		const struct table *t = table_at(records, i);

		if (!t->depth && body_has(g_ptr_array_index(records->mail->parts, t->part - 1)))
			g_array_append_val(own, i);
	}
	return own;
}

/* The first table behind "Details are as below", else the first: notes may hold tables. */
static guint main_of(const struct records *records, const GArray *own, const GArray *lines)
{
	for (guint i = 0; i < lines->len; i++) {
		const struct body_line *line = BODY_LINE(lines, i);

		if (!slice_starts(body_own(lines, i), "Details are as below"))
			continue;
		for (guint k = 0; k < own->len; k++) {
			const struct table *t = table_at(records, g_array_index(own, guint, k));

			if (t->part > line->part ||
				(t->part == line->part && t->line > line->number))
				return k;
		}
	}
	return 0;
}

static struct slice axis(const struct records *records, struct span axes, const char *key)
{
	for (guint i = axes.first; i < axes.first + axes.count; i++) {
		const struct field *f = RECORD(records->fields, struct field, i);

		if (slice_is(f->key, key))
			return f->value.len ? f->value : SLICE_NULL;
	}
	return SLICE_NULL;
}

/* The column of the reported commit; the second when no head says so. */
static guint commit_column(const struct records *records, const struct table *t)
{
	for (guint k = 1; k < t->columns.count; k++) {
		const struct column *c =
			RECORD(records->columns, struct column, t->columns.first + k);

		if (commit_same(c->id, records->report.commit))
			return k;
	}
	return 1;
}

static void take_headline_row(
	struct records *records, const struct table *t, const struct diag_sink *sink)
{
	struct report *report = &records->report;
	struct origin at = origin_at(&records->mail->origin, t->part, t->line);
	int index = claim_row(records, t, report->metric);

	if (index < 0) {
		diag_emit(sink, DIAG_HEADLINE_ROWLESS, &at, report->metric,
			"the main table has no row of the headline's metric");
		return;
	}
	const struct row *row = RECORD(records->rows, struct row, (guint)index);
	guint column = commit_column(records, t);
	if (column >= row->cells.count)
		return;
	report->headline_row = index;
	report->change = RECORD(records->cells, struct cell, row->cells.first + column)->change;
	if (slice_is_null(report->claim) || claim_agrees(report->claim, &report->change))
		return;
	at.line = row->line;
	diag_emit(sink, DIAG_HEADLINE_CONTRADICTS, &at, report->claim,
		"the headline's row prints a change of another size");
}

/* Heads hold 16 and 27 digits; the headline knows all 40, or the other way round. */
static void lengthen_ids(struct records *records)
{
	struct slice *commit = &records->report.commit;

	for (guint i = 0; i < records->columns->len; i++) {
		struct column *c = RECORD(records->columns, struct column, i);

		if (commit_same(c->id, *commit) && c->id.len > commit->len)
			*commit = c->id;
	}
	for (guint i = 0; i < records->columns->len; i++) {
		struct column *c = RECORD(records->columns, struct column, i);

		if (commit_same(c->id, *commit))
			c->id = *commit;
	}
}

static void check_commits(
	struct records *records, const struct table *t, const struct diag_sink *sink)
{
	struct origin at = origin_at(&records->mail->origin, t->part, t->line);
	gboolean ids = FALSE;

	for (guint k = 0; k < t->columns.count; k++) {
		const struct column *c =
			RECORD(records->columns, struct column, t->columns.first + k);

		if (commit_same(c->id, records->report.commit))
			return;
		ids |= k > 0 && commit_is_id(c->id);
	}
	if (ids && !slice_is_null(records->report.commit))
		diag_emit(sink, DIAG_COMMITS_MISMATCH, &at, records->report.commit,
			"no column of the main table is the headline's commit");
}

static void use_main_table(struct records *records, guint index, const struct diag_sink *sink)
{
	struct report *report = &records->report;
	const struct table *t = table_at(records, index);
	struct slice box = axis(records, t->axes, "tbox_group"),
		     test = axis(records, t->axes, "testcase");

	report->main_table = (int)index;
	if (!slice_is_null(box))
		report->tbox_group = box;
	if (!slice_is_null(test))
		report->testcase = test;
	if (t->columns.count)
		report->parent = RECORD(records->columns, struct column, t->columns.first)->id;
	check_commits(records, t, sink);
	if (!slice_is_null(report->metric))
		take_headline_row(records, t, sink);
}

static void count(struct records *records, const GArray *own)
{
	struct report *report = &records->report;

	report->tables = own->len;
	for (guint i = 0; i < records->impacts->len; i++)
		report->boxes += !RECORD(records->impacts, struct impact, i)->headline;
	for (guint i = 0; i < own->len; i++) {
		report->rows += table_at(records, g_array_index(own, guint, i))->mean_rows;
		report->fail_rows += table_at(records, g_array_index(own, guint, i))->fail_rows;
	}
	for (guint i = 0; i < records->plots->len; i++)
		report->plots += !RECORD(records->plots, struct plot, i)->depth;
}

static void subject_differs(
	const struct records *records, const char *what, const struct diag_sink *sink)
{
	diag_emit(sink, DIAG_SUBJECT_DIFFERS, &records->mail->origin,
		slice_of(records->mail->subject), "the body names another %s", what);
}

/* What subject and body say differently is doubtful, so null; the commit is the body's. */
static void compare_with_subject(struct records *records, const struct subject *s,
	const struct headline *h, const struct diag_sink *sink)
{
	struct report *report = &records->report;
	struct change claim = claim_change(s->claim);

	if (s->reply || h->form != HEADLINE_CHANGE)
		return;
	if (!slice_is_null(s->commit) && !slice_is_null(h->commit) &&
		!commit_same(s->commit, h->commit))
		subject_differs(records, "commit", sink);
	if (slice_is_null(s->claim))
		return;
	if (s->verdict && s->verdict != h->verdict) {
		subject_differs(records, "verdict", sink);
		report->verdict = VERDICT_NONE;
	}
	if (!claim_agrees(h->claim, &claim)) {
		subject_differs(records, "change", sink);
		report->claim = SLICE_NULL;
	}
	if (!slice_is_null(s->metric) && !slice_equal(s->metric, h->metric)) {
		subject_differs(records, "metric", sink);
		report->metric = SLICE_NULL;
	}
}

static struct slice either(struct slice first, struct slice second)
{
	return slice_is_null(first) ? second : first;
}

static void take_headline(struct records *records, const struct subject *s,
	const struct headline *h, const struct diag_sink *sink)
{
	struct report *report = &records->report;

	report->metric = h->metric;
	report->claim = h->claim;
	report->verdict = h->verdict;
	report->failure = h->failure;
	report->compiler = h->compiler;
	report->commit = h->commit;
	report->commit_title = h->title;
	report->tree = h->tree;
	report->branch = h->branch;
	if (h->form == HEADLINE_CHANGES && records->kind == MESSAGE_PERFORMANCE) {
		report->metric = s->metric;
		report->claim = s->claim;
		report->verdict = s->verdict;
	}
	if (records->kind == MESSAGE_FUNCTIONAL && !s->reply)
		report->failure = either(h->failure, s->result);
	compare_with_subject(records, s, h, sink);
}

static void fill_from_subject(struct records *records, const struct subject *s)
{
	struct report *report = &records->report;

	if (slice_is_null(report->tree)) {
		report->tree = s->tree;
		report->branch = s->branch;
	}
	if (!s->reply)
		report->commit = either(report->commit, s->commit);
	if (records->kind != MESSAGE_SUMMARY) /* its commit is only the branch's head */
		report->subsystem = either(title_subsystem(report->commit_title), s->subsystem);
}

static void read_tables(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	g_autoptr(GArray) own = own_tables(records);
	guint first = own->len ? main_of(records, own, lines) : 0;

	lengthen_ids(records);
	count(records, own);
	if (!own->len) {
		if (records->kind == MESSAGE_PERFORMANCE)
			diag_emit(sink, DIAG_HEADLINE_ROWLESS, &records->mail->origin,
				records->report.metric, "the report has no table");
		impacts_match(records, NULL, 0, sink);
		return;
	}
	use_main_table(records, g_array_index(own, guint, first), sink);
	impacts_match(records, &g_array_index(own, guint, first) + 1, own->len - first - 1, sink);
}

/* How the kernel was built, where the text does not say it: the axes, then the job, do. */
static void fill_build(struct records *records, struct span axes)
{
	struct report *report = &records->report;

	report->kconfig = either(report->kconfig, axis(records, axes, "kconfig"));
	report->compiler = either(report->compiler, axis(records, axes, "compiler"));
}

static void fill_from_axes(struct records *records)
{
	if (records->report.main_table >= 0)
		fill_build(records, table_at(records, (guint)records->report.main_table)->axes);
	for (guint i = 0; i < records->jobs->len; i++)
		fill_build(records, RECORD(records->jobs, struct job, i)->axes);
}

/* Of a count box, else of the fail rows, else what the log in the text shows. */
static void read_results(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	struct report *report = &records->report;

	report->parent = either(countbox_read(records, lines, sink), report->parent);
	if (!records->failures->len && !report->fail_rows)
		log_failures_read(records, lines);
}

void report_read(struct records *records, const struct subject *subject, const struct headline *h,
	const GArray *lines, const struct diag_sink *sink)
{
	take_headline(records, subject, h, sink);
	fill_from_subject(records, subject);
	metadata_read(records, lines, h->line, sink);
	metadata_link_read(records, lines);
	read_tables(records, lines, sink);
	fill_from_axes(records);
	if (records->kind == MESSAGE_FUNCTIONAL)
		read_results(records, lines, sink);
	if (records->kind == MESSAGE_BUILD)
		build_failures_read(records, lines, sink);
}
