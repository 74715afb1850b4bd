/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last stage: batches into the store, some in one transaction, and counted. */
#pragma once

#include "cli/below.h"
#include "cli/lookback.h"
#include "cli/queue.h"
#include "cli/summary.h"
#include "store/store.h"

struct writer {
	struct store *store;
	struct summary *summary;
	struct lookback *lookback;
	diag_fn diag; /* told of each diagnostic that is counted; may be NULL */
	void *data;
	/* Makes records of a dismissed mail; FALSE: it is not here any more. */
	gboolean (*take_apart)(struct item *item, void *data);
	void *take_apart_data;
	GArray *dismissed_rows; /* gint64: the rows of what this run dismissed */
	/* private */
	struct dismissed_pack dismissed; /* not put yet */
	gboolean lost;                   /* a message of the source at hand could not be read */
	struct position *begun;          /* where the source at hand was begun, and ... */
	gboolean lost_since;             /* ... whether a message was lost since */
	gint64 pruned_before;            /* DATE_UNKNOWN: nothing was */
	gsize open;                      /* weight of what is not committed */
	gint64 opened;                   /* monotonic: when that was begun */
	struct below *below;             /* answers of what was stored */
};

/* What was wrong on the way to the sources before is forgotten: they are walked anew. */
gboolean writer_begin(struct writer *writer, const char *const *sources, GError **error);

/* FALSE with *error: the store refused it, and the transaction is rolled back. */
gboolean writer_put(struct writer *writer, const struct batch *batch, GError **error);

/* Commits what is open, with all that was dismissed before it. */
gboolean writer_commit(struct writer *writer, GError **error);

void writer_clear(struct writer *writer);

/* After the last item: commits, ties copies of tables to their originals, counts both. */
gboolean writer_end(struct writer *writer, GError **error);

/* What was dismissed again is remembered once. */
gboolean writer_merge_dismissed(struct writer *writer, GError **error);

/*
 * When all was looked back at: writes what could not be, in place of what was so before,
 * and removes answers whose thread is no more.
 */
gboolean writer_end_lookback(struct writer *writer, struct lookback *lookback, GError **error);
