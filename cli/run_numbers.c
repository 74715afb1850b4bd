/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/run_numbers.h"

#include "compare/run_stats.h"
#include "ingest/result_root.h"

#include <math.h>

#define STATS_USUAL 2048

struct reader {
	struct run_numbers *numbers;
	const struct result_run *run;
	const struct rules *rules;
	const struct diag_sink *sink;
	struct run_part part;
	GArray *series; /* of struct run_series, of the monitor in hand */
};

/* The name lives as long as the numbers. */
static void add(struct reader *r, const char *name, struct number value)
{
	struct run_number item = {name, value, TRUE};

	g_array_append_val(r->numbers->items, item);
}

/* So does this one. */
static void add_unsound(struct reader *r, const char *name, const char *why)
{
	struct run_number item = {name, number_of_integer(0), FALSE};
	struct origin at = {r->run->dir, -1, NULL, 0, 0};

	g_array_append_val(r->numbers->items, item);
	diag_emit(r->sink, DIAG_STAT_NO_NUMBER, &at, slice_of(name), "%s", why);
}

/* ---- stats.json ------------------------------------------------------------------------ */

static void add_stat(const struct stats_json_item *item, void *data)
{
	if (item->kind == STATS_JSON_NUMBER)
		add(data, item->name, item->values[0]);
	else
		add_unsound(data, item->name, item->why ? item->why : "a list stands there");
}

/* ---- monitors -------------------------------------------------------------------------- */

static void add_series(const struct stats_json_item *item, void *data)
{
	struct reader *r = data;
	struct run_series series = {item->name, NULL, item->n};

	if (item->kind != STATS_JSON_LIST) {
		add_unsound(r, g_string_chunk_insert(r->numbers->text, item->name),
			item->why ? item->why : "no list of numbers stands there");
		return;
	}
	series.values = g_memdup2(item->values, item->n * sizeof(struct number));
	g_array_append_val(r->series, series);
}

static void clear_series(void *data)
{
	g_free((void *)((struct run_series *)data)->values);
}

static void add_number(const char *name, struct number value, void *data)
{
	struct reader *r = data;

	add(r, g_string_chunk_insert(r->numbers->text, name), value);
}

static gboolean read_monitor(struct reader *r, const char *monitor)
{
	g_autofree char *text = NULL;
	gboolean done;

	r->series = g_array_new(FALSE, FALSE, sizeof(struct run_series));
	g_array_set_clear_func(r->series, clear_series);
	done = result_run_json(r->run, monitor, add_series, r, &text, r->sink);
	if (done)
		run_stats_of_monitor(r->rules, monitor,
			(const struct run_series *)(gconstpointer)r->series->data, r->series->len,
			&r->part, add_number, r);
	g_array_unref(r->series);
	return done;
}

static gboolean read_seconds(
	const struct job_field *fields, guint n, const char *name, double *ret_seconds)
{
	for (guint i = 0; i < n; i++) {
		char *end;

		if (fields[i].parent != JOB_FIELD_TOP || strcmp(fields[i].name, name) ||
			!fields[i].value)
			continue;
		*ret_seconds = g_ascii_strtod(fields[i].value, &end);
		return end != fields[i].value && isfinite(*ret_seconds);
	}
	return FALSE;
}

static void read_part(struct reader *r)
{
	struct job_tree *job = result_run_job(r->run, r->sink);
	guint n;

	if (!job)
		return;
	const struct job_field *fields = job_tree_fields(job, &n);
	r->part.is_given = read_seconds(fields, n, "stats_part_begin", &r->part.begin) &&
			   read_seconds(fields, n, "stats_part_end", &r->part.end);
	job_tree_free(job);
}

/* Instructions for each unit of work, where one test counts its work. */
static void add_path_length(struct reader *r)
{
	const struct number *instructions = NULL, *workload = NULL;
	guint workloads = 0;

	for (guint i = 0; i < r->numbers->items->len; i++) {
		const struct run_number *item =
			&g_array_index(r->numbers->items, struct run_number, i);

		if (!strcmp(item->name, "perf-stat.total.instructions"))
			instructions = &item->value;
		if (g_str_has_suffix(item->name, ".workload")) {
			workload = &item->value;
			workloads++;
		}
	}
	if (instructions && workloads == 1 && number_real(*workload) != 0)
		add(r, "perf-stat.overall.path-length",
			number_of_real(number_real(*instructions) / number_real(*workload)));
}

static gboolean read_monitors(struct reader *r)
{
	g_autoptr(GPtrArray) names = result_run_json_names(r->run, r->sink);

	read_part(r);
	for (guint i = 0; i < names->len; i++)
		if (strcmp(names->pdata[i], "matrix") &&
			run_stats_is_monitor(r->rules, names->pdata[i]) &&
			!read_monitor(r, names->pdata[i]))
			return FALSE;
	add_path_length(r);
	return TRUE;
}

/* ---- the result root's matrix ---------------------------------------------------------- */

struct column {
	struct reader *reader;
	const char *ending; /* of the file that LKP took it from: "/0/stats.json" */
	int at;             /* -1: not found */
};

/* LKP names the file that each column was taken from. */
static void find_column(const struct stats_json_item *item, void *data)
{
	struct column *column = data;

	if (item->kind != STATS_JSON_TEXTS || strcmp(item->name, "stats_source"))
		return;
	for (guint i = 0; i < item->n; i++)
		if (strstr(item->texts[i], column->ending))
			column->at = (int)i;
}

/* A stat that is shorter had no value in the runs that came later. */
static void add_cell(const struct stats_json_item *item, void *data)
{
	const struct column *column = data;

	if (item->kind == STATS_JSON_OTHER)
		add_unsound(column->reader, item->name, item->why);
	else if (item->kind == STATS_JSON_LIST && (guint)column->at < item->n)
		add(column->reader, item->name, item->values[column->at]);
}

static gboolean read_matrix(struct reader *r)
{
	g_autofree char *ending = g_strconcat("/", r->run->name, "/stats.json", NULL);
	struct column column = {r, ending, -1};
	g_autofree char *text = NULL;

	if (!result_run_json(r->run, "../matrix", find_column, &column, &text, r->sink))
		return FALSE;
	return column.at < 0 ||
	       result_run_json(r->run, "../matrix", add_cell, &column, &r->numbers->stats, r->sink);
}

/* ---- the run --------------------------------------------------------------------------- */

static gboolean read_run(struct reader *r)
{
	struct origin at = {r->run->dir, -1, NULL, 0, 0};

	if (!result_run_json(r->run, "stats", add_stat, r, &r->numbers->stats, r->sink))
		return FALSE;
	if (r->numbers->stats)
		return TRUE;
	r->numbers->source = RUN_MONITORS;
	if (!read_monitors(r))
		return FALSE;
	if (r->numbers->items->len)
		return TRUE;
	r->numbers->source = RUN_MATRIX;
	if (!read_matrix(r))
		return FALSE;
	if (!r->numbers->items->len)
		diag_emit(r->sink, DIAG_STATS_UNREADABLE, &at, SLICE_NULL,
			"the run has neither stats.json nor a monitor's file, nor is it in a "
			"matrix.json");
	return r->numbers->items->len > 0;
}

struct run_numbers *run_numbers_new(void)
{
	struct run_numbers *numbers = g_new0(struct run_numbers, 1);

	numbers->items = g_array_sized_new(FALSE, FALSE, sizeof(struct run_number), STATS_USUAL);
	numbers->text = g_string_chunk_new(1 << 14);
	return numbers;
}

struct run_numbers *run_numbers_read(
	const struct result_run *run, const struct rules *rules, const struct diag_sink *sink)
{
	struct run_numbers *numbers = run_numbers_new();
	struct reader r = {.numbers = numbers, .run = run, .rules = rules, .sink = sink};

	if (read_run(&r))
		return numbers;
	run_numbers_free(numbers);
	return NULL;
}

void run_numbers_free(struct run_numbers *numbers)
{
	g_array_unref(numbers->items);
	g_string_chunk_free(numbers->text);
	g_free(numbers->stats);
	g_free(numbers);
}
