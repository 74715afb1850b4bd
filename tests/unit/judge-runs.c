/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/effect.h"
#include "compare/judge_runs.h"

#include <math.h>

#define ROUNDS 2000
#define MOST 12

#define assert_near(a, b, within) g_assert_cmpfloat_with_epsilon(a, b, within)

static const struct judge_options percent = {UNIT_PERCENT, NULL, 0};
static const struct judge_options points = {UNIT_POINTS, NULL, 0};

static struct judgement judge_once(
	const double *a, guint n_a, const double *b, guint n_b, const struct judge_options *options)
{
	struct judge *judge = judge_new();
	struct judgement row = judge_runs(judge, a, n_a, b, n_b, options);

	judge_free(judge);
	return row;
}

/* Where logarithms and the means' spreads agree (small spreads), so do both judgements. */
static void test_agrees_with_rows(void)
{
	const double a[] = {100, 100.5, 99.5, 100.2}, b[] = {103, 103.6, 102.5, 103.1};
	struct judgement row = judge_once(a, 4, b, 4, &percent);
	double cv_a = row.base.spread / row.base.mean * sqrt(3.0 / 4);
	double cv_b = row.head.spread / row.head.mean * sqrt(3.0 / 4);
	struct effect_point point = effect_at(row.base.mean, cv_a, 4, row.head.mean, cv_b, 4);

	g_assert_cmpuint(row.base.n, ==, 4);
	assert_near(row.base.mean, 100.05, 1e-9);
	assert_near(row.change, point.change, 1e-9);
	assert_near(row.estimate, point.change, .01);
	assert_near(row.ci.low, point.ci.low, .01);
	assert_near(row.ci.high, point.ci.high, .01);
	assert_near(row.p / point.p, 1, .02);
	g_assert_cmpint(row.robustness, ==, ROBUSTNESS_AGREES);
	g_assert_cmpfloat(row.rank.delta, ==, 1);
}

static void test_missing_and_few(void)
{
	const double a[] = {1, NAN, INFINITY}, b[] = {2, 3};
	struct judgement row = judge_once(a, 3, b, 2, &percent);

	g_assert_cmpuint(row.base.n, ==, 1);
	g_assert_cmpuint(row.head.n, ==, 2);
	g_assert_cmpint(row.grade, ==, GRADE_UNTESTABLE);
	g_assert_true(isnan(row.p) && isnan(row.ci.low));
	assert_near(row.change, 150, 1e-9);
	g_assert_cmpint(row.robustness, ==, ROBUSTNESS_CANNOT_TELL);

	row = judge_once(a + 1, 2, b, 2, &percent);
	g_assert_cmpuint(row.base.n, ==, 0);
	g_assert_true(isnan(row.change) && isnan(row.rank.p));
}

static void test_zeros_are_points(void)
{
	const double a[] = {0, 1, 2}, b[] = {5, 6, 7};
	struct judgement row = judge_once(a, 3, b, 3, &percent);

	g_assert_cmpint(row.unit, ==, UNIT_POINTS);
	g_assert_cmpint(row.notes & NOTE_POINTS, ==, NOTE_POINTS);
	assert_near(row.change, 5, 1e-12);
	/* t = 5 / sqrt(2/3), df 4 */
	assert_near(row.p, .00361, .00001);
	g_assert_cmpint(row.robustness, ==, ROBUSTNESS_CANNOT_TELL);
	g_assert_cmpint(row.notes & NOTE_FEW_RUNS, ==, NOTE_FEW_RUNS);
}

static void test_floor_and_prior(void)
{
	const double a[] = {100, 100.1, 99.9}, b[] = {102, 102.1, 101.9}, zero[] = {0, .1, .2};
	const struct variance_prior wide = {UNIT_PERCENT, 20, 40, .03 * .03};
	struct judge_options options = {UNIT_PERCENT, NULL, 2.5};
	struct judgement plain = judge_once(a, 3, b, 3, &options), row;

	g_assert_cmpint(plain.grade, ==, GRADE_SUPPORTED);
	g_assert_cmpint(plain.notes & NOTE_SMALL, ==, NOTE_SMALL);
	g_assert_cmpint(judge_once(zero, 3, a, 3, &options).notes & NOTE_SMALL, ==, 0);
	options.floor = 1.9;
	g_assert_cmpint(judge_once(a, 3, b, 3, &options).notes & NOTE_SMALL, ==, 0);

	/* The machine spreads by 3 %: that these runs do not is luck. */
	options.prior = &wide;
	row = judge_once(a, 3, b, 3, &options);
	g_assert_cmpint(row.notes & NOTE_MODERATED, ==, NOTE_MODERATED);
	g_assert_cmpint(row.grade, ==, GRADE_UNSUPPORTED);
	g_assert_cmpfloat(row.ci.high - row.ci.low, >, plain.ci.high - plain.ci.low);
	/* t = ln(1.02) / sqrt(2/3 s^2), s^2 = 40/42 .0009 and next to nothing, df 44 */
	assert_near(row.p, .412, .002);

	row = judge_once(zero, 3, b, 3, &options);
	g_assert_cmpint(row.unit, ==, UNIT_POINTS);
	g_assert_cmpint(row.notes & NOTE_MODERATED, ==, 0);
}

/* No spread is no certainty. */
static void test_constants(void)
{
	const double five[] = {5, 5, 5}, six[] = {6, 6, 6};
	struct judgement row = judge_once(five, 3, six, 3, &points);

	/* t = 1 / sqrt(2/36), df 4 */
	assert_near(row.p, .0132, .0001);
	g_assert_cmpint(row.notes & NOTE_COARSE, ==, NOTE_COARSE);
	row = judge_once(five, 3, five, 3, &percent);
	g_assert_cmpfloat(row.p, ==, 1);
	g_assert_cmpfloat(row.change, ==, 0);
	g_assert_cmpint(row.grade, ==, GRADE_UNSUPPORTED);
}

/* ---- properties ------------------------------------------------------------------------------ */

static guint fill(double *values)
{
	guint n = (guint)g_test_rand_int_range(1, MOST);
	gboolean whole = g_test_rand_bit();
	double spread = pow(10, g_test_rand_double_range(-3, 1));

	for (guint i = 0; i < n; i++)
		values[i] = whole ? g_test_rand_int_range(0, 6)
				  : 100 + spread * g_test_rand_double_range(-1, 1);
	return n;
}

static void shuffle(double *values, guint n)
{
	for (guint i = n; i > 1; i--) {
		guint k = (guint)g_test_rand_int_range(0, (int)i);
		double value = values[k];

		values[k] = values[i - 1];
		values[i - 1] = value;
	}
}

static void assert_like(double a, double b)
{
	if (isnan(b))
		g_assert_true(isnan(a));
	else if (a != b)
		assert_near(a, b, 1e-7 * (1e-3 + fabs(b)));
}

static void assert_alike(const struct judgement *a, const struct judgement *b, double factor)
{
	g_assert_cmpint(a->unit, ==, b->unit);
	g_assert_cmpint(a->grade, ==, b->grade);
	g_assert_cmpint(a->robustness, ==, b->robustness);
	g_assert_cmpuint(a->notes, ==, b->notes);
	if (a->unit == UNIT_PERCENT)
		factor = 1;
	assert_like(a->change / factor, b->change);
	assert_like(a->ci.low / factor, b->ci.low);
	assert_like(a->ci.high / factor, b->ci.high);
	assert_like(a->p, b->p);
	assert_like(a->rank.p, b->rank.p);
	assert_like(a->shift.median / factor, b->shift.median);
	assert_like(a->shift.ci.low / factor, b->shift.ci.low);
	assert_like(a->snr, b->snr);
}

/* As far as rounding goes, too: a third of .1 taken three times is not .1. */
static void test_equal_runs(void)
{
	static const double values[] = {.1, .3, 7, 123.456, 1e-9};
	double a[MOST], b[MOST];

	for (guint i = 0; i < G_N_ELEMENTS(values); i++)
		for (guint n = 2; n + 1 < MOST; n++) {
			for (guint k = 0; k < n; k++)
				a[k] = b[k] = values[i];
			b[n] = values[i];

			struct judgement row =
				judge_once(a, n, b, n + 1, i % 2 ? &percent : &points);

			g_assert_cmpfloat(row.base.mean, ==, values[i]);
			g_assert_cmpfloat(row.base.spread, ==, 0);
			g_assert_cmpfloat(row.change, ==, 0);
			g_assert_cmpfloat(row.estimate, ==, 0);
			g_assert_cmpfloat(row.ci.low, ==, 0);
			g_assert_cmpfloat(row.ci.high, ==, 0);
			g_assert_cmpfloat(row.p, ==, 1);
			g_assert_cmpint(row.grade, ==, GRADE_UNSUPPORTED);
		}
}

static void test_order_and_scale(void)
{
	struct judge *judge = judge_new();
	double a[MOST], b[MOST];

	for (guint round = 0; round < ROUNDS; round++) {
		guint n_a = fill(a), n_b = fill(b);
		const struct judge_options *options = round & 1 ? &percent : &points;
		struct judgement before = judge_runs(judge, a, n_a, b, n_b, options), after;
		double factor = pow(10, g_test_rand_double_range(-100, 100));

		shuffle(a, n_a);
		shuffle(b, n_b);
		after = judge_runs(judge, a, n_a, b, n_b, options);
		g_assert_cmpmem(&before.change, 8, &after.change, 8);
		g_assert_cmpmem(&before.p, 8, &after.p, 8);
		assert_alike(&after, &before, 1);
		for (guint i = 0; i < MAX(n_a, n_b); i++) {
			a[i] *= factor;
			b[i] *= factor;
		}
		after = judge_runs(judge, a, n_a, b, n_b, options);
		assert_alike(&after, &before, factor);
	}
	judge_free(judge);
}

static void test_mirror(void)
{
	struct judge *judge = judge_new();
	double a[MOST], b[MOST];

	for (guint round = 0; round < ROUNDS; round++) {
		guint n_a = fill(a), n_b = fill(b);
		struct judgement row = judge_runs(judge, a, n_a, b, n_b, &points);
		struct judgement mirror = judge_runs(judge, b, n_b, a, n_a, &points);

		g_assert_cmpint(row.grade, ==, mirror.grade);
		g_assert_cmpint(row.robustness, ==, mirror.robustness);
		assert_like(row.p, mirror.p);
		assert_like(row.change, -mirror.change);
		assert_like(row.ci.low, -mirror.ci.high);
		assert_like(row.shift.median, -mirror.shift.median);
		assert_like(row.hedges_g, -mirror.hedges_g);

		row = judge_runs(judge, a, n_a, b, n_b, &percent);
		mirror = judge_runs(judge, b, n_b, a, n_a, &percent);
		g_assert_cmpint(row.grade, ==, mirror.grade);
		assert_like(row.p, mirror.p);
		if (row.unit == UNIT_PERCENT && !isnan(row.p))
			assert_near(
				(1 + row.estimate / 100) * (1 + mirror.estimate / 100), 1, 1e-9);
	}
	judge_free(judge);
}

/* Values at the ends of what a double holds neither end the process nor become certain. */
static void test_extremes(void)
{
	const double large[] = {1e308, -1e308, 1e308}, small[] = {5e-324, 1e-323, 5e-324};
	struct judgement row = judge_once(large, 3, small, 3, &points);

	g_assert_cmpint(row.grade, !=, GRADE_STRONG);
	row = judge_once(small, 3, large, 1, &percent);
	g_assert_cmpint(row.grade, ==, GRADE_UNTESTABLE);
	row = judge_once(small, 3, small, 3, &percent);
	g_assert_cmpfloat(row.p, ==, 1);
	row = judge_once(small, 3, small, 3, &points);
	g_assert_cmpfloat(row.p, ==, 1);
}

static void test_words(void)
{
	for (guint note = 1; note < NOTES_END; note <<= 1)
		g_assert_nonnull(judge_note_text((enum judge_note)note));
	g_assert_cmpstr(robustness_name(ROBUSTNESS_AGREES), ==, "agrees");
	g_assert_cmpstr(robustness_name(ROBUSTNESS_CANNOT_TELL), ==, "cannot tell");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/judge-runs/agrees-with-rows", test_agrees_with_rows);
	g_test_add_func("/judge-runs/missing-and-few", test_missing_and_few);
	g_test_add_func("/judge-runs/zeros-are-points", test_zeros_are_points);
	g_test_add_func("/judge-runs/floor-and-prior", test_floor_and_prior);
	g_test_add_func("/judge-runs/constants", test_constants);
	g_test_add_func("/judge-runs/equal-runs", test_equal_runs);
	g_test_add_func("/judge-runs/order-and-scale", test_order_and_scale);
	g_test_add_func("/judge-runs/mirror", test_mirror);
	g_test_add_func("/judge-runs/extremes", test_extremes);
	g_test_add_func("/judge-runs/words", test_words);
	return g_test_run();
}
