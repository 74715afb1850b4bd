/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calibration: batches of runs of one commit on one machine go through the same judgement as
 * two commits do.  What it grades there is wrong, so it shows how far grades can be trusted.
 */
#pragma once

#include "compare/judge_runs.h"

struct aa_counts { /* zeroes: nothing judged */
	guint64 graded[GRADE_STRONG + 1];
};

void aa_add(struct aa_counts *to, const struct aa_counts *counts);
guint64 aa_total(const struct aa_counts *counts);                     /* that were testable */
guint64 aa_flagged(const struct aa_counts *counts, enum grade grade); /* so high, or higher */

/* The rate that a grade may have where nothing changed: .001, .05; 1 below SUPPORTED. */
double aa_bound(enum grade grade);

/* How many of `total` independent ones may be flagged, 99 % of the time, at that rate. */
guint64 aa_limit(double rate, guint64 total);
