/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many runs stand behind one column of a table, told from its rows.
 *
 * A fail:runs row says it.  Otherwise the spreads do, where one is as large as it can
 * be: samples that are not negative have a cv of at most sqrt(n - 1), and a stat that
 * is 0 in all runs but one reaches it and prints 100, 141, 173, 200, ... %.  Means of
 * integer counters with two decimals must be some j/n besides.
 */
#pragma once

#include "base/slice.h"
#include "base/terms.h"

#include <glib.h>

#define RUNS_INFERRED_MAX 12 /* no more are looked for */

struct runs_evidence { /* zeroes: nothing seen */
	guint64 fail_runs_low, fail_runs_high;
	int spread;        /* the largest printed, percent */
	guint spread_rows; /* that print it */
	guint counters;    /* means of integer counters that have a fraction */
	guint refuted;     /* bit n: one of them is no j/n */
};

/* The run count of a fail row's cell. */
void runs_see_fails(struct runs_evidence *evidence, guint64 runs);

/* The cell of a mean row; `stddev` G_MININT: blank. */
void runs_see_mean(
	struct runs_evidence *evidence, struct slice stat, struct slice text, int stddev);

/*
 * What they say together; {3..6} assumed (from the fewest on that can spread so far)
 * when they say nothing, or contradict each other.  A few rows cannot tell n from its
 * multiples (two of six spread like one of three): then high is the largest of those
 * up to RUNS_INFERRED_MAX.
 */
struct runs runs_of(const struct runs_evidence *evidence);

/*
 * What a mail declares (0: nothing) goes before what is inferred, unless the spreads need
 * more runs; a row of fails goes before both.
 */
struct runs runs_declared(struct runs told, guint declared);
