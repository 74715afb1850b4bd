/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sources that are read again: how far each was read, and what is gone from it.
 *
 * A source is begun anew, or read on from its position; what is put from then until it is
 * finished is of that reading.  When a reading that was begun anew is finished and
 * complete, what earlier ones met and it did not is no more: such sightings go, and each
 * message with its last one.  Until then all stays, so an interruption loses nothing.
 *
 * Two processes may read one source at once: readings are numbered, and none takes away
 * what a later one met.
 */
#pragma once

#include "base/position.h"
#include "store/store.h"

/* position_free(); NULL with *error unset: nothing is known of that path. */
struct position *store_find_position(struct store *store, const char *path, GError **error);

/* The paths of all below a folder, in order. */
gboolean store_each_position_below(struct store *store, const char *folder,
	void (*each)(const char *path, void *data), void *data, GError **error);

/* A source is no more: all that was met in it is gone, and *ret_gone messages with that. */
gboolean store_vanish_source(
	struct store *store, const char *path, guint64 *ret_gone, GError **error);

/*
 * All that is put from now on is of that source.  With an offset it is read on there (and
 * what was met behind it is to be met again), with a commit behind that; else it is begun anew.
 */
gboolean store_begin_source(struct store *store, const struct position *from, GError **error);

/* An object of that source may be no more; it is, unless it is met again. */
gboolean store_doubt_object(struct store *store, const char *object, GError **error);

/*
 * How far it was read; in the transaction that puts what comes before.  When it is
 * finished, *ret_gone messages went with their last sighting.
 */
gboolean store_put_position(
	struct store *store, const struct position *position, guint64 *ret_gone, GError **error);

/* A sentence for each thing that an interrupted ingest left to the next one. */
gboolean store_each_unfinished(struct store *store, void (*each)(const char *sentence, void *data),
	void *data, GError **error);

/* Names and paths that nothing speaks of any more go, if anything went since store_open(). */
gboolean store_tidy(struct store *store, GError **error);

/*
 * Sources that were read before and are to be read anew for what was met, or is no more, in
 * others since this was asked last: g_strfreev().
 */
char **store_take_opened(struct store *store);
