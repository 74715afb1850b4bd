/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/trend.h"

#include "compare/moments.h"
#include "compare/select.h"
#include "compare/welch.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

static void trend_free(void *data)
{
	struct trend *trend = data;

	history_free(trend->history);
	g_free(trend->cells);
	g_free(trend);
}

/* ---- one commit ----------------------------------------------------------------------- */

/* Sorted before, so that the order of runs does not reach the last digit. */
static void fill_moments(struct trend_cell *cell, const double *sorted)
{
	double sum = 0;

	for (guint i = 0; i < cell->n; i++)
		sum += sorted[i];
	cell->mean = sum / cell->n;
	cell->spread = sqrt(sample_variance(sorted, cell->n, cell->mean));
}

static void cell_fill(struct trend_cell *cell, struct sample_side *side)
{
	const struct interval unknown = {NAN, NAN};

	*cell = (struct trend_cell){side->n, side->runs, NAN, NAN, NAN, NAN, unknown};
	if (!side->n)
		return;
	gsl_sort(side->values, 1, side->n);
	cell->low = side->values[0];
	cell->high = side->values[side->n - 1];
	fill_moments(cell, side->values);
	if (side->n > 1)
		cell->ci = welch_interval(
			cell->mean, (struct std_error){cell->spread / sqrt(side->n), side->n - 1});
}

/* ---- one stat -------------------------------------------------------------------------- */

struct maker {
	struct stat_book *book;
	const struct samples *const *samples;
	guint n;
	const struct past_runs *past;
	struct judge *judge;
};

static GArray *fill_cells(const struct maker *maker, struct trend *trend)
{
	GArray *values = g_array_new(FALSE, FALSE, sizeof(struct history_value));

	for (guint i = 0; i < maker->n; i++) {
		struct sample_side side;

		sample_side_fill(&side, maker->samples[i], trend->name, FALSE);
		cell_fill(&trend->cells[i], &side);
		for (guint k = 0; k < side.n; k++) {
			struct history_value value = {i, side.values[k]};

			g_array_append_val(values, value);
		}
		sample_side_clear(&side);
	}
	return values;
}

static struct trend *trend_new(const struct maker *maker, const char *name)
{
	struct trend *trend = g_new0(struct trend, 1);
	g_autoptr(GArray) values = NULL;

	trend->name = name;
	trend->kind = comparison_kind_of(maker->book, name);
	trend->direction = comparison_direction_of(maker->book, name, trend->kind);
	trend->unit = comparison_unit_of(name);
	trend->cells = g_new0(struct trend_cell, maker->n);
	values = fill_cells(maker, trend);
	trend->history = history_read((const struct history_value *)(gconstpointer)values->data,
		values->len, trend->unit);
	trend->past = past_runs_look(maker->past, maker->judge, name, trend->unit);
	return trend;
}

enum verdict trend_verdict(const struct trend *trend, const struct change_point *point)
{
	gboolean is_more = point->after > point->before;

	if (trend->direction == DIRECTION_UNKNOWN)
		return VERDICT_NONE;
	return is_more == (trend->direction == DIRECTION_MORE) ? VERDICT_IMPROVEMENT
							       : VERDICT_REGRESSION;
}

/* ---- all of them ------------------------------------------------------------------------ */

/* name -> number of commits that have it */
static GHashTable *count_names(const struct maker *maker)
{
	GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < maker->n; i++) {
		const GPtrArray *all = maker->samples[i]->series;

		for (guint k = 0; k < all->len; k++) {
			const char *name = ((const struct sample_series *)all->pdata[k])->name;
			guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));

			g_hash_table_insert(counts, (char *)name, GUINT_TO_POINTER(n + 1));
		}
	}
	return counts;
}

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static GPtrArray *wanted_names(const struct maker *maker, const struct select_options *options)
{
	g_autoptr(GHashTable) counts = count_names(maker);
	GPtrArray *names = g_ptr_array_new();
	GHashTableIter iter;
	void *name, *n;

	g_hash_table_iter_init(&iter, counts);
	while (g_hash_table_iter_next(&iter, &name, &n))
		if (GPOINTER_TO_UINT(n) > 1 && !stat_book_look(maker->book, name)->is_failure &&
			select_wants(options, maker->book, name))
			g_ptr_array_add(names, name);
	g_ptr_array_sort(names, by_name);
	return names;
}

static gint by_kind(gconstpointer a, gconstpointer b, void *unused)
{
	(void)unused;
	return (gint)(*(struct trend *const *)a)->kind - (gint)(*(struct trend *const *)b)->kind;
}

GPtrArray *trends_new(struct stat_book *book, const struct select_options *options,
	const struct samples *const *samples, guint n, const struct past_runs *past)
{
	const struct maker maker = {book, samples, n, past, judge_new()};
	g_autoptr(GPtrArray) names = wanted_names(&maker, options);
	GPtrArray *trends = g_ptr_array_new_with_free_func(trend_free);

	for (guint i = 0; i < names->len; i++)
		g_ptr_array_add(trends, trend_new(&maker, names->pdata[i]));
	g_ptr_array_sort_with_data(trends, by_kind, NULL); /* which is stable */
	judge_free(maker.judge);
	return trends;
}
