/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparison tables of a text: every one, at depth 0 and quoted, of every era.
 *
 *   text -> table.c (where a table begins and ends) -> heads.c (columns, axes, commits)
 *                                                   -> row.c (cells)
 */
#pragma once

#include "base/diag.h"
#include "parse/records.h"

/* Beyond these a table is taken as text, a row is dropped; each with a diagnostic. */
#define TABLE_COLUMNS_MAX 32
#define TABLE_LINE_MAX 4096
#define TABLES_MAX 4096           /* of one message; seen: 13 */
#define TABLE_CELLS_MAX (1 << 17) /* of one message, 13 MB; seen: 14,000 */
#define TABLE_DIAGS_MAX 1000      /* dropped rows of one part that are told one by one */

/*
 * Appends the tables of one part's decoded text, with columns, axes, rows and cells,
 * to the records; lines count from 1 in part->bytes.  Slices point into the part
 * (or records->text).  `attached`: the tables get the part's name as attachment.
 *
 * records->rows_seen and ->rows_dropped grow so that rows seen = stored + citations + dropped.
 * A line among rows that looks like one and cannot be read is DIAG_ROW_DROPPED.  Rows
 * under no heads are tied to the table of the same part that they continue, with
 * DIAG_ROW_HEADLESS; where there is none, or they stand in it already, they are citations.
 */
void tables_read(struct records *records, const struct mail_part *part, gboolean attached,
	const struct diag_sink *sink);
