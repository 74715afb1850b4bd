/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/change_point.h"
#include "compare/energy.h"
#include "compare/shift.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <math.h>

#define ROUNDS 200
#define COMMITS 40
#define RUNS 3

#define assert_near(a, b, within) g_assert_cmpfloat_with_epsilon(a, b, within)

static const struct change_point *point_of(const struct history *history, guint i)
{
	return &g_array_index(history->points, struct change_point, i);
}

/* ---- the energy distance, by its definition -------------------------------------------------- */

static double mean_distance(const double *x, guint n_x, const double *y, guint n_y, double pairs)
{
	double sum = 0;

	for (guint i = 0; i < n_x; i++)
		for (guint j = 0; j < n_y; j++)
			sum += fabs(x[i] - y[j]);
	return sum / pairs;
}

static double q_by_hand(const double *x, guint m, const double *y, guint n)
{
	double distance = 2 * mean_distance(x, m, y, n, (double)m * n) -
			  mean_distance(x, m, x, m, (double)m * (m - 1)) -
			  mean_distance(y, n, y, n, (double)n * (n - 1));

	return (double)m * n / (m + n) * distance;
}

static void test_energy(void)
{
	double values[60];
	guint from[13];

	for (guint round = 0; round < ROUNDS; round++) {
		guint groups = (guint)g_test_rand_int_range(1, 13), n = 0;
		struct energy_split split;
		struct energy *energy;
		double best = 0;

		for (guint g = 0; g < groups; g++) {
			from[g] = n;
			for (int i = g_test_rand_int_range(1, 6); i > 0; i--)
				values[n++] = g_test_rand_int_range(0, 20);
			gsl_sort(values + from[g], 1, n - from[g]);
		}
		from[groups] = n;
		energy = energy_new(values, from, groups);
		split = energy_best_split(energy, 0, groups, 2);
		for (guint at = 1; at < groups; at++)
			for (guint end = at + 1; end <= groups; end++)
				if (from[at] >= 2 && from[end] - from[at] >= 2)
					best = MAX(
						best, q_by_hand(values, from[at], values + from[at],
							      from[end] - from[at]));
		assert_near(split.distance, best, 1e-9 * (1 + best));
		if (split.distance > 0)
			assert_near(split.distance,
				q_by_hand(values, from[split.at], values + from[split.at],
					from[split.end] - from[split.at]),
				1e-9 * (1 + best));
		energy_free(energy);
	}
}

static void test_delta(void)
{
	double a[8], b[8];

	for (guint round = 0; round < ROUNDS; round++) {
		guint n_a = (guint)g_test_rand_int_range(1, 9);
		guint n_b = (guint)g_test_rand_int_range(1, 9);
		double won = 0;

		for (guint i = 0; i < 8; i++) {
			a[i] = g_test_rand_int_range(0, 6);
			b[i] = g_test_rand_int_range(0, 6);
		}
		gsl_sort(a, 1, n_a);
		gsl_sort(b, 1, n_b);
		for (guint i = 0; i < n_a; i++)
			for (guint j = 0; j < n_b; j++)
				won += b[j] > a[i] ? 1 : b[j] < a[i] ? -1 : 0;
		assert_near(cliffs_delta(a, n_a, b, n_b), won / (n_a * n_b), 1e-15);
	}
}

/* ---- histories ------------------------------------------------------------------------------- */

/* Levels by commit, with a spread of 1 %. */
static guint make(gsl_rng *rng, const double *levels, guint commits, struct history_value *to)
{
	guint n = 0;

	for (guint commit = 0; commit < commits; commit++)
		for (guint run = 0; run < RUNS; run++)
			to[n++] = (struct history_value){
				commit, levels[commit] * (1 + gsl_ran_gaussian_ziggurat(rng, .01))};
	return n;
}

static void set_levels(double *levels, guint from, guint to, double level)
{
	for (guint i = from; i < to; i++)
		levels[i] = level;
}

static void test_steps(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct history_value values[COMMITS * RUNS];
	double levels[COMMITS];
	struct history *history;
	guint n;

	/* A regression, and its fix ten commits later. */
	set_levels(levels, 0, 12, 100);
	set_levels(levels, 12, 22, 90);
	set_levels(levels, 22, COMMITS, 100);
	n = make(rng, levels, COMMITS, values);
	history = history_read(values, n, UNIT_PERCENT);
	g_assert_false(history->is_bimodal);
	g_assert_cmpuint(history->commits, ==, COMMITS);
	g_assert_cmpuint(history->points->len, ==, 2);
	g_assert_cmpuint(point_of(history, 0)->commit, ==, 12);
	g_assert_cmpuint(point_of(history, 1)->commit, ==, 22);
	assert_near(point_of(history, 0)->change, -10, 1);
	assert_near(point_of(history, 1)->change, 11.1, 1);
	g_assert_cmpuint(point_of(history, 0)->n_before, ==, 36);
	g_assert_cmpuint(point_of(history, 1)->n_before, ==, 30);
	g_assert_cmpfloat(point_of(history, 0)->delta, ==, -1);
	g_assert_cmpfloat(point_of(history, 0)->p, <, 1e-10);
	history_free(history);

	/* Below 1 % there is none, however sure. */
	set_levels(levels, 0, COMMITS, 100);
	set_levels(levels, 20, COMMITS, 100.9);
	for (guint i = 0; i < n; i++)
		values[i].value = levels[i / RUNS] + .01 * (i % RUNS);
	history = history_read(values, n, UNIT_PERCENT);
	g_assert_cmpuint(history->points->len, ==, 0);
	history_free(history);
	history = history_read(values, n, UNIT_POINTS);
	g_assert_cmpuint(history->points->len, ==, 1);
	g_assert_cmpuint(point_of(history, 0)->commit, ==, 20);
	assert_near(point_of(history, 0)->change, .9, 1e-9);
	history_free(history);
	gsl_rng_free(rng);
}

/* Each boot falls into one of two placements: flagged, not tested. */
static void test_modes(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct history_value values[COMMITS * RUNS];
	double levels[COMMITS];
	struct history *history;
	guint n;

	for (guint i = 0; i < COMMITS; i++)
		levels[i] = i % 7 < 3 ? 100 : 150;
	n = make(rng, levels, COMMITS, values);
	history = history_read(values, n, UNIT_PERCENT);
	g_assert_true(history->is_bimodal);
	g_assert_cmpuint(history->points->len, ==, 0);
	history_free(history);
	gsl_rng_free(rng);
}

/* Noise has few points: 3 % of histories of thirty commits have one. */
static void test_noise(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct history_value values[COMMITS * RUNS];
	double levels[COMMITS];
	guint flagged = 0;

	set_levels(levels, 0, COMMITS, 100);
	for (guint round = 0; round < ROUNDS; round++) {
		guint n = make(rng, levels, 30, values);
		struct history *history = history_read(values, n, UNIT_PERCENT);

		flagged += history->points->len > 0;
		history_free(history);
	}
	g_assert_cmpuint(flagged, <=, ROUNDS * 8 / 100);
	gsl_rng_free(rng);
}

static void assert_alike(const struct history *a, const struct history *b)
{
	g_assert_cmpuint(a->points->len, ==, b->points->len);
	g_assert_cmpint(a->is_bimodal, ==, b->is_bimodal);
	g_assert_cmpuint(a->vetoed, ==, b->vetoed);
	for (guint i = 0; i < a->points->len; i++) {
		g_assert_cmpuint(point_of(a, i)->commit, ==, point_of(b, i)->commit);
		assert_near(point_of(a, i)->change, point_of(b, i)->change, 1e-9);
		assert_near(point_of(a, i)->p, point_of(b, i)->p, 1e-9);
	}
}

/* The order of a commit's runs, a factor, missing values and names of commits change nothing. */
static void test_properties(void)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct history_value values[COMMITS * RUNS], other[2 * COMMITS * RUNS];
	double levels[COMMITS];

	for (guint round = 0; round < ROUNDS / 4; round++) {
		struct history *before, *after;
		guint n, k = 0;

		for (guint i = 0; i < COMMITS; i++)
			levels[i] = i && gsl_rng_uniform(rng) < .9
					    ? levels[i - 1]
					    : 100 + 5 * gsl_rng_uniform_int(rng, 4);
		n = make(rng, levels, COMMITS, values);
		before = history_read(values, n, UNIT_PERCENT);
		for (guint i = 0; i < n; i++) {
			guint run = i % RUNS, turned = i - run + (RUNS - 1 - run);

			other[k++] = (struct history_value){values[i].commit, NAN};
			other[k] = values[turned];
			other[k++].value *= 4096;
		}
		after = history_read(other, k, UNIT_PERCENT);
		assert_alike(after, before);
		history_free(before);
		history_free(after);
	}
	gsl_rng_free(rng);
}

static void test_few(void)
{
	const struct history_value values[] = {{0, 1}, {1, NAN}, {2, 5}, {3, 5}, {4, 5}};
	struct history *history = history_read(values, 0, UNIT_PERCENT);

	g_assert_cmpuint(history->points->len, ==, 0);
	g_assert_cmpuint(history->commits, ==, 0);
	history_free(history);
	history = history_read(values, 5, UNIT_PERCENT);
	g_assert_cmpuint(history->points->len, ==, 0);
	g_assert_cmpuint(history->commits, ==, 4);
	history_free(history);
	history_free(NULL);
}

/* A long line of steps is read in a moment, and each is found. */
static void test_long(void)
{
	const guint commits = 20000, every = 20;
	struct history_value *values = g_new(struct history_value, commits);
	struct history *history;

	for (guint i = 0; i < commits; i++)
		values[i] = (struct history_value){
			i, 100 + 10 * (i / every % 3) + .1 * (i * 7919 % 11)};
	history = history_read(values, commits, UNIT_PERCENT);
	g_assert_cmpuint(history->points->len, >, commits / every * 9 / 10);
	history_free(history);
	g_free(values);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/change-point/energy", test_energy);
	g_test_add_func("/change-point/delta", test_delta);
	g_test_add_func("/change-point/steps", test_steps);
	g_test_add_func("/change-point/modes", test_modes);
	g_test_add_func("/change-point/noise", test_noise);
	g_test_add_func("/change-point/properties", test_properties);
	g_test_add_func("/change-point/few", test_few);
	g_test_add_func("/change-point/long", test_long);
	return g_test_run();
}
