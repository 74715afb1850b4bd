/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a source showed once and does not show any more: sightings, messages, copies; inner
 * to store/.
 *
 * While a source is read anew, what was met in it before and not yet in this reading is
 * doubtful.  A copy of a message that has only doubtful sightings is given up when another
 * one is met; those of other sources then compete again, so these are opened: they are read
 * anew the next time.
 */
#pragma once

#include "store/copy.h"
#include "store/query.h"

/* A source and what lies in it: '"' follows '!', which a file's own name may have, too. */
#define PATHS_WITHIN                                                                               \
	"(SELECT p.id FROM (SELECT ? AS top) JOIN paths p ON p.path = top "                        \
	"OR (p.path >= top || '!' AND p.path < top || '\"' "                                       \
	"AND NOT EXISTS (SELECT 1 FROM positions o WHERE o.path_id = p.id)))"

/* A statement without rows whose parameters are the source at hand and its reading. */
gboolean stale_run(struct store *store, const char *sql, GError **error);

/* Whether a copy was met anywhere without doubt. */
gboolean stale_copy_is_met(struct store *store, gint64 message, const guint8 *copy_hash,
	gboolean *ret_met, GError **error);

/* Opens the sources where a message has another copy than that, but for the one at hand. */
gboolean stale_open_others(
	struct store *store, gint64 message, const guint8 *copy_hash, GError **error);

/* Gives up all copies of messages that stand nowhere, while others do. */
gboolean stale_give_up_copies(struct store *store, GError **error);

/* Opens the source that a path lies in; the directory of a run is its own. */
gboolean stale_open_source(struct store *store, const char *path, GError **error);

/* Whether that lies in the source at hand. */
gboolean stale_is_at_hand(const struct store *store, const char *path);

/*
 * A directory holds another copy of a run than before, and the kept one is no more: opens
 * where other copies are.  *ret_again: there are some in the source at hand, too.
 */
gboolean stale_open_other_runs(
	struct store *store, gint64 run, struct slice content, gboolean *ret_again, GError **error);

/* Opens where copies are of runs, of the ids `first` to `last`, whose kept one stands nowhere. */
gboolean stale_open_unkept_runs(struct store *store, gint64 first, gint64 last, GError **error);

/* Of the source at hand: runs that are in it no more; *gone counts those that are nowhere. */
gboolean stale_remove_runs(struct store *store, guint64 *gone, GError **error);

/*
 * At the end of a reading: removes what was told of the source at hand before it, and when
 * the source is complete, the sightings of earlier readings; *gone counts the messages that
 * went with their last one.
 */
gboolean stale_remove(struct store *store, gboolean complete, guint64 *gone, GError **error);

/*
 * Removes the sightings of mails that only their thread brought in, but for those places
 * and mails (dismissed_key()).
 */
gboolean stale_remove_by_thread(
	struct store *store, GHashTable *but, guint64 *gone, GError **error);

/* Whether the source at hand was begun again since, by another process. */
gboolean position_is_overtaken(
	struct store *store, gint64 path, gboolean *ret_overtaken, GError **error);

/* The last reading of the source that a path lies in; 0: of none. */
gboolean position_reading(
	struct store *store, const char *path, gint64 *ret_reading, GError **error);
