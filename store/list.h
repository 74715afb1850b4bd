/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list on its way from the store to the caller's function: opened, stepped, each row
 * filled into its plain struct, closed.  STORE_LIST() makes the whole function out of
 * what differs from list to list, a `struct list_query` and a fill function:
 *
 *	static const struct list_query query_of_diffs = {"SELECT ... FROM diffs d ...",
 *		select_where_report, ORDER_BY_MESSAGE ", d.nr"};
 *
 *	static gboolean fill_diff(
 *		struct item *item, struct query *q, struct store_diff *diff, GError **error);
 *
 *	STORE_LIST(diff)
 *
 * A list that is more than that calls list_begin(), list_next() and list_end() itself.
 */
#pragma once

#include "store/item.h"
#include "store/select.h"

/* How to select the things of a list; aliases as in store/select.h. */
struct list_query {
	const char *head; /* all before WHERE */
	/* What narrows besides the message's own facts, or of what has no message all. */
	void (*narrow)(struct select *s, const struct store_filter *filter);
	const char *order;
	gboolean has_no_message;
};

#define FROM_MESSAGE "JOIN messages m ON m.id = "
#define AND_REPORT " LEFT JOIN reports r ON r.message = m.id"

struct list {
	struct store *store;
	struct select select;
	struct item item;
	gboolean done; /* nothing failed so far */
	GError **error;
};

/* `filter` NULL: all.  list_end() in any case; it gives the query's success. */
void list_begin(struct list *list, struct store *store, const struct list_query *what,
	const struct store_filter *filter, GError **error);
gboolean list_end(struct list *list);

/* Steps to the next row, the item emptied for it; FALSE at the end, or when it failed. */
gboolean list_next(struct list *list);

/* Passes on whether the row could be filled; what could not ends the list. */
gboolean list_filled(struct list *list, gboolean filled);

#define STORE_LIST(thing)                                                                          \
	gboolean store_list_##thing##s(struct store *store, const struct store_filter *filter,     \
		gboolean (*each)(const struct store_##thing *, void *), void *data,                \
		GError **error)                                                                    \
	{                                                                                          \
		struct store_##thing thing;                                                        \
		struct list l;                                                                     \
                                                                                                   \
		list_begin(&l, store, &query_of_##thing##s, filter, error);                        \
		while (list_next(&l) &&                                                            \
			list_filled(&l, fill_##thing(&l.item, &l.select.query, &thing, error)) &&  \
			(l.item.unknown || each(&thing, data)))                                    \
			;                                                                          \
		return list_end(&l);                                                               \
	}
