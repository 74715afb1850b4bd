/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/plan.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LEVEL .975 /* two-sided .05 */
#define POWER .8
#define CV_MAX .30 /* beyond, logarithms are judged and tell other percents */

double detectable_change(guint n)
{
	double df = 2.0 * n - 2;

	if (n < 2)
		return INFINITY;
	return (gsl_cdf_tdist_Pinv(LEVEL, df) + gsl_cdf_tdist_Pinv(POWER, df)) * sqrt(2.0 / n);
}

guint runs_to_detect(double spreads)
{
	guint low = 2, high = DETECTABLE_RUNS_MAX;

	if (!(detectable_change(high) <= spreads))
		return 0;
	while (low < high) {
		guint n = low + (high - low) / 2;

		if (detectable_change(n) <= spreads)
			high = n;
		else
			low = n + 1;
	}
	return low;
}

struct reach reach_of(const struct judgement *judged)
{
	const struct moments *base = &judged->base, *head = &judged->head;
	double spread = common_spread(base, head), difference = fabs(head->mean - base->mean);
	double percent = judged->unit == UNIT_PERCENT ? 100 / base->mean : 1;
	guint runs = MIN(base->n, head->n);

	if (isnan(judged->p) || !(spread > 0) || !isfinite(spread) ||
		(judged->unit == UNIT_PERCENT && spread > CV_MAX * base->mean))
		return (struct reach){0};
	return (struct reach){runs, detectable_change(runs) * spread * percent,
		runs_to_detect(difference / spread)};
}

double screened_share(double z)
{
	return z * z > 1 ? 1 - 1 / (z * z) : 0;
}
