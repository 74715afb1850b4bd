/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mails that were dismissed and belong to threads that matter after all: found in the
 * store when all is in, and read again from where they lie.
 *
 * lookback_find() and lookback_read() come in turns until nothing is found that was not
 * tried; what could not be read is told at the end.  The reading may be another thread's;
 * lookback_links() and lookback_move() may be called meanwhile.
 */
#pragma once

#include "cli/summary.h"
#include "ingest/place.h"
#include "store/store.h"

struct lookback;

struct lookback *lookback_new(void);
void lookback_free(struct lookback *lookback); /* NULL is allowed */

/*
 * Finds what to read.  `rows`: those of the mails that this run dismissed (gint64).
 * What is stored already and was met again in this run is counted as duplicate.
 */
gboolean lookback_find(struct lookback *lookback, struct store *store, const GArray *rows,
	struct summary *summary, guint *ret_count, GError **error);

struct lookback_handler { /* FALSE ends it; the mail and its diags are the receiver's */
	gboolean (*message)(struct slice raw, const struct origin *origin, void *data);
	gboolean (*mail)(struct mail *mail, GPtrArray *diags, void *data);
	void *data;
};

/* Hands on those that stand where they stood. */
void lookback_read(struct lookback *lookback, const struct lookback_handler *handler);

/* Whether a mail hangs on another one that is looked back at. */
gboolean lookback_links(const struct lookback *lookback, const struct mail *mail);

/* A mail that was handed on is no skipped one any more, if this run had skipped it. */
void lookback_move(
	const struct lookback *lookback, const struct mail *mail, struct summary *summary);

/* A dismissed mail of this run that is stored, and need not be looked back at. */
void lookback_spare(struct lookback *lookback, const struct mail *mail, struct summary *summary);

/* What could not be read: one diagnostic for each file. */
void lookback_tell(struct lookback *lookback, const struct diag_sink *sink);
