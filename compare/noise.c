/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/noise.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#define FAR_OUT 3

/* The sizes of the last ones; returns how many. */
static guint take_last(const double *changes, guint n, double *sizes)
{
	guint taken = 0;

	for (guint i = n; i > 0 && taken < NOISE_LAST; i--)
		if (isfinite(changes[i - 1]))
			sizes[taken++] = fabs(changes[i - 1]);
	return taken;
}

double noise_floor(const double *changes, guint n, enum unit unit)
{
	double sizes[NOISE_LAST], least = unit == UNIT_PERCENT ? NOISE_FLOOR_PERCENT : 0;
	guint taken = take_last(changes, n, sizes);

	if (taken < NOISE_MIN)
		return least;
	gsl_sort(sizes, 1, taken);

	double q1 = gsl_stats_quantile_from_sorted_data(sizes, 1, taken, .25);
	double q3 = gsl_stats_quantile_from_sorted_data(sizes, 1, taken, .75);

	return MAX(least, q3 + FAR_OUT * (q3 - q1));
}
