/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/terms.h"

#include <glib.h>

const char *unit_name(enum unit unit)
{
	return unit == UNIT_POINTS ? "points" : "%";
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {NULL, "regression", "improvement"};

	return names[verdict];
}

static const char *const direction_names[] = {NULL, "more", "less"};

const char *direction_name(enum direction direction)
{
	return direction_names[direction];
}

enum direction direction_by_name(const char *name)
{
	for (guint i = 1; i < G_N_ELEMENTS(direction_names); i++)
		if (!g_strcmp0(name, direction_names[i]))
			return (enum direction)i;
	return DIRECTION_UNKNOWN;
}

const char *consistency_name(enum consistency consistency)
{
	static const char *const names[] = {"not-checkable", "consistent", "inconsistent"};

	return names[consistency];
}

static const char *const runs_source_names[] = {"assumed", "inferred", "fail-runs", "declared"};

const char *runs_source_name(enum runs_source source)
{
	return runs_source_names[source];
}

enum runs_source runs_source_by_name(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(runs_source_names); i++)
		if (!g_strcmp0(name, runs_source_names[i]))
			return (enum runs_source)i;
	return RUNS_ASSUMED;
}

static const char *const state_names[] = {"open", "acknowledged", "fix-proposed", "fix-tested",
	"claimed-fixed", "fixed", "reverted", "recovered", "reopened", "not-reproduced",
	"inconclusive", "invalid", "superseded", "wontfix", "improvement"};
G_STATIC_ASSERT(G_N_ELEMENTS(state_names) == STATES);

const char *state_name(enum state state)
{
	return state_names[state];
}

enum state state_by_name(const char *name)
{
	for (guint i = 0; i < STATES; i++)
		if (!g_strcmp0(name, state_names[i]))
			return (enum state)i;
	return STATES;
}

const char *state_flag_name(enum state_flag flag)
{
	static const char *const names[] = {"flaky", "stale", "mixed", "baseline-mismatch",
		"inconsistent-table", "still-on", "needs-confirmation", "disputed"};

	return names[flag];
}

int state_is_unsolved(enum state state)
{
	switch (state) {
	case STATE_OPEN:
	case STATE_ACKNOWLEDGED:
	case STATE_FIX_PROPOSED:
	case STATE_FIX_TESTED:
	case STATE_CLAIMED_FIXED:
	case STATE_REOPENED:
		return 1;
	default:
		return 0;
	}
}

int state_is_settled(enum state state)
{
	switch (state) {
	case STATE_FIXED:
	case STATE_REVERTED:
	case STATE_RECOVERED:
	case STATE_INVALID:
	case STATE_SUPERSEDED:
	case STATE_WONTFIX:
		return 1;
	default:
		return 0;
	}
}
