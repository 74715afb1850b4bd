/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/null_rate.h"

#include "compare/changed.h"

/* The places, from 0 in sorted order, that the rule looks at. */
struct places {
	guint n, low, middle, high;
};

static struct places places_of(guint n, guint trim)
{
	return (struct places){n, trim, trim + (n - 2 * trim) / 2, n - 1 - trim};
}

/* May the upper side's value number `of_upper` come after `of_lower` values of the lower side? */
static gboolean may_follow(
	const struct places *lower, const struct places *upper, guint of_lower, guint of_upper)
{
	if (of_upper == upper->low && of_lower <= lower->middle)
		return FALSE;
	return of_upper != upper->middle || of_lower > lower->high;
}

/*
 * The share of orders in which the upper side is beyond the lower one.  Values are dealt upward:
 * chance[i] is that of having dealt i of the lower side and, row by row, j of the upper
 * without a breach.
 */
static double share_of_orders(const struct places *lower, const struct places *upper)
{
	g_autofree double *chance = g_new(double, lower->n + 1);

	for (guint j = 0; j <= upper->n; j++)
		for (guint i = 0; i <= lower->n; i++) {
			double left = (double)(lower->n - i) + (upper->n - j);
			double by_upper = 0, by_lower = 0;

			if (i == 0 && j == 0) {
				chance[0] = 1;
				continue;
			}
			if (j > 0 && may_follow(lower, upper, i, j - 1))
				by_upper = chance[i] * (upper->n - j + 1) / (left + 1);
			if (i > 0)
				by_lower = chance[i - 1] * (lower->n - i + 1) / (left + 1);
			chance[i] = by_upper + by_lower;
		}
	return chance[lower->n];
}

double null_rate(guint n_base, guint n_head)
{
	n_base = MIN(n_base, NULL_RATE_RUNS_MAX);
	n_head = MIN(n_head, NULL_RATE_RUNS_MAX);
	if (!n_base || !n_head || MAX(n_base, n_head) < CHANGE_RUNS_WANTED)
		return 0;

	struct places base = places_of(n_base, change_trim(n_base, CHANGE_TRIM_MAX));
	struct places head =
		places_of(n_head, change_trim(n_head, change_trim_max_of_head(n_base)));

	return share_of_orders(&base, &head) + share_of_orders(&head, &base);
}
