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

/* Which way of a stat is better. */
enum direction {
	DIRECTION_UNKNOWN,
	DIRECTION_MORE,
	DIRECTION_LESS,
};

/* Whether the printed change of a row lies within what its means allow. */
enum consistency {
	CONSISTENCY_NOT_CHECKABLE,
	CONSISTENCY_CONSISTENT,
	CONSISTENCY_INCONSISTENT,
};

const char *unit_name(enum unit unit);                      /* "%" or "points" */
const char *verdict_name(enum verdict verdict);             /* NULL for VERDICT_NONE */
const char *direction_name(enum direction direction);       /* "more", "less" or NULL */
enum direction direction_by_name(const char *name);         /* UNKNOWN for NULL, too */
const char *consistency_name(enum consistency consistency); /* "not-checkable", ... */

/* Where a number of runs comes from. */
enum runs_source {
	RUNS_ASSUMED,   /* {3, 4, 5, 6}: no better knowledge */
	RUNS_INFERRED,  /* from the spreads of a side */
	RUNS_FAIL_RUNS, /* a fail:runs row says it */
	RUNS_DECLARED,
};

struct runs {
	unsigned low, high; /* 0: nobody asked */
	enum runs_source source;
};

const char *runs_source_name(enum runs_source source); /* "assumed", "fail-runs", ... */
enum runs_source runs_source_by_name(const char *name);
