/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One stat, the runs of two commits: everything that a row says about them.
 *
 * The grade comes from Welch's test on the logarithms of the values, or on the values
 * themselves where one has no logarithm or the stat is a percentage; with a prior
 * (compare/moderate.h) from moderated variances.  Beside it, as a mark of robustness, stands
 * the exact rank test.
 *
 * Grades hold on pure noise whatever its shape (doc/calibration.md).  Welch's test alone does
 * only for 3 to 5 runs a side, of which one side may have one more, and only up to
 * SUPPORTED: two modes of which each run takes one by chance part 3 runs from 3 in 3 % of all
 * cases, and nothing in six numbers tells that from a change.  Elsewhere the rank test, which
 * holds for any shape, has to reach the level, too; where it does not, the row is WEAK.
 * A prior makes no few runs significant that are not so by themselves: with moderated
 * variances alone, noise of two modes passes .05 in up to 8 % of all cases.
 *
 * The order of the runs changes nothing; a positive factor changes change, interval and
 * shift of a row in points by itself, and nothing else; swapping the sides mirrors.
 */
#pragma once

#include "base/terms.h"
#include "compare/grade.h"
#include "compare/moderate.h"
#include "compare/moments.h"
#include "compare/rank_test.h"
#include "compare/shift.h"

enum robustness {
	ROBUSTNESS_CANNOT_TELL, /* no order of so few runs is rare enough */
	ROBUSTNESS_AGREES,      /* the rank test, too, is (or is not) at .05, the same way */
	ROBUSTNESS_DISAGREES,
};

const char *robustness_name(enum robustness robustness); /* "agrees", "cannot tell", ... */

enum judge_note {
	NOTE_POINTS = 1 << 0,      /* percent were asked for, but a value has no logarithm */
	NOTE_FEW_RUNS = 1 << 1,    /* the rank test's least p is above .05 */
	NOTE_DEMOTED = 1 << 2,     /* p alone would give a higher grade */
	NOTE_BIMODAL = 1 << 3,     /* a side falls into two clusters */
	NOTE_SMALL = 1 << 4,       /* below the practical floor */
	NOTE_MODERATED = 1 << 5,   /* the spread of earlier groups was used */
	NOTE_COARSE = 1 << 6,      /* the values' step stands for a spread that is less */
	NOTE_APPROXIMATE = 1 << 7, /* the rank test is the normal form */
	NOTES_END = 1 << 8
};

/* A footnote, one sentence without a full stop; of one flag. */
const char *judge_note_text(enum judge_note note);

struct judge_options {
	enum unit unit; /* POINTS: the stat is a percentage (its name ends in '%', perf-profile) */
	const struct variance_prior *prior; /* NULL: none; ignored if of another unit */
	double floor; /* practical, in `unit`; ignored of a row in another; 0: none
			 (compare/noise.h) */
};

struct judgement {
	struct moments base, head; /* n: runs that have the stat; spread NAN below two */
	enum unit unit;            /* of change, estimate, ci, shift */
	double change;             /* of the means; NAN: a side is empty */
	double estimate;           /* what ci is around: on logarithms the change of the
				    * geometric means, else `change`; NAN: untestable */
	struct interval ci;        /* 95 %; NANs: untestable */
	double p;                  /* Welch's: two-sided, uncorrected; NAN: untestable */
	struct interval p_counted; /* what counts for the grade: low is p; high the largest of
				    * the tests that have to agree */
	enum grade grade;          /* of p_counted as it stands, within `limit` */
	enum grade limit;          /* for corrections: no higher grade, whatever p */

	enum robustness robustness;
	struct rank_test rank; /* NANs where a side is empty */
	struct shift shift;    /* Hodges and Lehmann's; on logarithms in percent */
	double hedges_g, snr;  /* of the values */
	guint notes;           /* of enum judge_note */
};

/* Room for judging, to be used again and again.  One a thread. */
struct judge;

struct judge *judge_new(void);
void judge_free(struct judge *judge); /* NULL is allowed */

/*
 * Values in any order; those that are not finite are missing.  About 5 us for 10 runs a side.
 */
struct judgement judge_runs(struct judge *judge, const double *base, guint n_base,
	const double *head, guint n_head, const struct judge_options *options);
