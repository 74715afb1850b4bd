/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mails that were dismissed, since no word in them is the robot's, and which of them
 * belong to a thread that matters after all.
 *
 * A message makes its answers matter when the robot wrote it, when it shows a table, a row
 * or a box of the robot's, or when it hangs below such a one; so do its other copies.  What
 * the robot itself answers, a posted patch, matters alone.  Mails hang on each other by
 * In-Reply-To and References, by way of dismissed mails too; a reply that has neither
 * hangs on its subject.
 */
#pragma once

#include "store/dismissed_record.h"
#include "store/store.h"

/* Whether a message does so by itself. */
gboolean store_makes_answers_matter(const struct records *records);

/* A pack's row, of the source at hand (see position.h); *ret_row its id. */
gboolean store_put_dismissed(
	struct store *store, const struct dismissed_pack *pack, gint64 *ret_row, GError **error);

/*
 * What was met twice in pipes, whose readings nobody numbers, is remembered once.  Costs 16
 * bytes for each such mail.
 */
gboolean store_merge_dismissed(struct store *store, GError **error);

/* A dismissed mail that matters, or what stands in its place now. */
struct store_relevant {
	const char *path;
	gint64 offset;
	const char *object; /* NULL: none */
	guint64 id;         /* hash of its Message-ID; 0: it has none */
	guint64 key;        /* of place and id: dismissed_key_of() */
	gint64 row;
	gboolean taken_apart; /* as dismissed_pack_add() has it */
	gboolean known;       /* its sighting is in the store, of that reading */
	gboolean stored;      /* it is, or another copy of it */
};

/* In the order in which they were remembered.  FALSE from `each` ends it. */
gboolean store_list_relevant(struct store *store,
	gboolean (*each)(const struct store_relevant *, void *), void *data, GError **error);

/*
 * Removes what only its thread brought in, where that thread is no more: the report was
 * forgotten, or went from its source.  *ret_gone messages went with that.
 */
gboolean store_drop_unthreaded(struct store *store, guint64 *ret_gone, GError **error);

/*
 * Whether a message belongs to a thread of the store by its real ids, which no hash can:
 * one that it names is there, it is there itself, the robot answers it, or, when it names
 * none, a message that matters has its subject, up to STORE_SUBJECT_DAYS before it.
 */
gboolean store_has_thread_of(
	struct store *store, const struct mail *mail, gboolean *ret_has, GError **error);
