/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of messages. */
#include "store/item.h"
#include "store/select.h"

/* The messages that a message answers, into item->names with a NULL behind. */
static gboolean read_answers(
	struct item *item, gint64 message, const char *in_reply_to, GError **error)
{
	enum step step;
	struct query q;

	if (in_reply_to)
		g_ptr_array_add(item->names, (char *)in_reply_to);
	if (!query_open(&q, item->store,
		    "SELECT message_id FROM refs WHERE message = ? ORDER BY nr DESC", error))
		return FALSE;
	query_int(&q, message);
	while ((step = query_step(&q, error)) == STEP_ROW)
		g_ptr_array_add(item->names, (char *)item_text(item, &q, 0));
	query_close(&q);
	g_ptr_array_add(item->names, NULL);
	return step == STEP_DONE;
}

static gboolean fill_event(
	struct item *item, struct query *q, struct store_event *event, GError **error)
{
	const char *author = query_text_at(q, 4);
	gboolean robot = author && !strcmp(author, author_kind_name(AUTHOR_ROBOT));

	item_clear(item);
	*event = (struct store_event){
		.message_id = item_text(item, q, 1),
		.date = query_int_or(q, 2, DATE_UNKNOWN),
		.kind = event_kind_by_name(query_word_at(q, 5)),
		.author = robot ? AUTHOR_ROBOT : AUTHOR_PERSON,
		.part = query_uint_at(q, 6),
		.line = query_uint_at(q, 7),
		.text = item_text(item, q, 8),
		.commit = item_text(item, q, 9),
		.title = item_text(item, q, 10),
		.tree = item_text(item, q, 11),
		.link = item_text(item, q, 12),
		.target = item_text(item, q, 13),
	};
	if (!read_answers(item, query_int_at(q, 0), item_text(item, q, 3), error))
		return FALSE;
	event->answers = (const char *const *)item->names->pdata;
	return TRUE;
}

/* A kind that only a newer version knows is passed over; `check` tells of it. */
static gboolean each_event(struct select *s, struct item *item,
	gboolean (*each)(const struct store_event *, void *), void *data, GError **error)
{
	struct store_event event;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		if (!fill_event(item, &s->query, &event, error))
			return FALSE;
		if (event.kind < EVENT_KINDS && !each(&event, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_events(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_event *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item, store);
	select_init(&s,
		"SELECT m.id, m.message_id, m.date, m.in_reply_to, m.author, e.kind, e.part, "
		"e.line, e.text, e.commit_id, e.title, e.tree, e.link, e.target FROM events e "
		"JOIN messages m ON m.id = e.message LEFT JOIN reports r ON r.message = m.id");
	select_where_message(&s, filter);
	select_where_event(&s, filter);
	done = select_open(&s, store, ORDER_BY_MESSAGE ", e.part, e.line, e.nr", error) &&
	       each_event(&s, &item, each, data, error);
	select_close(&s);
	item_release(&item);
	return store_read_end(store, done, error);
}
