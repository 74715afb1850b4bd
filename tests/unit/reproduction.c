/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/made-reproductions.h"

#define REPETITIONS 2000
#define SEED 7

#define assert_near(a, b, within) g_assert_cmpfloat_with_epsilon(a, b, within)

static struct side side_of(const char *mean, int stddev, guint runs)
{
	struct side side = {NAN, {NAN, NAN}, stddev, {runs, runs, RUNS_FAIL_RUNS}};

	literal_mean(slice_of(mean), &side.mean, &side.means);
	return side;
}

static const struct reproduction_options same = {TRUE, FALSE};

/* unixbench.score 14321 to 13425, four runs a side, against runs of one's own. */
static struct reproduced score_of(
	const double *base, const double *head, guint n, const struct reproduction_options *options)
{
	struct side a = side_of("14321", 0, 4), b = side_of("13425", 0, 4);

	return reproduction_of_row(&a, &b, UNIT_PERCENT, base, n, head, n, options);
}

static const double old_kernel[] = {14300, 14350, 14310, 14324};

static void test_verdicts(void)
{
	static const double lower[] = {13420, 13440, 13400, 13440};
	static const double equal[] = {14330, 14290, 14340, 14320};
	static const double higher[] = {15000, 15020, 14990, 15010};
	static const double a_little[] = {14000, 14020, 13990, 14010};
	static const double more[] = {12000, 12020, 11990, 12010};
	static const double wild[] = {12100, 15900, 13000, 14100};
	struct reproduced r = score_of(old_kernel, lower, 4, &same);

	g_assert_cmpint(r.verdict, ==, REPRODUCTION_REPRODUCED);
	assert_near(r.reported, log(13425.0 / 14321), 1e-12);
	assert_near(r.ratio, .98, .02);
	g_assert_true(r.ratio_ci.low < r.ratio && r.ratio < r.ratio_ci.high);
	g_assert_false(r.other_baseline);
	g_assert_cmpint(score_of(old_kernel, equal, 4, &same).verdict, ==, REPRODUCTION_NOT);
	g_assert_cmpint(score_of(old_kernel, higher, 4, &same).verdict, ==, REPRODUCTION_OPPOSITE);
	g_assert_cmpint(score_of(old_kernel, a_little, 4, &same).verdict, ==, REPRODUCTION_PARTIAL);
	g_assert_cmpint(score_of(old_kernel, more, 4, &same).verdict, ==, REPRODUCTION_REPRODUCED);
	r = score_of(old_kernel, wild, 4, &same);
	g_assert_cmpint(r.verdict, ==, REPRODUCTION_INCONCLUSIVE);
	g_assert_cmpuint(r.wanted, >, 4);
	g_assert_cmpint(score_of(old_kernel, lower, 1, &same).verdict, ==, REPRODUCTION_UNTESTABLE);
}

/* Another machine may show three quarters of it, and its own base. */
static void test_other_machine(void)
{
	static const double base[] = {28600, 28700, 28650, 28640};
	static const double head[] = {27200, 27250, 27190, 27230};
	const struct reproduction_options other = {FALSE, FALSE};
	struct reproduced r = score_of(base, head, 4, &other);

	g_assert_cmpint(r.verdict, ==, REPRODUCTION_REPRODUCED);
	g_assert_true(r.other_baseline);
	assert_near(r.baseline, log(2), .01);
	g_assert_cmpint(score_of(base, head, 4, &same).verdict, ==, REPRODUCTION_PARTIAL);
}

/* The interval of a second attempt is wider. */
static void test_second_attempt(void)
{
	static const double head[] = {13420, 13640, 13400, 13440};
	const struct reproduction_options second = {TRUE, TRUE};
	struct reproduced one = score_of(old_kernel, head, 4, &same);
	struct reproduced two = score_of(old_kernel, head, 4, &second);

	g_assert_cmpfloat(two.ci.low, <, one.ci.low);
	g_assert_cmpfloat(two.ci.high, >, one.ci.high);
	g_assert_cmpfloat(two.bound, >, one.bound);
}

static void test_points(void)
{
	static const double base[] = {40.1, 39.9, 40}, head[] = {30.2, 29.9, 30};
	static const double with_zero[] = {0, 0, 0};
	struct side a = side_of("40.00", 2, 4), b = side_of("30.00", 2, 4);
	struct side zero = side_of("0.00", G_MININT, 4);
	struct reproduced r = reproduction_of_row(&a, &b, UNIT_POINTS, base, 3, head, 3, &same);

	g_assert_cmpint(r.unit, ==, UNIT_POINTS);
	g_assert_cmpint(r.verdict, ==, REPRODUCTION_REPRODUCED);
	assert_near(r.found, -9.966, .01);
	r = reproduction_of_row(&a, &zero, UNIT_PERCENT, base, 3, with_zero, 3, &same);
	g_assert_cmpint(r.unit, ==, UNIT_POINTS);
	g_assert_cmpint(r.verdict, ==, REPRODUCTION_REPRODUCED);
}

static void test_untestable(void)
{
	static const double values[] = {1, 2, 3}, missing[] = {NAN, NAN, 1};
	struct side a = side_of("14321", 0, 4), one = side_of("14321", 0, 1);
	struct side blank = side_of("", G_MININT, 4);

	g_assert_cmpint(
		reproduction_of_row(&a, &a, UNIT_PERCENT, values, 3, values, 3, &same).verdict, ==,
		REPRODUCTION_UNTESTABLE); /* no change is reported */
	g_assert_cmpint(
		reproduction_of_row(&one, &a, UNIT_PERCENT, values, 3, values, 3, &same).verdict,
		==, REPRODUCTION_UNTESTABLE);
	g_assert_cmpint(
		reproduction_of_row(&blank, &a, UNIT_PERCENT, values, 3, values, 3, &same).verdict,
		==, REPRODUCTION_UNTESTABLE);
	struct reproduced r = score_of(values, missing, 3, &same);
	g_assert_cmpint(r.verdict, ==, REPRODUCTION_UNTESTABLE);
	g_assert_cmpuint(r.runs[1], ==, 1);
	r = reproduction_of_row(&a, &a, UNIT_PERCENT, NULL, 0, NULL, 0, &same);
	g_assert_cmpint(r.verdict, ==, REPRODUCTION_UNTESTABLE);
}

/* Neither the order of the runs nor a factor on all of them tells anything. */
static void test_order_and_scale(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, (unsigned long)g_test_rand_int_range(1, G_MAXINT32));
	for (guint round = 0; round < 300; round++) {
		double base[4], head[4], base2[4], head2[4];
		struct side a = made_exact_side(20000, 3, 4), b = made_exact_side(19000, 3, 4);

		made_runs(rng, 20000, 3, 4, base);
		made_runs(rng, 19200, 3, 4, head);
		for (guint i = 0; i < 4; i++) {
			base2[i] = base[3 - i] * 1024;
			head2[i] = head[3 - i] * 1024;
		}
		struct reproduced one =
			reproduction_of_row(&a, &b, UNIT_PERCENT, base, 4, head, 4, &same);
		struct reproduced two =
			reproduction_of_row(&a, &b, UNIT_PERCENT, base2, 4, head2, 4, &same);
		g_assert_cmpint(one.verdict, ==, two.verdict);
		assert_near(one.found, two.found, 1e-9);
		assert_near(two.baseline - one.baseline, log(1024), 1e-9);
	}
	gsl_rng_free(rng);
}

static double percent_of(const guint *counts, enum reproduction verdict)
{
	return 100.0 * counts[verdict] / REPETITIONS;
}

/*
 * With the planned number of runs a true change is REPRODUCED in 95 to 100 %, none is NOT in
 * 77 to 93 % and anything else than that or INCONCLUSIVE in few; within 2 points.  bench/verdicts
 * does the same for more reports.
 */
static void test_what_verdicts_are_worth(void)
{
	static const double cases[][2] = {{-5, 3}, {-10, 3}, {-10, 5}, {-20, 5}};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct made_report report = {MADE_TRUE, cases[i][0], cases[i][1], 4, TRUE};
		guint real[REPRODUCTIONS] = {0}, none[REPRODUCTIONS] = {0};

		made_count(rng, &report, REPETITIONS, real);
		report.truth = MADE_NONE;
		made_count(rng, &report, REPETITIONS, none);
		g_assert_cmpfloat(percent_of(real, REPRODUCTION_REPRODUCED), >=, 93);
		g_assert_cmpfloat(percent_of(none, REPRODUCTION_NOT), >=, 75);
		g_assert_cmpfloat(percent_of(none, REPRODUCTION_NOT), <=, 95);
		g_assert_cmpfloat(percent_of(none, REPRODUCTION_REPRODUCED) +
					  percent_of(none, REPRODUCTION_PARTIAL),
			<=, 5);
	}
	gsl_rng_free(rng);
}

/* A chance hit, run again as often as it was, mostly stays undecided: 70 to 77 %. */
static void test_chance_hits(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	for (guint cv = 3; cv <= 5; cv += 2) {
		const struct made_report report = {MADE_CHANCE, 0, cv, 4, FALSE};
		guint counts[REPRODUCTIONS] = {0};

		made_count(rng, &report, REPETITIONS, counts);
		g_assert_cmpfloat(percent_of(counts, REPRODUCTION_INCONCLUSIVE), >=, 68);
		g_assert_cmpfloat(percent_of(counts, REPRODUCTION_INCONCLUSIVE), <=, 79);
	}
	gsl_rng_free(rng);
}

static void test_names(void)
{
	for (enum reproduction verdict = 0; verdict < REPRODUCTIONS; verdict++)
		g_assert_cmpint(reproduction_by_name(reproduction_name(verdict)), ==, verdict);
	g_assert_cmpint(reproduction_by_name("reproduced"), ==, REPRODUCTIONS);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/reproduction/verdicts", test_verdicts);
	g_test_add_func("/reproduction/other-machine", test_other_machine);
	g_test_add_func("/reproduction/second-attempt", test_second_attempt);
	g_test_add_func("/reproduction/points", test_points);
	g_test_add_func("/reproduction/untestable", test_untestable);
	g_test_add_func("/reproduction/order-and-scale", test_order_and_scale);
	g_test_add_func("/reproduction/what-verdicts-are-worth", test_what_verdicts_are_worth);
	g_test_add_func("/reproduction/chance-hits", test_chance_hits);
	g_test_add_func("/reproduction/names", test_names);
	return g_test_run();
}
