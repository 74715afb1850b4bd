/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/aa.h"

#include <gsl/gsl_cdf.h>

#define CONFIDENCE .99

void aa_add(struct aa_counts *to, const struct aa_counts *counts)
{
	for (guint grade = 0; grade <= GRADE_STRONG; grade++)
		to->graded[grade] += counts->graded[grade];
}

guint64 aa_total(const struct aa_counts *counts)
{
	return aa_flagged(counts, GRADE_UNSUPPORTED);
}

guint64 aa_flagged(const struct aa_counts *counts, enum grade grade)
{
	guint64 flagged = 0;

	for (int i = GRADE_STRONG; i >= (int)grade; i--)
		flagged += counts->graded[i];
	return flagged;
}

double aa_bound(enum grade grade)
{
	if (grade == GRADE_STRONG)
		return P_STRONG;
	return grade == GRADE_SUPPORTED ? P_SUPPORTED : 1;
}

guint64 aa_limit(double rate, guint64 total)
{
	guint64 low = 0, high = MIN(total, G_MAXUINT);

	/* The least k that is not exceeded with that confidence. */
	while (low < high) {
		guint64 k = low + (high - low) / 2;

		if (gsl_cdf_binomial_P((guint)k, rate, (guint)MIN(total, G_MAXUINT)) >= CONFIDENCE)
			high = k;
		else
			low = k + 1;
	}
	return low;
}
