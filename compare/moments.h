/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sample's mean and spread, and differences in units of spreads. */
#pragma once

#include <glib.h>

/* A sample: `spread` is its own standard deviation (of n - 1). */
struct moments {
	guint n;
	double mean, spread;
};

/* Values are summed in their order. */
double sample_mean(const double *values, guint n);
double sample_variance(const double *values, guint n, double mean); /* of n - 1; NAN below two */

/* Of both, by their degrees of freedom.  NAN: fewer than two runs a side. */
double common_spread(const struct moments *a, const struct moments *b);

/*
 * The difference in units of the common spread, less its bias at few runs (Hedges, Journal
 * of Educational Statistics 6 (1981)).  NAN: fewer than two runs a side, or no spread.
 */
double hedges_g(const struct moments *a, const struct moments *b);

/* |difference| / the larger spread; infinite without any, NAN without a difference besides. */
double signal_to_noise(const struct moments *a, const struct moments *b);
