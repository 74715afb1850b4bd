/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test on a machine over the commits of a history: a series of each stat, and its steps. */
#pragma once

#include "compare/change_point.h"
#include "compare/comparison.h"
#include "compare/past_runs.h"

struct trend_cell {                     /* of a commit */
	guint n, runs;                  /* that have the stat; that completed */
	double mean, spread, low, high; /* NANs: unknown; spread of n - 1 */
	struct interval ci;             /* of the mean, 95 %; NANs below two runs */
};

struct trend {
	const char *name;
	enum comparison_kind kind;
	enum direction direction;
	enum unit unit;
	struct trend_cell *cells; /* by commit */
	struct history *history;
	struct past past;
};

/* What a step says, by the stat's better way; NONE: no way is known. */
enum verdict trend_verdict(const struct trend *trend, const struct change_point *point);

/*
 * Of struct trend *, key figures first, then by name: the stats that select_wants(), of at
 * least two commits, without failures.  `samples`: by commit, the oldest first; they outlive
 * the trends, and `past` is of the same test and machine.
 */
GPtrArray *trends_new(struct stat_book *book, const struct select_options *options,
	const struct samples *const *samples, guint n, const struct past_runs *past);
