/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Many rows, many chances: p-values corrected for the number of questions asked.
 *
 * Key figures answer first (Holm, Scandinavian Journal of Statistics 6 (1979)); what monitors
 * show is looked at for explanations (Benjamini & Hochberg, JRSS B 57 (1995)), and is
 * only "exploratory" when no key figure of the test changed.
 */
#pragma once

#include "compare/grade.h"

#define STATS_ASSUMED 5000 /* of a test, when nobody knows how many it has */

/* Adjusted p-values; NANs stay, and are no question that was asked.
 * Both arrays may be one. */
void correct_holm(const double *p, guint n, double *ret_adjusted);
/* `m` questions, of which those not among the n have p = 1; fewer than n count as n. */
void correct_benjamini_hochberg(const double *p, guint n, guint64 m, double *ret_adjusted);

struct corrected_row {
	/* in */
	struct interval p; /* uncorrected; both ends alike where it is known exactly */
	gboolean is_kpi;
	enum grade limit; /* no higher grade, see grade_limit() */
	/* out */
	struct interval adjusted;
	enum grade grade;
	gboolean is_exploratory; /* a monitor's, where no key figure is SUPPORTED */
};

/* `m`: stats of the test; 0: unknown, STATS_ASSUMED. */
void correct_rows(struct corrected_row *rows, guint n, guint64 m);
