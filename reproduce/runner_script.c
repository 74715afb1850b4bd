/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark's command, run in the sandbox of this machine. */
#include "reproduce/runner.h"

#include <sys/wait.h>

struct script_runner {
	struct runner runner;
	const struct run_order *order;
};

static void add_output(GString *to, const GString *more)
{
	if (to->len < SANDBOX_OUTPUT_MAX)
		g_string_append_len(
			to, more->str, (gssize)MIN(more->len, SANDBOX_OUTPUT_MAX - to->len));
}

static void add_outcome(struct sandbox_outcome *all, const struct sandbox_outcome *one)
{
	sandbox_add_usage(&all->usage, &one->usage);
	all->seconds += one->seconds;
	all->status = one->status;
	all->end = one->end;
	add_output(all->out, one->out);
	add_output(all->err, one->err);
}

static const char *why_failed(const struct sandbox_outcome *outcome)
{
	if (outcome->end)
		return sandbox_end_text(outcome->end);
	return !WIFEXITED(outcome->status) || WEXITSTATUS(outcome->status) ? "failed" : NULL;
}

/* ---- a run ----------------------------------------------------------------------------------- */

struct run {
	const struct run_order *order;
	struct sandbox_outcome all; /* of all times that the command was run */
	gint64 start;               /* seconds since 1970 */
	const char *failed;         /* NULL: it ended well */
	struct monitors *monitors;  /* NULL: none */
};

static void tick(void *data)
{
	monitors_tick(data, g_get_real_time());
}

static gboolean run_commands(struct run *run, GError **error)
{
	const struct benchmark_repeat *repeat = &run->order->plan->repeat;
	struct sandbox sandbox = *run->order->sandbox;
	guint64 times = 0;

	if (run->monitors) {
		sandbox.tick = tick;
		sandbox.tick_data = run->monitors;
		tick(run->monitors);
	}
	do {
		struct sandbox_outcome one;

		if (!sandbox_run(&sandbox, run->order->command, &one, error))
			return FALSE;
		add_outcome(&run->all, &one);
		run->failed = why_failed(&one);
		sandbox_outcome_clear(&one);
	} while (!run->failed && (repeat->times ? ++times < repeat->times
						: run->all.seconds < (double)repeat->seconds));
	if (run->monitors)
		monitors_end(run->monitors, g_get_real_time());
	return TRUE;
}

static int exit_status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static gboolean keep_run(const struct run *made, guint number, const GArray *stats, GError **error)
{
	const struct run_order *order = made->order;
	const struct sandbox_outcome *all = &made->all;
	const struct result_run_facts run = {
		.start = made->start,
		.end = g_get_real_time() / G_USEC_PER_SEC,
		.seconds = all->seconds,
		.usage = all->usage,
		.exit_status = exit_status_of(all->status),
		.stats = stats,
		.command = order->command,
		.out = {all->out->str, all->out->len},
		.err = {all->err->str, all->err->len},
		.monitors = made->monitors,
		.rules = order->rules,
	};

	return result_dir_write(order->root, number, order->facts, &run, error);
}

/* The run is complete all the same. */
static void tell_what_was_cut(const struct run *run, struct run_made *ret)
{
	const char *monitor = run->monitors ? monitors_cut(run->monitors) : NULL;

	if (monitor && ret->end == RUN_COMPLETE)
		ret->why = g_strdup_printf("the monitor %s has not all of it: there was more than "
					   "may be kept",
			monitor);
}

/* What it said; NULL: *ret tells why there is none. */
static GArray *stats_of(const struct run *run, struct run_made *ret)
{
	if (run->all.end != SANDBOX_STOPPED)
		return runner_stats(run->order, run->failed, run->all.out, run->all.err, ret);
	ret->end = RUN_STOPPED;
	return NULL;
}

/* ---- the runner ------------------------------------------------------------------------------ */

static struct run run_new(const struct run_order *order)
{
	return (struct run){
		.order = order,
		.all = {.out = g_string_new(NULL), .err = g_string_new(NULL)},
		.start = g_get_real_time() / G_USEC_PER_SEC,
	};
}

static void run_clear(struct run *run)
{
	sandbox_outcome_clear(&run->all);
	monitors_free(run->monitors);
}

static gboolean make(struct runner *runner, guint number, struct run_made *ret, GError **error)
{
	const struct run_order *order = ((struct script_runner *)runner)->order;
	struct run run = run_new(order);
	gboolean done;

	if (order->monitors)
		run.monitors =
			monitors_new(order->plan->machine, order->monitors, order->interval_ms);
	done = run_commands(&run, error);
	if (done) {
		g_autoptr(GArray) stats = stats_of(&run, ret);

		tell_what_was_cut(&run, ret);
		done = ret->end == RUN_STOPPED || keep_run(&run, number, stats, error);
	}
	run_clear(&run);
	return done;
}

static gboolean warm_up(struct runner *runner, struct run_made *ret, GError **error)
{
	struct run run = run_new(((struct script_runner *)runner)->order);
	gboolean done = run_commands(&run, error);

	if (done) {
		g_autoptr(GArray) stats = stats_of(&run, ret);
	}
	run_clear(&run);
	return done;
}

static void free_it(struct runner *runner)
{
	g_free(runner);
}

struct runner *runner_script_new(const struct run_order *order)
{
	struct script_runner *script = g_new0(struct script_runner, 1);

	*script = (struct script_runner){{make, warm_up, free_it}, order};
	return &script->runner;
}
