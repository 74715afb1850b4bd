/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/moments.h"

#include <math.h>

/* Kept between the values: of equal ones rounding would pass for their spread. */
double sample_mean(const double *values, guint n)
{
	double mean = 0, least = INFINITY, most = -INFINITY;

	for (guint i = 0; i < n; i++) {
		mean += values[i] / n;
		least = MIN(least, values[i]);
		most = MAX(most, values[i]);
	}
	return n ? CLAMP(mean, least, most) : 0;
}

double sample_variance(const double *values, guint n, double mean)
{
	double squares = 0;

	if (n < 2)
		return NAN;
	for (guint i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return squares / (n - 1);
}

double common_spread(const struct moments *a, const struct moments *b)
{
	if (a->n < 2 || b->n < 2)
		return NAN;

	double df_a = a->n - 1.0, df_b = b->n - 1.0;

	return sqrt((df_a * a->spread * a->spread + df_b * b->spread * b->spread) / (df_a + df_b));
}

double hedges_g(const struct moments *a, const struct moments *b)
{
	double common = common_spread(a, b), df = (double)a->n + b->n - 2;

	return common > 0 ? (b->mean - a->mean) / common * (1 - 3 / (4 * df - 1)) : NAN;
}

double signal_to_noise(const struct moments *a, const struct moments *b)
{
	return fabs(b->mean - a->mean) / MAX(a->spread, b->spread);
}
