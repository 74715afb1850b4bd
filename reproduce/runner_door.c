/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark's command, run in a sandbox of the machine behind a door. */
#include "reproduce/runner_parts.h"

#include "base/literal.h"
#include "reproduce/shell_quote.h"

#include <string.h>

#define SLACK_SECONDS 180 /* for the way there and back, and waiting */
#define SECONDS_MAX (30u * 24 * 3600)
#define NOT_KEPT G_MAXUINT /* number of a run that warms up */
#define FILE_BLOCK 512     /* bytes, in which a shell's ulimit counts */

struct door_runner {
	struct runner runner;
	const struct run_order *order;
	const struct door *door;
	gboolean sets;
};

/* ---- what is asked -------------------------------------------------------------------------- */

/* Of GNU time, in the order of read_usage(). */
#define TIMES " %e %U %S %M %F %R %w %c %I %O"

static char **words_of(const struct run_order *order, const char *mark)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	g_autofree char *format = g_strconcat(mark, TIMES, NULL);
	const char *const timed[] = {"/usr/bin/time", "-f", format, "--", NULL};

	g_strv_builder_addv(words, (const char **)timed);
	g_strv_builder_addv(words, (const char **)order->command);
	g_auto(GStrv) command = g_strv_builder_end(words);
	return sandbox_words(order->sandbox, TRUE, (const char *const *)command);
}

static void assign_limits(GString *text, const struct run_order *order)
{
	const struct sandbox *sandbox = order->sandbox;

	shell_assign_number(text, "seconds", sandbox->limits.seconds);
	shell_assign_number(text, "bytes", SANDBOX_OUTPUT_MAX);
	shell_assign_number(text, "blocks", sandbox->limits.disk / FILE_BLOCK);
	shell_assign_number(text, "processes", sandbox->limits.processes);
	shell_assign_number(text, "times", order->plan->repeat.times);
	shell_assign_number(text, "until", order->plan->repeat.seconds);
	shell_assign(text, "folder", sandbox->folder ? sandbox->folder : "");
	shell_assign(text, "sandbox", sandbox->is_off ? "" : "yes");
}

static struct door_script *script_of(const struct door_runner *runner)
{
	struct door_script *script = door_script_new(runner->door);
	g_auto(GStrv) words = words_of(runner->order, script->mark);

	assign_limits(script->text, runner->order);
	if (runner->sets)
		runner_add_settings(script, runner->order->plan);
	door_script_add(script, DOOR_BENCHMARK);
	door_script_end(script, (const char *const *)words);
	return script;
}

/* ---- what comes back ------------------------------------------------------------------------ */

struct came {
	GString *out, *err;
	char *end; /* why it was killed; empty: it was not */
	int status;
	gint64 start, finish;
	double seconds;
	struct rusage usage;
	guint times; /* that it ran */
};

static void came_clear(struct came *came)
{
	g_string_free(came->out, TRUE);
	g_string_free(came->err, TRUE);
	g_free(came->end);
}

static char *read_file(const char *dir, const char *name, gsize *ret_len)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);
	char *text = NULL;

	*ret_len = 0;
	return g_file_get_contents(path, &text, ret_len, NULL) ? text : g_strdup("");
}

static GString *read_output(const char *dir, const char *name)
{
	gsize len;
	g_autofree char *text = read_file(dir, name, &len);

	return g_string_new_len(text, (gssize)MIN(len, SANDBOX_OUTPUT_MAX));
}

static struct timeval time_of(double seconds)
{
	return (struct timeval){
		(time_t)seconds, (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6)};
}

/* FALSE: the line is none of those that time(1) was told to write. */
static gboolean read_usage(struct slice line, struct came *came)
{
	g_autofree char *text = slice_dup(slice_trim(line));
	g_auto(GStrv) words = g_strsplit(text, " ", 0);
	double value[10];
	struct rusage one = {0};

	if (g_strv_length(words) != G_N_ELEMENTS(value))
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(value); i++)
		if (!literal_read(slice_of(words[i]), &value[i]) || value[i] < 0 || value[i] > 1e15)
			return FALSE;
	came->seconds += value[0];
	one.ru_utime = time_of(value[1]);
	one.ru_stime = time_of(value[2]);
	one.ru_maxrss = (long)value[3];
	one.ru_majflt = (long)value[4];
	one.ru_minflt = (long)value[5];
	one.ru_nvcsw = (long)value[6];
	one.ru_nivcsw = (long)value[7];
	one.ru_inblock = (long)value[8];
	one.ru_oublock = (long)value[9];
	sandbox_add_usage(&came->usage, &one);
	came->times++;
	return TRUE;
}

/* Takes the lines of time(1) out of what the benchmark said. */
static void take_times(struct came *came, const char *mark)
{
	struct slice rest = {came->err->str, came->err->len}, line;
	g_autoptr(GString) others = g_string_sized_new(came->err->len);

	while (slice_next_line(&rest, &line)) {
		if (slice_starts(line, mark) && read_usage(slice_skip(line, strlen(mark)), came))
			continue;
		g_string_append_len(others, line.at, (gssize)line.len);
		g_string_append_c(others, '\n');
	}
	g_string_assign(came->err, "");
	g_string_append_len(came->err, others->str, (gssize)others->len);
}

/* FALSE with *error: what every answer has is not there. */
static gboolean is_answer(const char *dir, GError **error)
{
	static const char *const names[] = {"stdout", "stderr", "status", "times", "end"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = g_build_filename(dir, names[i], NULL);

		if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
			continue;
		g_set_error(error, DOOR_ERROR, DOOR_ERROR_ANSWER, "the answer of the run has no %s",
			names[i]);
		return FALSE;
	}
	return TRUE;
}

static struct came read_answer(const char *dir, const char *mark)
{
	struct came came = {.out = read_output(dir, "stdout"), .err = read_output(dir, "stderr")};
	gsize len;
	g_autofree char *status = read_file(dir, "status", &len);
	g_autofree char *times = read_file(dir, "times", &len);
	char *rest;

	came.end = g_strchomp(read_file(dir, "end", &len));
	came.status = (int)CLAMP(g_ascii_strtoll(status, NULL, 10), 0, 255);
	came.start = g_ascii_strtoll(times, &rest, 10);
	came.finish = g_ascii_strtoll(rest, NULL, 10);
	take_times(&came, mark);
	return came;
}

static gboolean is_uncontained(const struct run_order *order, const struct came *came)
{
	return !order->sandbox->is_off && !came->times && !*came->end && came->status &&
	       g_str_has_prefix(came->err->str, "bwrap: ");
}

/* ---- a run ----------------------------------------------------------------------------------- */

static gboolean keep_run(const struct run_order *order, guint number, const struct came *came,
	const GArray *stats, GError **error)
{
	const struct result_run_facts run = {
		.start = came->start,
		.end = came->finish,
		.seconds = came->seconds,
		.usage = came->usage,
		.exit_status = came->status,
		.stats = stats,
		.command = order->command,
		.out = {came->out->str, came->out->len},
		.err = {came->err->str, came->err->len},
	};

	return number == NOT_KEPT ||
	       result_dir_write(order->root, number, order->facts, &run, error);
}

/* How it ended badly; NULL: it did not. */
static const char *why_failed(const struct came *came)
{
	if (*came->end)
		return came->end;
	return came->status ? "failed" : NULL;
}

static gboolean make_of(const struct run_order *order, guint number, const struct came *came,
	struct run_made *ret, GError **error)
{
	g_autoptr(GArray) stats = NULL;

	if (is_uncontained(order, came)) {
		g_autofree char *why = g_strndup(came->err->str, strcspn(came->err->str, "\n"));

		g_set_error(error, SANDBOX_ERROR, SANDBOX_ERROR_MISSING, "%s", why);
		return FALSE;
	}
	stats = runner_stats(order, why_failed(came), came->out, came->err, ret);
	return keep_run(order, number, came, stats, error);
}

static gboolean ask(const struct door_runner *runner, guint number, const char *dir,
	struct run_made *ret, GError **error)
{
	const struct run_order *order = runner->order;
	g_autoptr(door_script) script = script_of(runner);
	g_autoptr(GPtrArray) said = g_ptr_array_new_with_free_func(g_free);
	const struct benchmark_repeat *repeat = &order->plan->repeat;
	guint64 seconds = order->sandbox->limits.seconds * MAX(repeat->times, 1) + repeat->seconds;
	struct came came;
	gboolean done;

	if (!door_ask(runner->door, script, (guint)MIN(seconds + SLACK_SECONDS, SECONDS_MAX), dir,
		    said, error))
		return runner_is_stopped(error, ret);
	if (!is_answer(dir, error))
		return FALSE;
	came = read_answer(dir, script->mark);
	done = make_of(order, number, &came, ret, error);
	came_clear(&came);
	return done;
}

static gboolean make(struct runner *runner, guint number, struct run_made *ret, GError **error)
{
	char *dir = door_folder_new(error);
	gboolean done = dir && ask((struct door_runner *)runner, number, dir, ret, error);

	door_folder_free(dir);
	return done;
}

static gboolean warm_up(struct runner *runner, struct run_made *ret, GError **error)
{
	return make(runner, NOT_KEPT, ret, error);
}

static void free_it(struct runner *runner)
{
	g_free(runner);
}

struct runner *runner_door_new(
	const struct run_order *order, const struct door *door, gboolean sets)
{
	struct door_runner *runner = g_new0(struct door_runner, 1);

	*runner = (struct door_runner){{make, warm_up, free_it}, order, door, sets};
	return &runner->runner;
}
