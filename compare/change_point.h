/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a stat's level changed in a history of commits.
 *
 * Candidates are E-divisive's (Matteson & James, arXiv:1306.4933, exponent 1): the
 * split after which the energy distance of what lies before and of what follows is largest, again
 * and again within the parts.  Where they ask permutations, each candidate here has to pass
 * Welch's test with the samples' own spread, as in Hunter (now Apache Otava): no random
 * numbers, and the same history has the same points.
 */
#pragma once

#include "base/terms.h"

#include <glib.h>

#define CHANGE_POINT_WINDOW 30 /* commits that are looked at together; windows overlap by half */
#define CHANGE_POINT_P .001
#define CHANGE_POINT_LEAST 1.0 /* percent; smaller ones are none */
#define CHANGE_POINT_DELTA                                                                         \
	.474                      /* Cliff's; below it the sides overlap too much ("large" begins  \
				   * there: Romano et al. 2006) */
#define CHANGE_POINT_VALUES_MIN 4 /* a side; fewer happen to lie together too often */

struct history_value {
	guint commit; /* its place in the history, from 0; values stand by it, rising */
	double value; /* not finite: missing */
};

struct change_point {
	guint commit;         /* the first that has the new level */
	double before, after; /* means from the point before on, and up to the next */
	guint n_before, n_after;
	double change; /* percent, or points: see history_read() */
	double p;      /* Welch's, between these two */
	double delta;  /* Cliff's, the same */
};

struct history {
	GArray *points; /* of struct change_point, by commit */
	guint vetoed;   /* candidates that passed Welch's test, but overlap */
	/*
	 * The values fall into two clusters, and went from one to the other and back again and
	 * again: a placement, no change.  Nothing was tested.
	 */
	gboolean is_bimodal;
	guint commits, values; /* that count */
};

#define HISTORY_VALUES_MAX 100000 /* more are not read: see `values` */

/*
 * Changes are percent where the unit is PERCENT and a mean before is above 0, else points, of
 * which none is too small.  The order of a commit's values changes nothing.
 */
struct history *history_read(const struct history_value *values, guint n, enum unit unit);
void history_free(struct history *history); /* NULL is allowed */
