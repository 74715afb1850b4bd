/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/story_index.h"

#include "cluster/measured.h"
#include "parse/commit_id.h"
#include "parse/event_link.h"

#include <string.h>

static GHashTable *lists_new(void)
{
	return g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
}

static void add(GHashTable *lists, char *key, const void *what)
{
	GPtrArray *list = g_hash_table_lookup(lists, key);

	if (list) {
		g_free(key);
	} else {
		list = g_ptr_array_new();
		g_hash_table_insert(lists, key, list);
	}
	g_ptr_array_add(list, (gpointer)what);
}

/* NULL: too short to name one. */
static char *begin_of(const char *id)
{
	return id && strlen(id) >= COMMIT_DIGITS_MIN ? g_strndup(id, COMMIT_DIGITS_MIN) : NULL;
}

static void add_by_commit(GHashTable *lists, const char *id, const void *what)
{
	char *key = begin_of(id);

	if (key)
		add(lists, key, what);
}

static void add_links(struct story_index *index, const struct fact_commit *commit)
{
	for (const char *const *link = commit->links; link && *link; link++) {
		struct slice id = link_target(slice_of(*link), index->facts->text);

		if (!slice_is_null(id))
			add(index->closers, slice_dup(id), commit);
	}
}

static void add_commit(struct story_index *index, const struct fact_commit *commit)
{
	add_by_commit(index->known, commit->id, commit);
	if (!commit->is_mainline)
		return;
	if (commit->title)
		add(index->titled, g_strdup(commit->title), commit);
	add_by_commit(index->reverters, commit->reverts, commit);
	for (const char *const *id = commit->fixes; id && *id; id++)
		add_by_commit(index->fixers, *id, commit);
	add_links(index, commit);
}

static void fill(struct story_index *index)
{
	struct facts *facts = index->facts;

	for (guint i = 0; i < facts->messages->len; i++) {
		struct fact_message *m = RECORD(facts->messages, struct fact_message, i);

		g_hash_table_insert(index->messages, (char *)m->message_id, m);
	}
	for (guint i = 0; i < facts->recipients->len; i++) {
		struct fact_recipient *r = RECORD(facts->recipients, struct fact_recipient, i);

		add(index->recipients, g_strdup(r->message_id), r);
	}
	for (guint i = 0; i < facts->tables->len; i++) {
		struct fact_table *table = RECORD(facts->tables, struct fact_table, i);

		add(index->tables, g_strdup(table->message_id), table);
	}
	for (guint i = 0; i < facts->measured->len; i++) {
		struct fact_measured *one = RECORD(facts->measured, struct fact_measured, i);

		add(index->measured, g_strdup(one->message_id), one);
	}
	for (guint i = 0; i < facts->reports->len; i++) {
		struct fact_report *report = RECORD(facts->reports, struct fact_report, i);

		if (report->verdict != VERDICT_IMPROVEMENT)
			continue;
		add_by_commit(index->improvements, report->commit, report);
		if (report->title)
			add(index->improved, g_strdup(report->title), report);
	}
	for (guint i = 0; i < facts->commits->len; i++)
		add_commit(index, RECORD(facts->commits, struct fact_commit, i));
}

struct story_index *story_index_new(struct facts *facts)
{
	struct story_index *index = g_new0(struct story_index, 1);

	index->facts = facts;
	index->messages = g_hash_table_new(g_str_hash, g_str_equal);
	index->recipients = lists_new();
	index->tables = lists_new();
	index->measured = lists_new();
	index->improvements = lists_new();
	index->improved = lists_new();
	index->fixers = lists_new();
	index->reverters = lists_new();
	index->closers = lists_new();
	index->known = lists_new();
	index->titled = lists_new();
	fill(index);
	return index;
}

void story_index_free(struct story_index *index)
{
	if (!index)
		return;
	g_hash_table_unref(index->messages);
	g_hash_table_unref(index->recipients);
	g_hash_table_unref(index->tables);
	g_hash_table_unref(index->measured);
	g_hash_table_unref(index->improvements);
	g_hash_table_unref(index->improved);
	g_hash_table_unref(index->fixers);
	g_hash_table_unref(index->reverters);
	g_hash_table_unref(index->closers);
	g_hash_table_unref(index->known);
	g_hash_table_unref(index->titled);
	g_free(index);
}

const struct fact_message *story_message(const struct story_index *index, const char *message_id)
{
	return message_id ? g_hash_table_lookup(index->messages, message_id) : NULL;
}

const GPtrArray *story_list(GHashTable *lists, const char *key)
{
	static const GPtrArray nothing = {NULL, 0};
	const GPtrArray *list = key ? g_hash_table_lookup(lists, key) : NULL;

	return list ? list : &nothing;
}

const GPtrArray *story_list_of_commit(GHashTable *lists, const char *id)
{
	g_autofree char *key = begin_of(id);

	return story_list(lists, key);
}

const struct fact_commit *story_commit(const struct story_index *index, const char *id)
{
	const GPtrArray *list = story_list_of_commit(index->known, id);

	for (guint i = 0; i < list->len; i++) {
		const struct fact_commit *commit = g_ptr_array_index(list, i);

		if (commit_same(slice_of(commit->id), slice_of(id)))
			return commit;
	}
	return NULL;
}
