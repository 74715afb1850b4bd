/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/runner.h"

gboolean runner_make(struct runner *runner, guint number, struct run_made *ret, GError **error)
{
	*ret = (struct run_made){RUN_COMPLETE, NULL};
	return runner->make(runner, number, ret, error);
}

gboolean runner_warm_up(struct runner *runner, struct run_made *ret, GError **error)
{
	*ret = (struct run_made){RUN_COMPLETE, NULL};
	return !runner->warm_up || runner->warm_up(runner, ret, error);
}

void runner_free(struct runner *runner)
{
	if (runner)
		runner->free(runner);
}

/* Some benchmarks print to the one, some to the other. */
static GArray *stats_of(
	const struct run_order *order, const GString *out, const GString *err, char **ret_why)
{
	const struct plan *plan = order->plan;
	g_autoptr(GString) both = g_string_new_len(out->str, (gssize)out->len);

	g_string_append_len(both, err->str, (gssize)err->len);
	return benchmark_stats(plan->benchmark, reported_value_of, (void *)plan->reported,
		(struct slice){both->str, both->len}, ret_why);
}

GArray *runner_stats(const struct run_order *order, const char *failed, const GString *out,
	const GString *err, struct run_made *ret)
{
	char *why = failed ? g_strconcat("the benchmark ", failed, NULL) : NULL;
	GArray *stats = failed ? NULL : stats_of(order, out, err, &why);

	if (!stats)
		*ret = (struct run_made){RUN_INCOMPLETE, why};
	return stats;
}
