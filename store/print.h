/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What copies of a table have in common with their original, whatever befell them on
 * the way: by these they are found without comparing every table with every other.
 */
#pragma once

#include "parse/records.h"

/*
 * A hash of what a row prints: its name, means, counts and changes.  Spreads are left
 * out: their mark is what archives ruin most.
 */
gint64 print_of_row(const struct records *records, const struct row *row);

/* The same of cells that stand in no row of a table. */
gint64 print_of_cells(
	const struct records *records, struct slice stat, enum row_kind kind, struct span cells);

/* The same of a row that was stored. */
struct store_row;
gint64 print_of_stored(const struct store_row *row);

/*
 * The beginnings of the heads of the first two columns: every copy of a table has them.
 * NULL when one is not known.  Free with g_free().
 */
char *family_of_table(const struct records *records, const struct table *table);
