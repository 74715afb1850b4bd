/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of what mails print: rows of tables, bisections, and counts over time. */
#include "compare/comparison.h"
#include "compare/effect.h"
#include "compare/welch.h"
#include "render/plot_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ID_DIGITS 12
/* A blank spread is one that would print as 2 or less. */
#define BLANK_SPREAD 2

struct making {
	struct plots *plots;
	const struct rules *rules;
	const struct store_table *table;
	const struct store_row *row;
	const char *key, *test;
};

/* ---- names ------------------------------------------------------------------------------- */

static const char *const first_axes[] = {"testcase", "tbox_group", NULL};
/* The same for whole lists of tests. */
static const char *const quiet_axes[] = {
	"commit", "compiler", "cpufreq_governor", "kconfig", "rootfs", "ucode", NULL};

static void add_value(GString *name, const struct store_field *axes, guint n, const char *key)
{
	for (guint i = 0; i < n; i++)
		if (!g_strcmp0(axes[i].key, key) && axes[i].value)
			g_string_append_printf(name, "%s%s", name->len ? " / " : "", axes[i].value);
}

char *plot_name_of(const struct store_field *axes, guint n)
{
	g_autoptr(GString) name = g_string_new(NULL);

	for (guint i = 0; first_axes[i]; i++)
		add_value(name, axes, n, first_axes[i]);
	for (guint i = 0; i < n; i++)
		if (!g_strv_contains(first_axes, axes[i].key) &&
			!g_strv_contains(quiet_axes, axes[i].key))
			g_string_append_printf(name, "%s%s=%s", name->len ? " / " : "", axes[i].key,
				axes[i].value ? axes[i].value : "");
	return name->len ? g_strdup(name->str) : NULL;
}

char *plot_test_name(const struct store_table *table)
{
	char *name = plot_name_of(table->axes, table->n_axes);

	return name ? name : g_strdup(table->id);
}

/* All axes; a table without is no other's test. */
static char *key_of(const struct store_table *table)
{
	g_autoptr(GString) key = g_string_new(NULL);

	for (guint i = 0; i < table->n_axes; i++)
		g_string_append_printf(key, "%s=%s\n", table->axes[i].key,
			table->axes[i].value ? table->axes[i].value : "");
	return g_strdup(key->len ? key->str : table->id);
}

static gboolean is_id(const char *text)
{
	gsize digits = strspn(text, "0123456789abcdef");

	return digits > ID_DIGITS && !text[digits];
}

static const char *commit_of(const struct making *m, guint column)
{
	const struct store_column *commit =
		column < m->table->n_commits ? &m->table->commits[column] : NULL;
	const char *name = commit ? commit->id ? commit->id : commit->head : NULL;

	if (!name)
		return plots_keepf(m->plots, "column %u", column + 1);
	return plots_keepf(m->plots, "%.*s", is_id(name) ? ID_DIGITS : (int)strlen(name), name);
}

static struct runs runs_of_column(const struct making *m, guint column)
{
	return column < m->table->n_commits ? m->table->commits[column].runs : (struct runs){0};
}

static const char *n_of(const struct making *m, guint column)
{
	struct runs runs = runs_of_column(m, column);

	if (!runs.low)
		return NULL;
	return runs.low == runs.high ? plots_keepf(m->plots, "%u", runs.low)
				     : plots_keepf(m->plots, "%u-%u", runs.low, runs.high);
}

static const char *source_of(const struct making *m)
{
	return plots_keepf(m->plots, "%s:%u", m->row->message_id, m->row->line);
}

/* ---- what a cell says ----------------------------------------------------------------------- */

static double spread_of(const struct store_cell *cell)
{
	double percent = cell->stddev == STDDEV_NONE ? BLANK_SPREAD : abs(cell->stddev) + 1;

	if (isnan(cell->mean) || (cell->stddev == STDDEV_NONE && cell->mean < 0))
		return NAN;
	return MAX(fabs(cell->means.low), fabs(cell->means.high)) * percent / 100;
}

/* The widest that may stand behind the print: the spread is a population's. */
static double margin_of(const struct making *m, guint column)
{
	guint runs = runs_of_column(m, column).low;
	double spread = spread_of(&m->row->cells[column]);

	if (runs < 2 || isnan(spread))
		return NAN;
	return spread / sqrt(runs - 1) *
	       welch_quantile((struct std_error){spread / sqrt(runs - 1), runs - 1});
}

static struct side side_of(const struct making *m, guint column)
{
	const struct store_cell *cell = &m->row->cells[column];

	return (struct side){cell->mean, cell->means, cell->stddev, runs_of_column(m, column)};
}

static struct effect effect_of(const struct making *m, guint column)
{
	struct side base = side_of(m, 0), head = side_of(m, column);

	return effect_of_row(&base, &head, m->row->changes[column - 1].unit);
}

static enum chart_tone tone_of(const struct making *m, const struct effect *effect)
{
	enum direction direction = rules_direction(m->rules, slice_of(m->row->stat), NULL);

	return plot_tone(direction, effect->change, grade_is_significant(effect->grade));
}

/* ---- kinds ------------------------------------------------------------------------------- */

static struct plotted *own_plot(const struct making *m, enum chart_kind kind)
{
	g_autofree char *key = g_strconcat(m->row->stat, "\n", m->key, NULL);
	struct plotted *plot = plots_get(m->plots, kind, key);

	plot->chart.title = plots_keepf(m->plots, "%s: %s", m->row->stat, m->test);
	plot->chart.axis = plots_keep(m->plots, m->row->stat);
	if (!plot->chart.source)
		plot->chart.source = plots_keepf(m->plots, "printed in %s", m->row->message_id);
	else if (!strstr(plot->chart.source, m->row->message_id))
		plot->chart.source = "printed in several mails";
	return plot;
}

/* The same print of the same commit is told by more than one mail. */
static gboolean is_there(const struct plotted *plot, const struct chart_row *row)
{
	for (guint i = 0; i < plot->rows->len; i++) {
		const struct chart_row *other = &g_array_index(plot->rows, struct chart_row, i);

		if (!g_strcmp0(other->label, row->label) && !g_strcmp0(other->text, row->text))
			return TRUE;
	}
	return FALSE;
}

static void add_cell(const struct making *m, struct plotted *plot, guint column, double margin)
{
	const struct store_cell *cell = &m->row->cells[column];
	struct effect effect = column ? effect_of(m, column) : (struct effect){0};
	struct chart_row row = {
		.label = commit_of(m, column),
		.text = plots_keep(m->plots, cell->text),
		.value = cell->mean,
		.low = cell->mean - margin,
		.high = cell->mean + margin,
		.tone = column ? tone_of(m, &effect) : CHART_NEUTRAL,
		.n = n_of(m, column),
		.source = source_of(m),
	};

	if (!is_there(plot, &row))
		plot_add(plot, row);
}

static gboolean add_strip(const struct making *m)
{
	struct plotted *plot = own_plot(m, CHART_STRIP);

	for (guint k = 0; k < m->row->n_cells; k++)
		if (isfinite(m->row->cells[k].mean))
			add_cell(m, plot, k, margin_of(m, k));
	return TRUE;
}

static gboolean add_before_after(const struct making *m)
{
	guint last = m->row->n_cells - 1;

	if (!last || !isfinite(m->row->cells[0].mean) || !isfinite(m->row->cells[last].mean))
		return FALSE;

	struct plotted *plot = own_plot(m, CHART_BEFORE_AFTER);

	plot->chart.axis = plots_keepf(m->plots, "%s, one standard deviation", m->row->stat);
	add_cell(m, plot, 0, spread_of(&m->row->cells[0]));
	add_cell(m, plot, last, spread_of(&m->row->cells[last]));
	return TRUE;
}

static gboolean add_sparkline(const struct making *m)
{
	struct plotted *plot = own_plot(m, CHART_SPARKLINE);
	guint n = MIN(m->row->n_cells, CHART_VALUES_MAX);
	double *means = plots_numbers(m->plots, MAX(n, 1));
	struct effect effect = n > 1 ? effect_of(m, n - 1) : (struct effect){0};

	for (guint k = 0; k < n; k++)
		means[k] = m->row->cells[k].mean;
	plot_add(plot, (struct chart_row){plots_keep(m->plots, m->row->stat), NULL, NAN, NAN, NAN,
			       tone_of(m, &effect), means, n, .source = source_of(m)});
	return TRUE;
}

static void add_change(const struct making *m, guint column)
{
	const struct store_change *change = &m->row->changes[column - 1];
	struct effect effect = effect_of(m, column);
	gboolean fits = effect.unit == change->unit;
	const char *before = n_of(m, 0), *after = n_of(m, column);
	g_autofree char *key = g_strconcat(m->row->stat, "\n", unit_name(change->unit), NULL);
	struct plotted *plot = plots_get(m->plots, CHART_CHANGES, key);

	plot->chart.title = plots_keepf(m->plots, "Changes of %s", m->row->stat);
	plot->chart.axis = plots_keepf(m->plots, "change of %s", m->row->stat);
	plot->chart.unit = unit_name(change->unit);
	plot->chart.source = "printed in mails; 95 % intervals";

	struct chart_row row = {
		.label = plots_keepf(m->plots, "%s, %s", commit_of(m, column), m->test),
		.text = plots_keep(m->plots, change->text),
		.value = change->value,
		.low = fits ? effect.ci.low : NAN,
		.high = fits ? effect.ci.high : NAN,
		.tone = tone_of(m, &effect),
		.n = before && after && strcmp(before, after)
			     ? plots_keepf(m->plots, "%s, %s", before, after)
			     : before,
		.source = source_of(m),
	};

	if (!is_there(plot, &row))
		plot_add(plot, row);
}

static gboolean add_changes(const struct making *m)
{
	gboolean any = FALSE;

	for (guint k = 1; k < m->row->n_cells; k++)
		if (isfinite(m->row->changes[k - 1].value)) {
			add_change(m, k);
			any = TRUE;
		}
	return any;
}

static void add_heat(const struct making *m, guint column)
{
	const struct store_change *change = &m->row->changes[column - 1];
	struct effect effect = effect_of(m, column);
	g_autofree char *key = g_strconcat(m->row->stat, "\n", unit_name(change->unit), NULL);
	struct plotted *plot = plots_get(m->plots, CHART_HEAT_MAP, key);

	plot->chart.title = plots_keepf(m->plots, "Changes of %s by test and commit", m->row->stat);
	plot->chart.axis = "change";
	plot->chart.unit = unit_name(change->unit);
	plot->chart.source = "printed in mails";
	plot_put(plot_row_of(m->plots, plot, m->key, m->test),
		plot_column(m->plots, plot, commit_of(m, column)), change->value,
		tone_of(m, &effect));
}

static gboolean add_heats(const struct making *m)
{
	gboolean any = FALSE;

	for (guint k = 1; k < m->row->n_cells; k++)
		if (isfinite(m->row->changes[k - 1].value)) {
			add_heat(m, k);
			any = TRUE;
		}
	return any;
}

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
		return add_heats(m);
	default:
		return FALSE;
	}
}

gboolean plots_add_row(struct plots *plots, enum chart_kind kind, const struct rules *rules,
	const struct store_table *table, const struct store_row *row)
{
	g_autofree char *test = plot_test_name(table), *key = key_of(table);
	const struct making m = {plots, rules, table, row, key, test};
	gboolean any = FALSE;

	for (guint k = 0; k < row->n_cells; k++)
		any |= isfinite(row->cells[k].mean);
	return any && row->kind == ROW_MEAN && row->stat && add_kind(&m, kind);
}

/* ---- a bisection ----------------------------------------------------------------------------- */

/* The most samples that a series has in one column. */
static guint most_in_column(const struct store_series *series)
{
	guint most = 1;

	for (guint i = 0, same = 0; i < series->n; i++) {
		same = i && series->columns[i] == series->columns[i - 1] ? same + 1 : 1;
		most = MAX(most, same);
	}
	return most;
}

static struct chart_row row_of_series(struct plots *plots, const struct store_series *series,
	guint columns, guint each, const char *name)
{
	guint n = MIN(columns * each, CHART_VALUES_MAX);
	double *values = plots_numbers(plots, MAX(n, 1));

	for (guint i = 0, same = 0; i < series->n; i++) {
		same = i && series->columns[i] == series->columns[i - 1] ? same + 1 : 0;

		guint at = series->columns[i] * each + same;

		if (at < n)
			values[at] = series->values[i];
	}
	return (struct chart_row){name, NULL, NAN, NAN, NAN, CHART_NEUTRAL, values, n};
}

gboolean plots_add_history(struct plots *plots, const struct store_plot *plot)
{
	guint each = MAX(most_in_column(&plot->good), most_in_column(&plot->bad));

	if (!plot->columns || !(plot->good.n + plot->bad.n))
		return FALSE;

	g_autofree char *key = g_strdup_printf("%s:%u", plot->message_id, plot->line);
	struct plotted *to = plots_get(plots, CHART_HISTORY, key);
	const char *name = plots_keep(plots, plot->title);
	struct chart_row good = row_of_series(plots, &plot->good, plot->columns, each, "good");
	struct chart_row bad = row_of_series(plots, &plot->bad, plot->columns, each, "bad");

	good.tone = CHART_BETTER;
	bad.tone = CHART_WORSE;
	good.source = bad.source = plots_keep(plots, key);
	to->chart.title = plots_keepf(plots, "%s, bisected", name);
	to->chart.axis = plots_keepf(plots, "%s, in the order of the bisection", name);
	to->chart.source = plots_keepf(plots, "read from the plot of %s", plot->message_id);
	plot_add(to, good);
	plot_add(to, bad);
	return TRUE;
}

/* ---- over time ------------------------------------------------------------------------------- */

void plots_add_trend(struct plots *plots, const char *title, const char *source,
	const char *const *weeks, guint n_weeks, const struct plot_state *states, guint n)
{
	struct plotted *plot = plots_get(plots, CHART_TREND, title);

	n_weeks = MIN(n_weeks, CHART_VALUES_MAX);
	plot->chart.title = plots_keep(plots, title);
	plot->chart.axis = "clusters by state, at the end of each week";
	plot->chart.source = plots_keep(plots, source);
	for (guint k = 0; k < n_weeks; k++)
		plot_column(plots, plot, weeks[k]);
	for (guint i = 0; i < n; i++) {
		double *counts = plots_numbers(plots, MAX(n_weeks, 1));

		memcpy(counts, states[i].counts, n_weeks * sizeof *counts);
		plot_add(plot, (struct chart_row){plots_keep(plots, states[i].label), NULL, NAN,
				       NAN, NAN, states[i].tone, counts, n_weeks});
	}
}
