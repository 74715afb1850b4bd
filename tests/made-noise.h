/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs of a commit that did not change, of several shapes; batches of them against each other
 * show what a grade is worth (bench/aa, tests/unit/aa.c).
 */
#pragma once

#include "base/terms.h"
#include "compare/aa.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#define NOISE_RUNS_MAX 32
#define NOISE_GROUPS 20 /* earlier groups that a prior is fitted to */

enum noise_shape {
	NOISE_GAUSSIAN,
	NOISE_LOG_NORMAL,
	NOISE_SKEWED,
	NOISE_BIMODAL,
	NOISE_BIMODAL_RARE,
	NOISE_BIMODAL_WIDE,
	NOISE_TWO_VALUES,
	NOISE_OUTLIERS,
	NOISE_COUNTS_FEW,
	NOISE_COUNTS,
	NOISE_COUNTS_MANY,
	NOISE_SHAPES
};

static const struct {
	const char *name;
	enum unit unit; /* in which it is judged */
} noise_shapes[] = {
	[NOISE_GAUSSIAN] = {"gaussian, cv 3 %", UNIT_PERCENT},
	[NOISE_LOG_NORMAL] = {"log-normal, sigma .5", UNIT_PERCENT},
	[NOISE_SKEWED] = {"exponential, in points", UNIT_POINTS},
	[NOISE_BIMODAL] = {"bimodal, half and half", UNIT_PERCENT},
	[NOISE_BIMODAL_RARE] = {"bimodal, one in four", UNIT_PERCENT},
	[NOISE_BIMODAL_WIDE] = {"bimodal, wide modes", UNIT_PERCENT},
	[NOISE_TWO_VALUES] = {"two values, half and half", UNIT_PERCENT},
	[NOISE_OUTLIERS] = {"one in ten threefold", UNIT_PERCENT},
	[NOISE_COUNTS_FEW] = {"counts of mean 1", UNIT_PERCENT},
	[NOISE_COUNTS] = {"counts of mean 5", UNIT_PERCENT},
	[NOISE_COUNTS_MANY] = {"counts of mean 100", UNIT_PERCENT},
};

static double noise_mode(gsl_rng *rng, double chance, double spread)
{
	return (gsl_rng_uniform(rng) < chance ? 100 : 110) *
	       (1 + gsl_ran_gaussian_ziggurat(rng, spread));
}

static double noise_draw(gsl_rng *rng, enum noise_shape shape)
{
	switch (shape) {
	case NOISE_GAUSSIAN:
		return 100 + gsl_ran_gaussian_ziggurat(rng, 3);
	case NOISE_LOG_NORMAL:
		return exp(gsl_ran_gaussian_ziggurat(rng, .5));
	case NOISE_SKEWED:
		return gsl_ran_exponential(rng, 1);
	case NOISE_BIMODAL:
		return noise_mode(rng, .5, .001);
	case NOISE_BIMODAL_RARE:
		return noise_mode(rng, .25, .001);
	case NOISE_BIMODAL_WIDE:
		return noise_mode(rng, .5, .02);
	case NOISE_TWO_VALUES:
		return gsl_rng_uniform(rng) < .5 ? 100 : 110;
	case NOISE_OUTLIERS:
		return (gsl_rng_uniform(rng) < .1 ? 3 : 1) *
		       (100 + gsl_ran_gaussian_ziggurat(rng, 1));
	case NOISE_COUNTS_FEW:
		return gsl_ran_poisson(rng, 1);
	case NOISE_COUNTS:
		return gsl_ran_poisson(rng, 5);
	case NOISE_COUNTS_MANY:
		return gsl_ran_poisson(rng, 100);
	case NOISE_SHAPES:
		break;
	}
	g_assert_not_reached();
}

static void noise_fill(gsl_rng *rng, enum noise_shape shape, double *values, guint n)
{
	for (guint i = 0; i < n; i++)
		values[i] = noise_draw(rng, shape);
}

/* FALSE: the groups that were drawn make none. */
static gboolean noise_prior(
	gsl_rng *rng, enum noise_shape shape, guint runs, struct variance_prior *ret_prior)
{
	struct variance groups[NOISE_GROUPS];
	double values[NOISE_RUNS_MAX];
	guint n = 0;

	for (guint i = 0; i < NOISE_GROUPS; i++) {
		noise_fill(rng, shape, values, runs);
		n += variance_of(values, runs, noise_shapes[shape].unit, &groups[n]);
	}
	return prior_fit(groups, n, noise_shapes[shape].unit, ret_prior);
}

struct noise_case {
	enum noise_shape shape;
	guint n_base, n_head;
	gboolean has_prior; /* each time of other earlier groups */
};

struct noise_rates {
	struct aa_counts counts;               /* by grade */
	guint64 welch_strong, welch_supported; /* by Welch's p alone */
};

static void noise_judge(struct judge *judge, gsl_rng *rng, const struct noise_case *of,
	guint64 repetitions, struct noise_rates *rates)
{
	double base[NOISE_RUNS_MAX], head[NOISE_RUNS_MAX];

	for (guint64 i = 0; i < repetitions; i++) {
		struct variance_prior prior;
		gboolean has_prior =
			of->has_prior && noise_prior(rng, of->shape, of->n_base, &prior);
		struct judge_options options = {
			noise_shapes[of->shape].unit, has_prior ? &prior : NULL, 0};
		struct judgement row;

		noise_fill(rng, of->shape, base, of->n_base);
		noise_fill(rng, of->shape, head, of->n_head);
		row = judge_runs(judge, base, of->n_base, head, of->n_head, &options);
		rates->counts.graded[row.grade]++;
		rates->welch_strong += row.p <= P_STRONG;
		rates->welch_supported += row.p <= P_SUPPORTED;
	}
}

/* Is each grade as rare as it has to be, within the upper 99 % limit? */
static gboolean noise_holds(const struct aa_counts *counts)
{
	guint64 total = aa_total(counts);

	return aa_flagged(counts, GRADE_STRONG) <= aa_limit(aa_bound(GRADE_STRONG), total) &&
	       aa_flagged(counts, GRADE_SUPPORTED) <= aa_limit(aa_bound(GRADE_SUPPORTED), total);
}
