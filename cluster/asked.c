/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/asked.h"

#include "parse/commit_id.h"
#include "tree/history.h"

#include <string.h>

static void free_asked(void *asked)
{
	tree_commit_free(((struct asked *)asked)->commit);
	g_free(asked);
}

/* ---- ids --------------------------------------------------------------------------------- */

const char *ask_whole(const struct ask *ask, const char *id)
{
	const char *whole = id ? g_hash_table_lookup(ask->names, id) : NULL;

	return whole ? whole : id;
}

static void tell_ambiguous(const struct ask *ask, const char *id)
{
	const struct origin origin = {tree_path(ask->tree), -1, NULL, 0, 0};

	diag_emit(ask->sink, DIAG_COMMIT_AMBIGUOUS, &origin, slice_of(id),
		"more than one commit of the tree begins with %s", id);
}

void ask_look_up(struct ask *ask, const GPtrArray *ids)
{
	g_autoptr(GHashTable) once = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GArray) names = g_array_new(FALSE, FALSE, sizeof(struct tree_name));

	for (guint i = 0; i < ids->len; i++) {
		struct tree_name name = {ids->pdata[i], TREE_UNKNOWN, ""};

		if (name.digits && commit_is_id(slice_of(name.digits)) &&
			!g_hash_table_contains(ask->names, name.digits) &&
			g_hash_table_add(once, (char *)name.digits))
			g_array_append_val(names, name);
	}
	tree_find(ask->tree, (struct tree_name *)(gpointer)names->data, names->len);
	for (guint i = 0; i < names->len; i++) {
		const struct tree_name *name = RECORD(names, struct tree_name, i);

		if (name->answer == TREE_FOUND)
			g_hash_table_insert(ask->names, g_strdup(name->digits), g_strdup(name->id));
		else if (name->answer == TREE_AMBIGUOUS)
			tell_ambiguous(ask, name->digits);
	}
}

gboolean ask_add(struct ask *ask, const char *id, gboolean is_change)
{
	struct asked *asked = g_hash_table_lookup(ask->commits, id);
	struct tree_commit *commit;

	if (asked) {
		asked->is_change |= is_change;
		return TRUE;
	}
	if (!(commit = tree_commit_read(ask->tree, id)))
		return FALSE;
	asked = g_new0(struct asked, 1);
	asked->commit = commit;
	asked->is_change = is_change;
	g_hash_table_insert(ask->commits, commit->id, asked);
	return TRUE;
}

void ask_look_up_named(struct ask *ask)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new();
	GHashTableIter iter;
	void *value;

	g_hash_table_iter_init(&iter, ask->commits);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct tree_commit *commit = ((const struct asked *)value)->commit;

		g_ptr_array_add(ids, commit->reverts);
		g_ptr_array_add(ids, commit->upstream);
		for (char **id = commit->fixes; *id; id++)
			g_ptr_array_add(ids, *id);
	}
	ask_look_up(ask, ids);
}

/* ---- what the facts name -------------------------------------------------------------------- */

/* Changes first, then what they stand upon. */
static void gather_ids(const struct facts *facts, GPtrArray *changes, GPtrArray *others)
{
	for (guint i = 0; i < facts->reports->len; i++) {
		const struct fact_report *report = RECORD(facts->reports, struct fact_report, i);

		g_ptr_array_add(changes, (char *)report->commit);
		g_ptr_array_add(others, (char *)report->parent);
	}
	for (guint i = 0; i < facts->events->len; i++)
		g_ptr_array_add(
			changes, (char *)RECORD(facts->events, struct fact_event, i)->commit);
	for (guint i = 0; i < facts->tables->len; i++) {
		const struct fact_table *table = RECORD(facts->tables, struct fact_table, i);

		for (guint k = 0; k < table->n_columns; k++)
			g_ptr_array_add(others, (char *)table->columns[k].id);
	}
}

static void add_all(struct ask *ask, const GPtrArray *ids, gboolean is_change)
{
	for (guint i = 0; i < ids->len; i++) {
		const char *whole =
			ids->pdata[i] ? g_hash_table_lookup(ask->names, ids->pdata[i]) : NULL;

		if (whole)
			ask_add(ask, whole, is_change);
	}
}

/* What a reported backport is the backport of. */
static void add_upstreams(struct ask *ask)
{
	g_autoptr(GPtrArray) upstreams = g_ptr_array_new();
	GHashTableIter iter;
	void *value;

	g_hash_table_iter_init(&iter, ask->commits);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const struct asked *asked = value;

		if (asked->is_change)
			g_ptr_array_add(upstreams, asked->commit->upstream);
	}
	add_all(ask, upstreams, TRUE);
}

struct ask *ask_new(struct facts *facts, struct tree *tree, const struct diag_sink *sink)
{
	struct ask *ask = g_new0(struct ask, 1);
	g_autoptr(GPtrArray) changes = g_ptr_array_new(), others = g_ptr_array_new();

	ask->facts = facts;
	ask->tree = tree;
	ask->sink = sink;
	ask->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	ask->commits = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_asked);
	gather_ids(facts, changes, others);
	ask_look_up(ask, changes);
	ask_look_up(ask, others);
	add_all(ask, changes, TRUE);
	add_all(ask, others, FALSE);
	ask_look_up_named(ask);
	add_upstreams(ask);
	return ask;
}

void ask_free(struct ask *ask)
{
	tree_history_free(ask->history);
	g_hash_table_unref(ask->commits);
	g_hash_table_unref(ask->names);
	g_free(ask);
}
