/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records by hand, as if a mail had been read: what the store's tests put and look for. */
#pragma once

#include "parse/records.h"

#include <math.h>

struct made {
	struct mail *mail;
	struct records *records;
	GPtrArray *diags;
};

static inline struct slice made_slice(struct made *m, const char *text)
{
	return text ? slice_of(g_string_chunk_insert(m->records->text, text)) : SLICE_NULL;
}

/* A mail with one text part. */
static inline struct made *made_new(
	const char *path, gint64 offset, const char *message_id, const char *text)
{
	struct origin origin = {g_intern_string(path), offset, NULL, 0, 0};
	struct made *m = g_new0(struct made, 1);
	struct mail_part *part;

	m->mail = mail_new(&origin);
	m->mail->message_id = g_strdup(message_id);
	m->mail->date = DATE_UNKNOWN;
	m->mail->date_oddity = DATE_MISSING;
	m->mail->from_name = g_strdup("kernel test robot");
	m->mail->from_address = g_strdup("robot@example.org");
	m->mail->subject = g_strdup_printf("[mm] %s", message_id);
	m->mail->raw_size = strlen(text);
	m->records = records_new(m->mail);
	m->records->kind = MESSAGE_OTHER;
	m->records->author = AUTHOR_ROBOT;
	m->diags = diag_list_new();
	part = mail_add_part(m->mail);
	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	part->bytes = made_slice(m, text);
	part->size = part->bytes.len;
	return m;
}

static inline void made_free(struct made *m)
{
	g_ptr_array_unref(m->diags);
	records_free(m->records);
	mail_free(m->mail);
	g_free(m);
}

static inline void made_date(struct made *m, gint64 date)
{
	m->mail->date = date;
	m->mail->date_oddity = DATE_SOUND;
	g_free(m->mail->date_text);
	m->mail->date_text = g_strdup_printf("date %" G_GINT64_FORMAT, date);
}

static inline void made_reply(struct made *m, const char *in_reply_to, const char *reference)
{
	g_free(m->mail->in_reply_to);
	m->mail->in_reply_to = g_strdup(in_reply_to);
	if (reference)
		g_ptr_array_add(m->mail->references, g_strdup(reference));
}

static inline void made_list(struct made *m, const char *list)
{
	g_free(m->mail->list);
	m->mail->list = g_strdup(list);
}

static inline void made_report(struct made *m, enum message_kind kind, const char *commit,
	const char *subsystem, const char *testcase, const char *tbox_group)
{
	struct report *r = &m->records->report;

	m->records->kind = kind;
	m->records->has_report = TRUE;
	r->commit = made_slice(m, commit);
	r->commit_title = made_slice(m, "mm: do the thing");
	r->subsystem = made_slice(m, subsystem);
	r->testcase = made_slice(m, testcase);
	r->tbox_group = made_slice(m, tbox_group);
	r->verdict = VERDICT_REGRESSION;
	r->metric = made_slice(m, "will-it-scale.per_process_ops");
	r->claim = made_slice(m, "-6.3%");
	r->change = (struct change){made_slice(m, "-6.3%"), -6.3, UNIT_PERCENT};
}

static inline struct span made_fields(struct made *m, const char *const *pairs)
{
	struct span span = {m->records->fields->len, 0};

	for (; *pairs; pairs += 2, span.count++) {
		struct field field = {made_slice(m, pairs[0]), made_slice(m, pairs[1])};

		g_array_append_val(m->records->fields, field);
	}
	return span;
}

/* Columns end with NULL; axes are pairs. */
static inline void made_table(struct made *m, guint line, guint depth, const char *const *columns,
	const char *const *axes)
{
	struct table table = {.part = 1, .line = line, .depth = depth};

	table.axes = made_fields(m, axes);
	table.columns.first = m->records->columns->len;
	table.rows.first = m->records->rows->len;
	for (; *columns; columns++, table.columns.count++) {
		struct column column = {.head = made_slice(m, *columns),
			.listed = made_slice(m, *columns),
			.title = made_slice(m, "mm: do the thing"),
			.id = made_slice(m, *columns)};

		g_array_append_val(m->records->columns, column);
	}
	g_array_append_val(m->records->tables, table);
}

static inline struct table *made_last_table(struct made *m)
{
	return RECORD(m->records->tables, struct table, m->records->tables->len - 1);
}

static inline void made_row(struct made *m, enum row_kind kind, const char *stat)
{
	struct table *table = made_last_table(m);
	struct row row = {
		.kind = kind,
		.line = table->line + 2 + table->rows.count,
		.stat = made_slice(m, stat),
		.cells = {m->records->cells->len, 0},
		.consistency =
			kind == ROW_MEAN ? CONSISTENCY_CONSISTENT : CONSISTENCY_NOT_CHECKABLE,
	};

	g_array_append_val(m->records->rows, row);
	table->rows.count++;
	*(kind == ROW_MEAN ? &table->mean_rows : &table->fail_rows) += 1;
	m->records->rows_seen++;
}

static inline void made_cell(struct made *m, struct cell cell)
{
	struct row *row = RECORD(m->records->rows, struct row, m->records->rows->len - 1);

	g_array_append_val(m->records->cells, cell);
	row->cells.count++;
}

#define MADE_NO_CHANGE ((struct change){SLICE_NULL, NAN, UNIT_PERCENT})

/* A mean; text NULL: blank.  change NULL: none. */
static inline void made_mean(
	struct made *m, const char *text, int stddev, const char *change, double value)
{
	struct cell cell = {.text = made_slice(m, text),
		.mean = NAN,
		.means = {NAN, NAN},
		.stddev = stddev,
		.change = MADE_NO_CHANGE};

	if (text && literal_read(cell.text, &cell.mean))
		cell.means = (struct interval){cell.mean, cell.mean + 1};
	if (change)
		cell.change = (struct change){made_slice(m, change), value, UNIT_PERCENT};
	made_cell(m, cell);
}

static inline void made_fails(
	struct made *m, guint64 fails, guint64 runs, const char *change, double value)
{
	struct cell cell = {.mean = NAN,
		.means = {NAN, NAN},
		.stddev = STDDEV_NONE,
		.fails = fails,
		.runs = runs,
		.change = MADE_NO_CHANGE};

	if (change)
		cell.change = (struct change){made_slice(m, change), value, UNIT_POINTS};
	made_cell(m, cell);
}

static inline void made_attachment(
	struct made *m, enum attachment_kind kind, const char *name, const char *content)
{
	struct mail_part *part = mail_add_part(m->mail);
	struct attachment attachment = {part, kind};

	part->name = g_strdup(name);
	part->type = g_strdup("application/octet-stream");
	part->attached = TRUE;
	part->bytes = made_slice(m, content);
	part->size = part->bytes.len;
	g_strlcpy(part->sha256, "e3b0c44298fc1c149afbf4c8996fb924", sizeof(part->sha256));
	g_array_append_val(m->records->attachments, attachment);
}

static inline void made_job(struct made *m, guint part, const char *const *pairs)
{
	static const char *const axes[] = {"testcase", "aim7", "test", "shell8", NULL};
	static const char *const needs[] = {"nr_cpu", "16", NULL};
	struct job job = {.part = part,
		.fields = made_fields(m, pairs),
		.result_root = made_slice(m, "/result/aim7/0"),
		.axes = made_fields(m, axes),
		.needs = made_fields(m, needs)};

	g_array_append_val(m->records->jobs, job);
}

/* Seven lines from 0 to 30; good samples in the columns 4, 8, ... and a bad one in 2. */
static inline void made_plot(
	struct made *m, guint line, const double *good, guint n_good, double bad)
{
	GArray *samples = m->records->plot_samples;
	struct plot plot = {.line = line,
		.title = made_slice(m, "aim7.jobs-per-min"),
		.lines = 7,
		.columns = 70,
		.low = 0,
		.high = 30,
		.good = {samples->len, n_good},
		.bad = {samples->len + n_good, 1}};

	for (guint i = 0; i < n_good; i++) {
		struct plot_sample sample = {4 * (i + 1), good[i]};

		g_array_append_val(samples, sample);
	}
	struct plot_sample last = {2, bad};
	g_array_append_val(samples, last);
	g_array_append_val(m->records->plots, plot);
}

/* A plot that cannot be read back. */
static inline void made_damaged_plot(struct made *m, guint line)
{
	struct plot plot = {.line = line, .depth = 1, .low = NAN, .high = NAN};

	g_array_append_val(m->records->plots, plot);
}

static inline void made_diff(struct made *m, guint line, const char *old_path, const char *new_path)
{
	struct touched file = {1, line, made_slice(m, old_path), made_slice(m, new_path), 1, 2, 3};

	g_array_append_val(m->records->touched, file);
}

static inline void made_command(struct made *m, guint part, guint line, enum command_kind kind,
	const char *time, const char *text)
{
	struct script_command command = {
		part, line, kind, made_slice(m, time), made_slice(m, text)};

	g_array_append_val(m->records->commands, command);
}

static inline void made_figure(struct made *m, guint line, const char *name, const double *values,
	guint n_values, double percent)
{
	struct mail_figure figure = {.kind = FIGURE_RATIO,
		.part = 1,
		.line = line,
		.name = made_slice(m, name),
		.values = {m->records->figure_values->len, n_values},
		.percent = percent,
		.note = made_slice(m, "made")};

	if (n_values)
		g_array_append_vals(m->records->figure_values, values, n_values);
	g_array_append_val(m->records->figures, figure);
}

static inline void made_impact(struct made *m, guint line, const char *testcase, const char *change,
	double value, int table, const char *const *params)
{
	struct impact impact = {.line = line,
		.text = made_slice(m, "a claim as printed"),
		.testcase = made_slice(m, testcase),
		.metric = made_slice(m, "aim7.jobs-per-min"),
		.change = {made_slice(m, change), value, UNIT_PERCENT},
		.verdict = VERDICT_IMPROVEMENT,
		.table = table,
		.params = made_fields(m, params)};

	g_array_append_val(m->records->impacts, impact);
}

static inline void made_event(struct made *m, enum event_kind kind, guint line, const char *words,
	const char *commit, const char *target)
{
	struct event event = {.kind = kind,
		.part = line ? 1 : 0,
		.line = line,
		.words = made_slice(m, words),
		.commit = made_slice(m, commit),
		.target = made_slice(m, target)};

	g_array_append_val(m->records->events, event);
}

static inline void made_failure(struct made *m, guint line, const char *name, guint64 count)
{
	struct failure failure = {line, made_slice(m, name), {m->records->counts->len, 2}};
	const guint64 counts[] = {0, count};

	g_array_append_vals(m->records->counts, counts, G_N_ELEMENTS(counts));
	g_array_append_val(m->records->failures, failure);
}

static inline void made_diag(struct made *m, enum diag_id id, guint line, const char *excerpt)
{
	struct diag_sink sink = diag_list_sink(m->diags);
	struct origin at = origin_at(&m->mail->origin, 1, line);

	diag_emit(&sink, id, &at, slice_of(excerpt), "line %u is odd", line);
}

#define MADE_BASE "7a3fadfd77e1a1b2c3d4e5f60718293a4b5c6d7e"
#define MADE_HEAD "5c0a85fad949212b3e059692deecdeed74ae7ec7"

/* A performance report with all that one can have; texts that differ make copies differ. */
static inline struct made *made_whole_report(
	const char *path, gint64 offset, const char *message_id, const char *text)
{
	static const char *const columns[] = {MADE_BASE, MADE_HEAD, NULL};
	static const char *const axes[] = {
		"compiler", "gcc-4.9", "tbox_group", "ivb42", "testcase", "aim7", NULL};
	static const char *const params[] = {
		"cpufreq_governor", "performance", "nr_task", "1", NULL};
	static const char *const job[] = {
		"suite", "aim7", "aim7.test", "shell8", "empty", NULL, NULL};
	struct made *m = made_new(path, offset, message_id, text);

	made_report(m, MESSAGE_PERFORMANCE, MADE_HEAD, "mm", "aim7", "ivb42");
	m->records->report.params = made_fields(m, params);
	made_date(m, 1465200000);
	made_list(m, "linux-mm.kvack.org");
	made_table(m, 40, 0, columns, axes);
	made_row(m, ROW_FAIL, "dmesg.WARNING");
	made_fails(m, 0, 4, NULL, NAN);
	made_fails(m, 1, 4, "25%", 25);
	made_row(m, ROW_MEAN, "aim7.jobs-per-min");
	made_mean(m, "14321", STDDEV_NONE, NULL, NAN);
	made_mean(m, "13418", 2, "-6.3%", -6.3);
	made_row(m, ROW_MEAN, "vmstat.system.in");
	made_mean(m, NULL, 1, NULL, NAN);
	made_mean(m, "1.721e+08", STDDEV_NONE, "+Inf%", INFINITY);
	RECORD(m->records->rows, struct row, 2)->consistency = CONSISTENCY_NOT_CHECKABLE;
	m->records->report.main_table = 0;
	m->records->report.headline_row = 1;
	m->records->report.tables = 1;
	m->records->report.rows = 2;
	m->records->report.fail_rows = 1;
	made_attachment(m, ATTACHMENT_JOB, "job.yaml", "suite: aim7\n");
	made_attachment(m, ATTACHMENT_CONFIG, "config-4.6.0", "CONFIG_SMP=y\n");
	made_attachment(m, ATTACHMENT_REPRODUCE, "reproduce", "");
	made_job(m, 2, job);
	made_figure(m, 90, "nr_mapped", (const double[]){511, 530}, 2, 103.72);
	made_figure(m, 91, "nr_none", NULL, 0, NAN);
	struct log_finding finding = {5, 454, "kasan", made_slice(m, "BUG: KASAN: x")};
	g_array_append_val(m->records->findings, finding);
	made_diff(m, 70, "mm/memory.c", "mm/memory.c");
	made_diff(m, 81, NULL, "mm/new file.c");
	made_command(m, 4, 1, COMMAND_SETTING, "2016-06-04 11:23:32", "echo 1 > /proc/x");
	made_command(m, 4, 2, COMMAND_OTHER, NULL, "cat <<EOF\nEOF");
	made_plot(m, 60, (const double[]){25, 30}, 2, 5);
	made_damaged_plot(m, 80);
	made_impact(m, 30, "aim7", "+3.1%", 3.1, 0, params);
	made_failure(m, 31, "Kernel panic", 3);
	made_event(m, EVENT_REVERT, 0, "Revert it", MADE_BASE, NULL);
	made_event(m, EVENT_LINK, 33, "see there", NULL, "r0@example.org");
	made_diag(m, DIAG_ROW_HEADLESS, 55, "\xff\001 raw");
	return m;
}
