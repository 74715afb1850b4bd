/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/made-noise.h"

#include "compare/bimodal.h"
#include "compare/past.h"

#include <gsl/gsl_sort.h>

#define REPETITIONS 3000
#define SEED 11

/* bench/aa does the same a hundred thousand times. */
static void test_grades_hold(void)
{
	static const guint sides[][2] = {{2, 3}, {3, 3}, {3, 4}, {4, 4}, {3, 10}, {5, 6}, {8, 8}};
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
			struct noise_case of = {
				(enum noise_shape)shape, sides[i][0], sides[i][1], FALSE};
			struct noise_rates rates = {0};

			noise_judge(judge, rng, &of, REPETITIONS, &rates);
			g_assert_cmpuint(aa_total(&rates.counts), ==, REPETITIONS);
			g_test_message("%s %u:%u", noise_shapes[shape].name, of.n_base, of.n_head);
			g_assert_true(noise_holds(&rates.counts));
		}
	gsl_rng_free(rng);
	judge_free(judge);
}

static void test_grades_hold_with_prior(void)
{
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		for (guint n = 3; n <= 7; n += 2) {
			struct noise_case of = {(enum noise_shape)shape, n, n, TRUE};
			struct noise_rates rates = {0};

			noise_judge(judge, rng, &of, REPETITIONS / 3, &rates);
			g_test_message("%s %u:%u", noise_shapes[shape].name, of.n_base, of.n_head);
			g_assert_true(noise_holds(&rates.counts));
		}
	gsl_rng_free(rng);
	judge_free(judge);
}

/* Without the rank test these do not hold: why grades are demoted, and that it is seen here. */
static void test_welch_alone_does_not(void)
{
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	const struct noise_case three = {NOISE_BIMODAL, 3, 3, FALSE};
	const struct noise_case uneven = {NOISE_GAUSSIAN, 3, 10, FALSE};
	struct noise_rates rates = {0};

	gsl_rng_set(rng, SEED);
	noise_judge(judge, rng, &three, REPETITIONS, &rates);
	g_assert_cmpuint(rates.welch_strong, >, aa_limit(P_STRONG, REPETITIONS));
	rates = (struct noise_rates){0};
	noise_judge(judge, rng, &uneven, REPETITIONS, &rates);
	g_assert_cmpuint(rates.welch_supported, >, aa_limit(P_SUPPORTED, REPETITIONS));
	gsl_rng_free(rng);
	judge_free(judge);
}

/* A change that is there is found, and its grade rises with the runs. */
static void test_power(void)
{
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	const struct judge_options options = {UNIT_PERCENT, NULL, 0};
	static const enum grade reached[] = {
		[3] = GRADE_SUPPORTED, [5] = GRADE_SUPPORTED, [8] = GRADE_STRONG};

	gsl_rng_set(rng, SEED);
	for (guint n = 3; n < G_N_ELEMENTS(reached); n++) {
		double base[8], head[8];
		guint found = 0;

		for (guint i = 0; reached[n] && i < REPETITIONS; i++) {
			noise_fill(rng, NOISE_GAUSSIAN, base, n);
			noise_fill(rng, NOISE_GAUSSIAN, head, n);
			for (guint k = 0; k < n; k++)
				head[k] *= 1.2; /* seven spreads */
			found += judge_runs(judge, base, n, head, n, &options).grade >= reached[n];
		}
		if (reached[n])
			g_assert_cmpuint(found, >, REPETITIONS * 95 / 100);
	}
	gsl_rng_free(rng);
	judge_free(judge);
}

static void test_past(void)
{
	const double one[] = {1, 1.01, 1.02, .99}, two[] = {2, 2.01, 2.02, 1.99}, few[] = {1};
	/* Of commit 7: one, one, two, few. */
	const struct batch batches[] = {{7, one, 4}, {3, two, 4}, {7, one, 4}, {9, one, 4},
		{7, two, 4}, {7, few, 1}, {8, few, 1}};
	struct judge *judge = judge_new();
	struct past past = past_of(judge, batches, G_N_ELEMENTS(batches), UNIT_PERCENT);

	g_assert_cmpuint(past.counts.graded[GRADE_UNSUPPORTED], ==, 1);
	g_assert_cmpuint(past.counts.graded[GRADE_SUPPORTED], ==, 1);
	g_assert_cmpuint(past.counts.graded[GRADE_UNTESTABLE], ==, 1);
	g_assert_cmpuint(aa_total(&past.counts), ==, 2);
	g_assert_cmpuint(aa_flagged(&past.counts, GRADE_SUPPORTED), ==, 1);
	g_assert_false(past.has_prior); /* five groups that spread */
	g_assert_cmpuint(past.changes, ==, 3);
	g_assert_cmpfloat(past.floor, ==, 1);

	past = past_of(judge, batches, 0, UNIT_PERCENT);
	g_assert_cmpuint(aa_total(&past.counts), ==, 0);
	judge_free(judge);
}

/* What a stat did before: its spread becomes a prior, its wandering a floor. */
static void test_past_of_noise(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct judge *judge = judge_new();
	double values[40][4];
	struct batch batches[40];
	struct past past;

	gsl_rng_set(rng, SEED);
	for (guint i = 0; i < 40; i++) {
		noise_fill(rng, NOISE_GAUSSIAN, values[i], 4);
		batches[i] = (struct batch){i / 4, values[i], 4};
	}
	past = past_of(judge, batches, 40, UNIT_PERCENT);
	g_assert_true(past.has_prior);
	g_assert_cmpuint(past.prior.groups, ==, 40);
	g_assert_cmpfloat_with_epsilon(sqrt(past.prior.variance), .03, .005);
	g_assert_cmpuint(past.changes, ==, 30); /* three of each commit */
	g_assert_cmpuint(aa_total(&past.counts), ==, 30);
	/* Differences of two means of four spread by 2.1 %: the fence is far out. */
	g_assert_cmpfloat(past.floor, >, 3);
	g_assert_cmpfloat(past.floor, <, 15);
	gsl_rng_free(rng);
	judge_free(judge);
}

static void test_limits(void)
{
	g_assert_cmpuint(aa_limit(.05, 0), ==, 0);
	g_assert_cmpuint(aa_limit(1, 100), ==, 100);
	/* P(X <= 10) = .9885 and P(X <= 11) = .9957 of 100 at .05. */
	g_assert_cmpuint(aa_limit(.05, 100), ==, 11);
	g_assert_cmpfloat(aa_bound(GRADE_STRONG), ==, .001);
	g_assert_cmpfloat(aa_bound(GRADE_SUPPORTED), ==, .05);
	g_assert_cmpfloat(aa_bound(GRADE_WEAK), ==, 1);
}

static void test_bimodal(void)
{
	const double two[] = {1, 1.1, 1.2, 5, 5.1, 5.2}, one[] = {1, 1.1, 1.2, 1.3, 1.4, 5};
	const double steps[] = {0, 0, 0, 1, 1, 1};
	double values[10];
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	guint below, flagged = 0, missed = 0;

	g_assert_true(is_bimodal(two, 6, &below));
	g_assert_cmpuint(below, ==, 3);
	g_assert_false(is_bimodal(two, 5, &below));
	g_assert_false(is_bimodal(one, 6, &below));   /* one outlier is no cluster */
	g_assert_false(is_bimodal(steps, 6, &below)); /* one step is no gap */
	for (guint i = 0; i < REPETITIONS; i++) {
		noise_fill(rng, NOISE_GAUSSIAN, values, 10);
		gsl_sort(values, 1, 10);
		flagged += is_bimodal(values, 10, &below);
		noise_fill(rng, NOISE_BIMODAL, values, 10);
		gsl_sort(values, 1, 10);
		missed += !is_bimodal(values, 10, &below);
	}
	g_assert_cmpuint(flagged, <, REPETITIONS / 200);
	g_assert_cmpuint(missed, <, REPETITIONS / 20); /* 0 or 1 of ten in one mode: 2.1 % */
	gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/aa/grades-hold", test_grades_hold);
	g_test_add_func("/aa/grades-hold-with-prior", test_grades_hold_with_prior);
	g_test_add_func("/aa/welch-alone-does-not", test_welch_alone_does_not);
	g_test_add_func("/aa/power", test_power);
	g_test_add_func("/aa/past", test_past);
	g_test_add_func("/aa/past-of-noise", test_past_of_noise);
	g_test_add_func("/aa/limits", test_limits);
	g_test_add_func("/aa/bimodal", test_bimodal);
	return g_test_run();
}
