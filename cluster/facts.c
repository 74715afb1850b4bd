/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/facts.h"

#include "cluster/measured.h"

#include <string.h>

#define CHUNK_BYTES (64 << 10)

struct facts *facts_new(void)
{
	struct facts *facts = g_new0(struct facts, 1);

	facts->messages = g_array_new(FALSE, FALSE, sizeof(struct fact_message));
	facts->reports = g_array_new(FALSE, FALSE, sizeof(struct fact_report));
	facts->claims = g_array_new(FALSE, FALSE, sizeof(struct fact_claim));
	facts->events = g_array_new(FALSE, FALSE, sizeof(struct fact_event));
	facts->shown = g_array_new(FALSE, FALSE, sizeof(struct fact_shown));
	facts->recipients = g_array_new(FALSE, FALSE, sizeof(struct fact_recipient));
	facts->tables = g_array_new(FALSE, FALSE, sizeof(struct fact_table));
	facts->measured = g_array_new(FALSE, FALSE, sizeof(struct fact_measured));
	facts->commits = g_array_new(FALSE, FALSE, sizeof(struct fact_commit));
	facts->blocks = g_ptr_array_new_with_free_func(g_free);
	facts->text = g_string_chunk_new(CHUNK_BYTES);
	return facts;
}

void facts_free(struct facts *facts)
{
	if (!facts)
		return;
	g_array_unref(facts->messages);
	g_array_unref(facts->reports);
	g_array_unref(facts->claims);
	g_array_unref(facts->events);
	g_array_unref(facts->shown);
	g_array_unref(facts->recipients);
	g_array_unref(facts->tables);
	g_array_unref(facts->measured);
	g_array_unref(facts->commits);
	if (facts->commit_names)
		g_hash_table_unref(facts->commit_names);
	g_ptr_array_unref(facts->blocks);
	g_string_chunk_free(facts->text);
	g_free(facts);
}

const char *facts_keep(struct facts *facts, const char *text)
{
	return text ? g_string_chunk_insert_const(facts->text, text) : NULL;
}

const char *facts_keep_id(struct facts *facts, const char *id)
{
	g_autofree char *lower = id ? g_ascii_strdown(id, -1) : NULL;

	return facts_keep(facts, lower);
}

gpointer facts_keep_block(struct facts *facts, gpointer block)
{
	g_ptr_array_add(facts->blocks, block);
	return block;
}

const char *const *facts_keep_list(struct facts *facts, GPtrArray *names)
{
	static const char *const nothing[] = {NULL};

	if (!names || !names->len)
		return nothing;
	g_ptr_array_add(names, NULL);
	return facts_keep_block(facts, g_memdup2(names->pdata, names->len * sizeof *names->pdata));
}

int facts_compare_dates(gint64 a, gint64 b)
{
	if (a == b)
		return 0;
	if (a == DATE_UNKNOWN || b == DATE_UNKNOWN)
		return a == DATE_UNKNOWN ? 1 : -1;
	return a < b ? -1 : 1;
}

static int compare_commits(gconstpointer a, gconstpointer b)
{
	return strcmp(((const struct fact_commit *)a)->id, ((const struct fact_commit *)b)->id);
}

const struct fact_commit *facts_whole_commit(const struct facts *facts, const char *id)
{
	const struct fact_commit wanted = {.id = id};
	guint place;

	return g_array_binary_search(facts->commits, &wanted, compare_commits, &place)
		       ? RECORD(facts->commits, struct fact_commit, place)
		       : NULL;
}
