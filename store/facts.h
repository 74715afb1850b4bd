/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What clusters are made of, in bulk: of the whole store, in no order, without a query for
 * each thing, so that 100,000 reports are read in seconds.  Strings live during the callback;
 * one that returns FALSE ends the query, which still returns TRUE.
 */
#pragma once

#include "store/store.h"

/* Without list, attachments, sightings, source and thread. */
gboolean store_each_message(struct store *store,
	gboolean (*each)(const struct store_message *, void *), void *data, GError **error);

/* Where a message without a date was met first: its id and source alone. */
gboolean store_each_undated(struct store *store,
	gboolean (*each)(const struct store_message *, void *), void *data, GError **error);

/*
 * The moment up to which the store tells; DATE_UNKNOWN: it is empty.  A clock that is ahead
 * moves it by no more than a day: it is the newest date of a message that is not more than a
 * day behind the newest Received of all.  Where no message has a Received, the newest that
 * another message is at most a year before; else the newest.
 */
gboolean store_newest_date(struct store *store, gint64 *ret_date, GError **error);

/* Whom a report went to, where that one wrote a message of the store. */
struct store_recipient {
	const char *message_id, *name, *address;
};

gboolean store_each_recipient(struct store *store,
	gboolean (*each)(const struct store_recipient *, void *), void *data, GError **error);

/* By message, newest first. */
gboolean store_each_reference(struct store *store,
	gboolean (*each)(const char *message_id, const char *reference, void *), void *data,
	GError **error);

/* Each list that a report was met on; by message, then name. */
gboolean store_each_report_list(struct store *store,
	gboolean (*each)(const char *message_id, const char *list, void *), void *data,
	GError **error);

struct store_accusation { /* what a report says of its commit */
	const char *message_id;
	const char *commit, *title, *parent, *tree, *branch, *subsystem;
	enum verdict verdict;
	guint inconsistent; /* rows of its own tables */
};

gboolean store_each_accusation(struct store *store,
	gboolean (*each)(const struct store_accusation *, void *), void *data, GError **error);

struct store_claim { /* the headline of a report, one of its boxes or further headlines */
	const char *message_id;
	guint nr;   /* 0: the headline */
	guint line; /* of its row or box; 0: unknown */
	const char *testcase, *tbox_group, *compiler, *kconfig, *metric;
	struct store_change change;
	enum verdict verdict;
};

gboolean store_each_claim(struct store *store, gboolean (*each)(const struct store_claim *, void *),
	void *data, GError **error);

struct store_setting { /* under which a claim was measured */
	const char *message_id;
	guint claim; /* its nr */
	const char *key, *value;
	gboolean of_table; /* an axis of its table, else of the claim's own words */
};

gboolean store_each_setting(struct store *store,
	gboolean (*each)(const struct store_setting *, void *), void *data, GError **error);

/* Without answers; as stored within a message. */
gboolean store_each_event(struct store *store, gboolean (*each)(const struct store_event *, void *),
	void *data, GError **error);
