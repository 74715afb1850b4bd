/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/unite.h"

#include "cluster/title.h"

#include <string.h>

/* Of several with one id the first. */
static void index_facts(struct unite *u)
{
	const struct facts *facts = u->facts;

	for (guint i = facts->reports->len; i-- > 0;)
		g_hash_table_insert(u->reports,
			(char *)RECORD(facts->reports, struct fact_report, i)->message_id,
			GUINT_TO_POINTER(i + 1));
	for (guint i = facts->messages->len; i-- > 0;)
		g_hash_table_insert(u->messages,
			(char *)RECORD(facts->messages, struct fact_message, i)->message_id,
			GUINT_TO_POINTER(i + 1));
	for (guint i = facts->shown->len; i-- > 0;)
		g_hash_table_insert(u->shown,
			(char *)RECORD(facts->shown, struct fact_shown, i)->message_id,
			GUINT_TO_POINTER(i + 1));
}

struct unite *unite_new(struct facts *facts)
{
	struct unite *u = g_new0(struct unite, 1);

	u->facts = facts;
	u->ids = ids_new(facts);
	u->changes = g_array_new(FALSE, FALSE, sizeof(struct node));
	u->by_id = g_hash_table_new(g_str_hash, g_str_equal);
	u->edges = g_array_new(FALSE, FALSE, sizeof(struct edge));
	u->of_reports = g_array_new(FALSE, FALSE, sizeof(guint));
	u->reports = g_hash_table_new(g_str_hash, g_str_equal);
	u->built = g_array_new(FALSE, FALSE, sizeof(struct built_patch));
	u->messages = g_hash_table_new(g_str_hash, g_str_equal);
	u->shown = g_hash_table_new(g_str_hash, g_str_equal);
	index_facts(u);
	return u;
}

void unite_free(struct unite *u)
{
	ids_free(u->ids);
	g_array_unref(u->changes);
	g_hash_table_unref(u->by_id);
	g_array_unref(u->edges);
	g_array_unref(u->of_reports);
	g_array_unref(u->built);
	g_hash_table_unref(u->reports);
	g_hash_table_unref(u->messages);
	g_hash_table_unref(u->shown);
	g_free(u);
}

static guint lookup(GHashTable *table, const char *key)
{
	return key ? GPOINTER_TO_UINT(g_hash_table_lookup(table, key)) - 1 : NO_NODE;
}

guint unite_find(const struct unite *u, const char *id)
{
	gboolean ambiguous;

	return id ? lookup(u->by_id, ids_whole(u->ids, id, &ambiguous)) : NO_NODE;
}

guint unite_report(const struct unite *u, const char *message_id)
{
	return lookup(u->reports, message_id);
}

guint unite_change(struct unite *u, const char *id)
{
	gboolean ambiguous;
	const char *whole = ids_whole(u->ids, id, &ambiguous);
	guint place = lookup(u->by_id, whole);
	const struct node change = {.id = whole, .first = DATE_UNKNOWN, .root = u->changes->len};

	if (place != NO_NODE)
		return place;
	g_array_append_val(u->changes, change);
	g_hash_table_insert(u->by_id, (char *)whole, GUINT_TO_POINTER(u->changes->len));
	return u->changes->len - 1;
}

const struct fact_message *unite_message(const struct unite *u, const char *message_id)
{
	guint place = lookup(u->messages, message_id);

	return place == NO_NODE ? NULL : RECORD(u->facts->messages, struct fact_message, place);
}

guint unite_patch(struct unite *u, const struct fact_message *message)
{
	guint change = message ? unite_change(u, message->message_id) : NO_NODE;

	if (change != NO_NODE) {
		RECORD(u->changes, struct node, change)->is_patch = TRUE;
		RECORD(u->changes, struct node, change)->title = message->subject;
	}
	return change;
}

/* The i-th that a message shows; NULL: no more. */
static const struct fact_shown *shown_of(const struct unite *u, const char *message_id, guint i)
{
	guint first = lookup(u->shown, message_id);
	const struct fact_shown *shown =
		first != NO_NODE && i < u->facts->shown->len - first
			? RECORD(u->facts->shown, struct fact_shown, first + i)
			: NULL;

	return shown && !strcmp(shown->message_id, message_id) ? shown : NULL;
}

const char *unite_shown_above(const struct unite *u, const struct fact_event *event)
{
	const struct fact_shown *shown;
	const char *last = NULL;

	for (guint i = 0; (shown = shown_of(u, event->message_id, i)); i++)
		if (shown->commit && !shown->depth && shown->part == event->part &&
			shown->line < event->line)
			last = shown->commit;
	return last;
}

const struct fact_shown *unite_from_line(const struct unite *u, const char *message_id)
{
	const struct fact_shown *shown = shown_of(u, message_id, 0);

	return shown && !shown->commit && !shown->depth ? shown : NULL;
}

guint unite_root(const struct unite *u, guint change)
{
	struct node *at = RECORD(u->changes, struct node, change);

	while (at->root != change) { /* halving the path */
		at->root = RECORD(u->changes, struct node, at->root)->root;
		change = at->root;
		at = RECORD(u->changes, struct node, change);
	}
	return change;
}

void unite_edge(struct unite *u, guint a, guint b, const struct cluster_edge *shown)
{
	const struct edge edge = {a, b, *shown};

	g_array_append_val(u->edges, edge);
}

void unite_all(struct unite *u)
{
	for (guint i = 0; i < u->edges->len; i++) {
		const struct edge *edge = RECORD(u->edges, struct edge, i);

		if (edge->b != NO_NODE)
			RECORD(u->changes, struct node, unite_root(u, edge->b))->root =
				unite_root(u, edge->a);
	}
}

const char *unite_title(const struct unite *u, const struct node *change)
{
	const struct fact_commit *known = facts_whole_commit(u->facts, change->id);

	return known && known->title ? known->title : change->title;
}

gboolean unite_may_be_one(struct unite *u, guint a, guint b)
{
	struct node *of_a = RECORD(u->changes, struct node, a);
	struct node *of_b = RECORD(u->changes, struct node, b);
	g_autofree char *x = title_plain(unite_title(u, of_a));
	g_autofree char *y = title_plain(unite_title(u, of_b));

	if (x && y)
		return !strcmp(x, y);
	if (x)
		of_b->title = unite_title(u, of_a);
	else
		of_a->title = unite_title(u, of_b);
	return TRUE;
}

const char *unite_author(const struct unite *u, const char *id)
{
	const struct fact_commit *known = facts_whole_commit(u->facts, id);
	guint change = unite_find(u, id);

	if (known && known->author_name)
		return known->author_name;
	return change == NO_NODE ? NULL : RECORD(u->changes, struct node, change)->author;
}

/* ---- E1 --------------------------------------------------------------------------------- */

void unite_same_id(struct unite *u)
{
	for (guint i = 0; i < u->facts->reports->len; i++) {
		const struct fact_report *r = RECORD(u->facts->reports, struct fact_report, i);
		guint place = r->commit && *r->commit ? unite_change(u, r->commit) : NO_NODE;

		g_array_append_val(u->of_reports, place);
		if (place == NO_NODE)
			continue;

		struct node *change = RECORD(u->changes, struct node, place);
		const struct cluster_edge shown = {.rule = "E1",
			.from = r->message_id,
			.to = change->id,
			.message_id = r->message_id,
			.text = r->commit};

		if (!change->is_reported) /* reports stand by date */
			change->first = r->date;
		change->is_reported = TRUE;
		if (!change->title)
			change->title = r->title;
		unite_edge(u, place, NO_NODE, &shown);
	}
}
