/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a verdict on a reproduction is worth: doc/calibration.md's table.
 *
 *   verdicts [REPETITIONS]     (default 4000 of each)
 *
 * Reports of several sizes, spreads and numbers of runs are made and run again; what is printed
 * is the share of each verdict in percent.  The seed is fixed.
 */
#include "tests/made-reproductions.h"

#include <stdio.h>
#include <stdlib.h>

#define REPETITIONS 4000
#define SEED 7

static const double changes[] = {-5, -10, -20, 40};
static const double spreads[] = {1, 3, 5};
static const guint runs[] = {0, 3, 4, 6}; /* 0: the report has no luck of its own */
#define EXACT_RUNS 4

static void print_case(gsl_rng *rng, const struct made_report *report, guint repetitions)
{
	guint counts[REPRODUCTIONS] = {0};

	made_count(rng, report, repetitions, counts);
	if (report->truth == MADE_CHANCE)
		printf("%-18s      ", made_truths[report->truth]);
	else
		printf("%-18s %+4.0f%%", made_truths[report->truth], report->change);
	printf(" %3.0f%%", report->cv);
	if (report->is_exact)
		printf(" exact");
	else
		printf(" %5u", report->runs);
	for (guint i = REPRODUCTION_OPPOSITE; i < REPRODUCTIONS; i++)
		printf(" %8.1f", 100.0 * counts[i] / repetitions);
	printf("\n");
}

int main(int argc, char **argv)
{
	guint64 repetitions = REPETITIONS;
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	if (argc > 1 && (!literal_count(slice_of(argv[1]), &repetitions) || !repetitions ||
				repetitions > 1000000))
		return 2;
	gsl_rng_set(rng, SEED);
	printf("%-18s %5s %4s %5s %8s %8s %8s %8s %8s\n", "truth", "", "cv", "runs", "OPPOSITE",
		"REPROD.", "PARTIAL", "NOT", "INCONCL.");
	for (int truth = 0; truth < MADE_TRUTHS; truth++)
		for (guint c = 0; c < (truth == MADE_CHANCE ? 1 : G_N_ELEMENTS(changes)); c++)
			for (guint s = 0; s < G_N_ELEMENTS(spreads); s++)
				for (guint r = 0; r < G_N_ELEMENTS(runs); r++) {
					struct made_report report = {(enum made_truth)truth,
						changes[c], spreads[s],
						runs[r] ? runs[r] : EXACT_RUNS, !runs[r]};

					if (truth == MADE_CHANCE && !runs[r])
						continue;
					print_case(rng, &report, (guint)repetitions);
				}
	gsl_rng_free(rng);
	return 0;
}
