/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words of the field that every stage uses, with the names by which they are printed.
 */
#pragma once

/* Unit of a change.  POINTS: a difference (names ending in '%', perf-profile, fail rows). */
enum unit {
	UNIT_PERCENT,
	UNIT_POINTS,
};

/* What the words of a report say, whatever the sign of the change. */
enum verdict {
	VERDICT_NONE,
	VERDICT_REGRESSION,
	VERDICT_IMPROVEMENT,
};

/* Whether the printed change of a row lies within what its means allow. */
enum consistency {
	CONSISTENCY_NOT_CHECKABLE,
	CONSISTENCY_CONSISTENT,
	CONSISTENCY_INCONSISTENT,
};

const char *unit_name(enum unit unit);                      /* "%" or "points" */
const char *verdict_name(enum verdict verdict);             /* NULL for VERDICT_NONE */
const char *consistency_name(enum consistency consistency); /* "not-checkable", ... */
