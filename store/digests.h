/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The digests that were sent, or made to be: which one the next of its series answers, and
 * from when on that one tells.  Of a series are those of the same filters.
 */
#pragma once

#include "store/store.h"

/* What a filter asks for but the period: "list=linux-mm, subsystem=mm"; g_free(). */
char *store_series_of(const struct store_filter *filter);

struct store_digest {
	const char *series;     /* the filters in words, "" for none; see store_series_of() */
	const char *period;     /* as it is printed */
	gint64 since, until;    /* DATE_UNKNOWN: open */
	const char *message_id; /* of its mail, without brackets; NULL: there is none */
	gint64 made;            /* seconds since 1970; DATE_UNKNOWN: not told */
};

/* Takes the place of one of the same series and period.  Within a transaction. */
gboolean store_put_digest(struct store *store, const struct store_digest *digest, GError **error);

/*
 * Gives `each` the one of a series whose period ended last, not behind `moment`
 * (DATE_UNKNOWN: of all that ended); those that are open at the end never do.  No call: there
 * is none.
 */
gboolean store_last_digest(struct store *store, const char *series, gint64 moment,
	void (*each)(const struct store_digest *digest, void *data), void *data, GError **error);
