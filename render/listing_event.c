/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/listing_event.h"

#include "compare/cluster_event.h"
#include "render/json_value.h"

struct gathering {
	struct listing_clusters *of;
	GArray *ties;        /* struct cluster_event, beside of->events */
	GPtrArray *answers;  /* of char **: owned here, shared by a message's events */
	const char *message; /* of the last of them */
};

static const char *keep(struct gathering *g, const char *text)
{
	return text ? g_string_chunk_insert_const(g->of->text, text) : NULL;
}

/* Whose commit is the cause, or is undone by what is told. */
static gboolean names_cause(enum event_kind kind)
{
	switch (kind) {
	case EVENT_REPORTED_BEFORE:
	case EVENT_FIX_PROPOSED:
	case EVENT_FIXES:
	case EVENT_REVERT:
	case EVENT_UPSTREAM:
	case EVENT_CHERRY_PICK:
	case EVENT_REGZBOT_INTRODUCED:
		return TRUE;
	default:
		return FALSE;
	}
}

static gboolean gather(const struct store_event *e, void *data)
{
	struct gathering *g = data;
	const struct listing_event event = {e->date, e->kind, keep(g, e->message_id), e->line};

	if (g->message != event.message_id)
		g_ptr_array_add(g->answers, g_strdupv((char **)e->answers));
	g->message = event.message_id;

	const struct cluster_event tie = {
		.message_id = event.message_id,
		.answers = g_ptr_array_index(g->answers, g->answers->len - 1),
		.commit = names_cause(e->kind) ? keep(g, e->commit) : NULL,
		.target = keep(g, e->target),
	};
	g_array_append_val(g->of->events, event);
	g_array_append_val(g->ties, tie);
	return TRUE;
}

gboolean listing_events_tie(struct listing_clusters *of, struct store *store, GError **error)
{
	g_autoptr(GArray) ties = g_array_new(FALSE, FALSE, sizeof(struct cluster_event));
	g_autoptr(GPtrArray) answers = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
	struct gathering gathering = {of, ties, answers, NULL};
	struct store_filter all = STORE_FILTER_ALL;

	if (!store_list_events(store, &all, gather, &gathering, error))
		return FALSE;
	of->own = cluster_events(of->clusters, (const struct cluster_report *)of->reports->data,
		(const struct cluster_event *)ties->data, ties->len);
	return TRUE;
}

static json_t *json_of_one(const struct listing_event *e)
{
	json_t *event = json_object();

	value_set(event, "date", json_of_date(e->date));
	value_set(event, "kind", value_text(event_kind_name(e->kind)));
	value_set(event, "message_id", value_text(e->message_id));
	value_set(event, "line", e->line ? json_integer(e->line) : json_null());
	return event;
}

json_t *json_of_events(const struct listing_clusters *of, const struct cluster *cluster)
{
	json_t *events = json_array();
	guint place;

	if (!g_ptr_array_find(of->clusters, cluster, &place))
		return events;

	const GArray *own = g_ptr_array_index(of->own, place);
	for (guint i = 0; i < own->len; i++)
		json_array_append_new(
			events, json_of_one(&g_array_index(of->events, struct listing_event,
					g_array_index(own, guint, i))));
	return events;
}
