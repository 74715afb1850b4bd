/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands over a table's rows:
 *
 *   lkp-icl-2sp1: 96 threads 2 sockets ...     machine (further tables of a mail)
 *   ======================================
 *   key/key/key:                               axes
 *     value/value/value
 *
 *   commit:                                    commit list (commits.h); may be missing
 *     id ("title")
 *
 *   head head                                  column heads, cut to 16 and 27 characters
 *   ---- ----
 *            %stddev     %change         %stddev
 *                \          |                \
 *
 * Read backwards from the marker line, which alone is sure.
 */
#pragma once

#include "base/diag.h"
#include "parse/line.h"
#include "parse/records.h"

/* A marker line: what the columns below it hold. */
struct marker {
	guint columns; /* number of "%stddev" or "fail:runs" */
	enum table_style style;
};

gboolean marker_read(struct slice text, struct marker *ret_marker);

/* Only '\\', '|' and blanks: the line below a marker line. */
gboolean is_marker_tail(struct slice text);

/* Groups of dashes (at least two, of six and more) and nothing else; 0: no such line. */
guint dash_groups(struct slice text);

/*
 * Reads upwards from `first`, the marker line or (where there is none) the first row,
 * and appends `columns` columns and the axes to the records.  Sets columns, axes,
 * machine and line (0: no heads) of *table.
 */
void heads_read(struct records *records, const char *start, const struct line *first, guint columns,
	struct table *table, const struct origin *origin, const struct diag_sink *sink);
