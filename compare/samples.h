/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers of a result root's runs as they are: what a run lacks is missing there, and
 * what runs tell apart stays apart.  LKP's matrix (compare/matrix.h) cannot say either.
 */
#pragma once

#include <glib.h>

/* The numbers of a stat, by run; runs that lack it are not among them. */
struct sample_series {
	const char *name;
	double *values;
	guint *runs; /* indexes of the runs that they are of; ascending */
	guint n, room;
	guint at; /* index among the series */
};

struct samples {
	GPtrArray *series;   /* of struct sample_series *, as they first came */
	GHashTable *by_name; /* name -> struct sample_series * */
	GPtrArray *runs;     /* their names; of char * */
	GArray *incomplete;  /* of gboolean: the run did not complete */
	GStringChunk *names; /* of stats; not owned */
	guint next;          /* index of the series that comes next, if runs are alike */
	guint expected;      /* runs that there will be, if it is known; else 0 */
};

struct samples *samples_new(GStringChunk *names);
void samples_free(struct samples *samples); /* NULL is allowed */

/* One run: add its stats, end.  The second value of a name in a run replaces the first. */
void samples_add(struct samples *samples, const char *name, double value);
void samples_end_run(struct samples *samples, const char *run);

const struct sample_series *samples_find(const struct samples *samples, const char *name);
guint samples_count_incomplete(const struct samples *samples);

/* A stat's numbers that count, and how many do not. */
struct sample_side {
	double *values; /* by run */
	guint *of;      /* the run that each is of */
	guint n;
	guint runs;    /* that could have it */
	guint missing; /* of these, that lack it */
	guint no_data; /* of these, that say -1 where no value is below */
};

/*
 * Of all runs, or of those that completed.  -1 stands for "no data" by LKP's custom where
 * it is a stat's smallest value.  A stat that no run has is missing in all.  Clear with
 * sample_side_clear().
 */
void sample_side_fill(
	struct sample_side *side, const struct samples *samples, const char *name, gboolean all);
void sample_side_clear(struct sample_side *side);
