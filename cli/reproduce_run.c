/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_run.h"

#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/reproduce_facts.h"
#include "cli/reproduce_options.h"
#include "cli/talk.h"
#include "reproduce/runner.h"
#include "reproduce/settings.h"
#include "render/listing.h"

#include <math.h>

#define PROCESSES_MAX 32768
#define DISK_MAX ((guint64)1 << 30)
#define MEMORY_UNKNOWN ((guint64)2 << 30)
#define SECONDS_UNKNOWN 3600 /* of a run whose duration nobody tells */
#define FAILURES_MAX 3       /* runs that do not complete, one behind the other: then it ends */

struct series {
	const struct plan *plan;
	struct door door;
	const struct options *options;
	struct result_facts *facts;
	struct interrupts interrupts;
	gboolean is_stopped;
	struct sandbox sandbox;
	struct run_order order;
	struct runner *runner;
	char *scratch;                         /* without a sandbox */
	char **command;                        /* wrapped */
	char *root;                            /* of the runs */
	guint wanted, there, made, incomplete; /* runs */
	guint failed;                          /* one behind the other */
};

static gboolean is_stopped(void *data)
{
	struct series *series = data;

	series->is_stopped |= interrupts_came(&series->interrupts);
	return series->is_stopped;
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* FALSE with *error.  A run that was stopped is none. */
static gboolean make_run(struct series *series, guint number, GError **error)
{
	struct run_made made;

	if (!runner_make(series->runner, number, &made, error))
		return FALSE;
	if (made.end == RUN_INCOMPLETE)
		talk("reproduce: run %u: the benchmark %s", number, made.why);
	if (made.end != RUN_STOPPED)
		series->failed = made.end == RUN_COMPLETE ? 0 : series->failed + 1;
	series->made += made.end == RUN_COMPLETE;
	series->incomplete += made.end == RUN_INCOMPLETE;
	g_free(made.why);
	return TRUE;
}

/* ---- all that are missing -----------------------------------------------------------------------
 */

static gboolean make_runs(struct series *series, GError **error)
{
	guint number;

	series->there = result_dir_count(series->root, &number);
	while (series->there + series->made < series->wanted && !is_stopped(series) &&
		series->failed < FAILURES_MAX) {
		if (number == RESULT_RUNS_OF_SERIES_MAX)
			break;
		if (!make_run(series, number, error))
			return FALSE;
		result_dir_count(series->root, &number);
	}
	return TRUE;
}

static void say_put_back(guint count)
{
	if (count)
		talk("reproduce: %u setting%s put back, which an earlier run had left", count,
			count == 1 ? " was" : "s were");
}

/* Settings around the runs: written down, made, put back whatever happens. */
static gboolean make_runs_with_settings(struct series *series, GError **error)
{
	const struct plan *plan = series->plan;
	g_autofree char *journal =
		g_build_filename(g_get_user_state_dir(), "lkpdigest", "settings", NULL);
	gboolean done;
	guint count;

	if (series->door.host) /* the runner does it there */
		return make_runs(series, error);
	if (!settings_put_back(journal, plan->machine, &count, error))
		return FALSE;
	say_put_back(count);
	if (!series->options->reproduce->allow_settings)
		return make_runs(series, error);
	if (!settings_make(plan, journal, error))
		return FALSE;
	done = make_runs(series, error);
	return settings_put_back(journal, plan->machine, &count, done ? error : NULL) && done;
}

/* ---- before and behind
 * --------------------------------------------------------------------------- */

static enum exit_status say_why_not(const struct plan *plan)
{
	if (!plan->command)
		return talk_usage(
			"reproduce: there is no benchmark to run: %s", plan->benchmark_why);
	return talk_usage("reproduce: %s is not here%s%s", plan->benchmark->program,
		plan->benchmark->package ? "; Debian's package that has it is " : "",
		plan->benchmark->package ? plan->benchmark->package : "");
}

/* The user's words, parted by blanks. */
static char **split_words(const char *wrap)
{
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	g_auto(GStrv) pieces = g_strsplit_set(wrap ? wrap : "", " \t", 0);

	for (char **piece = pieces; *piece; piece++)
		if (**piece)
			g_strv_builder_add(words, *piece);
	return g_strv_builder_end(words);
}

/* Runs that --judge will not find. */
static void say_label(const struct plan *plan, const struct result_facts *facts)
{
	char *const *commits = plan->reported->commit;

	if ((commits[0] || commits[1]) && g_strcmp0(facts->commit, commits[0]) &&
		g_strcmp0(facts->commit, commits[1]))
		talk("reproduce: the runs are of %s, which is no commit of the report as far as is "
		     "known; --commit tells which one the running kernel is",
			facts->commit);
}

static void set_up_sandbox(struct series *series)
{
	const struct plan *plan = series->plan;
	const struct reproduce_options *o = series->options->reproduce;
	double seconds = plan->reported->seconds;
	guint64 memory = plan->machine->memory ? plan->machine->memory : MEMORY_UNKNOWN;

	series->sandbox = (struct sandbox){
		.limits =
			{
				.seconds = o->timeout       ? (guint)o->timeout
					   : isnan(seconds) ? SECONDS_UNKNOWN
							    : (guint)(3 * seconds) + 300,
				.memory = memory / 4 * 3,
				.disk = MIN(DISK_MAX, memory / 8),
				.processes = PROCESSES_MAX,
			},
		.folder = plan->benchmark->folder,
		.is_off = o->no_sandbox,
		.is_stopped = is_stopped,
		.data = series,
	};
	if (!o->no_sandbox)
		return;
	series->scratch = g_build_filename(series->options->output, ".scratch", NULL);
	g_mkdir_with_parents(series->scratch, 0700);
	series->sandbox.scratch = series->scratch;
}

static void print_json(const struct series *series)
{
	json_t *document = json_pack("{s:s,s:s,s:s,s:i,s:i,s:i,s:i,s:b}", "schema",
		"lkpdigest/run/1", "result_root", series->root, "commit", series->facts->commit,
		"wanted", (int)series->wanted, "there", (int)(series->there + series->made), "made",
		(int)series->made, "incomplete", (int)series->incomplete, "interrupted",
		series->is_stopped);
	char *line = json_line(document);

	output_printf("%s\n", line);
	g_free(line);
	json_decref(document);
}

static void print_series(const struct series *series)
{
	guint there = series->there + series->made;

	if (series->options->json) {
		print_json(series);
		return;
	}
	output_path(series->root);
	if (there < series->wanted)
		talk("reproduce: %u of %u runs are there; the same command makes the others", there,
			series->wanted);
	else
		talk("reproduce: all %u runs of %s are there; when both sides are: "
		     "reproduce --judge --results %s",
			series->wanted, series->facts->commit, series->options->output);
}

static enum exit_status run_series(struct series *series)
{
	g_autoptr(GError) error = NULL;
	gboolean done;

	interrupts_hold(&series->interrupts);
	done = make_runs_with_settings(series, &error);
	interrupts_release(&series->interrupts);
	if (!done) {
		if (g_error_matches(error, SANDBOX_ERROR, SANDBOX_ERROR_MISSING) &&
			!series->sandbox.is_off)
			talk("reproduce: the benchmark cannot be contained (bubblewrap); "
			     "--no-sandbox runs it all the same");
		return talk_system(error);
	}
	print_series(series);
	return series->incomplete || series->there + series->made < series->wanted ? EXIT_FOUND
										   : EXIT_DONE;
}

static struct runner *find_runner(const struct series *series)
{
	if (series->door.host)
		return runner_door_new(
			&series->order, &series->door, series->options->reproduce->allow_settings);
	return runner_script_new(&series->order);
}

enum exit_status reproduce_run(
	const struct plan *plan, const struct door *door, const struct options *options)
{
	const struct reproduce_options *o = options->reproduce;
	struct series series = {.plan = plan, .options = options};
	g_auto(GStrv) before = split_words(o->wrap);
	g_autofree char *path = NULL;
	struct reproduce_facts *facts;
	enum exit_status status;

	if (!plan->command || !plan->program_path)
		return say_why_not(plan);
	facts = reproduce_facts_new(plan, o);
	series.facts = &facts->result;
	series.command = benchmark_wrap(plan->benchmark, plan->repeat.copies,
		(const char *const *)before, (const char *const *)plan->command);
	path = result_dir_path(series.facts);
	series.root = g_build_filename(options->output, path, NULL);
	series.wanted = o->runs           ? (guint)o->runs
			: plan->runs.runs ? plan->runs.runs
					  : PLAN_RUNS_MIN;
	set_up_sandbox(&series);
	series.order = (struct run_order){plan, series.facts, series.root,
		(const char *const *)series.command, &series.sandbox};
	series.door = (struct door){door->host, door->root, is_stopped, &series};
	series.runner = find_runner(&series);
	say_label(plan, series.facts);
	status = run_series(&series);
	runner_free(series.runner);
	g_strfreev(series.command);
	g_free(series.root);
	g_free(series.scratch);
	reproduce_facts_free(facts);
	return status;
}
