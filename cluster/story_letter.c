/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the messages of a story say beside each event. */
#include "cluster/story_fold.h"
#include "cluster/story_rule.h"
#include "parse/commit_id.h"

#include <string.h>

static void retest_free(gpointer retest)
{
	retest_clear(retest);
	g_free(retest);
}

void story_letter_free(gpointer data)
{
	struct letter *letter = data;

	g_ptr_array_unref(letter->retests);
	g_ptr_array_unref(letter->tables);
	g_free(letter);
}

struct retest *story_read_retest(const struct fold *f, const struct fact_table *table)
{
	struct retest retest = retest_read(f->index->facts, f->cluster, table);

	return g_memdup2(&retest, sizeof(retest));
}

static struct letter *letter_new(const struct fold *f, const char *message_id)
{
	const GPtrArray *tables = story_list(f->index->tables, message_id);
	struct letter *letter = g_new0(struct letter, 1);

	letter->retests = g_ptr_array_new_with_free_func(retest_free);
	letter->tables = g_ptr_array_new();
	for (guint i = 0; i < tables->len; i++) {
		struct fact_table *table = g_ptr_array_index(tables, i);

		if (table->depth)
			continue;
		g_ptr_array_add(letter->tables, table);
		g_ptr_array_add(letter->retests, story_read_retest(f, table));
	}
	return letter;
}

struct letter *story_letter(const struct fold *f, const char *message_id)
{
	struct letter *letter = g_hash_table_lookup(f->letters, message_id);

	if (!letter) {
		letter = letter_new(f, message_id);
		g_hash_table_insert(f->letters, (char *)message_id, letter);
	}
	return letter;
}

gboolean story_is_ours(const struct fold *f, const struct fact_event *event)
{
	if (event->commit)
		return cluster_is_commit(f->cluster, event->commit);
	if (!event->title)
		return TRUE;
	for (guint i = 0; i < f->cluster->commits->len; i++)
		if (!g_strcmp0(event->title,
			    RECORD(f->cluster->commits, struct cluster_commit, i)->title))
			return TRUE;
	return !g_strcmp0(event->title, f->cluster->title);
}

gboolean story_is_verdict(enum event_kind kind)
{
	return kind >= EVENT_RECOVERED && kind <= EVENT_UNCLEAR;
}

void story_read_letters(const struct fold *f)
{
	for (guint i = 0; i < f->cluster->events->len; i++) {
		const struct fact_event *event = RECORD(f->index->facts->events, struct fact_event,
			*RECORD(f->cluster->events, guint, i));
		struct letter *letter = story_letter(f, event->message_id);

		if (event->kind == EVENT_DEBUG_PATCH)
			letter->signs |= SIGN_DEBUG;
		if (story_is_verdict(event->kind))
			letter->signs |= SIGN_SAID;
		if (event->kind == EVENT_REVERT && story_is_ours(f, event))
			letter->signs |= SIGN_REVERTS;
	}
}

const struct retest *story_retest(const struct letter *letter, const struct fact_event *event)
{
	const struct retest *first = NULL;

	for (guint i = 0; i < letter->retests->len; i++) {
		const struct fact_table *table = g_ptr_array_index(letter->tables, i);
		const struct retest *retest = g_ptr_array_index(letter->retests, i);

		if (event->kind == EVENT_RETEST) {
			if (table->part == event->part && table->line == event->line)
				return retest;
			continue;
		}
		if (retest->kind == RETEST_NONE)
			continue;
		if (event->commit && retest->tried &&
			commit_same(slice_of(event->commit), slice_of(retest->tried)))
			return retest;
		if (!first)
			first = retest;
	}
	return first;
}
