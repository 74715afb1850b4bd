/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many clusters stood where, week by week. */
#include "base/week.h"
#include "render/plot_parts.h"
#include "store/clusters.h"

struct lifetimes {
	guint clusters;
	gint64 first, last; /* report; change of state */
};

static gboolean see_cluster(const struct store_cluster *cluster, void *data)
{
	struct lifetimes *all = data;

	if (cluster->first == DATE_UNKNOWN || !(cluster->regresses || cluster->improves))
		return TRUE;
	all->clusters++;
	all->first = MIN(all->first, cluster->first);
	all->last = MAX(all->last, MAX(cluster->first, cluster->changed));
	return TRUE;
}

enum chart_tone plot_state_tone(enum state state)
{
	switch (state) {
	case STATE_OPEN:
	case STATE_REOPENED:
		return CHART_WORSE;
	case STATE_FIXED:
	case STATE_REVERTED:
	case STATE_RECOVERED:
		return CHART_BETTER;
	default:
		return CHART_NEUTRAL;
	}
}

/* `at`: STATES counts for each week. */
static void add_states(struct plots *plots, const struct lifetimes *all, const char *title,
	const gint64 *ends, const guint *at, guint weeks)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autofree double *counts = g_new0(double, (gsize)STATES *weeks);
	struct plot_state rows[STATES];
	gboolean used[STATES] = {FALSE};
	guint n = 0;

	for (guint k = 0; k < weeks; k++) {
		char *name = week_name(ends[k] - 1);

		g_ptr_array_add(names, name ? name : g_strdup("?"));
		for (guint state = 0; state < STATES; state++) {
			counts[state * weeks + k] = at[k * STATES + state];
			used[state] |= at[k * STATES + state] > 0;
		}
	}
	for (enum state state = 0; state < STATES; state++)
		if (used[state])
			rows[n++] = (struct plot_state){
				state_name(state), plot_state_tone(state), counts + state * weeks};
	plots_add_trend(plots, title,
		plots_keepf(
			plots, "%u %s", all->clusters, all->clusters == 1 ? "cluster" : "clusters"),
		(const char *const *)names->pdata, weeks, rows, n);
}

static gboolean add_weeks(struct plots *plots, struct store *store,
	const struct store_filter *filter, const struct lifetimes *all, const char *title,
	GError **error)
{
	gint64 begin = week_begin(all->first), end = week_begin(all->last) + WEEK_SECONDS;
	guint weeks = (guint)MIN((guint64)(end - begin) / WEEK_SECONDS, PLOT_WEEKS_MAX);
	g_autofree gint64 *ends = g_new(gint64, weeks);
	g_autofree guint *at = g_new(guint, (gsize)STATES * weeks);

	for (guint k = 0; k < weeks; k++)
		ends[k] = end - (gint64)(weeks - 1 - k) * WEEK_SECONDS;
	if (!store_states_at(store, filter, ends, weeks, at, error))
		return FALSE;
	add_states(plots, all, title, ends, at, weeks);
	return TRUE;
}

gboolean plots_add_clusters(struct plots *plots, struct store *store,
	const struct store_filter *filter, const char *stat, gboolean *ret_any, GError **error)
{
	struct lifetimes all = {0, G_MAXINT64, G_MININT64};
	struct store_filter narrowed = *filter;
	g_autofree char *title = stat ? g_strdup_printf("Clusters of %s by state", stat)
				      : g_strdup("Clusters by state");

	narrowed.metric = stat;
	*ret_any = FALSE;
	if (!store_list_clusters(store, &narrowed, see_cluster, &all, error))
		return FALSE;
	*ret_any = all.clusters > 0;
	return !all.clusters || add_weeks(plots, store, &narrowed, &all, title, error);
}
