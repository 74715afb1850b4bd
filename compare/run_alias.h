/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stats that say one thing twice, told from their runs: "meminfo.Shmem" is 4 times
 * "proc-vmstat.nr_shmem" in each of them.  compare/alias.h finds such rows where only
 * printed means are known.
 */
#pragma once

#include <glib.h>

#define RUN_ALIAS_ROWS_MAX 4096 /* rows beyond are nobody's alias */

struct run_alias_row {
	const double *values; /* of every run of every member */
	guint n;              /* 0: nobody's alias */
	double change;        /* logarithm of what the means of two members differ by */
	double spread;        /* most / least - 1 within the member that differs most */
};

/*
 * ret_first[i] becomes the first row whose values, run by run, stand to those of row i in
 * one ratio; i itself when there is none.  Rows that are compared have the same runs.  The
 * ratio may waver by 5e-4, but by a quarter of the spread at most: runs that hardly differ
 * are in one ratio to all others of the same change.  A row has none whose values are not
 * all above 0, do not vary within a member, or are too coarse: 100 or less of the unit in
 * which all are whole.  Another unit of a row changes nothing of that.
 */
void run_aliases_find(const struct run_alias_row *rows, guint n, guint *ret_first);
