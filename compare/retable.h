/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A row of a mail held against the same row made of runs: is it what they say?
 *
 * A printed number means an interval (base/literal.h); what the runs give exactly must lie in
 * it.  Spreads are cut to whole percent, and blank up to 2 %.
 */
#pragma once

#include "base/literal.h"
#include "base/terms.h"
#include "compare/rows.h"

enum retable {             /* the worse the later */
	RETABLE_SAME,      /* all of it prints the same */
	RETABLE_ROUNDING,  /* not so, but what is printed may mean what the runs say */
	RETABLE_MISSING,   /* no run has it, or there are no runs of a column */
	RETABLE_DIFFERENT, /* it says something else */
};

const char *retable_name(enum retable retable); /* "same", "within-rounding", ... */

struct printed_cell {
	const char *text;      /* of the mean; NULL: blank; of failures unused */
	struct interval means; /* NANs: unknown */
	int stddev;            /* percent, G_MININT: blank */
	guint64 fails, runs;
};

struct printed_change {   /* against the first cell */
	const char *text; /* "-6.3%"; NULL: blank */
	double value;
	enum unit unit;
};

struct printed_row {
	gboolean is_failure;
	guint n;
	const struct printed_cell *cells;
	const struct printed_change *changes; /* n - 1 of them */
};

/*
 * `made`: the row of the runs, whose column column_of[i] is that of cell i; G_MAXUINT: there
 * are no runs of it.  NULL: no run has the stat.  ret_cells takes n verdicts, ret_changes
 * n - 1.  What is blank in the mail is the same whatever the runs say.
 */
enum retable retable_row(const struct printed_row *printed, const struct stat_row *made,
	const guint *column_of, enum retable *ret_cells, enum retable *ret_changes);
