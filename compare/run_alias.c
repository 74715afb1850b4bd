/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/run_alias.h"

#include <math.h>

#define RATIO_NOISE 5e-4 /* some stats are sampled a moment apart, some were rounded */
#define RATIO_SHARE .25  /* of what the runs differ by, else their steadiness is all they share */
#define COARSE 100       /* units below which a ratio cannot be told */
#define ROUNDING 1e-6    /* of a unit */
#define BUCKET 1e-3      /* of a ratio's logarithm; wider than the noise */

/*
 * Euclid's greatest common divisor, of values that are multiples of it but for rounding; 0:
 * it would be `finest` at most.
 */
static double common_unit(double a, double b, double finest)
{
	while (b > finest) {
		double rest = fmod(a, b);

		a = b;
		b = MIN(rest, b - rest) > ROUNDING * finest ? rest : 0;
	}
	return b ? 0 : a;
}

/* Whether the values are whole multiples of a unit of which the least of them is but a few. */
static gboolean is_coarse(const struct run_alias_row *row, double least)
{
	double finest = least / COARSE * (1 + ROUNDING), unit = row->values[0];

	for (guint i = 1; i < row->n && unit; i++)
		unit = common_unit(unit, row->values[i], finest);
	return unit != 0;
}

static gboolean may_have_alias(const struct run_alias_row *row)
{
	double least = INFINITY;

	for (guint i = 0; i < row->n; i++)
		least = MIN(least, row->values[i]);
	return row->n && least > 0 && row->spread > 0 && isfinite(row->change) &&
	       !is_coarse(row, least);
}

static gboolean constant_ratio(const struct run_alias_row *a, const struct run_alias_row *b)
{
	double noise = MIN(RATIO_NOISE, RATIO_SHARE * MIN(a->spread, b->spread));
	double least = INFINITY, most = 0;

	if (a->n != b->n)
		return FALSE;
	for (guint i = 0; i < a->n; i++) {
		double ratio = b->values[i] / a->values[i];

		least = MIN(least, ratio);
		most = MAX(most, ratio);
		if (!(most <= least * (1 + noise)))
			return FALSE;
	}
	return TRUE;
}

/*
 * Aliases have the same change and the same step from the first run to the second, so
 * only rows of such buckets are held against each other: most of thousands of rows may
 * have one change.
 */
struct place {
	gint change, step;
};

/* Clamped, so that it fits a hash table's key whatever the logarithm. */
static gint bucket_of(double logarithm)
{
	return (gint)floor(CLAMP(logarithm, -1e4, 1e4) / BUCKET);
}

static struct place place_of(const struct run_alias_row *row)
{
	return (struct place){bucket_of(row->change),
		row->n > 1 ? bucket_of(log(row->values[1] / row->values[0])) : 0};
}

/* Places may share a key; nothing but time depends on it. */
static void *key_of(struct place place, gint change, gint step)
{
	return GUINT_TO_POINTER(
		(guint)(place.change + change) * 2654435761u + (guint)(place.step + step));
}

/* The first row of those that is an alias and stands before `found`. */
static guint first_in(const GArray *in, const struct run_alias_row *rows, guint row, guint found)
{
	for (guint i = 0; in && i < in->len; i++) {
		guint first = g_array_index(in, guint, i);

		if (first >= found)
			break;
		if (constant_ratio(&rows[first], &rows[row]))
			return first;
	}
	return found;
}

static guint first_like(GHashTable *firsts, const struct run_alias_row *rows, guint row)
{
	struct place place = place_of(&rows[row]);
	guint found = row;

	for (gint change = -1; change <= 1; change++)
		for (gint step = -1; step <= 1; step++)
			found = first_in(g_hash_table_lookup(firsts, key_of(place, change, step)),
				rows, row, found);
	return found;
}

static void add_first(GHashTable *firsts, const struct run_alias_row *rows, guint row)
{
	void *key = key_of(place_of(&rows[row]), 0, 0);
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
			add_first(firsts, rows, i);
	}
}
