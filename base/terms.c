/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/terms.h"

#include <stddef.h>

const char *unit_name(enum unit unit)
{
	return unit == UNIT_POINTS ? "points" : "%";
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {NULL, "regression", "improvement"};

	return names[verdict];
}

const char *consistency_name(enum consistency consistency)
{
	static const char *const names[] = {"not-checkable", "consistent", "inconsistent"};

	return names[consistency];
}
