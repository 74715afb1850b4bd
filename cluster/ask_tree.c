/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/ask_tree.h"

#include "cluster/asked.h"
#include "tree/changes.h"
#include "tree/history.h"

#include <string.h>

#define SUBSYSTEMS_MAX 5 /* of a commit; those that fit it best */
#define LISTS_MAX 8
#define PEOPLE_MAX 30

struct filling {
	struct facts *facts;
	struct tree *tree;
	struct ask *ask;
	struct maintainers *maintainers;
};

/* ---- one commit ---------------------------------------------------------------------------- */

static const char *keep_joined(struct facts *facts, GPtrArray *names)
{
	g_autofree char *joined = NULL;

	if (!names->len)
		return NULL;
	g_ptr_array_add(names, NULL);
	joined = g_strjoinv(", ", (char **)names->pdata);
	return facts_keep(facts, joined);
}

static void add_once(GPtrArray *names, const char *name, guint most)
{
	if (names->len < most && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
		g_ptr_array_add(names, (char *)name);
}

static void fill_subsystems(struct filling *f, struct fact_commit *fact)
{
	g_autoptr(GPtrArray) paths = f->maintainers ? tree_changed_paths(f->tree, fact->id) : NULL;
	g_autoptr(GPtrArray) sections = paths ? maintainers_of(f->maintainers, paths) : NULL;
	g_autoptr(GPtrArray) titles = g_ptr_array_new(), lists = g_ptr_array_new();
	g_autoptr(GPtrArray) people = g_ptr_array_new();

	for (guint i = 0; sections && i < MIN(sections->len, SUBSYSTEMS_MAX); i++) {
		const struct maintainers_section *section = sections->pdata[i];

		add_once(titles, section->title, SUBSYSTEMS_MAX);
		for (guint k = 0; k < section->lists->len; k++)
			add_once(lists, section->lists->pdata[k], LISTS_MAX);
		for (guint k = 0; k < section->people->len; k++)
			add_once(people, facts_keep(f->facts, section->people->pdata[k]),
				PEOPLE_MAX);
	}
	fact->subsystems = keep_joined(f->facts, titles);
	fact->lists = keep_joined(f->facts, lists);
	fact->people = facts_keep_list(f->facts, people);
}

static const char *const *keep_ids(struct filling *f, char *const *ids)
{
	g_autoptr(GPtrArray) kept = g_ptr_array_new();

	for (; *ids; ids++)
		g_ptr_array_add(kept, (char *)facts_keep(f->facts, ask_whole(f->ask, *ids)));
	return facts_keep_list(f->facts, kept);
}

static const char *const *keep_links(struct facts *facts, char *const *links)
{
	g_autoptr(GPtrArray) kept = g_ptr_array_new();

	for (; *links; links++)
		g_ptr_array_add(kept, (char *)facts_keep(facts, *links));
	return facts_keep_list(facts, kept);
}

static void fill_commit(struct filling *f, const struct asked *asked)
{
	const struct tree_commit *c = asked->commit;
	struct fact_commit fact = {
		.id = facts_keep(f->facts, c->id),
		.title = facts_keep(f->facts, c->title),
		.author_name = facts_keep(f->facts, c->author_name),
		.author_address = facts_keep(f->facts, c->author_address),
		.date = c->date ? c->date : DATE_UNKNOWN,
		.parent = facts_keep(f->facts, c->parent),
		.is_mainline = tree_history_is_mainline(f->ask->history, c->id),
		.tag = facts_keep(f->facts, tree_history_release(f->ask->history, c->id)),
		.reverts = facts_keep(f->facts, ask_whole(f->ask, c->reverts)),
		.upstream = facts_keep(f->facts, ask_whole(f->ask, c->upstream)),
		.fixes = keep_ids(f, c->fixes),
		.links = keep_links(f->facts, c->links),
	};

	if (asked->is_change) {
		g_autofree char *patch_id = tree_patch_id(f->tree, c->id);

		fact.patch_id = facts_keep(f->facts, patch_id);
		fill_subsystems(f, &fact);
	}
	g_array_append_val(f->facts->commits, fact);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static int by_id(gconstpointer a, gconstpointer b)
{
	return strcmp(((const struct fact_commit *)a)->id, ((const struct fact_commit *)b)->id);
}

/* The ids as the facts have them, and the whole ones. */
static void name_commits(struct filling *f)
{
	struct facts *facts = f->facts;
	GHashTableIter iter;
	void *name, *id;

	facts->commit_names = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint i = 0; i < facts->commits->len; i++)
		g_hash_table_insert(facts->commit_names,
			(char *)RECORD(facts->commits, struct fact_commit, i)->id,
			GUINT_TO_POINTER(i));
	g_hash_table_iter_init(&iter, f->ask->names);
	while (g_hash_table_iter_next(&iter, &name, &id)) {
		const struct fact_commit *commit = facts_whole_commit(facts, id);

		if (commit)
			g_hash_table_insert(facts->commit_names, (char *)facts_keep(facts, name),
				GUINT_TO_POINTER(
					commit - RECORD(facts->commits, struct fact_commit, 0)));
	}
}

static void tell_gaps(struct tree *tree, const struct diag_sink *sink)
{
	const struct origin origin = {tree_path(tree), -1, NULL, 0, 0};
	const struct tree_gaps gaps = tree_gaps(tree);
	const char *reason = tree_gaps_reason(tree);

	if (!tree_main_branch(tree))
		diag_emit(sink, DIAG_TREE_INCOMPLETE, &origin, SLICE_NULL,
			"it has no main branch, so nothing is known to be in mainline");
	if (gaps.missing || gaps.large)
		diag_emit(sink, DIAG_TREE_INCOMPLETE, &origin, SLICE_NULL,
			"%u objects are missing or damaged, %u are too large: %s", gaps.missing,
			gaps.large, reason ? reason : "no reason is seen");
}

void ask_tree(struct facts *facts, struct tree *tree, const struct diag_sink *sink)
{
	struct filling f = {facts, tree, ask_new(facts, tree, sink), tree_maintainers(tree)};
	GHashTableIter iter;
	void *asked;

	ask_walk(f.ask);
	g_hash_table_iter_init(&iter, f.ask->commits);
	while (g_hash_table_iter_next(&iter, NULL, &asked))
		fill_commit(&f, asked);
	g_array_sort(facts->commits, by_id);
	name_commits(&f);
	facts->has_tree = TRUE;
	tell_gaps(tree, sink);
	maintainers_free(f.maintainers);
	ask_free(f.ask);
}

const struct fact_commit *facts_commit(const struct facts *facts, const char *id)
{
	void *index;

	if (!id || !facts->commit_names ||
		!g_hash_table_lookup_extended(facts->commit_names, id, NULL, &index))
		return NULL;
	return RECORD(facts->commits, struct fact_commit, GPOINTER_TO_UINT(index));
}
