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

/*
 * Where a change to the kernel stands by what was said of it, in the order of its life;
 * the rules are in cluster/story.h.
 */
enum state {
	STATE_OPEN,
	STATE_ACKNOWLEDGED,
	STATE_FIX_PROPOSED,
	STATE_FIX_TESTED,
	STATE_CLAIMED_FIXED, /* somebody says so, nothing shows it */
	STATE_FIXED,
	STATE_REVERTED,
	STATE_RECOVERED, /* a later table shows it */
	STATE_REOPENED,
	STATE_NOT_REPRODUCED,
	STATE_INCONCLUSIVE,
	STATE_INVALID,
	STATE_SUPERSEDED,
	STATE_WONTFIX,
	STATE_IMPROVEMENT,
	STATES
};

enum state_flag {
	FLAG_FLAKY,
	FLAG_STALE, /* open, and nothing was heard for more than 28 days */
	FLAG_MIXED, /* slower here, faster there */
	FLAG_BASELINE_MISMATCH,
	FLAG_INCONSISTENT_TABLE,
	FLAG_STILL_ON, /* a tree's head has it, too */
	FLAG_NEEDS_CONFIRMATION,
	FLAG_DISPUTED, /* somebody whom it does not concern says that it is nothing */
	STATE_FLAGS
};

/* What is unsolved is stale when nobody was heard for longer. */
#define STALE_DAYS 28

const char *state_name(enum state state);   /* "open", "fix-proposed", ... */
enum state state_by_name(const char *name); /* STATES: none */
int state_is_unsolved(enum state state);    /* nothing is decided: somebody should do something */
int state_is_settled(enum state state);     /* nobody needs to look after it any more */
const char *state_flag_name(enum state_flag flag); /* "flaky", "still-on", ... */
