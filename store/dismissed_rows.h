/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of dismissed mails, for the store's own files. */
#pragma once

#include "store/dismissed.h"

/* Where a record is kept, and in which reading of its source it was met. */
struct dismissed_row {
	gint64 id, reading;
};

/* FALSE ends it. */
typedef gboolean (*dismissed_fn)(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data);

/* All records, in the order in which they came, or the reverse. */
gboolean dismissed_each(
	struct store *store, gboolean backwards, dismissed_fn fn, void *data, GError **error);

/* Removes those that stand at a path or below it. */
gboolean dismissed_forget(struct store *store, const char *top, GError **error);

/* Removes those of a Message-ID, by its hash. */
gboolean dismissed_forget_id(struct store *store, guint64 id, GError **error);

/* Removes those of a source from an offset on: it is read again there. */
gboolean dismissed_forget_behind(struct store *store, gint64 path, gint64 offset, GError **error);

/*
 * An object of the git archive at hand may be no more.  All that were doubted are removed
 * at once, for each removal reads all that is kept of the archive: before anything is added,
 * listed or committed, and before another source is at hand.
 */
void dismissed_doubt_object(struct store *store, const char *object);
gboolean dismissed_forget_doubted(struct store *store, GError **error);

/*
 * Those of a git archive that is read on, whose places tell no order, have the number of the
 * next reading until all was read: removes them; gives them their number, once each, for
 * another process may have read the same.
 */
gboolean dismissed_forget_tentative(struct store *store, gint64 path, GError **error);
gboolean dismissed_settle(struct store *store, gint64 path, GError **error);

/* Removes those of readings of a source before that one. */
gboolean dismissed_forget_before(struct store *store, gint64 path, gint64 reading, GError **error);

/* The keys (dismissed_key()) of a reading of a source, a set; NULL with *error. */
GHashTable *dismissed_keys(struct store *store, gint64 path, gint64 reading, GError **error);

/* Of a row that is no pack, or not of its count: a sentence. */
gboolean dismissed_check(struct store *store, void (*find)(const char *finding, void *data),
	void *data, GError **error);
