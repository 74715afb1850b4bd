/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rank test of two samples, exact wherever that can be counted.
 *
 * Source: Mann & Whitney, Annals of Mathematical Statistics 18 (1947).  With ties the
 * distribution is that of the midranks at hand (Lehmann, Nonparametrics, 1.4): all ways to
 * deal the pooled values to two sides are counted by their rank sum, never one by one.
 */
#pragma once

#include <glib.h>

/* Up to so many ways, C(20, 10), and so many values the count is exact; beyond, the normal form
 * with the correction for ties and for continuity. */
#define RANK_WAYS_MAX 184756
#define RANK_VALUES_MAX 100

struct rank_test {
	double p;          /* two-sided: as far from the middle as this, or farther */
	double p_least;    /* of these numbers of runs and these ties, at full separation */
	double delta;      /* Cliff's: P(b > a) - P(b < a), -1..1 */
	gboolean is_exact; /* else the normal form */
};

/* Room to count in, and distributions once counted.  One a thread. */
struct ranks;

struct ranks *ranks_new(void);
void ranks_free(struct ranks *ranks); /* NULL is allowed */

/* Both sorted upward, not empty, without NANs. */
struct rank_test rank_test(
	struct ranks *ranks, const double *a, guint n_a, const double *b, guint n_b);

/*
 * The number k for which the k-th smallest and the k-th largest of all differences b - a
 * bound the shift with 95 % confidence at least; 0: so few runs bound nothing.
 * (Hollander & Wolfe, Nonparametric Statistical Methods, 4.3.)
 */
guint64 rank_test_bound(struct ranks *ranks, guint n_a, guint n_b);
