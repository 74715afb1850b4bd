/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/effect.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define ROUNDS 3000
#define BLANK G_MININT

static struct side side_of(const char *mean, int stddev, guint runs_low, guint runs_high)
{
	struct side side = {NAN, {NAN, NAN}, stddev, {runs_low, runs_high, RUNS_DECLARED}};

	literal_mean(slice_of(mean), &side.mean, &side.means);
	return side;
}

static struct effect effect_of(const char *base, int stddev_base, const char *head, int stddev_head,
	guint runs, enum unit unit)
{
	struct side a = side_of(base, stddev_base, runs, runs);
	struct side b = side_of(head, stddev_head, runs, runs);

	return effect_of_row(&a, &b, unit);
}

#define assert_near(a, b, within) g_assert_cmpfloat_with_epsilon(a, b, within)

/* unixbench 101819 +- 2 % against 161714 +- 2 %, the columns turned, four runs a side. */
static void test_known_row(void)
{
	struct effect e = effect_of("161714", 2, "101819", 2, 4, UNIT_PERCENT);

	g_assert_cmpint(e.unit, ==, UNIT_PERCENT);
	assert_near(e.change, -37.0, .05);
	assert_near(e.ci.low, -40.7, .05);
	assert_near(e.ci.high, -33.1, .05);
	assert_near(e.p.low * 1e7, 1.3, .05);
	assert_near(e.p.high * 1e6, 2.2, .05);
	g_assert_cmpint(e.grade, ==, GRADE_STRONG);

	/* Sample spreads of 2.5 % of the means by 4/3; Hedges' factor 1 - 3/23. */
	double a = .025 * 161714 * sqrt(4 / 3.0), b = .025 * 101819 * sqrt(4 / 3.0);

	assert_near(e.hedges_g, (101819 - 161714) / sqrt((a * a + b * b) / 2) * 20 / 23, 1e-9);
	assert_near(e.snr, (161714 - 101819) / a, 1e-9);
	/* z of p 4.8e-7 is 5.03: 4 % less. */
	assert_near(e.planned, e.change * (1 - 1 / (5.035 * 5.035)), .01);

	struct effect_point middle = effect_at(161714, .025, 4, 101819, .025, 4);

	assert_near(middle.ci.low, -40.1, .05);
	assert_near(middle.ci.high, -33.8, .05);
	assert_near(middle.p * 1e7, 4.8, .05);
}

/* The least change that two spreads of 2 %, the most that is printed blank, support. */
static void test_blank_spreads(void)
{
	static const struct {
		guint runs;
		double percent;
	} least[] = {{3, 5.7}, {4, 4.1}, {6, 2.9}};

	for (guint i = 0; i < G_N_ELEMENTS(least); i++) {
		double change = least[i].percent / 100;
		guint n = least[i].runs;

		g_assert_cmpfloat(effect_at(1, .02, n, 1 + change - .001, .02, n).p, >, .05);
		g_assert_cmpfloat(effect_at(1, .02, n, 1 + change + .0005, .02, n).p, <, .05);
	}
	g_assert_cmpint(
		effect_of("10000", BLANK, "10400", BLANK, 4, UNIT_PERCENT).grade, ==, GRADE_WEAK);
	g_assert_cmpint(effect_of("10000", BLANK, "10415", BLANK, 4, UNIT_PERCENT).grade, ==,
		GRADE_SUPPORTED);
	/* Three runs, and one side alone spreads: fewer degrees of freedom ask for 6.3 %. */
	g_assert_cmpint(
		effect_of("10000", BLANK, "10610", BLANK, 3, UNIT_PERCENT).grade, ==, GRADE_WEAK);
	g_assert_cmpint(effect_of("10000", BLANK, "10640", BLANK, 3, UNIT_PERCENT).grade, ==,
		GRADE_SUPPORTED);
}

static void test_larger_spreads_are_fieller(void)
{
	struct effect e = effect_of("100.00", 40, "50.00", 40, 6, UNIT_PERCENT);

	/* An asymmetric interval: farther up than down. */
	g_assert_cmpint(e.unit, ==, UNIT_PERCENT);
	assert_near(e.change, -50, 1e-9);
	g_assert_cmpfloat(e.ci.low, <, -50);
	g_assert_cmpfloat(e.ci.high - e.change, >, e.change - e.ci.low);
	g_assert_cmpint(e.grade, ==, GRADE_SUPPORTED);

	/* A base that may be 0 bounds no ratio. */
	e = effect_of("100.00", 160, "50.00", 5, 4, UNIT_PERCENT);
	g_assert_true(isinf(e.ci.low) && isinf(e.ci.high));
	g_assert_cmpint(e.grade, ==, GRADE_UNSUPPORTED);

	/* All gone. */
	e = effect_of("3.75", 5, "0.00", BLANK, 4, UNIT_PERCENT);
	assert_near(e.change, -100, 1e-9);
	g_assert_cmpfloat(e.ci.high, <, -99);
	g_assert_cmpint(e.grade, ==, GRADE_STRONG);
}

/* Fieller's ends are the ratios at which Welch's t equals its quantile. */
static void test_fieller_inverts_welch(void)
{
	double a = 100, b = 50, cv = .4, n = 6, sa = cv * a / sqrt(n - 1),
	       sb = cv * b / sqrt(n - 1);
	struct side base = side_of("100.00", 40, 6, 6), head = side_of("50.00", 40, 6, 6);
	struct effect e = effect_of_row(&base, &head, UNIT_PERCENT);
	double rho = 1 + e.ci.high / 100;

	/* The widest corner: cv 41 %, means at their roundings' ends. */
	cv = .41;
	a = 99.995;
	b = 50.005;
	sa = cv * a / sqrt(n - 1);
	sb = cv * b / sqrt(n - 1);

	double df = pow(sa * sa + sb * sb, 2) / (pow(sa, 4) / (n - 1) + pow(sb, 4) / (n - 1));
	double t = (rho * a - b) / sqrt(sb * sb + rho * rho * sa * sa);

	assert_near(t, gsl_cdf_tdist_Pinv(.975, df), 1e-3);
}

static void test_points(void)
{
	struct effect e = effect_of("44.75", BLANK, "49.43", BLANK, 4, UNIT_POINTS);

	g_assert_cmpint(e.unit, ==, UNIT_POINTS);
	assert_near(e.change, 4.68, 1e-9);
	g_assert_cmpint(e.grade, ==, GRADE_SUPPORTED);

	/* From nothing: no percentage, whatever was printed. */
	e = effect_of("0.00", BLANK, "5.00", 20, 4, UNIT_PERCENT);
	g_assert_cmpint(e.unit, ==, UNIT_POINTS);
	assert_near(e.change, 5, 1e-9);
	g_assert_cmpint(e.grade, ==, GRADE_SUPPORTED);
	g_assert_cmpfloat(e.ci.low, <, 5);
	g_assert_cmpfloat(e.ci.high, >, 5);
}

static void test_untestable(void)
{
	const struct effect cases[] = {
		effect_of("", BLANK, "5.00", 20, 4, UNIT_PERCENT),
		effect_of("5.00", BLANK, "", BLANK, 4, UNIT_PERCENT),
		effect_of("-93.66", BLANK, "-130.00", BLANK, 4, UNIT_PERCENT), /* no spread known */
		effect_of("93.66", 3, "-130.00", BLANK, 4, UNIT_PERCENT),
		effect_of("93.66", -1, "130.00", 3, 4, UNIT_PERCENT),
		effect_of("93.66", BLANK, "130.00", BLANK, 1, UNIT_PERCENT),
		effect_of("+Inf", BLANK, "130.00", BLANK, 4, UNIT_PERCENT),
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_assert_cmpint(cases[i].grade, ==, GRADE_UNTESTABLE);
		g_assert_true(isnan(cases[i].ci.low) && isnan(cases[i].ci.high));
		g_assert_true(isnan(cases[i].p.low) && isnan(cases[i].p.high));
		g_assert_true(isnan(cases[i].hedges_g) && isnan(cases[i].planned));
	}
	g_assert_true(isnan(cases[0].change));
	assert_near(cases[2].change, -36.34, 1e-9);
	g_assert_cmpint(cases[2].unit, ==, UNIT_POINTS);
}

/* What rounding hides may take support away, never give it. */
static void test_rounded_means(void)
{
	struct effect e = effect_of("0.43", BLANK, "25.62", BLANK, 4, UNIT_PERCENT);

	g_assert_cmpfloat(e.ci.low, <, 5789);  /* 25.615 / .435 */
	g_assert_cmpfloat(e.ci.high, >, 5929); /* 25.625 / .425 */

	e = effect_of("0.01", BLANK, "0.02", BLANK, 4, UNIT_PERCENT);
	g_assert_cmpfloat(e.p.high, ==, 1);
	g_assert_cmpint(e.grade, ==, GRADE_WEAK);
	e = effect_of("0.02", BLANK, "0.02", BLANK, 4, UNIT_PERCENT);
	g_assert_cmpint(e.grade, ==, GRADE_UNSUPPORTED);
	g_assert_cmpfloat(e.planned, ==, 0); /* nothing is left of what is not there */
}

static struct side random_side(void)
{
	char text[40];
	struct side side;
	double mean = pow(10, g_test_rand_double_range(-2, 9));

	g_ascii_formatd(text, sizeof text, mean < 1000 ? "%.2f" : "%.0f", mean);
	side = side_of(text, g_test_rand_bit() ? BLANK : g_test_rand_int_range(2, 250), 2, 2);
	side.runs.low = (guint)g_test_rand_int_range(2, 8);
	side.runs.high = side.runs.low + (guint)g_test_rand_int_range(0, 4);
	return side;
}

static void scale(struct side *side, double by)
{
	side->mean *= by;
	side->means.low *= by;
	side->means.high *= by;
}

static void assert_same(double a, double b, double by)
{
	if (isinf(b))
		g_assert_cmpfloat(a, ==, b);
	else
		assert_near(a, b * by, 1e-7 * (1 + fabs(b * by)));
}

static void test_scale_changes_nothing(void)
{
	for (guint i = 0; i < ROUNDS; i++) {
		enum unit unit = g_test_rand_bit() ? UNIT_PERCENT : UNIT_POINTS;
		struct side a = random_side(), b = random_side();
		struct effect before = effect_of_row(&a, &b, unit);
		double by = pow(2, g_test_rand_int_range(-20, 20));

		scale(&a, by);
		scale(&b, by);

		struct effect after = effect_of_row(&a, &b, unit);
		double grows = before.unit == UNIT_POINTS ? by : 1;

		g_assert_cmpint(after.grade, ==, before.grade);
		g_assert_cmpint(after.unit, ==, before.unit);
		assert_same(after.change, before.change, grows);
		assert_same(after.ci.low, before.ci.low, grows);
		assert_same(after.ci.high, before.ci.high, grows);
		assert_same(after.p.low, before.p.low, 1);
		assert_same(after.p.high, before.p.high, 1);
	}
}

static void test_hull_holds(void)
{
	for (guint i = 0; i < ROUNDS; i++) {
		struct side a = random_side(), b = random_side();
		struct effect wide = effect_of_row(&a, &b, UNIT_PERCENT);

		g_assert_cmpint(wide.grade, !=, GRADE_UNTESTABLE);
		g_assert_cmpfloat(wide.p.low, >=, 0);
		g_assert_cmpfloat(wide.p.low, <=, wide.p.high);
		g_assert_cmpfloat(wide.p.high, <=, 1);
		g_assert_cmpfloat(wide.ci.low, <=, wide.change);
		g_assert_cmpfloat(wide.ci.high, >=, wide.change);

		/* Knowing the runs can only narrow. */
		a.runs.low = a.runs.high;
		b.runs.high = b.runs.low;

		struct effect narrow = effect_of_row(&a, &b, UNIT_PERCENT);

		g_assert_cmpfloat(narrow.ci.low, >=, wide.ci.low);
		g_assert_cmpfloat(narrow.ci.high, <=, wide.ci.high);
		g_assert_cmpfloat(narrow.p.low, >=, wide.p.low);
		g_assert_cmpfloat(narrow.p.high, <=, wide.p.high);
	}
}

/* GSL's error handler ends the process: no degree of freedom that occurs may reach it. */
static void test_quantiles_are_finite(void)
{
	for (double df = 1; df <= 20000; df *= 1.01)
		g_assert_true(isfinite(gsl_cdf_tdist_Pinv(.975, df)));

	struct effect e = effect_of("5000", 30, "4000", 2, G_MAXINT, UNIT_PERCENT);

	g_assert_cmpint(e.grade, ==, GRADE_STRONG);
}

static void test_names(void)
{
	g_assert_cmpstr(grade_name(GRADE_UNTESTABLE), ==, "UNTESTABLE");
	g_assert_cmpstr(grade_name(GRADE_STRONG), ==, "STRONG");
	g_assert_cmpstr(runs_source_name(RUNS_ASSUMED), ==, "assumed");
	g_assert_cmpstr(runs_source_name(RUNS_FAIL_RUNS), ==, "fail-runs");
	g_assert_cmpstr(runs_source_name(RUNS_DECLARED), ==, "declared");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/effect/known-row", test_known_row);
	g_test_add_func("/effect/blank-spreads", test_blank_spreads);
	g_test_add_func("/effect/larger-spreads-are-fieller", test_larger_spreads_are_fieller);
	g_test_add_func("/effect/fieller-inverts-welch", test_fieller_inverts_welch);
	g_test_add_func("/effect/points", test_points);
	g_test_add_func("/effect/untestable", test_untestable);
	g_test_add_func("/effect/rounded-means", test_rounded_means);
	g_test_add_func("/effect/scale-changes-nothing", test_scale_changes_nothing);
	g_test_add_func("/effect/hull-holds", test_hull_holds);
	g_test_add_func("/effect/quantiles-are-finite", test_quantiles_are_finite);
	g_test_add_func("/effect/names", test_names);
	return g_test_run();
}
