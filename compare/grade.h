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
