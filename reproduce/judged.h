/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reported change held against runs of one's own: what each stat of its table says. */
#pragma once

#include "compare/reproduction.h"
#include "reproduce/reported.h"

struct judged_stat {
	char *stat;
	gboolean is_headline;
	enum direction direction; /* which way is better */
	double means[2];          /* of the own runs; NAN: none has it */
	char *printed[2];         /* means of the report, as printed; NULL: blank */
	struct reproduced result;
};

struct judged_side {
	char *commit, *title; /* as the table has it; NULL */
	char *root, *dir;     /* of the own runs; NULL: there are none of it */
	char *kernel;         /* that the runs say; NULL */
	char *hardware;       /* of them, in words; NULL */
	char *wrap;           /* that stands before the benchmark; NULL: nothing */
	gint64 date;          /* when they began, by their job; DATE_UNKNOWN */
	guint runs, incomplete;
};

struct judged {
	const struct reported *reported; /* borrowed */
	struct judged_side side[2];
	char *tbox_group;      /* of the own runs; NULL */
	gboolean same_machine; /* as the report's */
	GPtrArray *apart;      /* of char *: what else differs between both sides' runs, which
				* makes them no comparison of two kernels */
	gboolean is_second;    /* attempt */
	guint planned;         /* runs a side that were to be made; 0: unknown */
	GPtrArray *stats;      /* of struct judged_stat *: the headline first, then key figures */
};

struct judged *judged_new(const struct reported *reported);
void judged_free(struct judged *judged); /* NULL is allowed */

/* Takes nothing; the caller fills in what is not named. */
struct judged_stat *judged_add(struct judged *judged, const char *stat, gboolean is_headline);

/* The headline's; NULL: it is in no run. */
const struct judged_stat *judged_headline(const struct judged *judged);

/* What stands before the benchmark on both sides; NULL: nothing, or not the same. */
const char *judged_wrap(const struct judged *judged);

/* What to do next, a sentence without a full stop; NULL: nothing.  g_free(). */
char *judged_advice(const struct judged *judged);

/* Found and reported as percent of the base, where they are logarithms. */
double judged_change(const struct reproduced *result, double estimate);
