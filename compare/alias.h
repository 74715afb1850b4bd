/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that say one thing twice: "fio.read_iops" beside "fio.read_bw_MBps", "workload"
 * beside "per_process_ops".  Such rows print the same changes and the same spreads, and
 * the ratio of their means is the same in every column.
 */
#pragma once

#include "base/literal.h"
#include "base/slice.h"

#include <glib.h>

#define ALIAS_ROWS_MAX 4096 /* rows beyond are nobody's alias */

struct alias_cell {
	struct interval means; /* NANs: blank */
	int stddev;            /* percent, G_MININT: blank */
	struct slice change;   /* as printed; null in column 0 */
};

struct alias_row { /* a mean row */
	struct slice stat;
	const struct alias_cell *cells;
	guint n_cells;
};

/*
 * ret_first[i] becomes the first row that row i is an alias of, i itself when there is
 * none.  A row without a change (or of +-0), with a blank cell or a mean <= 0 has none;
 * neither do means too coarse to tell a ratio (two digits).  The order of the rows decides
 * which is the first, and nothing else.
 */
void aliases_find(const struct alias_row *rows, guint n, guint *ret_first);

/*
 * Is it one of the stats that print another one's numbers by their making: the elapsed
 * time and its maximum (of one sample), pages of an LRU list and of its zones?
 */
gboolean alias_is_known(struct slice stat);

/* Calls `each` for every row whose twin stands before it and prints other means or spreads. */
void aliases_check(const struct alias_row *rows, guint n,
	void (*each)(guint first, guint second, void *data), void *data);
