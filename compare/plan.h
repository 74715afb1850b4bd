/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many runs it takes: what to expect before running again. */
#pragma once

#include "compare/judge_runs.h"

/*
 * The smallest change that n runs a side detect in four of five cases, in units of the
 * spread (times the cv in percent: percent of the mean): (t.975 + t.8) sqrt(2 / n) of 2 n - 2
 * degrees of freedom.  (Cohen, Statistical Power Analysis, 1988, by the central t.)
 * Infinite below two runs.
 */
double detectable_change(guint n);

#define DETECTABLE_RUNS_MAX 10000

/* The fewest runs a side that detect a change of so many spreads; 0: more than the maximum. */
guint runs_to_detect(double spreads);

/* What the runs of a judgement can tell, by the spread that they show. */
struct reach {
	guint runs;   /* a side, the smaller one; 0: cannot be told */
	double least; /* the smallest change that they detect, in the judgement's unit */
	guint wanted; /* runs a side that detect the change at hand; 0: more than the maximum */
};

/* Not of runs without a spread, nor of percent where it is so wide that logarithms differ. */
struct reach reach_of(const struct judgement *judged);

/*
 * Which share of an estimate to believe that was reported because it was large: a row of a mail
 * has passed LKP's selection.  max(0, 1 - 1 / z^2), z being estimate / standard error (Pawel &
 * Held, PLoS ONE 15 (2020)).
 */
double screened_share(double z);
