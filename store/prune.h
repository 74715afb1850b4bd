/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is too old to be kept.  A thread goes as a whole, when each of its messages is older
 * than a moment; it stays while it is needed by what stays: by a message that names one of
 * its messages, or by a report of a commit that one of its reports blames, too.
 * Reproductions go with their report.  A run goes that was started before, unless a job or a
 * reproduction that stays names its result root.  What has no date stays.
 *
 * The store remembers the moment: what is older does not come in again, unless it belongs to
 * something that is there.
 */
#pragma once

#include "store/store.h"

struct store_pruned {
	guint64 messages, runs;           /* that went */
	guint64 kept_messages, kept_runs; /* older ones that are needed */
	guint64 undated;                  /* messages and runs without a date */
};

/* Within a transaction, whose rollback makes it a question only. */
gboolean store_prune(struct store *store, gint64 before, struct store_pruned *ret, GError **error);

/* The moment of the last one; DATE_UNKNOWN: there was none. */
gboolean store_pruned_before(struct store *store, gint64 *ret_before, GError **error);

/* Whether what is not there yet is not to come in, of that moment. */
gboolean store_is_pruned(struct store *store, gint64 before, const struct records *records,
	gboolean *ret_is, GError **error);
gboolean store_is_pruned_run(struct store *store, gint64 before, const struct store_run *run,
	gboolean *ret_is, GError **error);

/* Gives the room of what went back to the system.  Outside of transactions. */
gboolean store_compact(struct store *store, GError **error);
