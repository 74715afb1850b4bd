/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers of runs that a mail declares for its tables:
 *
 *   the runtime was raised to 600 seconds, with 10 runs for each commit.
 *
 *   "stress-ng.pagemove.ops": [         the runs one by one: as many as there are values
 *     188545955, 188681834, ...          whose mean prints as the table's
 *   ],
 *
 * Job files and axis headers do not say it.
 */
#pragma once

#include "parse/body.h"
#include "parse/records.h"

/* Further lists of a message's samples are not held against its tables; seen: 6. */
#define DECLARING_LISTS_MAX 256

/* Sets `declared` of columns; tables and figures are in already. */
void declared_read(struct records *records, const GArray *lines);
