/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The charts of all clusters: changes by test case and commit, and states week by week. */
#include "render/digest_parts.h"
#include "render/plot_parts.h"

#include <math.h>
#include <string.h>

/* ---- test cases x commits ---------------------------------------------------------------- */

static const char *column_of(const struct digest_entry *entry)
{
	return g_str_has_prefix(entry->id, "c-") ? entry->id + 2 : entry->id;
}

/* Points have no place on a scale of percentages; the table below it has them. */
static void plot_cells(struct plots *plots, struct plotted *plot, const struct digest_heat *heat)
{
	for (guint k = 0; k < heat->commits->len; k++)
		for (guint i = 0; i < heat->testcases->len; i++) {
			const char *testcase = heat->testcases->pdata[i];
			const struct digest_claim *claim =
				heat->cells->pdata[i * heat->commits->len + k];

			if (claim && claim->change.unit == UNIT_PERCENT &&
				isfinite(claim->change.value))
				plot_put(plot_row_of(plots, plot, testcase, testcase),
					plot_column(
						plots, plot, column_of(heat->commits->pdata[k])),
					claim->change.value, digest_tone(claim->verdict));
		}
}

static void chart_heat(struct digest *digest)
{
	struct digest_heat *heat = &digest->heat;
	struct plots *plots = plots_new();
	struct plotted *plot = plots_get(plots, CHART_HEAT_MAP, "heat");
	guint n;

	plot->chart.title = "Largest change of each test case by each commit";
	plot->chart.axis = "change";
	plot->chart.unit = unit_name(UNIT_PERCENT);
	plot->chart.source = "printed in the reports";
	plot_cells(plots, plot, heat);

	const struct chart *charts = plots_charts(plots, &n);

	for (guint i = 0; i < n; i++) {
		const struct digest_chart *chart = digest_chart_keep(digest, &charts[i]);

		if (!chart)
			continue;
		g_ptr_array_add(heat->charts, (gpointer)chart);
		g_ptr_array_add(digest->charts, (gpointer)chart);
	}
	plots_free(plots);
}

/* ---- weeks ------------------------------------------------------------------------------- */

static guint count_at(const struct digest *digest, guint week, int state)
{
	return g_array_index(digest->weeks, struct digest_week, week).counts[state];
}

/* Those that some week has any of. */
static guint states_of_weeks(
	const struct digest *digest, double *counts, struct plot_state *ret_states)
{
	guint weeks = digest->weeks->len, n = 0;

	for (int state = 0; state < STATES; state++) {
		double *row = counts + (gsize)state * weeks;
		guint sum = 0;

		for (guint k = 0; k < weeks; k++) {
			row[k] = count_at(digest, k, state);
			sum += count_at(digest, k, state);
		}
		if (sum)
			ret_states[n++] = (struct plot_state){state_name((enum state)state),
				plot_state_tone((enum state)state), row};
	}
	return n;
}

static void chart_weeks(struct digest *digest)
{
	guint weeks = digest->weeks->len;

	if (!weeks)
		return;

	struct plots *plots = plots_new();
	g_autofree double *counts = g_new(double, (gsize)STATES *weeks);
	g_autofree const char **names = g_new(const char *, weeks);
	struct plot_state states[STATES];
	guint n = states_of_weeks(digest, counts, states);

	for (guint k = 0; k < weeks; k++)
		names[k] = g_array_index(digest->weeks, struct digest_week, k).name;
	plots_add_trend(plots, "Clusters by state, week by week",
		digest->head.narrowed ? "all clusters that the filters take"
				      : "all clusters that are known",
		names, weeks, states, n);
	digest->trend = digest_chart_of_plots(digest, plots);
	if (digest->trend)
		g_ptr_array_add(digest->charts, (gpointer)digest->trend);
	plots_free(plots);
}

void digest_chart_views(struct digest *digest)
{
	chart_heat(digest);
	chart_weeks(digest);
}
