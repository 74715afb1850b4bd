/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rank_test.h"
#include "compare/moments.h"
#include "compare/shift.h"

#include <gsl/gsl_sort.h>
#include <math.h>

#define ROUNDS 300
#define MOST 20

#define assert_near(a, b, within) g_assert_cmpfloat_with_epsilon(a, b, within)

/* ---- brute force: each way to deal the pooled values, one by one ------------------------- */

/* Pairs won by the chosen ones, ties half: U, counted by comparing. */
static double count_won(const double *values, guint n, guint32 chosen)
{
	double won = 0;

	for (guint i = 0; i < n; i++)
		for (guint j = 0; j < n; j++)
			if ((chosen >> i & 1) && !(chosen >> j & 1))
				won += values[i] > values[j] ? 1 : values[i] == values[j] ? .5 : 0;
	return won;
}

static double p_by_hand(const double *a, guint n_a, const double *b, guint n_b)
{
	double pooled[MOST];
	guint n = n_a + n_b, beyond = 0, all = 0;
	double middle = n_a * n_b / 2.0, seen;

	for (guint i = 0; i < n; i++)
		pooled[i] = i < n_a ? a[i] : b[i - n_a];
	seen = fabs(count_won(pooled, n, (1u << n_a) - 1) - middle);
	for (guint32 chosen = 0; chosen < 1u << n; chosen++) {
		if ((guint)__builtin_popcount(chosen) != n_a)
			continue;
		all++;
		beyond += fabs(count_won(pooled, n, chosen) - middle) >= seen;
	}
	return (double)beyond / all;
}

static void fill(double *values, guint n, int kinds)
{
	for (guint i = 0; i < n; i++)
		values[i] = g_test_rand_int_range(0, kinds);
	gsl_sort(values, 1, n);
}

static void test_brute_force(void)
{
	struct ranks *ranks = ranks_new();
	double a[MOST], b[MOST];

	for (guint round = 0; round < ROUNDS; round++) {
		guint n_a = (guint)g_test_rand_int_range(1, 6);
		guint n_b = (guint)g_test_rand_int_range(1, 6);
		int kinds = g_test_rand_int_range(1, 30);

		fill(a, n_a, kinds);
		fill(b, n_b, kinds);

		struct rank_test test = rank_test(ranks, a, n_a, b, n_b);
		struct rank_test mirror = rank_test(ranks, b, n_b, a, n_a);

		g_assert_true(test.is_exact);
		assert_near(test.p, p_by_hand(a, n_a, b, n_b), 1e-12);
		g_assert_cmpfloat(test.p, >=, test.p_least);
		g_assert_cmpfloat(mirror.p, ==, test.p);
		g_assert_cmpfloat(mirror.p_least, ==, test.p_least);
		g_assert_cmpfloat(mirror.delta, ==, -test.delta);
	}
	ranks_free(ranks);
}

/* ---- known figures --------------------------------------------------------------------------- */

/* At full separation 2 / C(2n, n). */
static void test_least_p(void)
{
	static const double known[] = {[3] = .1, [4] = .029, [5] = .0079, [6] = .0022};
	struct ranks *ranks = ranks_new();
	double a[10], b[10], ways = 1;

	for (guint n = 1; n <= 10; n++) {
		ways *= (4.0 * n - 2) / n;
		for (guint i = 0; i < n; i++) {
			a[i] = i;
			b[i] = 100 + i;
		}

		struct rank_test test = rank_test(ranks, a, n, b, n);

		g_assert_true(test.is_exact);
		assert_near(test.p, MIN(1, 2 / ways), 1e-15);
		assert_near(test.p_least, test.p, 1e-15);
		g_assert_cmpfloat(test.delta, ==, 1);
		if (n < G_N_ELEMENTS(known) && known[n] > 0)
			assert_near(test.p, known[n], known[n] * .02);
	}
	ranks_free(ranks);
}

/* All equal, and a tie that cannot be parted. */
static void test_ties(void)
{
	struct ranks *ranks = ranks_new();
	const double same[] = {7, 7, 7, 7}, two[] = {7, 7, 7, 8};
	struct rank_test test = rank_test(ranks, same, 4, same, 4);

	g_assert_cmpfloat(test.p, ==, 1);
	g_assert_cmpfloat(test.p_least, ==, 1);
	g_assert_cmpfloat(test.delta, ==, 0);

	/* One 8 among eight: it must be on one of the sides. */
	test = rank_test(ranks, same, 4, two, 4);
	g_assert_cmpfloat(test.p, ==, 1);
	g_assert_cmpfloat(test.delta, ==, .25);
	ranks_free(ranks);
}

/* The normal form takes over without a jump, and nothing grows with the number of runs. */
static void test_many_runs(void)
{
	struct ranks *ranks = ranks_new();
	double a[2000], b[2000];

	for (guint i = 0; i < G_N_ELEMENTS(a); i++) {
		a[i] = 2 * i;
		b[i] = 2 * i + 7;
	}

	struct rank_test exact = rank_test(ranks, a, 10, b, 10);
	struct rank_test normal = rank_test(ranks, a, 11, b, 10);

	g_assert_true(exact.is_exact);
	g_assert_false(normal.is_exact);
	assert_near(exact.p, normal.p, .12);
	g_assert_false(rank_test(ranks, a, 2000, b, 2000).is_exact);
	g_assert_cmpfloat(rank_test(ranks, a, 1, a, 2000).p, <=, 1);
	g_assert_cmpfloat(rank_test(ranks, a, 2000, b + 1990, 10).p, <, 1e-6);
	ranks_free(ranks);
}

/* ---- the shift ------------------------------------------------------------------------------- */

static void shift_by_hand(
	const double *a, guint n_a, const double *b, guint n_b, guint64 bound, struct shift *shift)
{
	guint pairs = n_a * n_b;
	g_autofree double *all = g_new(double, pairs);

	for (guint i = 0; i < pairs; i++)
		all[i] = b[i % n_b] - a[i / n_b];
	gsl_sort(all, 1, pairs);
	shift->median = (all[(pairs - 1) / 2] + all[pairs / 2]) / 2;
	if (bound)
		shift->ci = (struct interval){all[bound - 1], all[pairs - bound]};
}

static void test_shift(void)
{
	struct ranks *ranks = ranks_new();
	double a[100], b[100];

	for (guint round = 0; round < ROUNDS; round++) {
		guint n_a = (guint)g_test_rand_int_range(1, round % 10 ? 12 : 100);
		guint n_b = (guint)g_test_rand_int_range(1, round % 10 ? 12 : 100);
		int kinds = g_test_rand_int_range(1, 1000);
		struct shift known = {0, {NAN, NAN}}, seen, mirror;

		fill(a, n_a, kinds);
		fill(b, n_b, kinds);
		shift_by_hand(a, n_a, b, n_b, rank_test_bound(ranks, n_a, n_b), &known);
		seen = shift_between(ranks, a, n_a, b, n_b);
		mirror = shift_between(ranks, b, n_b, a, n_a);
		g_assert_cmpfloat(seen.median, ==, known.median);
		g_assert_cmpfloat(mirror.median, ==, -known.median);
		g_assert_true(isnan(seen.ci.low) == isnan(known.ci.low));
		if (isnan(known.ci.low))
			continue;
		g_assert_cmpfloat(seen.ci.low, ==, known.ci.low);
		g_assert_cmpfloat(seen.ci.high, ==, known.ci.high);
		g_assert_cmpfloat(mirror.ci.low, ==, -known.ci.high);
	}
	ranks_free(ranks);
}

/* Hollander & Wolfe's table of critical values, two-sided .05. */
static void test_bounds(void)
{
	struct ranks *ranks = ranks_new();

	g_assert_cmpuint(rank_test_bound(ranks, 3, 3), ==, 0);
	g_assert_cmpuint(rank_test_bound(ranks, 4, 4), ==, 1);
	g_assert_cmpuint(rank_test_bound(ranks, 5, 5), ==, 3);
	g_assert_cmpuint(rank_test_bound(ranks, 6, 6), ==, 6);
	g_assert_cmpuint(rank_test_bound(ranks, 8, 8), ==, 14);
	g_assert_cmpuint(rank_test_bound(ranks, 10, 10), ==, 24);
	g_assert_cmpuint(rank_test_bound(ranks, 20, 20), >=, 126);
	g_assert_cmpuint(rank_test_bound(ranks, 20, 20), <=, 128);
	ranks_free(ranks);
}

static void test_effect_sizes(void)
{
	struct moments a = {10, 100, 10}, b = {10, 110, 5};

	/* Common spread sqrt(62.5); 1 - 3 / (4 * 18 - 1). */
	assert_near(hedges_g(&a, &b), 10 / sqrt(62.5) * (1 - 3.0 / 71), 1e-12);
	g_assert_cmpfloat(signal_to_noise(&a, &b), ==, 1);
	a.n = 1;
	g_assert_true(isnan(hedges_g(&a, &b)));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/rank-test/brute-force", test_brute_force);
	g_test_add_func("/rank-test/least-p", test_least_p);
	g_test_add_func("/rank-test/ties", test_ties);
	g_test_add_func("/rank-test/many-runs", test_many_runs);
	g_test_add_func("/rank-test/shift", test_shift);
	g_test_add_func("/rank-test/bounds", test_bounds);
	g_test_add_func("/rank-test/effect-sizes", test_effect_sizes);
	return g_test_run();
}
