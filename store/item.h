/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One item of a list while it is put together: the text and arrays that its plain
 * struct points into, emptied for the next.
 */
#pragma once

#include "store/query.h"

#define ITEM_ARRAYS 4

struct item {
	struct store *store;
	GStringChunk *text;
	GPtrArray *names; /* char *, NULL-terminated */
	GArray *arrays[ITEM_ARRAYS];
	gboolean unknown; /* of a kind that only a later version knows: passed over, as
			   * `check` tells of it */
};

void item_init(struct item *item, struct store *store);
void item_clear(struct item *item); /* for the next */
void item_release(struct item *item);

/* A copy that lives until the item is cleared; NULL for null. */
const char *item_text(struct item *item, struct query *q, guint column);

/* Three columns: text, value, unit. */
struct store_change item_change(struct item *item, struct query *q, guint column);

/* The item's array of that number, of elements of that size; empty after item_clear(). */
GArray *item_array(struct item *item, guint nr, guint element_size);

/*
 * Appends the keys and values that `sql` gives for its one or two owners to the item's
 * last array; its data is where to read them when all are in, for it moves.  *ret_count:
 * how many.
 */
gboolean item_fields(
	struct item *item, const char *sql, gint64 a, gint64 b, guint *ret_count, GError **error);
const struct store_field *item_all_fields(struct item *item);

/* For query_each(): one more of item->names, out of the first column. */
void item_add_name(struct query *q, void *item);

/* The message whose MESSAGE_COLUMNS begin at column 0 of q, with its place. */
#define MESSAGE_COLUMNS                                                                            \
	"m.id, m.message_id, m.synthetic_id, m.date, m.date_text, m.kind, m.author, "              \
	"m.from_name, m.from_address, m.subject, m.in_reply_to, m.repairs, "                       \
	"m.thread, m.thread_by"
#define N_MESSAGE_COLUMNS 14
gboolean item_message(
	struct item *item, struct query *q, struct store_message *ret_message, GError **error);

enum verdict verdict_by_name(const char *name);
enum table_style table_style_by_name(const char *name);
enum figure_kind figure_kind_by_name(const char *name);
enum command_kind command_kind_by_name(const char *name);
enum attachment_kind attachment_kind_by_name(const char *name);
enum thread_by thread_by_by_name(const char *name); /* NULL: THREAD_ROOT */
