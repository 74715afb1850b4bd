/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What earlier groups of runs say about the spread of a stat on a machine, so that a few runs
 * that happen to lie close together are not taken at their word.
 *
 * Source: Smyth, Statistical Applications in Genetics and Molecular Biology 3 (2004): the
 * prior is fitted by the moments of the logarithms of the variances (section 6.2).
 */
#pragma once

#include "base/terms.h"

#include <glib.h>

#define PRIOR_GROUPS_MIN 10 /* fewer say nothing */

struct variance_prior {
	enum unit unit;  /* PERCENT: of the logarithms of the values; POINTS: of the values */
	guint groups;    /* that it was fitted to */
	double df;       /* d0: as many degrees of freedom it is worth; infinite where all
			  * groups are of one variance */
	double variance; /* s0^2 */
};

struct variance {     /* of one group: of one commit's runs */
	double value; /* of n - 1 */
	double df;    /* n - 1 */
};

/*
 * The variance of a group on the scale of `unit`; FALSE: fewer than two runs, or a value that
 * has no logarithm.
 */
gboolean variance_of(const double *values, guint n, enum unit unit, struct variance *ret_variance);

/*
 * Of groups in any order.  A variance of 0 counts as 1e-5 of the median.  FALSE: fewer than
 * PRIOR_GROUPS_MIN, or most groups do not spread at all.
 */
gboolean prior_fit(
	const struct variance *groups, guint n, enum unit unit, struct variance_prior *ret_prior);

/* (d0 s0^2 + d s^2) / (d0 + d), with d0 + d degrees of freedom. */
struct variance variance_moderated(const struct variance_prior *prior, const struct variance *own);

/* The x > 0 whose trigamma is y > 0. */
double trigamma_inverse(double y);
