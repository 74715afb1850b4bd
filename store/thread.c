/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To which thread a message belongs: up from reply to reply, as far as is known. */
#include "store/item.h"

/* Longer chains are nobody's talk; a message beyond has the root that is reached. */
#define THREAD_HOPS_MAX 1000

/*
 * What stands above `id`: the message that it answers when that is known, else its
 * first Reference, else the unknown message that it answers.  NULL: nothing is.
 */
static gboolean parent_of(
	struct item *item, const char *id, const char **ret_parent, GError **error)
{
	enum step step;
	struct query q;

	*ret_parent = NULL;
	if (!query_open(&q, item->store,
		    "SELECT coalesce("
		    "(SELECT k.message_id FROM messages k WHERE k.message_id = m.in_reply_to), "
		    "(SELECT f.message_id FROM refs f WHERE f.message = m.id AND f.nr = 0), "
		    "m.in_reply_to) FROM messages m WHERE m.message_id = ?",
		    error))
		return FALSE;
	query_text(&q, id);
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*ret_parent = item_text(item, &q, 0);
	query_close(&q);
	return step != STEP_FAILED;
}

/* Messages that answer each other in a ring have the smallest id of the ring as root. */
static const char *smallest_from(const GPtrArray *chain, guint first)
{
	const char *smallest = g_ptr_array_index(chain, first);

	for (guint i = first + 1; i < chain->len; i++) {
		if (strcmp(g_ptr_array_index(chain, i), smallest) < 0)
			smallest = g_ptr_array_index(chain, i);
	}
	return smallest;
}

gboolean item_thread(
	struct item *item, const char *message_id, const char **ret_root, GError **error)
{
	g_autoptr(GPtrArray) chain = g_ptr_array_new();
	const char *id = message_id, *parent;
	guint seen;

	while (TRUE) {
		g_ptr_array_add(chain, (char *)id);
		if (!parent_of(item, id, &parent, error))
			return FALSE;
		*ret_root = id;
		if (!parent || chain->len > THREAD_HOPS_MAX)
			return TRUE;
		if (g_ptr_array_find_with_equal_func(chain, parent, g_str_equal, &seen)) {
			*ret_root = smallest_from(chain, seen);
			return TRUE;
		}
		id = parent;
	}
}
