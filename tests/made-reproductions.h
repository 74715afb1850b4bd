/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of changes that are real, or are not, run again: how often each verdict is given
 * (bench/verdicts, tests/unit/reproduction.c).
 */
#pragma once

#include "base/literal.h"
#include "compare/moments.h"
#include "compare/reproduction.h"
#include "reproduce/plan.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#define MADE_RUNS_MAX PLAN_RUNS_MAX
#define MADE_BASE 20000.0

enum made_truth {
	MADE_TRUE,   /* what was reported is so */
	MADE_NONE,   /* the report was of runs that differ so, the kernels do not */
	MADE_CHANCE, /* of equal kernels, runs whose ranges are apart were reported; as many
		      * are run again */
	MADE_TRUTHS
};

static const char *const made_truths[] = {"a true change", "no change", "a chance hit again"};

struct made_report {
	enum made_truth truth;
	double change;     /* percent, reported where it is not by chance */
	double cv;         /* percent */
	guint runs;        /* a side, reported */
	gboolean is_exact; /* the report says what its kernels do, without the luck of its runs */
};

static void made_runs(gsl_rng *rng, double mean, double cv, guint n, double *values)
{
	for (guint i = 0; i < n; i++)
		values[i] = mean * exp(gsl_ran_gaussian_ziggurat(rng, cv / 100));
}

/* As LKP prints it: whole numbers and percents, cut; no spread up to 2 %. */
static struct side made_side(const double *values, guint n)
{
	double mean = sample_mean(values, n);
	double spread = sqrt(sample_variance(values, n, mean) * (n - 1) / n);
	int percent = (int)(100 * spread / mean);
	struct side side = {floor(mean), {floor(mean), floor(mean) + 1},
		100 * spread / mean > 2 ? percent : G_MININT, {n, n, RUNS_FAIL_RUNS}};

	return side;
}

static struct side made_exact_side(double mean, double cv, guint n)
{
	double spread = cv * sqrt((n - 1.0) / n);
	struct side side = {mean, {mean, mean + 1}, spread > 2 ? (int)spread : G_MININT,
		{n, n, RUNS_FAIL_RUNS}};

	return side;
}

/* LKP reports what its ranges and medians tell apart. */
static gboolean made_is_apart(const double *a, const double *b, guint n)
{
	double low_a = INFINITY, high_a = -INFINITY, low_b = INFINITY, high_b = -INFINITY;

	for (guint i = 0; i < n; i++) {
		low_a = MIN(low_a, a[i]);
		high_a = MAX(high_a, a[i]);
		low_b = MIN(low_b, b[i]);
		high_b = MAX(high_b, b[i]);
	}
	return low_a > high_b || low_b > high_a;
}

/* What the report prints. */
static void made_sides(
	gsl_rng *rng, const struct made_report *report, struct side *base, struct side *head)
{
	double a[MADE_RUNS_MAX] = {0}, b[MADE_RUNS_MAX] = {0};
	gboolean by_chance = report->truth == MADE_CHANCE;
	double mean = by_chance ? MADE_BASE : MADE_BASE * (1 + report->change / 100);

	if (report->is_exact) {
		*base = made_exact_side(MADE_BASE, report->cv, report->runs);
		*head = made_exact_side(mean, report->cv, report->runs);
		return;
	}
	do {
		made_runs(rng, MADE_BASE, report->cv, report->runs, a);
		made_runs(rng, mean, report->cv, report->runs, b);
	} while (by_chance && !made_is_apart(a, b, report->runs));
	*base = made_side(a, report->runs);
	*head = made_side(b, report->runs);
}

static enum reproduction made_verdict(gsl_rng *rng, const struct made_report *report)
{
	const struct reproduction_options options = {TRUE, FALSE};
	double base[MADE_RUNS_MAX], head[MADE_RUNS_MAX];
	double factor = report->truth == MADE_TRUE ? 1 + report->change / 100 : 1;
	struct side a, b;
	guint n = report->runs;

	made_sides(rng, report, &a, &b);
	if (report->truth != MADE_CHANCE)
		n = plan_runs_of_row(&a, &b, UNIT_PERCENT).runs;
	made_runs(rng, MADE_BASE, report->cv, n, base);
	made_runs(rng, MADE_BASE * factor, report->cv, n, head);
	return reproduction_of_row(&a, &b, UNIT_PERCENT, base, n, head, n, &options).verdict;
}

static void made_count(
	gsl_rng *rng, const struct made_report *report, guint repetitions, guint *counts)
{
	for (guint i = 0; i < repetitions; i++)
		counts[made_verdict(rng, report)]++;
}
