/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs the columns of a mail's table are of. */
#pragma once

#include "cli/comparing.h"
#include "store/store.h"

/*
 * The result root of the column's commit, of the table's test case, that differs in the
 * fewest axes; of several such the last one; NULL: none.  *ret_differs, g_array_unref():
 * of struct against_axis, those in which it differs.  A table without axes differs in none.
 */
struct node *against_match(
	struct comparing *c, const struct store_table *table, guint column, GArray **ret_differs);
