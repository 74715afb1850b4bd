/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many clusters stood where, week by week. */
#include "render/plot_parts.h"
#include "store/clusters.h"

#include <string.h>

#define WEEK_SECONDS (7 * 24 * 60 * 60)
/* 1970-01-01 was a Thursday; weeks begin on Monday. */
#define MONDAY_OFFSET (3 * 24 * 60 * 60)

struct step {
	gint64 date;
	enum state after;
};

struct life { /* of a cluster */
	gint64 begun;
	GArray *steps; /* of struct step, by date */
};

struct gathering {
	struct store *store;
	const char *stat; /* NULL: any */
	GArray *lives;    /* of struct life */
	GError **error;
	gboolean failed;
};

/* ---- what the store says -------------------------------------------------------------------- */

struct looking {
	const char *stat;
	gboolean found;
};

static gboolean see_member(const struct store_cluster_member *member, void *data)
{
	struct looking *looking = data;

	looking->found = !g_strcmp0(member->metric, looking->stat);
	return !looking->found;
}

static gboolean see_event(const struct store_cluster_event *event, void *steps)
{
	struct step step = {event->date, event->after};

	if (event->changes)
		g_array_append_val((GArray *)steps, step);
	return TRUE;
}

static gboolean see_cluster(const struct store_cluster *cluster, void *data)
{
	struct gathering *g = data;
	struct looking looking = {g->stat, !g->stat};
	struct life life = {cluster->first, NULL};

	if (cluster->first == DATE_UNKNOWN)
		return TRUE;
	if (!looking.found &&
		!store_list_cluster_members(g->store, cluster->id, see_member, &looking, g->error))
		g->failed = TRUE;
	if (g->failed || !looking.found)
		return !g->failed;
	life.steps = g_array_new(FALSE, FALSE, sizeof(struct step));
	g_array_append_val(g->lives, life);
	g->failed =
		!store_list_cluster_events(g->store, cluster->id, see_event, life.steps, g->error);
	return !g->failed;
}

static void life_clear(void *data)
{
	g_array_unref(((struct life *)data)->steps);
}

/* ---- counts --------------------------------------------------------------------------------- */

static gint64 monday_of(gint64 date)
{
	gint64 since = date + MONDAY_OFFSET;
	gint64 weeks = since / WEEK_SECONDS - (since % WEEK_SECONDS < 0);

	return weeks * WEEK_SECONDS - MONDAY_OFFSET;
}

static enum state state_before(const struct life *life, gint64 moment)
{
	enum state state = STATE_OPEN;

	for (guint i = 0; i < life->steps->len; i++) {
		const struct step *step = &g_array_index(life->steps, struct step, i);

		if (step->date == DATE_UNKNOWN || step->date < moment)
			state = step->after;
	}
	return state;
}

static void span_of(const GArray *lives, gint64 *ret_first, gint64 *ret_last)
{
	*ret_first = G_MAXINT64;
	*ret_last = G_MININT64;
	for (guint i = 0; i < lives->len; i++) {
		const struct life *life = &g_array_index(lives, struct life, i);

		*ret_first = MIN(*ret_first, life->begun);
		*ret_last = MAX(*ret_last, life->begun);
		for (guint k = 0; k < life->steps->len; k++) {
			gint64 date = g_array_index(life->steps, struct step, k).date;

			if (date != DATE_UNKNOWN)
				*ret_last = MAX(*ret_last, date);
		}
	}
}

static char *name_of_week(gint64 monday)
{
	g_autoptr(GDateTime) day = g_date_time_new_from_unix_utc(monday);

	return day ? g_date_time_format(day, "%G-W%V") : g_strdup("?");
}

static enum chart_tone tone_of(enum state state)
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

static void add_states(
	struct plots *plots, const GArray *lives, const char *title, gint64 first, guint weeks)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autofree double *counts = g_new0(double, (gsize)STATES *weeks);
	struct plot_state rows[STATES];
	gboolean used[STATES] = {FALSE};
	guint n = 0;

	for (guint k = 0; k < weeks; k++) {
		gint64 monday = first + (gint64)k * WEEK_SECONDS, end = monday + WEEK_SECONDS;

		g_ptr_array_add(names, name_of_week(monday));
		for (guint i = 0; i < lives->len; i++) {
			const struct life *life = &g_array_index(lives, struct life, i);
			enum state state = state_before(life, end);

			if (life->begun >= end)
				continue;
			counts[state * weeks + k]++;
			used[state] = TRUE;
		}
	}
	for (enum state state = 0; state < STATES; state++)
		if (used[state])
			rows[n++] = (struct plot_state){
				state_name(state), tone_of(state), counts + state * weeks};
	plots_add_trend(plots, title,
		plots_keepf(plots, "%u %s", lives->len, lives->len == 1 ? "cluster" : "clusters"),
		(const char *const *)names->pdata, weeks, rows, n);
}

gboolean plots_add_clusters(struct plots *plots, struct store *store,
	const struct store_filter *filter, const char *stat, gboolean *ret_any, GError **error)
{
	g_autoptr(GArray) lives = g_array_new(FALSE, FALSE, sizeof(struct life));
	struct gathering g = {store, stat, lives, error, FALSE};
	gint64 first, last;

	g_array_set_clear_func(lives, life_clear);
	*ret_any = FALSE;
	if (!store_list_clusters(store, filter, see_cluster, &g, error) || g.failed)
		return FALSE;
	if (!lives->len)
		return TRUE;
	span_of(lives, &first, &last);

	guint64 all = (guint64)(monday_of(last) - monday_of(first)) / WEEK_SECONDS + 1;
	guint weeks = (guint)MIN(all, PLOT_WEEKS_MAX);
	g_autofree char *title = stat ? g_strdup_printf("Clusters of %s by state", stat)
				      : g_strdup("Clusters by state");

	*ret_any = TRUE;
	add_states(
		plots, lives, title, monday_of(last) - (gint64)(weeks - 1) * WEEK_SECONDS, weeks);
	return TRUE;
}
