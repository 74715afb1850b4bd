/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What grades are worth: doc/calibration.md's tables.
 *
 *   aa [REPETITIONS [noise|prior|power|history]]     (default 100000 of each, all tables)
 *
 * noise, prior: both sides are drawn from one distribution.  For each shape and number of runs the
 * share in percent that is SUPPORTED or higher, and that is STRONG; then the same of Welch's p
 * alone.  '!': above the upper 99 % binomial limit of what the grade promises.
 * power: a change is there.  history: points found where there is none, and where one is.
 * The seed is fixed.  Exit 1: a grade does not hold.
 */
#include "compare/change_point.h"
#include "compare/plan.h"
#include "tests/made-noise.h"

#include <stdio.h>
#include <stdlib.h>

#define REPETITIONS 100000
#define SEED 5

static const guint sides[][2] = {{2, 2}, {2, 5}, {3, 3}, {3, 4}, {3, 6}, {3, 10}, {4, 4}, {4, 5},
	{4, 8}, {5, 5}, {5, 6}, {6, 6}, {7, 7}, {8, 8}, {9, 9}, {10, 10}};

static double percent(guint64 part, guint64 all)
{
	return all ? 100 * (double)part / (double)all : 0;
}

struct table {
	guint64 repetitions;
	struct noise_rates rates[NOISE_SHAPES][G_N_ELEMENTS(sides)];
};

static struct table *table_new(guint64 repetitions, gboolean has_prior)
{
	struct table *table = g_new0(struct table, 1);
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	table->repetitions = repetitions;
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
			struct noise_case of = {
				(enum noise_shape)shape, sides[i][0], sides[i][1], has_prior};

			noise_judge(judge, rng, &of, repetitions, &table->rates[shape][i]);
		}
	gsl_rng_free(rng);
	judge_free(judge);
	return table;
}

static gboolean table_holds(const struct table *table)
{
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		for (guint i = 0; i < G_N_ELEMENTS(sides); i++)
			if (!noise_holds(&table->rates[shape][i].counts))
				return FALSE;
	return TRUE;
}

static void print_rate(guint64 flagged, guint64 all, double bound)
{
	printf("%.3g%s", percent(flagged, all), flagged > aa_limit(bound, all) ? "!" : "");
}

static void print_rates(const struct table *table, gboolean by_welch)
{
	printf("| runs |");
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		printf(" %s |", noise_shapes[shape].name);
	printf("\n| --- |");
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		printf(" --- |");
	for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
		printf("\n| %u:%u |", sides[i][0], sides[i][1]);
		for (int shape = 0; shape < NOISE_SHAPES; shape++) {
			const struct noise_rates *rates = &table->rates[shape][i];

			printf(" ");
			print_rate(by_welch ? rates->welch_supported
					    : aa_flagged(&rates->counts, GRADE_SUPPORTED),
				table->repetitions, P_SUPPORTED);
			printf(" / ");
			print_rate(by_welch ? rates->welch_strong
					    : aa_flagged(&rates->counts, GRADE_STRONG),
				table->repetitions, P_STRONG);
			printf(" |");
		}
	}
	printf("\n");
}

static gboolean print_table(guint64 repetitions, gboolean has_prior)
{
	g_autofree struct table *table = table_new(repetitions, has_prior);

	printf("Graded:\n\n");
	print_rates(table, FALSE);
	printf("\nBy Welch's p alone:\n\n");
	print_rates(table, TRUE);
	return table_holds(table);
}

/* ---- what the demotion costs ------------------------------------------------------------- */

/* A change of so many spreads, gaussian. */
static void print_power(
	struct judge *judge, gsl_rng *rng, guint n, double spreads, guint64 repetitions)
{
	const struct judge_options options = {UNIT_PERCENT, NULL, 0};
	struct noise_rates rates = {0};
	double base[NOISE_RUNS_MAX], head[NOISE_RUNS_MAX];

	for (guint64 i = 0; i < repetitions; i++) {
		struct judgement row;

		noise_fill(rng, NOISE_GAUSSIAN, base, n);
		noise_fill(rng, NOISE_GAUSSIAN, head, n);
		for (guint k = 0; k < n; k++)
			head[k] += 3 * spreads;
		row = judge_runs(judge, base, n, head, n, &options);
		rates.counts.graded[row.grade]++;
		rates.welch_strong += row.p <= P_STRONG;
		rates.welch_supported += row.p <= P_SUPPORTED;
	}
	printf("| %u | %.2f | %.1f of %.1f | %.1f of %.1f |\n", n, spreads,
		percent(aa_flagged(&rates.counts, GRADE_SUPPORTED), repetitions),
		percent(rates.welch_supported, repetitions),
		percent(aa_flagged(&rates.counts, GRADE_STRONG), repetitions),
		percent(rates.welch_strong, repetitions));
}

static void print_powers(guint64 repetitions)
{
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	printf("| runs a side | change, spreads | SUPPORTED, %% | STRONG, %% |\n"
	       "| --- | --- | --- | --- |\n");
	for (int twice = 1; twice <= 2; twice++)
		for (guint n = 3; n <= 10; n++)
			print_power(judge, rng, n, twice * detectable_change(n), repetitions);
	gsl_rng_free(rng);
	judge_free(judge);
}

/* ---- histories ------------------------------------------------------------------------------- */

#define COMMITS_MAX 120
#define HISTORY_SHARE 50 /* of the repetitions: each is a whole history */
#define STEP .9          /* three spreads down */

static struct history *draw_history(gsl_rng *rng, guint commits, guint runs, gboolean has_step)
{
	struct history_value values[COMMITS_MAX * NOISE_RUNS_MAX];
	guint n = 0;

	for (guint commit = 0; commit < commits; commit++)
		for (guint run = 0; run < runs; run++)
			values[n++] = (struct history_value){
				commit, noise_draw(rng, NOISE_GAUSSIAN) *
						(has_step && commit >= commits / 2 ? STEP : 1)};
	return history_read(values, n, UNIT_PERCENT);
}

static gboolean has_point_at(const struct history *history, guint commit, guint within)
{
	for (guint i = 0; i < history->points->len; i++) {
		guint at = g_array_index(history->points, struct change_point, i).commit;

		if (at <= commit + within && at + within >= commit)
			return TRUE;
	}
	return FALSE;
}

static void print_history(gsl_rng *rng, guint commits, guint runs, guint64 repetitions)
{
	guint64 false_points = 0, exact = 0, near = 0;

	for (guint64 i = 0; i < repetitions; i++) {
		struct history *still = draw_history(rng, commits, runs, FALSE);
		struct history *stepped = draw_history(rng, commits, runs, TRUE);

		false_points += still->points->len > 0;
		exact += has_point_at(stepped, commits / 2, 0);
		near += has_point_at(stepped, commits / 2, 2);
		history_free(still);
		history_free(stepped);
	}
	printf("| %u | %u | %.1f | %.1f | %.1f |\n", commits, runs,
		percent(false_points, repetitions), percent(exact, repetitions),
		percent(near, repetitions));
}

static void print_histories(guint64 repetitions)
{
	static const guint lengths[] = {10, 30, 60, COMMITS_MAX}, runs[] = {1, 3, 5};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, SEED);
	printf("| commits | runs each | some point, none there, %% | step found, %% | "
	       "within 2 commits, %% |\n| --- | --- | --- | --- | --- |\n");
	for (guint i = 0; i < G_N_ELEMENTS(lengths); i++)
		for (guint k = 0; k < G_N_ELEMENTS(runs); k++)
			print_history(rng, lengths[i], runs[k], repetitions / HISTORY_SHARE);
	gsl_rng_free(rng);
}

static gboolean is_wanted(const char *only, const char *table)
{
	return !only || !strcmp(only, table);
}

int main(int argc, char **argv)
{
	guint64 repetitions = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : REPETITIONS;
	const char *only = argc > 2 ? argv[2] : NULL;
	gboolean holds = TRUE;

	printf("%" G_GUINT64_FORMAT " repetitions each\n\n", repetitions);
	if (is_wanted(only, "noise"))
		holds &= print_table(repetitions, FALSE);
	if (is_wanted(only, "prior")) {
		printf("\nWith a prior of %d earlier groups, drawn anew each time:\n\n",
			NOISE_GROUPS);
		holds &= print_table(repetitions, TRUE);
	}
	if (is_wanted(only, "power")) {
		printf("\nA change that is there:\n\n");
		print_powers(repetitions);
	}
	if (is_wanted(only, "history")) {
		printf("\nHistories:\n\n");
		print_histories(repetitions);
	}
	return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
