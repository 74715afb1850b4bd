/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The energy distance of two samples: how much farther their values are from each other than
 * from their own.  Source: Szekely & Rizzo (2005); of stretches of a series, E-divisive's
 * Q of Matteson & James, arXiv:1306.4933, exponent 1.
 */
#pragma once

#include <glib.h>

#define ENERGY_GROUPS_MAX 1024

struct energy; /* of a row of groups */

/* Group g is values[from[g]] up to from[g + 1], rising; groups + 1 places.  Nothing is kept. */
struct energy *energy_new(const double *values, const guint *from, guint groups);
void energy_free(struct energy *energy); /* NULL is allowed */

struct energy_split { /* groups begin..at-1 against at..end-1 */
	guint begin, at, end;
	double distance; /* Q; 0: there is none */
};

/*
 * The split of begin..end-1 with the largest Q, over all places and all ends of what follows;
 * the first of equals.  Both sides have `least` values at least, and two.
 */
struct energy_split energy_best_split(
	const struct energy *energy, guint begin, guint end, guint least);
