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

/* All times that the command is run make one run.  *ret_why: it did not end well. */
static gboolean run_commands(const struct run_order *order, struct sandbox_outcome *all,
	const char **ret_why, GError **error)
{
	const struct benchmark_repeat *repeat = &order->plan->repeat;
	guint64 times = 0;

	*ret_why = NULL;
	do {
		struct sandbox_outcome one;

		if (!sandbox_run(order->sandbox, order->command, &one, error))
			return FALSE;
		add_outcome(all, &one);
		*ret_why = why_failed(&one);
		sandbox_outcome_clear(&one);
	} while (!*ret_why && (repeat->times ? ++times < repeat->times
					     : all->seconds < (double)repeat->seconds));
	return TRUE;
}

static int exit_status_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static gboolean keep_run(const struct run_order *order, guint number,
	const struct sandbox_outcome *all, const GArray *stats, gint64 start, GError **error)
{
	const struct result_run_facts run = {
		.start = start,
		.end = g_get_real_time() / G_USEC_PER_SEC,
		.seconds = all->seconds,
		.usage = all->usage,
		.exit_status = exit_status_of(all->status),
		.stats = stats,
		.command = order->command,
		.out = {all->out->str, all->out->len},
		.err = {all->err->str, all->err->len},
	};

	return result_dir_write(order->root, number, order->facts, &run, error);
}

/* The same of a run that ended as it should, and of one that did not. */
static gboolean make_of(const struct run_order *order, guint number,
	const struct sandbox_outcome *all, const char *failed, gint64 start, struct run_made *ret,
	GError **error)
{
	g_autofree char *unread = NULL;
	g_autoptr(GArray) stats = NULL;

	if (all->end == SANDBOX_STOPPED) {
		ret->end = RUN_STOPPED;
		return TRUE;
	}
	if (!failed)
		stats = runner_stats(order, all->out, all->err, &unread);
	if (!stats) {
		ret->end = RUN_INCOMPLETE;
		ret->why = g_strdup(failed ? failed : "said nothing that can be read");
	}
	return keep_run(order, number, all, stats, start, error);
}

static gboolean make(struct runner *runner, guint number, struct run_made *ret, GError **error)
{
	const struct run_order *order = ((struct script_runner *)runner)->order;
	struct sandbox_outcome all = {.out = g_string_new(NULL), .err = g_string_new(NULL)};
	gint64 start = g_get_real_time() / G_USEC_PER_SEC;
	const char *why;
	gboolean done = run_commands(order, &all, &why, error) &&
			make_of(order, number, &all, why, start, ret, error);

	sandbox_outcome_clear(&all);
	return done;
}

static void free_it(struct runner *runner)
{
	g_free(runner);
}

struct runner *runner_script_new(const struct run_order *order)
{
	struct script_runner *script = g_new0(struct script_runner, 1);

	*script = (struct script_runner){{make, free_it}, order};
	return &script->runner;
}
