/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Do values fall into two clusters?  Runs do where a placement is decided once per boot, by
 * chance.  Told from the largest gap between neighbours against the wider of the two parts; the
 * bounds are our own, from simulation.
 */
#pragma once

#include <glib.h>

#define BIMODAL_VALUES_MIN 6 /* fewer have gaps like that by chance */

/*
 * Of values sorted upward: the largest ratio of a gap to the wider of the two parts that it
 * separates, each of a fifth of the values and two at least; 0: none.  A part is at least as
 * wide as the least step between two values.  *ret_below: values below that gap.
 */
double largest_gap(const double *sorted, guint n, guint *ret_below);

/*
 * Is that ratio above 24 / n, and above 1?  Of gaussian samples .6 % are at 6 values,
 * .2 % from 8 on; of exponential ones about 1 %.
 */
gboolean is_bimodal(const double *sorted, guint n, guint *ret_below);
