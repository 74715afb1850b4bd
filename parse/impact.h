/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Impact boxes: "In addition to that, the commit also has significant impact on the
 * following tests:" and, at depth 0,
 *
 *   +------------------+--------------------------------------------------+
 *   | testcase: change | will-it-scale: will-it-scale.per_thread_ops ...  |
 *   | test machine     | 104 threads 2 sockets (Skylake) ...              |   may be missing
 *   | test parameters  | cpufreq_governor=performance                     |
 *   |                  | mode=thread                                      |
 *   +------------------+--------------------------------------------------+
 *
 * Boxes share border lines; each begins at its own "testcase: change" row.
 */
#pragma once

#include "base/diag.h"
#include "parse/body.h"
#include "parse/records.h"

/* Boxes beyond these are not read. */
#define IMPACTS_MAX 500

/* Appends the boxes to records->impacts; no tables yet. */
void impacts_read(struct records *records, const GArray *lines, const struct diag_sink *sink);

/*
 * Ties each box to its table.  `tables` (indices) are those behind the main table:
 * one a box, in box order.  When there are more or fewer, a box takes the first
 * free one that has its change, or none and a diagnostic.
 */
void impacts_match(
	struct records *records, const guint *tables, guint count, const struct diag_sink *sink);
