/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_run.h"

#include "cli/interrupt.h"
#include "cli/reproduce_options.h"
#include "cli/reproduce_side.h"
#include "cli/talk.h"
#include "reproduce/settings.h"

#define FAILURES_MAX 3 /* runs that do not complete, one behind the other: then it ends */
#define SIDES_MAX 2

struct series {
	const struct plan *plan;
	struct door door;
	const char *journal; /* of changes to this machine */
	struct lkp_job *lkp; /* NULL: we run it ourselves */
	const struct options *options;
	struct interrupts interrupts;
	gboolean is_stopped;
	struct sandbox sandbox;
	char *scratch;                           /* without a sandbox */
	char *work;                              /* a file system that was made for it */
	struct reproduce_side *sides[SIDES_MAX]; /* the base first, if both run here */
	guint n_sides;
	guint failed; /* runs, one behind the other */
};

static gboolean is_stopped(void *data)
{
	struct series *series = data;

	series->is_stopped |= interrupts_came(&series->interrupts);
	return series->is_stopped;
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* FALSE with *error.  A run that was stopped is none. */
static gboolean make_run(
	struct series *series, struct reproduce_side *side, guint number, GError **error)
{
	struct run_made made;

	if (!runner_make(side->runner, number, &made, error))
		return FALSE;
	if (made.why)
		talk("reproduce: run %u: %s", number, made.why);
	if (made.end != RUN_STOPPED)
		series->failed = made.end == RUN_COMPLETE ? 0 : series->failed + 1;
	side->made += made.end == RUN_COMPLETE;
	side->incomplete += made.end == RUN_INCOMPLETE || made.end == RUN_MISSING;
	g_free(made.why);
	return TRUE;
}

static gboolean warm_up(struct series *series, struct reproduce_side *side, GError **error)
{
	for (guint i = 0; i < series->plan->warm_up && !is_stopped(series); i++) {
		struct run_made made;

		if (!runner_warm_up(side->runner, &made, error))
			return FALSE;
		if (made.end == RUN_INCOMPLETE)
			talk("reproduce: warm-up: %s", made.why);
		g_free(made.why);
	}
	side->is_warm = TRUE;
	return TRUE;
}

/* ---- all that are missing -------------------------------------------------------------------- */

/*
 * Whose turn it is: the side that has fewer runs; when both have as many, the base after an
 * even number, the other after an odd one.  NULL: none wants more, or there is no room.
 */
static struct reproduce_side *next_side(const struct series *series, guint *ret_number)
{
	struct reproduce_side *next = NULL;

	for (guint i = 0; i < series->n_sides; i++) {
		struct reproduce_side *side = series->sides[i];
		guint there = reproduce_side_count(side), number;

		result_dir_count(side->root, &number);
		if (there >= series->plan->wanted || number == RESULT_RUNS_OF_SERIES_MAX)
			continue;
		if (next && there > reproduce_side_count(next))
			continue;
		if (next && there == reproduce_side_count(next) && there % 2 == 0)
			continue;
		next = side;
		*ret_number = number;
	}
	return next;
}

static gboolean make_runs(struct series *series, GError **error)
{
	struct reproduce_side *side;
	guint number = 0;

	while (series->failed < FAILURES_MAX && !is_stopped(series) &&
		(side = next_side(series, &number))) {
		if (!side->is_warm && !warm_up(series, side, error))
			return FALSE;
		if (!is_stopped(series) && !make_run(series, side, number, error))
			return FALSE;
	}
	return TRUE;
}

/* Settings around the runs: written down, made, put back whatever happens. */
static gboolean make_runs_with_settings(struct series *series, GError **error)
{
	const struct plan *plan = series->plan;
	const char *journal = series->journal;
	guint allowed = series->options->reproduce->allowed, count;
	gboolean done;

	if (series->door.host || !allowed) /* there the runner does it */
		return make_runs(series, error);
	if (!settings_make(plan, allowed, journal, error))
		return FALSE;
	done = make_runs(series, error);
	return settings_put_back(journal, plan->machine, &count, done ? error : NULL) && done;
}

/* ---- before and behind ----------------------------------------------------------------------- */

static enum exit_status say_why_not(const struct plan *plan)
{
	if (!plan->command)
		return talk_usage(
			"reproduce: there is no benchmark to run: %s", plan->benchmark_why);
	return talk_usage("reproduce: %s is not here%s%s", plan->benchmark->program,
		plan->benchmark->package ? "; Debian's package that has it is " : "",
		plan->benchmark->package ? plan->benchmark->package : "");
}

#define LEFT_OUT_SAID 12

static void say_left_out(const struct lkp_job *lkp)
{
	g_autoptr(GString) names = g_string_new(NULL);
	guint n = lkp->left_out->len;

	for (guint i = 0; i < n && i < LEFT_OUT_SAID; i++)
		g_string_append_printf(
			names, "%s%s", i ? ", " : "", (char *)lkp->left_out->pdata[i]);
	if (n > LEFT_OUT_SAID)
		g_string_append_printf(names, " and %u more", n - LEFT_OUT_SAID);
	if (n)
		talk("reproduce: not handed on to lkp-tests: %s", names->str);
}

static void set_up_sandbox(struct series *series)
{
	const struct plan *plan = series->plan;

	series->sandbox = (struct sandbox){
		.limits = plan->limits,
		.folder = plan->benchmark ? plan->benchmark->folder : NULL,
		.is_off = series->options->reproduce->no_sandbox,
		.is_stopped = is_stopped,
		.data = series,
	};
	if (plan_mount(plan) && series->options->reproduce->allowed & 1u << CLASS_MOUNTS) {
		series->work = g_strconcat(plan->machine->root, CHANGE_FS_FOLDER, NULL);
		series->sandbox.work = series->sandbox.scratch = series->work;
	}
	if (!series->sandbox.is_off || series->work)
		return;
	series->scratch = g_build_filename(series->options->output, ".scratch", NULL);
	g_mkdir_with_parents(series->scratch, 0700);
	series->sandbox.scratch = series->scratch;
}

static gboolean set_up_sides(struct series *series, GError **error)
{
	const struct reproduce_options *o = series->options->reproduce;
	const struct side_name names[SIDES_MAX] = {
		{o->commit_base, o->wrap_base}, {o->commit, o->wrap}};

	for (guint i = series->plan->order == PLAN_IN_TURNS ? 0 : 1; i < SIDES_MAX; i++) {
		struct reproduce_side *side = reproduce_side_new(series->plan, series->options,
			&series->door, series->lkp, &series->sandbox, &names[i], error);

		if (!side)
			return FALSE;
		series->sides[series->n_sides++] = side;
	}
	return TRUE;
}

static gboolean is_whole(const struct series *series)
{
	for (guint i = 0; i < series->n_sides; i++)
		if (series->sides[i]->incomplete ||
			reproduce_side_count(series->sides[i]) < series->plan->wanted)
			return FALSE;
	return TRUE;
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
	for (guint i = 0; i < series->n_sides; i++)
		reproduce_side_print(
			series->sides[i], series->plan, series->options, series->is_stopped);
	return is_whole(series) ? EXIT_DONE : EXIT_FOUND;
}

enum exit_status reproduce_run(const struct plan *plan, const struct door *door,
	const struct reproduce_left *left, const struct options *options)
{
	struct series series = {.plan = plan, .options = options, .journal = left->journal};
	g_autoptr(GError) error = NULL;
	enum exit_status status;

	if (options->reproduce->by_lkp) {
		series.lkp = lkp_job_new(plan->reported, options->rules, &error);
		if (!series.lkp)
			return talk_usage("reproduce: %s", error->message);
		say_left_out(series.lkp);
	} else if (!plan->command || !plan->program_path) {
		return say_why_not(plan);
	}
	set_up_sandbox(&series);
	series.door = (struct door){door->host, door->root, is_stopped, &series};
	status = set_up_sides(&series, &error) ? run_series(&series) : talk_system(error);
	for (guint i = 0; i < series.n_sides; i++)
		reproduce_side_free(series.sides[i]);
	lkp_job_free(series.lkp);
	g_free(series.scratch);
	g_free(series.work);
	return status;
}
