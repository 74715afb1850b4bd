/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is too small to matter: batches of runs of one commit on one machine differ, too, by
 * placement, temperature, what ran before.  A change that they reach by themselves is
 * none, however sure it is.
 *
 * The fence is Tukey's "far out" (Exploratory Data Analysis, 1977): Q3 + 3 (Q3 - Q1) of
 * what such batches differed by.
 */
#pragma once

#include "base/terms.h"

#include <glib.h>

#define NOISE_LAST 30         /* so many of the last differences count */
#define NOISE_MIN 4           /* fewer have no quartiles */
#define NOISE_FLOOR_PERCENT 1 /* the least floor of changes in percent */

/*
 * `changes`: between batches of the same commit on the same machine, signed or not, oldest
 * first, in the unit of the change; those that are not finite are passed over.
 * Of points there is no least floor: 0 where fewer than NOISE_MIN are known.
 */
double noise_floor(const double *changes, guint n, enum unit unit);
