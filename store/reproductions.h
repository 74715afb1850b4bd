/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reported changes that were run again, and what came of it.  They are the user's own work, so
 * they stay when the report's message is read anew; forgetting that message takes them away.
 */
#pragma once

#include "store/store.h"

struct store_reproduced { /* one stat */
	const char *stat;
	gboolean is_headline;
	const char *verdict; /* "REPRODUCED", ...: compare/reproduction.h */
	enum unit unit;      /* of the following: percent of the base, or points; NAN: null */
	double reported, found, low, high;
	double ratio, ratio_low, ratio_high; /* of found / reported, on logarithms where percent */
	guint base_runs, head_runs;
	guint wanted;    /* runs a side that would decide; 0: null */
	double baseline; /* by how much the own base is another one; percent or points */
	gboolean other_baseline;
};

struct store_reproduction {
	const char *message_id, *table;    /* of the report */
	const char *base, *head;           /* commits, as the table has them */
	const char *base_root, *head_root; /* result roots of the own runs */
	const char *tbox_group;            /* of these; NULL: not told */
	gboolean same_machine;             /* as the report's */
	guint attempt;                     /* 1, or 2: runs were added when the outcome was known */
	gint64 date;                       /* when the runs began, by their jobs; DATE_UNKNOWN */
	const char *wrap;                  /* what stood before the benchmark on both sides; NULL */
	const char *apart; /* in what else than the kernel both sides differ; NULL */
	const struct store_reproduced *stats; /* the headline first */
	guint n_stats;
};

/* What was put before of that report and those result roots is replaced. */
gboolean store_put_reproduction(
	struct store *store, const struct store_reproduction *reproduction, GError **error);

/* By date (unknown ones first), Message-ID, then result roots.  Narrowed by message, commit, test
 * case, machine, ... of the report, where the store has it. */
gboolean store_list_reproductions(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_reproduction *, void *), void *data, GError **error);
