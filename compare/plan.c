/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/plan.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LEVEL .975 /* two-sided .05 */
#define POWER .8

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

double screened_share(double z)
{
	return z * z > 1 ? 1 - 1 / (z * z) : 0;
}
