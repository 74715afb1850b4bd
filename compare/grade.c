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
