/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/compare_options.h"
#include "cli/output.h"
#include "cli/result_nodes.h"
#include "cli/talk.h"
#include "compare/group.h"
#include "compare/rows.h"
#include "render/lkp_table.h"
#include "tree/tree.h"

#include <stdlib.h>

struct comparing {
	const struct compare_options *options;
	gboolean quiet;
	const struct rules *rules;
	struct rules_asker asker;
	struct diag_sink sink;
	struct tree *tree; /* NULL: none */
	struct nodes *nodes;
	struct stat_book *book;
	GArray *found;   /* of guint: nodes, the base first */
	GPtrArray *runs; /* single runs of one node are compared: their names; NULL: not so */
	gboolean apart;
};

static void print_diag(const struct diag *diag, void *data)
{
	const struct comparing *c = data;

	if (!c->quiet && diag_level(diag->id) != DIAG_NOTE)
		talk_diag(diag);
}

static struct node *node_at(const struct comparing *c, guint index)
{
	return c->nodes->nodes->pdata[index];
}

static const struct axes **all_axes(const struct comparing *c)
{
	const struct axes **axes = g_new(const struct axes *, c->nodes->nodes->len + 1);

	for (guint i = 0; i < c->nodes->nodes->len; i++)
		axes[i] = node_at(c, i)->axes;
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

static void search_commit(struct comparing *c, const char *name)
{
	g_autofree char *commit = c->tree ? tree_resolve(c->tree, name) : NULL;
	struct axes_query *query = axes_query_of_commit(commit ? commit : name);

	search(c, query, name);
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
		axes_sort(node_at(c, i)->axes);
}

/* ---- directories (-j) --------------------------------------------------------------------- */

static gboolean is_below(const char *path, const char *dir)
{
	gsize len = strlen(dir);

	return !strncmp(path, dir, len) && (path[len] == '/' || !path[len]);
}

/* Nodes at or below the directory; the one of the run that it is. */
static void add_nodes_of(struct comparing *c, const char *dir)
{
	g_autofree char *wanted = g_canonicalize_filename(dir, NULL);
	char *real = realpath(wanted, NULL);
	guint before = c->found->len;

	for (guint i = 0; real && i < c->nodes->nodes->len; i++) {
		char *root = realpath(node_at(c, i)->root->dir, NULL);
		g_autofree char *parent = g_path_get_dirname(real);

		if (!root)
			continue;
		if (!strcmp(root, parent))
			g_ptr_array_add(c->runs, g_path_get_basename(real));
		if (!strcmp(root, parent) || is_below(root, real))
			g_array_append_val(c->found, i);
		free(root);
	}
	free(real);
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
	return axes_value(node_at(c, node)->axes, "commit");
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

static const char *shown(const char *axis, const char *value, void *data)
{
	const struct comparing *c = data;
	const char *tag = c->tree && !strcmp(axis, "commit") ? tree_tag(c->tree, value) : NULL;

	return tag ? tag : value;
}

/* ---- one group ----------------------------------------------------------------------------------
 */

struct compared {
	struct lkp_member *members;
	GPtrArray *rows;
	guint n;
	gboolean apart;
};

static void compared_free(void *data)
{
	struct compared *group = data;

	g_free(group->members);
	g_ptr_array_unref(group->rows);
	g_free(group);
}

static struct compared *compared_new(
	struct comparing *c, const struct select_members *members, const struct member *counted)
{
	struct compared *group = g_new0(struct compared, 1);
	g_autoptr(GPtrArray) names = select_stats(&c->options->select, c->book, members);

	group->n = members->n;
	group->members = g_new0(struct lkp_member, members->n);
	group->apart = c->apart;
	group->rows = rows_make(c->book, names, counted, members->n);
	return group;
}

static struct compared *compare_nodes(struct comparing *c, const GArray *indexes)
{
	guint n = indexes->len;
	g_autofree const struct matrix **all = g_new(const struct matrix *, n);
	g_autofree struct matrix **complete = g_new(struct matrix *, n);
	g_autofree struct member *counted = g_new0(struct member, n);
	const struct select_members members = {all, n, NULL};
	struct compared *group;

	for (guint i = 0; i < n; i++) {
		all[i] = node_matrix(c->nodes, node_at(c, g_array_index(indexes, guint, i)));
		complete[i] = matrix_complete(all[i]);
		counted[i] = (struct member){
			all[i], complete[i] ? complete[i] : all[i], all[i]->columns};
	}
	group = compared_new(c, &members, counted);
	for (guint i = 0; i < n; i++) {
		struct node *node = node_at(c, g_array_index(indexes, guint, i));

		group->members[i].axes = node->axes;
		matrix_free(complete[i]);
		node_release(node); /* of many groups only the rows are kept */
	}
	return group;
}

/* LKP counts the bits of 1 for the runs of a run: one for the first, none for the others. */
static struct compared *compare_runs(struct comparing *c, struct node *node)
{
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)matrix_free);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autofree struct member *counted = g_new0(struct member, c->runs->len);

	for (guint i = 0; i < c->runs->len; i++) {
		struct matrix *matrix = node_run_matrix(c->nodes, node, c->runs->pdata[i]);

		if (!matrix)
			continue;
		counted[all->len] = (struct member){matrix, matrix, all->len == 0};
		g_ptr_array_add(all, matrix);
		g_ptr_array_add(names, c->runs->pdata[i]);
	}
	if (all->len < 2)
		return NULL;

	const struct select_members members = {
		(const struct matrix *const *)all->pdata, all->len, node_matrix(c->nodes, node)};
	struct compared *group = compared_new(c, &members, counted);
	for (guint i = 0; i < all->len; i++)
		group->members[i] = (struct lkp_member){node->axes, names->pdata[i]};
	return group;
}

/* All runs of a result root may be lost; that is no reason to hold zeroes against it. */
static void drop_without_runs(struct comparing *c, GArray *group)
{
	for (guint i = group->len; i > 0; i--) {
		struct node *node = node_at(c, g_array_index(group, guint, i - 1));

		if (node_matrix(c->nodes, node)->columns)
			continue;
		talk("compare: %s: no run is sound, it is left out", node->root->path);
		g_array_remove_index(group, i - 1);
	}
}

static GPtrArray *compare_all(struct comparing *c)
{
	GPtrArray *groups = g_ptr_array_new_with_free_func(compared_free);
	g_autofree const struct axes **axes = all_axes(c);

	if (c->runs) {
		struct compared *group =
			compare_runs(c, node_at(c, g_array_index(c->found, guint, 0)));

		if (group)
			g_ptr_array_add(groups, group);
		return groups;
	}
	g_autoptr(GPtrArray) grouped =
		group_nodes(axes, c->found, (const char *const *)c->options->axes, c->apart);
	for (guint i = 0; i < grouped->len; i++) {
		drop_without_runs(c, grouped->pdata[i]);
		if (((GArray *)grouped->pdata[i])->len > 1)
			g_ptr_array_add(groups, compare_nodes(c, grouped->pdata[i]));
	}
	return groups;
}

/* ---- printing
 * --------------------------------------------------------------------------------------- */

static int by_largest_change(gconstpointer a, gconstpointer b)
{
	double x = rows_largest_change((*(struct compared *const *)a)->rows);
	double y = rows_largest_change((*(struct compared *const *)b)->rows);

	return (x < y) - (x > y);
}

static void print_groups(struct comparing *c, GPtrArray *groups)
{
	const struct compare_options *o = c->options;
	const struct lkp_style style = {o->compact, o->show_empty, shown, c};
	g_autofree struct lkp_group *printed = g_new0(struct lkp_group, groups->len);
	g_autoptr(GString) out = g_string_new(NULL);

	if (o->sort_groups)
		g_ptr_array_sort(groups, by_largest_change);
	for (guint i = 0; i < groups->len; i++) {
		const struct compared *group = groups->pdata[i];

		printed[i] = (struct lkp_group){group->members, group->n,
			(const char *const *)o->axes, group->apart, group->rows};
		if (o->by_stat)
			rows_sort(c->book, group->rows);
		else
			lkp_print_group(out, &style, &printed[i]);
	}
	if (o->by_stat)
		lkp_print_by_stat(out, printed, groups->len);
	if (!out->len)
		talk("compare: nothing differs by the rules of the choice");
	output_print(out->str);
}

/* ---- the command
 * ---------------------------------------------------------------------------------------- */

static gboolean open_all(struct comparing *c, GError **error)
{
	const struct compare_options *o = c->options;

	if (o->linux_tree && !(c->tree = tree_open(o->linux_tree, error)))
		return FALSE;
	c->nodes = nodes_find(c->rules, o->results, o->order, &c->sink, error);
	return c->nodes != NULL;
}

static gboolean is_anything_named(const struct compare_options *o, char *const *commits)
{
	return *commits || o->queries->len || o->dirs->len;
}

static enum exit_status compare(struct comparing *c, char *const *commits)
{
	if (c->options->dirs->len)
		add_dirs(c);
	else
		search_all(c, commits);
	if (c->tree && axis_is_in("commit", (const char *const *)c->options->axes))
		sort_by_history(c);

	g_autoptr(GPtrArray) groups = compare_all(c);
	if (!groups->len) {
		talk("compare: no two result roots could be compared%s",
			is_anything_named(c->options, commits)
				? ""
				: ": name COMMITs, or axes with -s, or directories with -j");
		return EXIT_FOUND;
	}
	print_groups(c, groups);
	return EXIT_DONE;
}

enum exit_status command_compare(const struct options *options)
{
	struct comparing c = {.options = options->compare, .quiet = options->quiet};
	g_autoptr(GError) error = NULL;
	enum exit_status status;

	c.sink = (struct diag_sink){print_diag, &c};
	c.asker = (struct rules_asker){&c.sink, ORIGIN_NONE};
	c.rules = options->rules;
	c.book = stat_book_new(c.rules, &c.asker);
	c.found = g_array_new(FALSE, FALSE, sizeof(guint));
	status = open_all(&c, &error) ? compare(&c, options->arguments) : talk_system(error);
	g_array_unref(c.found);
	g_clear_pointer(&c.runs, g_ptr_array_unref);
	stat_book_free(c.book);
	nodes_free(c.nodes);
	tree_close(c.tree);
	return status;
}
