/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far two samples are apart. */
#pragma once

#include "base/literal.h"
#include "compare/rank_test.h"

struct shift {
	double median;      /* of all differences b - a (Hodges & Lehmann 1963) */
	struct interval ci; /* 95 % at least; NANs: so few runs bound nothing */
};

/* Both sorted upward, not empty.  In the order of (n_a + n_b) log n. */
struct shift shift_between(
	struct ranks *ranks, const double *a, guint n_a, const double *b, guint n_b);

/* Cliff's: P(b > a) - P(b < a), -1..1 (Psychological Bulletin 114 (1993)).  Sorted, not empty. */
double cliffs_delta(const double *a, guint n_a, const double *b, guint n_b);

/* A sample: `spread` is its own standard deviation (of n - 1). */
struct moments {
	guint n;
	double mean, spread;
};

/* Of values that are summed in their order; neither overflows where the values' size does not. */
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
