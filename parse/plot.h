/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Character plots of the bisection, as reports had them to August 2021: a centred
 * metric name (or none), then a frame whose first and last line carry a y label:
 *
 *                        will-it-scale.per_process_ops
 *
 *     22500 +----------------------------------------+
 *           |      ..+......                   ...+..|
 *     22000 |-+                                      |
 *     19500 +----------------------------------------+
 */
#pragma once

#include "parse/body.h"
#include "parse/records.h"

/* Of one mail; those beyond are counted, not read back. */
#define PLOTS_MAX 500

/*
 * Appends the plots of the body to records->plots, quoted ones too, and what can be
 * read back of them.  One that is damaged stays a plot, without samples and with a
 * diagnostic; so does a frame that has no end, which is none.
 */
void plots_read(struct records *records, const GArray *lines, const struct diag_sink *sink);
