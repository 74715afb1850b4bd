/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of one test on one machine, whatever their commits, in the batches in which they
 * were made: what compare/past.h is told of.
 *
 * A batch is the runs of a commit that ended on one day.  Where that is not known, or all ended
 * on one, six runs or more count as two batches, the first half and the others; what so
 * comes near together is of one making, so a floor from halves is rather too low.
 */
#pragma once

#include "compare/past.h"
#include "compare/samples.h"

#define PAST_HALVES_MIN 6          /* runs that make two batches */
#define PAST_DAY_UNKNOWN G_MAXUINT /* as in compare/axes.h */

struct past_runs;

struct past_runs *past_runs_new(void);
void past_runs_free(struct past_runs *past); /* NULL is allowed */

/*
 * One commit's runs, the oldest commit first; `samples` outlive it.  `days`: by run, when it
 * ended, counted from anywhere; copied.
 */
void past_runs_add(struct past_runs *past, const struct samples *samples, const guint *days);

/* Of one stat.  Without batches: a floor, nothing else. */
struct past past_runs_look(
	const struct past_runs *past, struct judge *judge, const char *stat, enum unit unit);
