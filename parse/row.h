/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One row of a comparison table.
 *
 *   mean [± N%]   { change  mean [± N%] }...   name [<-- note]
 *   [fails]:runs  { N%      [fails]:runs }...  name [<-- note]
 *
 * A hand-written scanner: widths overflow, '±' comes in a dozen ruins, blanks may be
 * no-break spaces, so columns cannot be told by position; and a compiled pattern
 * (pcre2) was measured three to eight times slower.
 */
#pragma once

#include "parse/records.h"

enum row_result {
	ROW_READ,
	ROW_SHORT,   /* begins as a row and ends too early: it may go on in the next line */
	ROW_BROKEN,  /* begins as a row and is none */
	ROW_NONE,    /* does not begin as a row */
	ROW_DROPPED, /* not of row_read(): is one, and there is no room for it */
};

/*
 * Reads a line (quotation marks off) as a row of `columns` (at least 1) columns into
 * *ret_row (all but line and span) and ret_cells.  They are undefined unless ROW_READ.
 * Allocates nothing; slices point into the line.
 */
enum row_result row_read(struct slice line, guint columns, enum table_style style,
	struct row *ret_row, struct cell *ret_cells);
