/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What grades are worth on pure noise: both sides are drawn from one distribution.
 *
 *   aa [REPETITIONS]     (default 100000 of each)
 *
 * Prints doc/calibration.md's tables: for each shape and number of runs the share in
 * percent that is SUPPORTED or higher, and STRONG; behind "of" what Welch's p alone would
 * have let pass.  '!': above the upper 99 % binomial limit of what the grade promises.  The seed
 * is fixed.  Exit 1: a grade does not hold.
 */
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

static void print_cell(guint64 graded, guint64 by_welch, guint64 total, double bound)
{
	printf(" %.3g%s of %.3g%s |", percent(graded, total),
		graded > aa_limit(bound, total) ? "!" : "", percent(by_welch, total),
		by_welch > aa_limit(bound, total) ? "!" : "");
}

static gboolean print_row(
	struct judge *judge, gsl_rng *rng, const struct noise_case *of, guint64 repetitions)
{
	struct noise_rates rates = {0};
	guint64 total;

	noise_judge(judge, rng, of, repetitions, &rates);
	total = aa_total(&rates.counts);
	printf("| %s | %u:%u |", noise_shapes[of->shape].name, of->n_base, of->n_head);
	print_cell(aa_flagged(&rates.counts, GRADE_SUPPORTED), rates.welch_supported, total,
		P_SUPPORTED);
	print_cell(aa_flagged(&rates.counts, GRADE_STRONG), rates.welch_strong, total, P_STRONG);
	printf("\n");
	fflush(stdout);
	return noise_holds(&rates.counts);
}

static gboolean print_table(guint64 repetitions, gboolean has_prior)
{
	struct judge *judge = judge_new();
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	gboolean holds = TRUE;

	gsl_rng_set(rng, SEED);
	printf("| shape | runs | SUPPORTED, %% | STRONG, %% |\n| --- | --- | --- | --- |\n");
	for (int shape = 0; shape < NOISE_SHAPES; shape++)
		for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
			struct noise_case of = {
				(enum noise_shape)shape, sides[i][0], sides[i][1], has_prior};

			holds &= print_row(judge, rng, &of, repetitions);
		}
	gsl_rng_free(rng);
	judge_free(judge);
	return holds;
}

int main(int argc, char **argv)
{
	guint64 repetitions = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : REPETITIONS;
	gboolean holds;

	printf("%" G_GUINT64_FORMAT " repetitions each\n\n", repetitions);
	holds = print_table(repetitions, FALSE);
	printf("\nWith a prior of %d earlier groups, drawn anew each time:\n\n", NOISE_GROUPS);
	holds &= print_table(repetitions, TRUE);
	return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
