/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The count box of a functional report: how often each result came, per commit.
 *
 *   +---------------------+------------+------------+
 *   |                     | 9cb3701fb5 | c89d849f69 |
 *   +---------------------+------------+------------+
 *   | boot_successes      | 8          | 0          |
 *   | boot_failures       |            | 6          |
 *   +---------------------+------------+------------+
 *
 * An empty cell is 0.
 */
#pragma once

#include "base/diag.h"
#include "parse/body.h"
#include "parse/records.h"

#define COUNTBOX_COLUMNS_MAX 16
#define COUNTBOX_ROWS_MAX 1000

/*
 * Appends the rows of the boxes at depth 0 to records->failures.  Returns the first of
 * their heads, the parent's id; null when there is no box.
 */
struct slice countbox_read(
	struct records *records, const GArray *lines, const struct diag_sink *sink);
