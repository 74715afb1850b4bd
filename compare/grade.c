/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/grade.h"

#include <math.h>

const char *grade_name(enum grade grade)
{
	static const char *const names[] = {
		"UNTESTABLE", "UNSUPPORTED", "WEAK", "SUPPORTED", "STRONG"};

	return names[grade];
}

enum grade grade_of_p(struct interval p)
{
	if (isnan(p.low) || isnan(p.high))
		return GRADE_UNTESTABLE;
	if (p.high <= P_STRONG)
		return GRADE_STRONG;
	if (p.high <= P_SUPPORTED)
		return GRADE_SUPPORTED;
	return p.low <= P_SUPPORTED ? GRADE_WEAK : GRADE_UNSUPPORTED;
}

/* q^a (1 - q)^b + q^b (1 - q)^a: two modes of chances q and 1 - q part the sides. */
static double chance_of_parting(double q, guint a, guint b)
{
	return pow(q, a) * pow(1 - q, b) + pow(q, b) * pow(1 - q, a);
}

#define GRID 64 /* its maximum is flat: a step is less than 1e-3 of it away */

static double worst_chance_of_parting(guint a, guint b)
{
	double worst = 0;

	for (guint i = 1; i <= GRID; i++)
		worst = MAX(worst, chance_of_parting(i / (2.0 * GRID), a, b));
	return worst;
}

enum grade grade_limit(guint n_a, guint n_b)
{
	double chance;

	if (n_a < 2 || n_b < 2)
		return GRADE_UNTESTABLE;
	chance = worst_chance_of_parting(n_a, n_b);
	if (chance <= P_STRONG)
		return GRADE_STRONG;
	return chance <= P_SUPPORTED ? GRADE_SUPPORTED : GRADE_WEAK;
}
