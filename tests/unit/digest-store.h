/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store filled by hand, for the tests of the digest: what a mail says is written down
 * as records, without a parser between.
 */
#pragma once

#include "base/literal.h"
#include "cli/judge.h"
#include "cluster/keep.h"
#include "parse/mail.h"
#include "parse/records.h"
#include "store/store.h"

#include <glib/gstdio.h>
#include <math.h>

struct sample_row { /* stddev STDDEV_NONE: blank; change NULL: a fail row, "3:4" cells */
	const char *stat, *before;
	int before_stddev;
	const char *change, *after;
	int after_stddev;
};

#define BLANK STDDEV_NONE
#define SAMPLE_ROWS 8

struct sample_table {
	guint line; /* of the heads; the rows follow, two lines below */
	const char *tbox_group;
	struct sample_row rows[SAMPLE_ROWS]; /* ended by a NULL stat */
};

struct sample_box {
	guint line;
	const char *testcase, *metric, *machine, *change, *params; /* "key=value" */
	enum verdict verdict;
	struct sample_table table; /* line 0: none */
};

struct sample {
	const char *id;
	gint64 date;
	enum message_kind kind;
	const char *subject, *metric, *change, *claim, *failure;
	enum verdict verdict;
	const char *commit, *title, *parent, *subsystem, *testcase, *tbox_group, *machine, *link,
		*params;
	struct sample_table table;
	guint headline_row;
	const struct sample_box *boxes;
	guint n_boxes;
	const char *retracts; /* a Message-ID */
};

static double sample_number(const char *text)
{
	g_autofree char *digits = g_strndup(text, strcspn(text, "%"));
	double value = NAN;

	g_assert_true(literal_read(slice_of(digits), &value));
	return value;
}

static struct change sample_change(const char *text)
{
	if (!text)
		return (struct change){SLICE_NULL, NAN, UNIT_PERCENT};
	return (struct change){slice_of(text), sample_number(text),
		strchr(text, '%') ? UNIT_PERCENT : UNIT_POINTS};
}

static void sample_mean_cell(
	struct records *records, const char *text, int stddev, const char *change)
{
	struct cell cell = {slice_of(text), NAN, {NAN, NAN}, stddev, 0, 0, sample_change(change)};

	if (text)
		g_assert_true(literal_mean(cell.text, &cell.mean, &cell.means));
	g_array_append_val(records->cells, cell);
}

static void sample_fail_cell(struct records *records, const char *text)
{
	struct cell cell = {SLICE_NULL, NAN, {NAN, NAN}, STDDEV_NONE, 0, 0, sample_change(NULL)};
	const char *colon = strchr(text, ':');

	g_assert_true(literal_count(slice_between(text, colon), &cell.fails));
	g_assert_true(literal_count(slice_of(colon + 1), &cell.runs));
	g_array_append_val(records->cells, cell);
}

static void sample_row_add(
	struct records *records, const struct sample_row *from, guint line, gboolean fail)
{
	struct row row = {
		.kind = fail ? ROW_FAIL : ROW_MEAN,
		.line = line,
		.stat = slice_of(from->stat),
		.cells = {records->cells->len, 2},
		.consistency = CONSISTENCY_CONSISTENT,
	};

	if (fail) {
		sample_fail_cell(records, from->before);
		sample_fail_cell(records, from->after);
		row.consistency = CONSISTENCY_NOT_CHECKABLE;
	} else {
		sample_mean_cell(records, from->before, from->before_stddev, NULL);
		sample_mean_cell(records, from->after, from->after_stddev, from->change);
	}
	g_array_append_val(records->rows, row);
}

static struct span sample_field_add(struct records *records, const char *key, const char *value)
{
	struct field field = {slice_of(key), slice_of(value)};
	struct span span = {records->fields->len, value ? 1 : 0};

	if (value)
		g_array_append_val(records->fields, field);
	return span;
}

/* "key=value, key=value" */
static struct span sample_params(struct records *records, const char *params)
{
	struct span span = {records->fields->len, 0};
	struct slice rest = slice_of(params);

	while (rest.len) {
		const char *end = slice_find(rest, ", ");
		struct slice pair = end ? slice_between(rest.at, end) : rest;
		const char *equal = slice_find(pair, "=");
		struct field field = {pair, SLICE_LIT("")};

		if (equal)
			field = (struct field){slice_between(pair.at, equal),
				slice_between(equal + 1, pair.at + pair.len)};
		g_array_append_val(records->fields, field);
		span.count++;
		rest = end ? slice_skip(rest, pair.len + 2) : SLICE_NULL;
	}
	return span;
}

static void sample_columns(struct records *records, const struct sample *from)
{
	struct column base = {slice_of(from->parent), slice_of(from->parent), SLICE_NULL,
		SLICE_NULL, slice_of(from->parent)};
	struct column head = {slice_of(from->commit), slice_of(from->commit), slice_of(from->title),
		SLICE_NULL, slice_of(from->commit)};

	g_array_append_val(records->columns, base);
	g_array_append_val(records->columns, head);
}

/* Returns the table's index. */
static int sample_table_add(
	struct records *records, const struct sample *from, const struct sample_table *given)
{
	struct table table = {
		.part = 1,
		.line = given->line,
		.style = TABLE_NCOMPARE,
		.axes = sample_field_add(records, "tbox_group", given->tbox_group),
		.columns = {records->columns->len, 2},
		.rows = {records->rows->len, 0},
	};

	sample_columns(records, from);
	for (guint i = 0; i < SAMPLE_ROWS && given->rows[i].stat; i++) {
		gboolean fail = given->rows[i].before && strchr(given->rows[i].before, ':');

		sample_row_add(records, &given->rows[i], given->line + 2 + i, fail);
		table.rows.count++;
		*(fail ? &table.fail_rows : &table.mean_rows) += 1;
	}
	records->rows_seen += table.rows.count;
	records->report.tables++;
	records->report.rows += table.mean_rows;
	records->report.fail_rows += table.fail_rows;
	g_array_append_val(records->tables, table);
	return (int)records->tables->len - 1;
}

static void sample_box_add(
	struct records *records, const struct sample *from, const struct sample_box *box)
{
	struct impact impact = {
		.line = box->line,
		.text = slice_of(box->metric),
		.testcase = slice_of(box->testcase),
		.metric = slice_of(box->metric),
		.change = sample_change(box->change),
		.verdict = box->verdict,
		.machine = slice_of(box->machine),
		.params = sample_params(records, box->params),
		.table = -1,
	};

	if (box->table.line)
		impact.table = sample_table_add(records, from, &box->table);
	records->report.boxes++;
	g_array_append_val(records->impacts, impact);
}

/* In line 3, after a word of thanks that is no news. */
static void sample_retract(struct records *records, const struct sample *from)
{
	const struct event reply = {
		.kind = EVENT_REPLY, .part = 1, .line = 1, .target = slice_of(from->retracts)};
	const struct event retracted = {.kind = EVENT_RETRACTED,
		.part = 1,
		.line = 3,
		.words = slice_of("Please ignore this report."),
		.target = slice_of(from->retracts)};

	g_array_append_val(records->events, reply);
	g_array_append_val(records->events, retracted);
}

static struct mail *sample_mail(const struct sample *from, gint64 offset)
{
	struct origin origin = {"lists/sample.mbox", offset, NULL, 0, 0};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);

	mail->message_id = g_strdup(from->id);
	mail->date = from->date;
	mail->subject = g_strdup(from->subject);
	mail->from_name = g_strdup("kernel test robot");
	mail->from_address = g_strdup("lkp@intel.com");
	mail->list = g_strdup("linux-kernel.vger.kernel.org");
	g_free(part->type);
	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	part->bytes = slice_of(from->id); /* a text of its own is enough here */
	part->size = part->bytes.len;
	return mail;
}

static struct report sample_report(const struct sample *from)
{
	return (struct report){
		.metric = slice_of(from->metric),
		.change = sample_change(from->change),
		.headline_row = -1,
		.claim = slice_of(from->claim),
		.verdict = from->verdict,
		.failure = slice_of(from->failure),
		.commit = slice_of(from->commit),
		.commit_title = slice_of(from->title),
		.parent = slice_of(from->parent),
		.tree = SLICE_LIT("https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/"
				  "linux.git"),
		.branch = SLICE_LIT("master"),
		.testcase = slice_of(from->testcase),
		.tbox_group = slice_of(from->tbox_group),
		.machine = slice_of(from->machine),
		.subsystem = slice_of(from->subsystem),
		.link = slice_of(from->link),
		.main_table = -1,
	};
}

/* Read once: it takes some milliseconds. */
static const struct rules *sample_rules(void)
{
	static struct rules *rules;

	if (!rules)
		rules = rules_builtin();
	return rules;
}

static void sample_put(
	struct store *store, const struct sample *from, gint64 offset, const GPtrArray *diags)
{
	struct mail *mail = sample_mail(from, offset);
	struct records *records = records_new(mail);
	enum store_outcome outcome;
	gboolean differs;
	g_autoptr(GError) error = NULL;

	records->kind = from->kind;
	records->author = AUTHOR_ROBOT;
	records->has_report = from->kind <= MESSAGE_SUMMARY;
	records->report = sample_report(from);
	records->report.params = sample_params(records, from->params);
	if (from->table.line) {
		records->report.main_table = sample_table_add(records, from, &from->table);
		records->report.headline_row = (int)from->headline_row;
	}
	for (guint i = 0; i < from->n_boxes; i++)
		sample_box_add(records, from, &from->boxes[i]);
	if (from->retracts)
		sample_retract(records, from);
	judge_records(records, sample_rules(), NULL);
	store_put(store, records, diags, &outcome, &differs, &error);
	g_assert_no_error(error);
	g_assert_cmpint(outcome, ==, STORE_STORED);
	records_free(records);
	mail_free(mail);
}

/* ---- a store in a folder that is thrown away ------------------------------------------ */

struct sample_store {
	char *folder, *file;
	struct store *store;
};

static void sample_store_open(struct sample_store *at)
{
	g_autoptr(GError) error = NULL;

	at->folder = g_dir_make_tmp("lkpdigest-XXXXXX", &error);
	g_assert_no_error(error);
	at->file = g_build_filename(at->folder, "store.db", NULL);
	at->store = store_open(at->file, STORE_WRITE, &error);
	g_assert_no_error(error);
	store_begin(at->store, &error);
	g_assert_no_error(error);
}

static void sample_store_commit(struct sample_store *at)
{
	const struct store_source source = {
		"lists/sample.mbox", "mbox", 5000, 5000, 7, TRUE, "00", 0};
	g_autoptr(GError) error = NULL;

	store_put_source(at->store, &source, &error);
	g_assert_no_error(error);
	store_commit(at->store, &error);
	g_assert_no_error(error);
	clusters_bring_up_to_date(at->store, NULL, NULL, NULL, &error);
	g_assert_no_error(error);
}

static void sample_store_close(struct sample_store *at)
{
	static const char *const files[] = {
		"store.db", "store.db-wal", "store.db-shm", "gnuplot", "charts.gp", "page.html"};

	g_assert_true(store_close(at->store, NULL));
	for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autofree char *path = g_build_filename(at->folder, files[i], NULL);

		g_unlink(path);
	}
	g_assert_cmpint(g_rmdir(at->folder), ==, 0);
	g_free(at->folder);
	g_free(at->file);
}
