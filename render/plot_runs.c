/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of runs. */
#include "compare/comparison.h"
#include "compare/judge_runs.h"
#include "compare/welch.h"
#include "render/plot_parts.h"

#include <math.h>
#include <string.h>

struct seen { /* of a commit, one stat */
	const struct plot_side *from;
	struct sample_side side;
	double mean, spread;
	struct interval ci;
};

struct making {
	struct plots *plots;
	const char *stat, *key, *test;
	enum direction direction;
	enum unit unit;
	struct judge *judge;
	struct seen *seen;
	guint n, base; /* the first that has the stat */
};

static struct seen see(const struct plot_side *from, const char *stat)
{
	struct seen seen = {from, {NULL}, NAN, NAN, {NAN, NAN}};

	sample_side_fill(&seen.side, from->samples, stat, FALSE);
	if (!seen.side.n)
		return seen;
	seen.mean = sample_mean(seen.side.values, seen.side.n);
	seen.spread = sqrt(sample_variance(seen.side.values, seen.side.n, seen.mean));
	if (seen.side.n > 1)
		seen.ci = welch_interval(seen.mean,
			(struct std_error){seen.spread / sqrt(seen.side.n), seen.side.n - 1});
	return seen;
}

/* Of side i against the base. */
static struct judgement judge(const struct making *m, guint i)
{
	const struct sample_side *base = &m->seen[m->base].side, *head = &m->seen[i].side;
	const struct judge_options options = {.unit = m->unit};

	return judge_runs(m->judge, base->values, base->n, head->values, head->n, &options);
}

static enum chart_tone tone_of(const struct making *m, const struct judgement *judged)
{
	return plot_tone(m->direction, judged->change, grade_is_significant(judged->grade));
}

static enum chart_tone tone_of_side(const struct making *m, guint i)
{
	if (i == m->base)
		return CHART_NEUTRAL;

	struct judgement judged = judge(m, i);

	return tone_of(m, &judged);
}

static const char *n_of(const struct making *m, guint i)
{
	return plots_keepf(m->plots, "%u", m->seen[i].side.n);
}

static const char *n_of_both(const struct making *m, guint i)
{
	guint before = m->seen[m->base].side.n, after = m->seen[i].side.n;

	return before == after ? n_of(m, i) : plots_keepf(m->plots, "%u, %u", before, after);
}

static struct chart_row row_of(const struct making *m, guint i)
{
	const struct seen *seen = &m->seen[i];

	return (struct chart_row){
		.label = plots_keep(m->plots, seen->from->label),
		.value = seen->mean,
		.low = seen->ci.low,
		.high = seen->ci.high,
		.tone = tone_of_side(m, i),
		.n = n_of(m, i),
		.source = plots_keep(m->plots, seen->from->source),
	};
}

/* A chart of the test's own. */
static struct plotted *own_plot(const struct making *m, enum chart_kind kind)
{
	g_autofree char *key = g_strconcat(m->stat, "\n", m->key, NULL);
	struct plotted *plot = plots_get(m->plots, kind, key);
	guint runs = 0;

	for (guint i = 0; i < m->n; i++)
		runs += m->seen[i].side.n;
	plot->chart.title = plots_keepf(m->plots, "%s: %s", m->stat, m->test);
	plot->chart.axis = plots_keep(m->plots, m->stat);
	plot->chart.source =
		plots_keepf(m->plots, "%u %s of %s", runs, runs == 1 ? "run" : "runs", m->test);
	return plot;
}

/* ---- kinds ------------------------------------------------------------------------------- */

static double *values_of(const struct making *m, guint i)
{
	const struct sample_side *side = &m->seen[i].side;
	double *values = plots_numbers(m->plots, MAX(side->n, 1));

	if (side->n)
		memcpy(values, side->values, side->n * sizeof *values);
	return values;
}

static gboolean add_strip(const struct making *m)
{
	struct plotted *plot = own_plot(m, CHART_STRIP);

	for (guint i = m->base; i < m->n; i++) {
		struct chart_row row = row_of(m, i);

		row.values = values_of(m, i);
		row.n_values = m->seen[i].side.n;
		plot_add(plot, row);
	}
	return TRUE;
}

static guint last_of(const struct making *m)
{
	guint last = m->n - 1;

	while (last > m->base && !m->seen[last].side.n)
		last--;
	return last;
}

static void add_mean(const struct making *m, struct plotted *plot, guint i)
{
	struct chart_row row = row_of(m, i);

	row.low = row.value - m->seen[i].spread;
	row.high = row.value + m->seen[i].spread;
	plot_add(plot, row);
}

static gboolean add_before_after(const struct making *m)
{
	guint last = last_of(m);

	if (last == m->base)
		return FALSE;

	struct plotted *plot = own_plot(m, CHART_BEFORE_AFTER);

	plot->chart.axis = plots_keepf(m->plots, "%s, one standard deviation", m->stat);
	add_mean(m, plot, m->base);
	add_mean(m, plot, last);
	return TRUE;
}

static gboolean add_sparkline(const struct making *m)
{
	struct plotted *plot = own_plot(m, CHART_SPARKLINE);
	double *means = plots_numbers(m->plots, m->n);

	for (guint i = 0; i < m->n; i++)
		means[i] = m->seen[i].mean;
	plot_add(plot, (struct chart_row){plots_keep(m->plots, m->stat), NULL, NAN, NAN, NAN,
			       tone_of_side(m, last_of(m)), means, m->n});
	return TRUE;
}

/* A row a commit, in the chart of the stat's changes in that unit. */
static void add_change(const struct making *m, guint i)
{
	struct judgement judged = judge(m, i);
	const char *unit = unit_name(judged.unit);
	g_autofree char *key = g_strconcat(m->stat, "\n", unit, NULL);
	struct plotted *plot = plots_get(m->plots, CHART_CHANGES, key);

	plot->chart.title = plots_keepf(m->plots, "Changes of %s", m->stat);
	plot->chart.axis = plots_keepf(m->plots, "change of %s", m->stat);
	plot->chart.unit = unit;
	plot->chart.source = "runs; 95 % intervals";
	plot_add(plot,
		(struct chart_row){
			.label = plots_keepf(m->plots, "%s, %s", m->seen[i].from->label, m->test),
			.value = judged.change,
			.low = judged.ci.low,
			.high = judged.ci.high,
			.tone = tone_of(m, &judged),
			.n = n_of_both(m, i),
			.source = plots_keep(m->plots, m->seen[i].from->source),
		});
}

static gboolean add_changes(const struct making *m)
{
	gboolean any = FALSE;

	for (guint i = m->base + 1; i < m->n; i++)
		if (m->seen[i].side.n) {
			add_change(m, i);
			any = TRUE;
		}
	return any;
}

static gboolean add_heat(const struct making *m)
{
	if (last_of(m) == m->base)
		return FALSE;

	struct plotted *plot = plots_get(m->plots, CHART_HEAT_MAP, m->stat);

	plot->chart.title = plots_keepf(m->plots, "Changes of %s by test and commit", m->stat);
	plot->chart.axis = "change";
	plot->chart.unit = unit_name(m->unit);
	plot->chart.source = "runs";
	for (guint i = m->base + 1; i < m->n; i++) {
		struct judgement judged = judge(m, i);
		guint column = plot_column(m->plots, plot, m->seen[i].from->label);
		gboolean fits = m->seen[i].side.n && judged.unit == m->unit;

		if (fits)
			plot_put(plot_row_of(m->plots, plot, m->key, m->test), column,
				judged.change, tone_of(m, &judged));
	}
	return TRUE;
}

/* ---- the profile --------------------------------------------------------------------------- */

static void see_move(struct plot_moves *moves, const struct plot_side *base,
	const struct plot_side *head, const char *stat)
{
	struct seen before = see(base, stat), after = see(head, stat);
	double from = before.side.n ? before.mean : 0, to = after.side.n ? after.mean : 0;

	plot_moves_see(moves, stat, to - from);
	sample_side_clear(&before.side);
	sample_side_clear(&after.side);
}

static gboolean add_profile(struct plots *plots, const struct plot_test *test)
{
	const struct plot_side *base = &test->sides[0], *head = &test->sides[test->n - 1];
	struct plot_moves *moves = plot_moves_new();

	for (guint i = 0; i < head->samples->series->len; i++) {
		const struct sample_series *series = head->samples->series->pdata[i];

		if (g_str_has_prefix(series->name, "perf-profile."))
			see_move(moves, base, head, series->name);
	}
	for (guint i = 0; i < base->samples->series->len; i++) {
		const struct sample_series *series = base->samples->series->pdata[i];

		if (g_str_has_prefix(series->name, "perf-profile.") &&
			!samples_find(head->samples, series->name))
			see_move(moves, base, head, series->name);
	}

	g_autofree char *source = g_strdup_printf("%s against %s", head->label, base->label);
	gboolean added = plots_add_moves(plots, moves, test->name, source);

	plot_moves_free(moves);
	return added;
}

/* ---- any ------------------------------------------------------------------------------------- */

static gboolean add_kind(const struct making *m, enum chart_kind kind)
{
	switch (kind) {
	case CHART_STRIP:
		return add_strip(m);
	case CHART_BEFORE_AFTER:
		return add_before_after(m);
	case CHART_SPARKLINE:
		return add_sparkline(m);
	case CHART_CHANGES:
		return add_changes(m);
	case CHART_HEAT_MAP:
		return add_heat(m);
	default:
		return FALSE;
	}
}

gboolean plots_add_runs(struct plots *plots, enum chart_kind kind, struct stat_book *book,
	const char *stat, const struct plot_test *test)
{
	if (kind == CHART_PROFILE)
		return test->n > 1 && add_profile(plots, test);

	g_autofree struct seen *seen = g_new0(struct seen, test->n);
	struct making m = {plots, stat, test->key, test->name,
		comparison_direction_of(book, stat, comparison_kind_of(book, stat)),
		comparison_unit_of(stat), judge_new(), seen, test->n, 0};
	gboolean added;

	for (guint i = 0; i < test->n; i++)
		seen[i] = see(&test->sides[i], stat);
	while (m.base < m.n && !seen[m.base].side.n)
		m.base++;
	added = m.base < m.n && add_kind(&m, kind);
	for (guint i = 0; i < test->n; i++)
		sample_side_clear(&seen[i].side);
	judge_free(m.judge);
	return added;
}
