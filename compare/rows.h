/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a comparison: each chosen stat's figures, in the order of the table. */
#pragma once

#include "compare/matrix.h"
#include "compare/stat_facts.h"

/* One result root of a group, as it is counted. */
struct member {
	const struct matrix *all;      /* failures */
	const struct matrix *complete; /* other stats: only runs that completed */
	guint runs;                    /* as printed behind the colon; may be 0 */
};

struct figure {
	double value;  /* average; of failures the sum */
	double stddev; /* STDDEV_UNKNOWN: none; of failures unused */
	guint runs;    /* of failures */
	/*
	 * Against the first cell: percent, or points.  Of failures it is what LKP calls
	 * reproduction, in percent, which counts with the runs of the cell before; so it
	 * may be beyond 100, and Inf or NaN where that cell has no runs.
	 */
	double change;
};

struct stat_row {
	const char *name;
	gboolean is_failure;
	gboolean is_absolute; /* the change is a difference, in points */
	guint n;
	struct figure *cells;
};

/* Of struct stat_row *; by the rules of order. */
GPtrArray *rows_make(
	struct stat_book *book, const GPtrArray *names, const struct member *members, guint n);

/*
 * Failures first of a program whose first row is one; then the tests; then monitors, those
 * with few rows first; by name within, perf-profile by change.  The order decides over
 * itself: sorting sorted rows again may give another one.
 */
void rows_sort(struct stat_book *book, GPtrArray *rows);

/* The largest change without its sign, whatever its unit; 0 without rows. */
double rows_largest_change(const GPtrArray *rows);
