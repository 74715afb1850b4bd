/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How sure a row of a mail is: its change with an interval, from two printed means
 * and two printed spreads.
 *
 * A printed "+- k%" is 100*(population stddev)/mean cut to a whole number, so
 * k..k+1 (2..3 for k = 2), blank 0..2; hence SE(mean)/mean = cv/sqrt(n-1).  What
 * cannot be known (the rest of cv, the number of runs) is carried as an interval
 * and every result is the hull over its corners.
 */
#pragma once

#include "base/literal.h"
#include "base/slice.h"
#include "base/terms.h"
#include "compare/grade.h"

struct side {
	double mean;           /* NAN: blank */
	struct interval means; /* the means that print so */
	int stddev;            /* percent, G_MININT: blank */
	struct runs runs;
};

struct effect {
	enum unit unit;
	double change;      /* percent or points; of the printed means; NAN: one is blank */
	struct interval ci; /* 95 %, hull over the corners; NANs when untestable; ends may be
			     * infinite where the base is too uncertain to bound a ratio */
	struct interval p;  /* two-sided, uncorrected; NANs when untestable */
	enum grade grade;   /* from p as it stands */
	/* At the middle of what is not known; NANs when untestable. */
	double hedges_g, snr; /* see compare/moments.h */
	double planned;       /* the change less what selection adds to it, see screened_share():
			       * what to plan further runs by */
};

/*
 * Positive means with cv <= 30 %: Welch on the logarithms.  Larger spreads, or a head
 * of 0: Fieller's interval on the means.  Base <= 0 or unit points: the difference, in
 * points.  Untestable: a blank or negative mean (no spread of one is printed), a
 * single run.  Rounding of the means may take support away, never give it.
 */
struct effect effect_of_row(const struct side *base, const struct side *head, enum unit unit);

struct effect_point {
	double change; /* percent */
	struct interval ci;
	double p;
};

/* Welch on the logarithms where everything is known: means > 0, cv of the population
 * (.05 is 5 %), runs >= 2. */
struct effect_point effect_at(
	double mean_a, double cv_a, guint runs_a, double mean_b, double cv_b, guint runs_b);

/* A row at the middle of what is not known of it: what to plan by, and to hold runs against. */
struct effect_middle {
	enum unit unit;  /* of all; POINTS, too, where a mean has no logarithm */
	double estimate; /* ln(head / base), or head - base; NAN, so the others: untestable */
	double base;     /* mean: its logarithm, or itself */
	double se, df;   /* of the estimate */
	double spread;   /* of one run: the common one of both sides, of the sample */
	double base_se, base_df; /* of `base` */
};

struct effect_middle effect_middle_of_row(
	const struct side *base, const struct side *head, enum unit unit);
