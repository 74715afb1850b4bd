/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Known figures of what stands beside a judgement: rates, floors, plans, corrections. */
#include "compare/changed.h"
#include "compare/correction.h"
#include "compare/failure_rate.h"
#include "compare/moderate.h"
#include "compare/noise.h"
#include "compare/null_rate.h"
#include "compare/plan.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>

#define ROUNDS 300

#define assert_near(a, b, within) g_assert_cmpfloat_with_epsilon(a, b, within)

/* ---- how often LKP's rule takes noise for a change --------------------------------------- */

static void test_null_rates(void)
{
	static const double known[] = {
		[3] = 20, [4] = 8.6, [5] = 4.8, [6] = 2.2, [7] = 1.2, [8] = .54};

	for (guint n = 3; n < G_N_ELEMENTS(known); n++)
		assert_near(100 * null_rate(n, n), known[n], known[n] * .03);
	assert_near(null_rate(3, 3), 4.0 / 20, 1e-15);
	assert_near(null_rate(4, 4), 6.0 / 70, 1e-15);
	assert_near(null_rate(8, 8), 70.0 / 12870, 1e-15);
	g_assert_cmpfloat(null_rate(2, 2), ==, 0);
	g_assert_cmpfloat(null_rate(0, 5), ==, 0);
	g_assert_cmpfloat(null_rate(40, 40), <, 1e-9);
	g_assert_cmpfloat(null_rate(G_MAXUINT, 40), <, 1);
}

/* Values that differ by far more than any threshold: their order alone decides. */
static void add_runs(struct matrix *matrix, guint64 chosen, guint64 want, guint n)
{
	for (guint rank = 0; rank < n; rank++) {
		if ((chosen >> rank & 1) != want)
			continue;
		matrix_add(matrix, "aim7.jobs-per-min", number_of_real(100 * pow(2, rank)));
		matrix_end_run(matrix);
	}
	matrix_pad(matrix);
}

static gboolean rule_takes(struct stat_book *book, guint64 chosen, guint n)
{
	const struct select_options options = {0};
	GStringChunk *names = g_string_chunk_new(64);
	struct matrix *base = matrix_new(names), *head = matrix_new(names);
	struct changed *changed;
	struct change_why why;

	add_runs(base, chosen, 1, n);
	add_runs(head, chosen, 0, n);
	changed = changed_new(&options, book, head, base, FALSE);
	changed_ask(changed, "aim7.jobs-per-min", &why);
	changed_free(changed);
	matrix_free(base);
	matrix_free(head);
	g_string_chunk_free(names);
	return why.end == CHANGE_TAKEN;
}

/* Every order of the runs goes through the rule itself. */
static void test_null_rates_by_the_rule(void)
{
	struct rules *rules = rules_builtin();
	struct stat_book *book = stat_book_new(rules, NULL);

	for (guint n_base = 1; n_base <= 6; n_base++)
		for (guint n_head = 1; n_head <= 6; n_head++) {
			guint n = n_base + n_head, all = 0, taken = 0;

			for (guint32 chosen = 0; chosen < 1u << n; chosen++) {
				if ((guint)__builtin_popcount(chosen) != n_base)
					continue;
				all++;
				taken += rule_takes(book, chosen, n);
			}
			assert_near(null_rate(n_base, n_head), (double)taken / all, 1e-14);
		}
	stat_book_free(book);
	rules_free(rules);
}

/* Of 32 runs LKP cuts one at each end: all orders of 32 against 3, either way. */
static void test_null_rates_when_trimmed(void)
{
	struct rules *rules = rules_builtin();
	struct stat_book *book = stat_book_new(rules, NULL);
	const guint64 all = (G_GUINT64_CONSTANT(1) << 35) - 1, one = 1;
	guint taken = 0, mirrored = 0, ways = 0;

	for (guint i = 0; i < 35; i++)
		for (guint j = 0; j < i; j++)
			for (guint k = 0; k < j; k++, ways++) {
				guint64 three = one << i | one << j | one << k;

				taken += rule_takes(book, all & ~three, 35);
				mirrored += rule_takes(book, three, 35);
			}
	assert_near(null_rate(32, 3), (double)taken / ways, 1e-14);
	assert_near(null_rate(3, 32), (double)mirrored / ways, 1e-14);
	g_assert_cmpfloat(null_rate(32, 3), >, null_rate(31, 3));
	stat_book_free(book);
	rules_free(rules);
}

/* ---- failures ------------------------------------------------------------------------------ */

static void test_failures(void)
{
	/* The lady and the tea: 3 of 4 against 1 of 4, p = 34/70. */
	struct failure_judgement row =
		judge_failures((struct failures){1, 4}, (struct failures){3, 4});

	assert_near(row.p, 34.0 / 70, 1e-12);
	assert_near(row.change, 50, 1e-12);
	g_assert_cmpint(row.grade, ==, GRADE_UNSUPPORTED);

	/* Newcombe 1998, table II (a), method 10: 56/70 - 48/80 is .0524 to .3339. */
	row = judge_failures((struct failures){48, 80}, (struct failures){56, 70});
	assert_near(row.ci.low, 5.24, .005);
	assert_near(row.ci.high, 33.39, .005);

	/* 0 of 10 against 10 of 10: 2 / C(20, 10). */
	row = judge_failures((struct failures){0, 10}, (struct failures){10, 10});
	assert_near(row.p, 2.0 / 184756, 1e-12);
	g_assert_cmpint(row.grade, ==, GRADE_STRONG);
	row = judge_failures((struct failures){0, 10}, (struct failures){0, 3});
	g_assert_cmpfloat(row.p, ==, 1);
	g_assert_cmpfloat(row.change, ==, 0);
}

static void test_failures_untestable(void)
{
	const struct failures none = {0, 0}, odd = {12, 8}, huge = {1, G_MAXUINT64}, well = {1, 4};

	g_assert_cmpint(judge_failures(none, well).grade, ==, GRADE_UNTESTABLE);
	g_assert_cmpint(judge_failures(well, odd).grade, ==, GRADE_UNTESTABLE);
	g_assert_cmpint(judge_failures(huge, well).grade, ==, GRADE_UNTESTABLE);
	g_assert_true(isnan(judge_failures(none, well).change));
	g_assert_true(isnan(judge_failures(huge, well).p));
}

/* No more of pure chance reaches a grade than it says: all tables, weighed. */
static void test_failures_hold(void)
{
	for (guint n = 3; n <= 10; n++)
		for (double rate = .1; rate < 1; rate += .2) {
			double supported = 0, strong = 0;

			for (guint a = 0; a <= n; a++)
				for (guint b = 0; b <= n; b++) {
					struct failure_judgement row = judge_failures(
						(struct failures){a, n}, (struct failures){b, n});
					double chance = gsl_ran_binomial_pdf(a, rate, n) *
							gsl_ran_binomial_pdf(b, rate, n);

					supported += row.grade >= GRADE_SUPPORTED ? chance : 0;
					strong += row.grade == GRADE_STRONG ? chance : 0;
				}
			g_assert_cmpfloat(supported, <=, .05);
			g_assert_cmpfloat(strong, <=, .001);
		}
}

/* ---- noise and plans ------------------------------------------------------------------------- */

static void test_floor(void)
{
	const double few[] = {9, 9, 9}, five[] = {1, -2, 3, -4, 5};
	double many[40];

	g_assert_cmpfloat(noise_floor(few, 3, UNIT_PERCENT), ==, 1);
	g_assert_cmpfloat(noise_floor(few, 3, UNIT_POINTS), ==, 0);
	/* Quartiles 2 and 4. */
	g_assert_cmpfloat(noise_floor(five, 5, UNIT_PERCENT), ==, 10);
	for (guint i = 0; i < G_N_ELEMENTS(many); i++)
		many[i] = i < 10 ? 1000 : .1;
	g_assert_cmpfloat(noise_floor(many, 40, UNIT_PERCENT), ==, 1);
	assert_near(noise_floor(many, 40, UNIT_POINTS), .1, 1e-12);
	many[39] = NAN;
	many[38] = INFINITY;
	g_assert_cmpfloat(noise_floor(many, 40, UNIT_PERCENT), ==, 1);
}

/* Percent of the mean by runs a side and cv. */
static void test_detectable(void)
{
	static const double cv[] = {.5, 1, 2, 3, 5, 10};
	static const struct {
		guint n;
		double percent[6];
	} known[] = {
		{3, {1.5, 3.0, 6.1, 9.1, 15.2, 30.4}},
		{4, {1.2, 2.4, 4.7, 7.1, 11.9, 23.7}},
		{6, {.9, 1.8, 3.6, 5.4, 9.0, 17.9}},
		{10, {.7, 1.3, 2.7, 4.0, 6.6, 13.3}},
	};

	for (guint i = 0; i < G_N_ELEMENTS(known); i++)
		for (guint k = 0; k < 6; k++)
			assert_near(
				detectable_change(known[i].n) * cv[k], known[i].percent[k], .0505);
	for (guint n = 2; n < 50; n++)
		g_assert_cmpuint(runs_to_detect(detectable_change(n)), ==, n);
	g_assert_cmpuint(runs_to_detect(0), ==, 0);
	g_assert_cmpuint(runs_to_detect(NAN), ==, 0);
	g_assert_cmpuint(runs_to_detect(INFINITY), ==, 2);
	g_assert_true(isinf(detectable_change(1)));
}

static void test_reach(void)
{
	struct judgement row = {
		.base = {4, 200, 4}, .head = {6, 203, 4}, .unit = UNIT_PERCENT, .p = .3};

	/* 2 % of 4 runs a side. */
	assert_near(reach_of(&row).least, 4.7, .0505);
	g_assert_cmpuint(reach_of(&row).runs, ==, 4);
	g_assert_cmpuint(reach_of(&row).wanted, ==, runs_to_detect(.75));
	row.unit = UNIT_POINTS;
	assert_near(reach_of(&row).least, 4.7 * 2, .0505 * 2);
	row.base.spread = row.head.spread = 70;
	g_assert_cmpuint(reach_of(&row).runs, ==, 4);
	row.unit = UNIT_PERCENT;
	g_assert_cmpuint(reach_of(&row).runs, ==, 0);
	row.base.spread = row.head.spread = 0;
	g_assert_cmpuint(reach_of(&row).runs, ==, 0);
	row.base.spread = row.head.spread = 1;
	row.p = NAN;
	g_assert_cmpuint(reach_of(&row).runs, ==, 0);
}

static void test_screened(void)
{
	g_assert_cmpfloat(screened_share(2), ==, .75);
	g_assert_cmpfloat(screened_share(-2), ==, .75);
	g_assert_cmpfloat(screened_share(.9), ==, 0);
	g_assert_cmpfloat(screened_share(INFINITY), ==, 1);
	g_assert_cmpfloat(screened_share(NAN), ==, 0);
}

/* ---- corrections ----------------------------------------------------------------------------- */

static void test_corrections(void)
{
	const double p[] = {.01, .04, NAN, .03, .005};
	double adjusted[5];

	correct_holm(p, 5, adjusted);
	assert_near(adjusted[4], .02, 1e-15);
	assert_near(adjusted[0], .03, 1e-15);
	assert_near(adjusted[3], .06, 1e-15);
	assert_near(adjusted[1], .06, 1e-15); /* not less than the one before */
	g_assert_true(isnan(adjusted[2]));

	correct_benjamini_hochberg(p, 5, 0, adjusted);
	assert_near(adjusted[4], .02, 1e-15);
	assert_near(adjusted[0], .02, 1e-15);
	assert_near(adjusted[3], .04, 1e-15);
	assert_near(adjusted[1], .04, 1e-15);

	/* Twenty stats, of which 16 were not printed: p = 1. */
	correct_benjamini_hochberg(p, 5, 20, adjusted);
	assert_near(adjusted[4], .1, 1e-15);
	assert_near(adjusted[0], .1, 1e-15);
	assert_near(adjusted[1], .2, 1e-15);
}

static struct corrected_row row_of(double low, double high, gboolean is_kpi)
{
	return (struct corrected_row){.p = {low, high}, .is_kpi = is_kpi, .limit = GRADE_STRONG};
}

static void test_key_figures_first(void)
{
	struct corrected_row rows[] = {
		row_of(.0001, .0004, TRUE),
		row_of(.02, .03, TRUE),
		row_of(1e-9, 1e-9, FALSE),
		row_of(1e-3, .02, FALSE),
	};

	correct_rows(rows, 4, 0);
	g_assert_cmpint(rows[0].grade, ==, GRADE_STRONG);
	assert_near(rows[0].adjusted.high, .0008, 1e-15);
	g_assert_cmpint(rows[1].grade, ==, GRADE_SUPPORTED);
	assert_near(rows[2].adjusted.high, 1e-9 * STATS_ASSUMED, 1e-15);
	g_assert_cmpint(rows[2].grade, ==, GRADE_STRONG);
	g_assert_cmpint(rows[3].grade, ==, GRADE_UNSUPPORTED);
	for (guint i = 0; i < 4; i++)
		g_assert_false(rows[i].is_exploratory);

	/* No key figure passes: what monitors show explains nothing. */
	rows[0].p = rows[1].p = (struct interval){.04, .04};
	correct_rows(rows, 4, 2);
	g_assert_cmpint(rows[0].grade, ==, GRADE_UNSUPPORTED);
	g_assert_false(rows[0].is_exploratory);
	g_assert_true(rows[2].is_exploratory && rows[3].is_exploratory);
	rows[2].limit = GRADE_SUPPORTED;
	correct_rows(rows, 4, 2);
	g_assert_cmpint(rows[2].grade, ==, GRADE_SUPPORTED);
	correct_rows(rows, 0, 2);
}

static void test_correction_order(void)
{
	for (guint round = 0; round < ROUNDS; round++) {
		double p[20], turned[20], a[20], b[20];

		for (guint i = 0; i < 20; i++)
			p[i] = turned[19 - i] = g_test_rand_int_range(0, 30) / 100.0;
		correct_holm(p, 20, a);
		correct_holm(turned, 20, b);
		for (guint i = 0; i < 20; i++) {
			g_assert_cmpfloat(a[i], ==, b[19 - i]);
			g_assert_cmpfloat(a[i], >=, p[i]);
		}
		correct_benjamini_hochberg(p, 20, 25, a);
		correct_benjamini_hochberg(turned, 20, 25, b);
		for (guint i = 0; i < 20; i++) {
			g_assert_cmpfloat(a[i], ==, b[19 - i]);
			g_assert_cmpfloat(a[i], >=, p[i]);
		}
	}
}

/* ---- moderated variances --------------------------------------------------------------------- */

static void test_trigamma(void)
{
	for (double x = 1e-4; x < 1e7; x *= 1.7)
		assert_near(trigamma_inverse(gsl_sf_psi_1(x)) / x, 1, 1e-5);
}

/* Smyth's model: variances s0^2 d0 / chi^2(d0) times chi^2(d) / d. */
static void test_prior_is_found(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct variance groups[20000];
	struct variance_prior prior;

	for (guint i = 0; i < G_N_ELEMENTS(groups); i++) {
		double df = 2 + i % 4, own = .04 * 6 / gsl_ran_chisq(rng, 6);

		groups[i] = (struct variance){own * gsl_ran_chisq(rng, df) / df, df};
	}
	g_assert_true(prior_fit(groups, G_N_ELEMENTS(groups), UNIT_PERCENT, &prior));
	assert_near(prior.df, 6, .3);
	assert_near(prior.variance, .04, .001);

	/* All of one variance: worth any number of degrees of freedom, or very many. */
	for (guint i = 0; i < G_N_ELEMENTS(groups); i++)
		groups[i] = (struct variance){.04 * gsl_ran_chisq(rng, 3) / 3, 3};
	g_assert_true(prior_fit(groups, G_N_ELEMENTS(groups), UNIT_PERCENT, &prior));
	g_assert_cmpfloat(prior.df, >, 50);
	assert_near(prior.variance, .04, .001);
	gsl_rng_free(rng);
}

static void test_prior_of_few(void)
{
	struct variance groups[PRIOR_GROUPS_MIN], turned[PRIOR_GROUPS_MIN];
	struct variance_prior prior, other;
	const double values[] = {1, 2, 4}, zero[] = {0, 1};
	struct variance own;

	for (guint i = 0; i < PRIOR_GROUPS_MIN; i++)
		groups[i] = turned[PRIOR_GROUPS_MIN - 1 - i] =
			(struct variance){i ? pow(1.7, i) : 0, 3};
	g_assert_false(prior_fit(groups, PRIOR_GROUPS_MIN - 1, UNIT_POINTS, &prior));
	g_assert_true(prior_fit(groups, PRIOR_GROUPS_MIN, UNIT_POINTS, &prior));
	g_assert_true(prior_fit(turned, PRIOR_GROUPS_MIN, UNIT_POINTS, &other));
	g_assert_cmpfloat(prior.df, ==, other.df);
	g_assert_cmpfloat(prior.variance, ==, other.variance);

	g_assert_true(variance_of(values, 3, UNIT_PERCENT, &own));
	assert_near(own.value, log(2) * log(2), 1e-12);
	g_assert_false(variance_of(zero, 2, UNIT_PERCENT, &own));
	g_assert_false(variance_of(zero, 1, UNIT_POINTS, &own));

	prior = (struct variance_prior){UNIT_POINTS, 10, 4, 2};
	own = (struct variance){8, 2};
	own = variance_moderated(&prior, &own);
	assert_near(own.value, (4 * 2 + 2 * 8) / 6.0, 1e-12);
	g_assert_cmpfloat(own.df, ==, 6);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/figures/null-rates", test_null_rates);
	g_test_add_func("/figures/null-rates-by-the-rule", test_null_rates_by_the_rule);
	g_test_add_func("/figures/null-rates-when-trimmed", test_null_rates_when_trimmed);
	g_test_add_func("/figures/failures", test_failures);
	g_test_add_func("/figures/failures-untestable", test_failures_untestable);
	g_test_add_func("/figures/failures-hold", test_failures_hold);
	g_test_add_func("/figures/floor", test_floor);
	g_test_add_func("/figures/detectable", test_detectable);
	g_test_add_func("/figures/screened", test_screened);
	g_test_add_func("/figures/corrections", test_corrections);
	g_test_add_func("/figures/key-figures-first", test_key_figures_first);
	g_test_add_func("/figures/correction-order", test_correction_order);
	g_test_add_func("/figures/reach", test_reach);
	g_test_add_func("/figures/trigamma", test_trigamma);
	g_test_add_func("/figures/prior-is-found", test_prior_is_found);
	g_test_add_func("/figures/prior-of-few", test_prior_of_few);
	return g_test_run();
}
