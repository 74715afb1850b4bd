/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of messages, and the commits that they show. */
#include "store/list.h"

/* The messages that a message answers, into item->names with a NULL behind. */
static gboolean read_answers(
	struct item *item, gint64 message, const char *in_reply_to, GError **error)
{
	gboolean done;

	if (in_reply_to)
		g_ptr_array_add(item->names, (char *)in_reply_to);
	done = query_each(item->store,
		"SELECT message_id FROM refs WHERE message = ? ORDER BY nr DESC", message, 0,
		item_add_name, item, error);
	g_ptr_array_add(item->names, NULL);
	return done;
}

static gboolean fill_event(
	struct item *item, struct query *q, struct store_event *event, GError **error)
{
	const char *author = query_text_at(q, 4);
	gboolean robot = author && !strcmp(author, author_kind_name(AUTHOR_ROBOT));

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
		.repairs = item_text(item, q, 14),
	};
	if (!read_answers(item, query_int_at(q, 0), item_text(item, q, 3), error))
		return FALSE;
	item->unknown = event->kind >= EVENT_KINDS;
	event->answers = (const char *const *)item->names->pdata;
	return TRUE;
}

static const struct list_query query_of_events = {
	"SELECT m.id, m.message_id, m.date, m.in_reply_to, m.author, e.kind, e.part, "
	"e.line, e.text, e.commit_id, e.title, e.tree, e.link, e.target, e.repairs "
	"FROM events e " FROM_MESSAGE "e.message" AND_REPORT,
	select_where_event, ORDER_BY_MESSAGE ", e.part, e.line, e.nr"};

STORE_LIST(event)

/* ---- commits that are shown ----------------------------------------------------------- */

static gboolean fill_shown(
	struct item *item, struct query *q, struct store_shown *shown, GError **error)
{
	(void)error;
	*shown = (struct store_shown){
		.message_id = item_text(item, q, 0),
		.part = query_uint_at(q, 1),
		.line = query_uint_at(q, 2),
		.depth = query_uint_at(q, 3),
		.commit = item_text(item, q, 4),
		.title = item_text(item, q, 5),
		.author_name = item_text(item, q, 6),
		.author_address = item_text(item, q, 7),
	};
	return TRUE;
}

static const struct list_query query_of_showns = {
	"SELECT m.message_id, s.part, s.line, s.depth, s.commit_id, s.title, s.author_name, "
	"s.author_address FROM shown_commits s " FROM_MESSAGE "s.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", s.nr"};

STORE_LIST(shown)
