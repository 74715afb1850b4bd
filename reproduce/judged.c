/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/judged.h"

#include <math.h>

static void stat_free(gpointer data)
{
	struct judged_stat *stat = data;

	g_free(stat->stat);
	g_free(stat->printed[0]);
	g_free(stat->printed[1]);
	g_free(stat);
}

struct judged *judged_new(const struct reported *reported)
{
	struct judged *judged = g_new0(struct judged, 1);

	judged->reported = reported;
	judged->apart = g_ptr_array_new_with_free_func(g_free);
	judged->stats = g_ptr_array_new_with_free_func(stat_free);
	return judged;
}

void judged_free(struct judged *judged)
{
	if (!judged)
		return;
	for (guint i = 0; i < 2; i++) {
		struct judged_side *side = &judged->side[i];

		g_free(side->commit);
		g_free(side->title);
		g_free(side->root);
		g_free(side->dir);
		g_free(side->kernel);
		g_free(side->hardware);
		g_free(side->wrap);
	}
	g_free(judged->tbox_group);
	g_ptr_array_unref(judged->apart);
	g_ptr_array_unref(judged->stats);
	g_free(judged);
}

struct judged_stat *judged_add(struct judged *judged, const char *name, gboolean is_headline)
{
	struct judged_stat *stat = g_new0(struct judged_stat, 1);

	stat->stat = g_strdup(name);
	stat->is_headline = is_headline;
	stat->means[0] = stat->means[1] = NAN;
	g_ptr_array_insert(judged->stats, is_headline ? 0 : -1, stat);
	return stat;
}

const struct judged_stat *judged_headline(const struct judged *judged)
{
	const struct judged_stat *first = judged->stats->len ? judged->stats->pdata[0] : NULL;

	return first && first->is_headline ? first : NULL;
}

const char *judged_wrap(const struct judged *judged)
{
	const char *base = judged->side[0].wrap, *head = judged->side[1].wrap;

	return g_strcmp0(base, head) ? NULL : base;
}

double judged_change(const struct reproduced *result, double estimate)
{
	return result->unit == UNIT_PERCENT ? 100 * expm1(estimate) : estimate;
}

static char *advice_on_undecided(const struct judged *judged, const struct reproduced *result)
{
	guint there = MIN(result->runs[0], result->runs[1]);

	if (judged->planned && there < judged->planned)
		return g_strdup_printf(
			"%u runs a side were planned, and there are %u: make the others",
			judged->planned, there);
	if (!result->wanted)
		return g_strdup("no number of runs that can be made would decide: "
				"first find out why they differ so much");
	if (judged->is_second)
		return g_strdup_printf("%u runs a side would decide (there are %u); "
				       "this was the second attempt, begin anew",
			result->wanted, there);
	return g_strdup_printf("%u runs a side would decide (there are %u): "
			       "make them, and judge all of them with --second",
		result->wanted, there);
}

char *judged_advice(const struct judged *judged)
{
	const struct judged_stat *headline = judged_headline(judged);

	for (guint i = 0; i < 2; i++)
		if (!judged->side[i].runs)
			return g_strdup_printf(
				"there are no runs of %s yet", i ? "the commit" : "the base");
	if (!headline)
		return g_strdup("the report has no row that could be held against the runs");
	if (headline->result.verdict == REPRODUCTION_UNTESTABLE)
		return g_strdup("two runs a side, of a reported change and spread, are the least");
	if (headline->result.verdict == REPRODUCTION_INCONCLUSIVE)
		return advice_on_undecided(judged, &headline->result);
	return NULL;
}
