/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/comparing.h"

#include "cli/talk.h"
#include "compare/group.h"

#include <string.h>

struct node *comparing_node(const struct comparing *c, guint index)
{
	return c->nodes->nodes->pdata[index];
}

static const struct axes **all_axes(const struct comparing *c)
{
	const struct axes **axes = g_new(const struct axes *, c->nodes->nodes->len + 1);

	for (guint i = 0; i < c->nodes->nodes->len; i++)
		axes[i] = comparing_node(c, i)->axes;
	return axes;
}

/* ---- searches ------------------------------------------------------------------------ */

static void search(struct comparing *c, const struct axes_query *query, const char *said)
{
	g_autofree const struct axes **axes = all_axes(c);
	guint before = c->found->len;

	axes_query_find(query, c->rules, axes, c->nodes->nodes->len, c->found);
	if (c->found->len == before)
		talk("compare: no result root is of %s", said);
}

static gboolean is_whole_id(const char *name)
{
	gsize len = strspn(name, "0123456789abcdef");

	return !name[len] && (len == 40 || len == 64); /* SHA-1, SHA-256 */
}

static void search_commit(struct comparing *c, const char *name)
{
	g_autofree char *commit = c->tree ? tree_resolve(c->tree, name) : NULL;
	struct axes_query *query = axes_query_of_commit(commit ? commit : name);
	g_autofree char *said =
		c->tree || is_whole_id(name)
			? g_strdup(name)
			: g_strdup_printf(
				  "%s; without --linux a commit is named by its whole id", name);

	search(c, query, said);
	axes_query_free(query);
}

static void search_all(struct comparing *c, char *const *commits)
{
	const GPtrArray *queries = c->options->queries;

	for (guint i = 0; i < queries->len; i++) {
		const struct axes_query *query = queries->pdata[i];
		g_autofree char *said = axes_query_text(query);

		search(c, query, said);
	}
	for (; *commits; commits++)
		search_commit(c, *commits);
	c->apart = c->options->is_apart;
	for (guint i = 0; i < c->nodes->nodes->len; i++)
		axes_sort(comparing_node(c, i)->axes);
}

/* ---- directories (-j) --------------------------------------------------------------------- */

/* Nodes at or below the directory; the one of the run that it is. */
static void add_nodes_of(struct comparing *c, const char *dir)
{
	guint before = c->found->len;

	for (guint i = 0; i < c->nodes->nodes->len; i++) {
		char *run;

		if (!result_root_is_in(comparing_node(c, i)->root, dir, &run))
			continue;
		if (run)
			g_ptr_array_add(c->runs, run);
		g_array_append_val(c->found, i);
	}
	if (c->found->len == before)
		talk("compare: %s: there is no result root", dir);
}

static gboolean is_one_node(const GArray *found)
{
	for (guint i = 1; i < found->len; i++)
		if (g_array_index(found, guint, i) != g_array_index(found, guint, 0))
			return FALSE;
	return found->len > 0;
}

static void add_dirs(struct comparing *c)
{
	const GPtrArray *dirs = c->options->dirs;

	c->runs = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < dirs->len; i++)
		add_nodes_of(c, dirs->pdata[i]);
	c->apart = TRUE;
	if (!is_one_node(c->found))
		g_clear_pointer(&c->runs, g_ptr_array_unref);
}

/* ---- history --------------------------------------------------------------------------------- */

/* Is b at or before a?  Then it stands before it. */
static int by_history(gconstpointer a, gconstpointer b, void *data)
{
	return tree_contains(data, *(char *const *)a, *(char *const *)b) ? 1 : -1;
}

static const char *commit_of(const struct comparing *c, guint node)
{
	return axes_value(comparing_node(c, node)->axes, "commit");
}

static GPtrArray *commits_of(const struct comparing *c)
{
	GPtrArray *commits = g_ptr_array_new();

	for (guint i = 0; i < c->found->len; i++) {
		const char *commit = commit_of(c, g_array_index(c->found, guint, i));

		if (commit && !g_ptr_array_find_with_equal_func(commits, commit, g_str_equal, NULL))
			g_ptr_array_add(commits, (char *)commit);
	}
	return commits;
}

static void sort_by_history(struct comparing *c)
{
	g_autoptr(GPtrArray) commits = commits_of(c);
	GArray *sorted = g_array_new(FALSE, FALSE, sizeof(guint));

	g_ptr_array_sort_with_data(commits, by_history, c->tree);
	g_ptr_array_add(commits, NULL); /* nodes without a commit */
	for (guint k = 0; k < commits->len; k++)
		for (guint i = 0; i < c->found->len; i++) {
			guint node = g_array_index(c->found, guint, i);

			if (!g_strcmp0(commit_of(c, node), commits->pdata[k]))
				g_array_append_val(sorted, node);
		}
	g_array_unref(c->found);
	c->found = sorted;
}

gint comparing_by_day(gconstpointer a, gconstpointer b, void *data)
{
	guint x = comparing_node(data, *(const guint *)a)->axes->day;
	guint y = comparing_node(data, *(const guint *)b)->axes->day;

	return (x > y) - (x < y);
}

void comparing_take_all(struct comparing *c)
{
	for (guint i = 0; i < c->nodes->nodes->len; i++) {
		axes_sort(comparing_node(c, i)->axes);
		g_array_append_val(c->found, i);
	}
	g_array_sort_with_data(c->found, comparing_by_day, c); /* which is stable */
	if (c->tree)
		sort_by_history(c);
}

void comparing_search(struct comparing *c, char *const *commits)
{
	if (c->options->dirs->len)
		add_dirs(c);
	else
		search_all(c, commits);
	if (c->tree && axis_is_in("commit", (const char *const *)c->options->axes))
		sort_by_history(c);
}

const char *comparing_shown(const char *axis, const char *value, void *data)
{
	const struct comparing *c = data;
	const char *tag = c->tree && !strcmp(axis, "commit") ? tree_tag(c->tree, value) : NULL;

	return tag ? tag : value;
}

/* ---- groups ------------------------------------------------------------------------------ */

void comparing_read_ahead(struct comparing *c, const GPtrArray *groups)
{
	g_autoptr(GPtrArray) order = g_ptr_array_new();

	for (guint i = 0; i < groups->len; i++) {
		const GArray *group = groups->pdata[i];

		/* as comparing_drop_lost() goes */
		for (guint k = group->len; k > 0; k--)
			g_ptr_array_add(
				order, comparing_node(c, g_array_index(group, guint, k - 1)));
	}
	nodes_read_ahead(c->nodes, (struct node *const *)order->pdata, order->len);
}

void comparing_drop_lost(struct comparing *c, GArray *group)
{
	for (guint i = group->len; i > 0; i--) {
		struct node *node = comparing_node(c, g_array_index(group, guint, i - 1));

		if (node_matrix(c->nodes, node)->columns)
			continue;
		talk("compare: %s: no run is sound, it is left out", node->root->path);
		g_array_remove_index(group, i - 1);
	}
}

GPtrArray *comparing_groups(const struct comparing *c)
{
	g_autofree const struct axes **axes = all_axes(c);

	return group_nodes(axes, c->found, (const char *const *)c->options->axes, c->apart);
}
