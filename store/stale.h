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

/* Whether a copy was met anywhere without doubt. */
gboolean stale_copy_is_met(struct store *store, gint64 message, const guint8 *copy_hash,
	gboolean *ret_met, GError **error);

/* Opens the sources where a message has another copy than that, but for the one at hand. */
gboolean stale_open_others(
	struct store *store, gint64 message, const guint8 *copy_hash, GError **error);

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
