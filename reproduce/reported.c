/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/reported.h"

#include "parse/job_tree.h"
#include "reproduce/job_value.h"

#include <math.h>
#include <stdlib.h>

#define TOLD_RUNS_MAX 10000
#define RUN_SECONDS_MAX (30.0 * 24 * 3600)

const char *runs_told_name(enum runs_told by)
{
	static const char *const names[] = {"table", "thread", "job"};

	return names[by];
}

const char *duration_source_name(enum duration_source source)
{
	static const char *const names[] = {NULL, "job-times", "table", "runtime"};

	return names[source];
}

/* ---- life ------------------------------------------------------------------------------ */

static void field_free(gpointer data)
{
	struct reported_field *field = data;

	g_free(field->parent);
	g_free(field->name);
	g_free(field->value);
	g_free(field);
}

static void command_free(gpointer data)
{
	struct reported_command *command = data;

	g_free(command->text);
	g_free(command);
}

static void runs_free(gpointer data)
{
	struct reported_runs *runs = data;

	g_free(runs->where);
	g_free(runs);
}

struct reported *reported_new(void)
{
	struct reported *reported = g_new0(struct reported, 1);

	reported->fields = g_ptr_array_new_with_free_func(field_free);
	reported->commands = g_ptr_array_new_with_free_func(command_free);
	reported->runs = g_ptr_array_new_with_free_func(runs_free);
	reported->seconds = NAN;
	return reported;
}

void reported_free(struct reported *r)
{
	if (!r)
		return;

	char *texts[] = {r->message_id, r->job_name, r->metric, r->change, r->testcase,
		r->tbox_group, r->machine, r->kconfig, r->commit[0], r->commit[1], r->title[0],
		r->title[1], r->config_sha256, r->table, r->code_job};

	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		g_free(texts[i]);
	g_ptr_array_unref(r->fields);
	g_ptr_array_unref(r->commands);
	g_ptr_array_unref(r->runs);
	g_free(r);
}

void reported_add_field(
	struct reported *reported, const char *parent, const char *name, const char *value)
{
	struct reported_field *field;

	if (reported->fields->len == REPORTED_FIELDS_MAX)
		return;
	field = g_new0(struct reported_field, 1);
	*field = (struct reported_field){g_strdup(parent), g_strdup(name), g_strdup(value)};
	g_ptr_array_add(reported->fields, field);
}

void reported_add_command(
	struct reported *reported, enum command_kind kind, guint line, const char *text)
{
	struct reported_command *command;

	if (reported->commands->len == REPORTED_COMMANDS_MAX)
		return;
	command = g_new0(struct reported_command, 1);
	*command = (struct reported_command){kind, line, g_strdup(text)};
	g_ptr_array_add(reported->commands, command);
}

static gboolean is_told(const struct reported *reported, const struct reported_runs *wanted)
{
	for (guint i = 0; i < reported->runs->len; i++) {
		const struct reported_runs *runs = reported->runs->pdata[i];

		if (runs->by == wanted->by && runs->runs.low == wanted->runs.low &&
			runs->runs.high == wanted->runs.high)
			return TRUE;
	}
	return FALSE;
}

void reported_add_runs(
	struct reported *reported, enum runs_told by, struct runs runs, const char *where)
{
	struct reported_runs told = {by, runs, NULL};

	if (!runs.low || is_told(reported, &told))
		return;
	told.where = g_strdup(where);
	g_ptr_array_add(reported->runs, g_memdup2(&told, sizeof told));
}

void reported_set_seconds(struct reported *reported, double seconds, enum duration_source source)
{
	if (!(seconds > 0) || !(seconds <= RUN_SECONDS_MAX))
		return;
	reported->seconds = seconds;
	reported->duration = source;
}

/* ---- what others say ----------------------------------------------------------------------- */

guint reported_runs_of_words(const char *words)
{
	const char *open = words ? strrchr(words, '(') : NULL;
	const char *end = open ? strstr(open, " runs)") : NULL;
	guint64 runs;

	if (!end || end[strlen(" runs)")] || !literal_count(slice_between(open + 1, end), &runs) ||
		runs > TOLD_RUNS_MAX)
		return 0;
	return (guint)runs;
}

const char *reported_value(const struct reported *reported, const char *name)
{
	const char *best = NULL;
	guint rank = 0;

	for (guint i = 0; i < reported->fields->len; i++) {
		const struct reported_field *field = reported->fields->pdata[i];
		guint of_this = 1;

		if (strcmp(field->name, name))
			continue;
		if (!field->parent)
			of_this = 2;
		else if (!g_strcmp0(field->parent, reported->testcase))
			of_this = 3;
		if (of_this >= rank) {
			best = field->value;
			rank = of_this;
		}
	}
	return best;
}

const char *reported_value_of(const char *name, void *reported)
{
	return reported_value(reported, name);
}

/* ---- the job --------------------------------------------------------------------------------- */

/* What the reading of a job evaluates: ERB, expressions, merged files.  NULL: nothing. */
static const char *code_of(struct slice line)
{
	static const char *const merges[] = {"<<:", "? <<", "\"<<\"", "'<<'", "- <<:"};
	struct slice text = slice_trim(line);

	if (slice_find(line, "<%"))
		return "'<%' begins ERB";
	if (slice_starts(line, "%"))
		return "'%' at its beginning makes it a line of ERB";
	if (slice_find(line, "{{"))
		return "'{{' begins an expression";
	for (guint i = 0; i < G_N_ELEMENTS(merges); i++)
		if (slice_starts(text, merges[i]))
			return "'<<' merges a file";
	return NULL;
}

static void take_code(struct reported *reported, const char *name, struct slice yaml)
{
	struct slice line;

	for (guint number = 1; !reported->code_line && slice_next_line(&yaml, &line); number++) {
		reported->code_why = code_of(line);
		if (!reported->code_why)
			continue;
		reported->code_line = number;
		reported->code_job = g_strdup(name);
	}
}

static void take(char **field, const char *value)
{
	if (!*field && value && *value)
		*field = g_strdup(value);
}

static void take_runs(struct reported *reported, const char *key)
{
	const char *text = reported_value(reported, key);
	guint64 runs;

	if (!text || !literal_count(slice_of(text), &runs) || runs > TOLD_RUNS_MAX)
		return;
	g_autofree char *where = g_strdup_printf("%s: %" G_GUINT64_FORMAT, key, runs);
	reported_add_runs(reported, RUNS_TOLD_JOB,
		(struct runs){(guint)runs, (guint)runs, RUNS_DECLARED}, where);
}

static gboolean seconds_of(const struct reported *reported, const char *key, double *ret)
{
	const char *text = reported_value(reported, key);

	return text && literal_read(slice_of(text), ret);
}

static void take_seconds(struct reported *reported)
{
	static const char *const runtimes[] = {"runtime", "testtime", "duration"};
	double start, end;

	if (seconds_of(reported, "start_time", &start) && seconds_of(reported, "end_time", &end))
		reported_set_seconds(reported, end - start, DURATION_JOB_TIMES);
	for (guint i = 0; i < G_N_ELEMENTS(runtimes) && !reported->duration; i++) {
		const char *text = reported_value(reported, runtimes[i]);
		guint64 seconds;

		if (text && job_value_seconds(text, &seconds))
			reported_set_seconds(reported, (double)seconds, DURATION_RUNTIME);
	}
}

static const char *parent_of(const struct job_field *fields, const struct job_field *field)
{
	return field->parent == JOB_FIELD_TOP ? NULL : fields[field->parent].name;
}

gboolean reported_add_job(struct reported *reported, const char *name, struct slice yaml,
	const struct origin *origin, const struct diag_sink *sink)
{
	struct job_tree *tree = job_tree_read(yaml, origin, sink);
	guint n;

	if (!tree)
		return FALSE;

	const struct job_field *fields = job_tree_fields(tree, &n);
	for (guint i = 0; i < n; i++)
		if (fields[i].value && fields[i].is_set)
			reported_add_field(reported, parent_of(fields, &fields[i]), fields[i].name,
				fields[i].value);
	job_tree_free(tree);

	take(&reported->job_name, name);
	take(&reported->testcase, reported_value(reported, "testcase"));
	take(&reported->tbox_group, reported_value(reported, "tbox_group"));
	take(&reported->kconfig, reported_value(reported, "kconfig"));
	take(&reported->commit[1], reported_value(reported, "commit"));
	take(&reported->machine, reported_value(reported, "description"));
	take_runs(reported, "repeat_to");
	take_runs(reported, "repeat");
	take_seconds(reported);
	take_code(reported, name, yaml);
	return TRUE;
}
