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
