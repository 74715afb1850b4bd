/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often LKP's own rule calls pure noise a change.
 *
 * The rule (compare/changed.h) looks at nothing but order: the one side's middle must lie beyond
 * all of the other's, and the other way round.  So for values of one continuous distribution
 * every order is as likely as any other, and those that the rule takes can be counted: 20 % of
 * all for 3 runs against 3, 8.6 % for 4, 4.8 % for 5, 2.2 % for 6, 1.2 % for 7, .54 % for 8.
 * That is per stat, before the thresholds of ratio and size.
 */
#pragma once

#include <glib.h>

#define NULL_RATE_RUNS_MAX 1000 /* a side; more count as so many */

/*
 * A share, 0..1; 0 where LKP does not look: without a run on a side, or fewer than three on both.
 * In the order of n_base * n_head.
 */
double null_rate(guint n_base, guint n_head);
