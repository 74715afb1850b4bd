/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure a row is, in a word, from its p-value and from the number of runs. */
#pragma once

#include "base/literal.h"

#include <glib.h>

enum grade { /* names: grade_name() */
	GRADE_UNTESTABLE,
	GRADE_UNSUPPORTED, /* p_low > .05 */
	GRADE_WEAK,        /* p_low <= .05 < p_high */
	GRADE_SUPPORTED,   /* p_high <= .05 */
	GRADE_STRONG,      /* p_high <= .001 */
};

#define P_SUPPORTED .05
#define P_STRONG .001

const char *grade_name(enum grade grade); /* "STRONG", … */

/* NANs: UNTESTABLE.  Where p is known exactly both ends are it, and no row is WEAK. */
enum grade grade_of_p(struct interval p);

/*
 * The highest grade that so many runs a side can bear, whatever p is.  Runs that fall into one
 * of two modes by chance can all fall into one on one side and all into the other on the
 * other: nothing in them tells that from a change.  At its worst, over all chances of the
 * modes, that happens more often than a grade may promise when runs are few: so 2 runs
 * against 2 or 3 are WEAK at best, and STRONG asks for 11 runs in all,
 * 13 where one side has but 3.
 */
enum grade grade_limit(guint n_a, guint n_b);
