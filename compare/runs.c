/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/runs.h"

#include "base/literal.h"

#include <math.h>

#define ASSUMED_HIGH 6
#define INFERRED_LOW 3    /* LKP shows no stat of two runs on both sides */
#define COUNTERS_ENOUGH 3 /* to infer from them alone: some are no integers after all */
#define ROWS_ENOUGH 5     /* that print the largest spread, to exclude n's multiples */

void runs_see_fails(struct runs_evidence *evidence, guint64 runs)
{
	if (!runs)
		return;
	evidence->fail_runs_low =
		evidence->fail_runs_low ? MIN(evidence->fail_runs_low, runs) : runs;
	evidence->fail_runs_high = MAX(evidence->fail_runs_high, runs);
}

/* Stats that are whole numbers in every run. */
static gboolean is_counter(struct slice stat)
{
	return slice_ends(stat, "context_switches") || slice_ends(stat, "page_faults") ||
	       slice_starts(stat, "proc-vmstat.") || slice_starts(stat, "perf-c2c.") ||
	       (slice_starts(stat, "perf-sched.") && slice_find(stat, ".count."));
}

static gboolean has_two_decimals(struct slice text)
{
	return text.len > 3 && text.at[text.len - 3] == '.' && text.len <= strlen("999.99");
}

/* Whether some j/n prints as that mean. */
static gboolean is_mean_of(double mean, guint n)
{
	return fabs(mean - round(mean * n) / n) <= .005 + 1e-9;
}

static void see_counter(struct runs_evidence *evidence, double mean)
{
	if (mean == round(mean)) /* fits every n */
		return;
	evidence->counters++;
	for (guint n = 1; n <= RUNS_INFERRED_MAX; n++)
		if (!is_mean_of(mean, n))
			evidence->refuted |= 1u << n;
}

void runs_see_mean(struct runs_evidence *evidence, struct slice stat, struct slice text, int stddev)
{
	double mean;

	if (!literal_read(text, &mean) || !(mean >= 0))
		return;
	if (stddev > evidence->spread) {
		evidence->spread = stddev;
		evidence->spread_rows = 0;
	}
	evidence->spread_rows += stddev == evidence->spread;
	if (has_two_decimals(text) && is_counter(stat))
		see_counter(evidence, mean);
}

/* What a stat prints that is 0 in all of n runs but one. */
static int spread_of_one_hot(guint n)
{
	return (int)floor(100 * sqrt(n - 1.0));
}

/* The fewest runs that can spread so far: n - 1 >= cv^2.  Some stats go below 0 and
 * spread farther than any number of runs that is likely; those say nothing. */
static guint fewest_for(int spread)
{
	double fewest = ceil(1 + spread / 100.0 * (spread / 100.0));

	return fewest <= RUNS_INFERRED_MAX ? MAX(INFERRED_LOW, (guint)fewest) : INFERRED_LOW;
}

static guint fewest_that_fit(guint fewest, guint refuted)
{
	for (guint n = fewest; n <= RUNS_INFERRED_MAX; n++)
		if (!(refuted & 1u << n))
			return n;
	return 0;
}

static struct runs inferred(guint n, gboolean firmly)
{
	return (struct runs){n, firmly ? n : RUNS_INFERRED_MAX / n * n, RUNS_INFERRED};
}

struct runs runs_of(const struct runs_evidence *evidence)
{
	if (evidence->fail_runs_low)
		return (struct runs){(guint)MIN(evidence->fail_runs_low, G_MAXINT),
			(guint)MIN(evidence->fail_runs_high, G_MAXINT), RUNS_FAIL_RUNS};

	guint fewest = fewest_for(evidence->spread);
	guint fits = fewest_that_fit(fewest, evidence->refuted);

	if (evidence->spread == spread_of_one_hot(fewest) && (!fits || fits == fewest))
		return inferred(fewest, evidence->spread_rows >= ROWS_ENOUGH);
	if (fits && evidence->counters >= COUNTERS_ENOUGH)
		return inferred(fits, FALSE);
	return (struct runs){fewest, MAX(ASSUMED_HIGH, fewest), RUNS_ASSUMED};
}

struct runs runs_declared(struct runs told, guint declared)
{
	if (!declared || told.source == RUNS_FAIL_RUNS || told.low > MAX(declared, INFERRED_LOW))
		return told;
	return (struct runs){declared, declared, RUNS_DECLARED};
}
