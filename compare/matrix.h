/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The matrix of a result root: for each stat one value per run, united from the runs as
 * LKP does it.
 *
 * LKP knows no missing value: a stat that a run lacks counts as integer 0 there; a stat
 * that is integer 0 in all runs so far is dropped, and starts anew at the end when a later
 * run has it.  So the order of the runs decides the order of the stats, and only that.
 */
#pragma once

#include "base/number.h"

#include <glib.h>

struct series {
	const char *name;
	struct number *values;
	guint n, room; /* values that are there; places */
	guint at;      /* index in the matrix */
	gboolean is_per_cpu;
};

struct matrix {
	GPtrArray *series;   /* of struct series *, in LKP's order */
	GHashTable *by_name; /* name -> struct series * */
	GHashTable *unsound; /* set of names that have no number that can be read */
	guint columns;       /* runs */
	GStringChunk *names; /* where names are kept; not owned */
	guint next;          /* index of the series that comes next, if runs are alike */
	guint expected;      /* columns that there will be, if it is known; else 0 */
};

/* Matrices that are compared share the chunk; it outlives them. */
struct matrix *matrix_new(GStringChunk *names);
void matrix_free(struct matrix *matrix); /* NULL is allowed */

/*
 * One run: add its stats in the order of its file, end.  The second value of a name in a
 * run replaces the first.
 */
void matrix_add(struct matrix *matrix, const char *name, struct number value);
void matrix_add_unsound(struct matrix *matrix, const char *name);
void matrix_end_run(struct matrix *matrix);

/*
 * Of a single run: what each monitor saw over time.  LKP takes the longer of the first
 * and the last series for the columns.
 */
void matrix_add_series(
	struct matrix *matrix, const char *name, const struct number *values, guint n);
void matrix_end_series(struct matrix *matrix);

/* Fills every series up with integer 0; after the last run. */
void matrix_pad(struct matrix *matrix);

const struct series *matrix_find(const struct matrix *matrix, const char *name); /* or NULL */

/*
 * As matrix_find(), for a name of a matrix with the same chunk that stands at `at` there:
 * matrices that are compared are mostly alike, and then nothing is looked up.
 */
const struct series *matrix_find_near(const struct matrix *matrix, const char *name, guint at);

#define INCOMPLETE_RUN "last_state.is_incomplete_run"

/*
 * Without the columns of runs that did not complete, and without the stat that says so.
 * NULL: the matrix has no such stat, all of it counts.
 */
struct matrix *matrix_complete(const struct matrix *matrix);
