/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/run_alias.h"

#include <math.h>

#define RATIO_NOISE 5e-4 /* some stats are sampled a moment apart, some were rounded */
#define COARSE 100       /* units below which a ratio cannot be told */
#define BUCKET 1e-2      /* of the change's logarithm; much wider than the noise */

static gboolean is_whole_in(const struct run_alias_row *row, double parts)
{
	for (guint i = 0; i < row->n; i++) {
		double scaled = row->values[i] * parts;

		if (fabs(scaled - round(scaled)) > 1e-6 * parts)
			return FALSE;
	}
	return TRUE;
}

/* 0: finer than any that is known. */
static double unit_of(const struct run_alias_row *row)
{
	for (double parts = 1; parts <= 100; parts *= 10)
		if (is_whole_in(row, parts))
			return 1 / parts;
	return 0;
}

static gboolean may_have_alias(const struct run_alias_row *row)
{
	double least = INFINITY, most = 0;

	for (guint i = 0; i < row->n; i++) {
		least = MIN(least, row->values[i]);
		most = MAX(most, row->values[i]);
	}
	return row->n && least > 0 && most > least && isfinite(row->change) &&
	       least >= COARSE * unit_of(row);
}

static gboolean constant_ratio(const struct run_alias_row *a, const struct run_alias_row *b)
{
	double least = INFINITY, most = 0;

	if (a->n != b->n)
		return FALSE;
	for (guint i = 0; i < a->n; i++) {
		double ratio = b->values[i] / a->values[i];

		least = MIN(least, ratio);
		most = MAX(most, ratio);
		if (!(most <= least * (1 + RATIO_NOISE)))
			return FALSE;
	}
	return TRUE;
}

/* Clamped, so that it fits a hash table's key whatever the change. */
static gint bucket_of(double change)
{
	return (gint)floor(CLAMP(change, -1e4, 1e4) / BUCKET);
}

static guint first_like(GHashTable *firsts, const struct run_alias_row *rows, guint row)
{
	guint found = row;

	for (gint near = -1; near <= 1; near++) {
		gint bucket = bucket_of(rows[row].change) + near;
		const GArray *in = g_hash_table_lookup(firsts, GINT_TO_POINTER(bucket));

		for (guint i = 0; in && i < in->len; i++) {
			guint first = g_array_index(in, guint, i);

			if (first < found && constant_ratio(&rows[first], &rows[row]))
				found = first;
		}
	}
	return found;
}

static void add_first(GHashTable *firsts, double change, guint row)
{
	void *key = GINT_TO_POINTER(bucket_of(change));
	GArray *in = g_hash_table_lookup(firsts, key);

	if (!in) {
		in = g_array_new(FALSE, FALSE, sizeof(guint));
		g_hash_table_insert(firsts, key, in);
	}
	g_array_append_val(in, row);
}

void run_aliases_find(const struct run_alias_row *rows, guint n, guint *ret_first)
{
	g_autoptr(GHashTable) firsts =
		g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);

	for (guint i = 0; i < n; i++) {
		ret_first[i] = i;
		if (i >= RUN_ALIAS_ROWS_MAX || !may_have_alias(&rows[i]))
			continue;
		ret_first[i] = first_like(firsts, rows, i);
		if (ret_first[i] == i)
			add_first(firsts, rows[i].change, i);
	}
}
