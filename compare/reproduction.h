/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a reported change real?  A row of a mail held against runs of one's own.
 *
 * With r0 the reported change (on logarithms, or in points), r1 that of the runs, s the sign
 * of r0, and the standard errors of both; the first that holds:
 *
 *   OPPOSITE        the interval of r1 excludes 0, and s r1 <= -floor
 *   REPRODUCED      the interval of r1 excludes 0, s r1 >= floor, and either r1 lies within what
 *                   r0 predicts and is at least half of it, or is more than all of it
 *   PARTIAL         the interval of r1 excludes 0, and s r1 >= floor
 *   NOT REPRODUCED  s r1 is below half of r0 (at least below the floor), at one-sided .05
 *   INCONCLUSIVE    none of these
 *
 * What r0 predicts: |r1 - r0| <= t sqrt(SE0^2 + SE1^2 + tau^2) (Spence & Stanley, PLoS ONE 11
 * (2016)), where tau is what machines differ by: a quarter of r0, 2 % at least, and 0 on the
 * machine of the report.  The floor is 1 % (in points: of the base).
 *
 * The number of runs is fixed before the first one (reproduce/plan.h).  Runs that are added
 * when the outcome is known are a second attempt, on all runs together at half the level.
 */
#pragma once

#include "compare/effect.h"

enum reproduction {
	REPRODUCTION_UNTESTABLE, /* no change or spread is reported, or a side has fewer than
				  * two runs */
	REPRODUCTION_OPPOSITE,
	REPRODUCTION_REPRODUCED,
	REPRODUCTION_PARTIAL,
	REPRODUCTION_NOT,
	REPRODUCTION_INCONCLUSIVE,
	REPRODUCTIONS
};

/* "REPRODUCED", "NOT REPRODUCED", ... */
const char *reproduction_name(enum reproduction verdict);
enum reproduction reproduction_by_name(const char *name); /* REPRODUCTIONS: none */

struct reproduction_options {
	gboolean same_machine; /* the runs are of the report's tbox_group */
	gboolean is_second;    /* attempt: half the level */
};

struct reproduced {
	enum reproduction verdict;
	enum unit unit; /* of all but baseline; estimates are ln(head / base) or points */
	double reported, reported_se;
	double found, found_se;
	struct interval ci;         /* of found, at the level */
	struct interval prediction; /* where the reported change says that found lies */
	double ratio;               /* found / reported */
	struct interval ratio_ci;   /* Fieller's, at the level; may be without bounds */
	double bound;               /* one-sided, of found in the direction of reported */
	guint runs[2];              /* that have the stat: base, head */
	guint wanted;               /* runs a side that would decide, more than there are; 0: more
				     * than DETECTABLE_RUNS_MAX; only where INCONCLUSIVE */
	double baseline;            /* ln(own base / reported base); of points its difference */
	gboolean other_baseline;    /* more than both spreads explain, or than a quarter */
};

/*
 * Values in any order; what is not finite is missing.  Where one is not above 0 all is judged
 * in points.
 */
struct reproduced reproduction_of_row(const struct side *base, const struct side *head,
	enum unit unit, const double *own_base, guint n_base, const double *own_head, guint n_head,
	const struct reproduction_options *options);
