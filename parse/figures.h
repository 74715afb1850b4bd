/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers that stand in a mail beside its tables, mostly in answers:
 *
 *	 Performance counter stats for './Run shell8 -c 1' (3 runs):
 *	   468,562,316,621      cycles:u             ( +-  0.02% )
 *
 *	 nr_active_file        648        315    48.61%
 *
 *	 "stress-ng.pagemove.ops": [
 *	   188545955,
 */
#pragma once

#include "parse/body.h"
#include "parse/records.h"

/* Of one mail; the rest is left, with a diagnostic. */
#define FIGURES_MAX 20000
#define FIGURE_VALUES_MAX 200000
/* A longer list is not read. */
#define FIGURE_LIST_LINES_MAX 2000
/* Bytes of what a block says it is of, which each of its figures repeats; cut there. */
#define FIGURE_BLOCK_MAX 1024

/* Appends the figures of the body, quoted ones too, to records->figures. */
void figures_read(struct records *records, const GArray *lines, const struct diag_sink *sink);
