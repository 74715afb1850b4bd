/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One walk for all: who has an asked title, who names an asked commit, who links to a message.
 */
#include "cluster/asked.h"

#include "cluster/title.h"
#include "parse/commit_id.h"
#include "parse/event_link.h"
#include "tree/history.h"

#include <string.h>

#define TWIN_AGE (365 * 24 * 3600) /* a twin is at most so much older than the first report */
#define TWINS_MAX 16               /* commits of one title */
#define FOUND_MAX 500000           /* commits beside those asked for */

struct title {
	char *plain; /* also the key */
	guint found;
};

struct walk {
	struct ask *ask;
	GHashTable *titles;   /* plain title -> struct title */
	GHashTable *ids;      /* first seven digits -> GPtrArray of const char *: asked ids */
	GHashTable *messages; /* the set of Message-IDs */
	GString *title;       /* of the commit at hand */
	GStringChunk *texts;  /* of its links */
	GPtrArray *found;     /* char *: ids */
	gboolean is_found;    /* the commit at hand */
};

/* ---- what is asked for ----------------------------------------------------------------------- */

static void free_title(void *title)
{
	g_free(((struct title *)title)->plain);
	g_free(title);
}

static void want_title(struct walk *w, const char *text)
{
	g_autofree char *plain = title_plain(text);
	struct title *title;

	if (!plain || title_is_generic(plain) || g_hash_table_contains(w->titles, plain))
		return;
	title = g_new0(struct title, 1);
	title->plain = g_steal_pointer(&plain);
	g_hash_table_insert(w->titles, title->plain, title);
}

static void want_id(struct walk *w, const char *id)
{
	char key[COMMIT_DIGITS_MIN + 1];
	GPtrArray *list;

	if (!id || !commit_is_id(slice_of(id)))
		return;
	g_strlcpy(key, id, sizeof key);
	list = g_hash_table_lookup(w->ids, key);
	if (!list) {
		list = g_ptr_array_new();
		g_hash_table_insert(w->ids, g_strdup(key), list);
	}
	if (!g_ptr_array_find_with_equal_func(list, id, g_str_equal, NULL))
		g_ptr_array_add(list, (char *)id);
}

static void want_of_facts(struct walk *w)
{
	const struct facts *facts = w->ask->facts;

	for (guint i = 0; i < facts->messages->len; i++) {
		const struct fact_message *m = RECORD(facts->messages, struct fact_message, i);

		g_hash_table_add(w->messages, (char *)m->message_id);
		if (m->kind == MESSAGE_PATCH || m->kind == MESSAGE_ROBOT_PATCH)
			want_title(w, m->subject);
	}
	for (guint i = 0; i < facts->reports->len; i++) {
		const struct fact_report *report = RECORD(facts->reports, struct fact_report, i);

		want_title(w, report->title);
		want_id(w, report->commit);
	}
	for (guint i = 0; i < facts->events->len; i++) {
		const struct fact_event *event = RECORD(facts->events, struct fact_event, i);

		want_title(w, event->title);
		want_id(w, event->commit);
	}
}

static void want_of_commits(struct walk *w)
{
	GHashTableIter iter;
	void *value;

	g_hash_table_iter_init(&iter, w->ask->commits);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct asked *asked = value;

		if (!asked->is_change)
			continue;
		want_title(w, asked->commit->title);
		want_id(w, asked->commit->id);
	}
}

/* The oldest commit that is asked for, and some time before the first report. */
static gint64 begin_of(const struct ask *ask)
{
	gint64 first = G_MAXINT64;
	GHashTableIter iter;
	void *value;

	for (guint i = 0; i < ask->facts->reports->len; i++) {
		gint64 date = RECORD(ask->facts->reports, struct fact_report, i)->date;

		if (date != DATE_UNKNOWN)
			first = MIN(first, date - TWIN_AGE);
	}
	g_hash_table_iter_init(&iter, ask->commits);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		gint64 date = ((const struct asked *)value)->commit->date;

		if (date)
			first = MIN(first, date);
	}
	return MAX(first, 0);
}

/* ---- on the way ------------------------------------------------------------------------------ */

static gboolean is_wanted_id(const struct walk *w, struct slice id)
{
	char key[COMMIT_DIGITS_MIN + 1] = "";
	const GPtrArray *list;

	for (guint i = 0; i < COMMIT_DIGITS_MIN; i++)
		key[i] = g_ascii_tolower(id.at[i]);
	list = g_hash_table_lookup(w->ids, key);
	for (guint i = 0; list && i < list->len; i++) {
		gsize len = MIN(strlen(list->pdata[i]), id.len);

		if (!g_ascii_strncasecmp(list->pdata[i], id.at, len))
			return TRUE;
	}
	return FALSE;
}

static gboolean is_wanted_link(struct walk *w, struct slice link)
{
	g_string_chunk_clear(w->texts);
	g_autofree char *id = slice_dup(link_target(link, w->texts));

	return id && g_hash_table_contains(w->messages, id);
}

static void look_at_mention(enum commit_mention kind, struct slice what, void *data)
{
	struct walk *w = data;

	w->is_found = w->is_found ||
		      (kind == MENTION_LINK ? is_wanted_link(w, what) : is_wanted_id(w, what));
}

static gboolean is_wanted_title(struct walk *w)
{
	struct title *title = g_hash_table_lookup(w->titles, w->title->str);

	return title && title->found++ < TWINS_MAX;
}

static void look_at(const char *id, const struct commit_text *text, void *data)
{
	struct walk *w = data;

	commit_text_title(text, w->title);
	w->is_found = is_wanted_title(w);
	commit_text_mentions(text, look_at_mention, w);
	if (w->is_found && w->found->len < FOUND_MAX)
		g_ptr_array_add(w->found, g_strdup(id));
}

void ask_walk(struct ask *ask)
{
	struct walk w = {.ask = ask};

	w.titles = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_title);
	w.ids = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
	w.messages = g_hash_table_new(g_str_hash, g_str_equal);
	w.title = g_string_new(NULL);
	w.texts = g_string_chunk_new(1024);
	w.found = g_ptr_array_new_with_free_func(g_free);
	want_of_facts(&w);
	want_of_commits(&w);
	ask->history = tree_history_read(ask->tree, begin_of(ask), look_at, &w);
	for (guint i = 0; i < w.found->len; i++)
		ask_add(ask, w.found->pdata[i], TRUE);
	ask_look_up_named(ask);

	g_ptr_array_unref(w.found);
	g_string_chunk_free(w.texts);
	g_string_free(w.title, TRUE);
	g_hash_table_unref(w.messages);
	g_hash_table_unref(w.ids);
	g_hash_table_unref(w.titles);
}
