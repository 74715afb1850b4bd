/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/shift.h"

#include <math.h>

/* ---- the k-th smallest of all differences ------------------------------------------------ */

/*
 * The differences make a matrix that rises along its rows, b[j] - a[i] for each i, and
 * falls along its columns.  A row's candidates are places low[i] .. high[i] - 1.
 */
struct differences {
	const double *a, *b;
	guint n_a, n_b;
	guint *low, *high;
};

static double difference(const struct differences *d, guint i, guint j)
{
	return d->b[j] - d->a[i];
}

/* The middle one of equals, which is near the median of all at first. */
static guint widest_row(const struct differences *d)
{
	guint widest = d->n_a / 2;

	for (guint i = 0; i < d->n_a; i++)
		if (d->high[i] - d->low[i] > d->high[widest] - d->low[widest])
			widest = i;
	return widest;
}

/*
 * Splits by a pivot: `below` counts differences under it, `upto` those that are not above.
 * The staircase only moves right, since rows with a larger a[i] hold smaller differences.
 */
static void count_around(const struct differences *d, double pivot, guint *below, guint *upto,
	guint64 *ret_below, guint64 *ret_upto)
{
	guint j = 0, k = 0;

	*ret_below = *ret_upto = 0;
	for (guint i = 0; i < d->n_a; i++) {
		while (j < d->n_b && difference(d, i, j) < pivot)
			j++;
		while (k < d->n_b && difference(d, i, k) <= pivot)
			k++;
		*ret_below += below[i] = j;
		*ret_upto += upto[i] = k;
	}
}

/* The least above the pivot that `upto` belongs to. */
static double least_above(const struct differences *d, const guint *upto)
{
	double least = INFINITY;

	for (guint i = 0; i < d->n_a; i++)
		if (upto[i] < d->n_b)
			least = MIN(least, difference(d, i, upto[i]));
	return least;
}

/* The k-th smallest, from 1, and the one after it unless NULL.  `room`: 4 n_a. */
static double select_difference(struct differences *d, guint64 k, guint *room, double *ret_next)
{
	guint *below = room + 2 * d->n_a, *upto = room + 3 * d->n_a;

	d->low = room;
	d->high = room + d->n_a;
	for (guint i = 0; i < d->n_a; i++) {
		d->low[i] = 0;
		d->high[i] = d->n_b;
	}
	for (;;) {
		guint row = widest_row(d);
		double pivot = difference(d, row, d->low[row] + (d->high[row] - d->low[row]) / 2);
		guint64 n_below, n_upto;

		count_around(d, pivot, below, upto, &n_below, &n_upto);
		if (k > n_below && k <= n_upto) {
			if (ret_next)
				*ret_next = k < n_upto ? pivot : least_above(d, upto);
			return pivot;
		}
		for (guint i = 0; i < d->n_a; i++)
			if (k <= n_below)
				d->high[i] = MAX(d->low[i], MIN(d->high[i], below[i]));
			else
				d->low[i] = MIN(d->high[i], MAX(d->low[i], upto[i]));
	}
}

#define FEW 64 /* rows that need no allocation */

struct shift shift_between(
	struct ranks *ranks, const double *a, guint n_a, const double *b, guint n_b)
{
	struct differences d = {a, b, n_a, n_b, NULL, NULL};
	guint64 pairs = (guint64)n_a * n_b, bound = rank_test_bound(ranks, n_a, n_b);
	guint few[4 * FEW];
	g_autofree guint *many = n_a > FEW ? g_new(guint, 4 * (gsize)n_a) : NULL;
	guint *room = many ? many : few;
	struct shift shift = {NAN, {NAN, NAN}};
	double next;

	shift.median = select_difference(&d, (pairs + 1) / 2, room, &next);
	if (pairs % 2 == 0)
		shift.median = (shift.median + next) / 2;
	if (bound)
		shift.ci = (struct interval){select_difference(&d, bound, room, NULL),
			select_difference(&d, pairs + 1 - bound, room, NULL)};
	return shift;
}

double cliffs_delta(const double *a, guint n_a, const double *b, guint n_b)
{
	double won = 0;
	guint below = 0, upto = 0;

	for (guint j = 0; j < n_b; j++) {
		while (below < n_a && a[below] < b[j])
			below++;
		while (upto < n_a && a[upto] <= b[j])
			upto++;
		won += (double)below - (n_a - upto);
	}
	return won / ((double)n_a * n_b);
}
