/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How fast a tree of the kernel is asked: tree REPO [REPORTS].
 *
 * `make-tree 200000 | git fast-import` makes one; any clone of the kernel will do.
 */
#include "cluster/ask_tree.h"
#include "tree/changes.h"
#include "tree/history.h"

#include <stdio.h>
#include <stdlib.h>

static void keep_id(const char *id, const struct commit_text *text, void *data)
{
	(void)text;
	g_ptr_array_add(data, g_strdup(id));
}

static double since(gint64 *start)
{
	gint64 now = g_get_monotonic_time();
	double seconds = (double)(now - *start) / G_USEC_PER_SEC;

	*start = now;
	return seconds;
}

/* Reports of commits all over the history, each abbreviated, with a title. */
static struct facts *make_facts(struct tree *tree, const GPtrArray *ids, guint n)
{
	struct facts *facts = facts_new();

	for (guint i = 0; i < n; i++) {
		const char *id = ids->pdata[(guint64)i * ids->len / n];
		struct tree_commit *commit = tree_commit_read(tree, id);
		g_autofree char *cut = g_strndup(id, i % 2 ? 12 : 40);
		const struct fact_report report = {.message_id = "1@example.org",
			.date = commit->date,
			.commit = facts_keep(facts, cut),
			.parent = facts_keep(facts, commit->parent),
			.title = facts_keep(facts, commit->title)};

		g_array_append_val(facts->reports, report);
		tree_commit_free(commit);
	}
	return facts;
}

int main(int argc, char **argv)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GError) error = NULL;
	gint64 start = g_get_monotonic_time();
	struct tree *tree = argc > 1 ? tree_open(argv[1], &error) : NULL;
	struct tree_history *history;
	struct facts *facts;
	guint mainline = 0, patches = 0, n;

	if (!tree) {
		fprintf(stderr, "tree: %s\n", error ? error->message : "which one?");
		return 2;
	}
	printf("open                    %6.2f s\n", since(&start));
	history = tree_history_read(tree, 0, keep_id, ids);
	printf("all of the history      %6.2f s  %u commits\n", since(&start), ids->len);
	for (guint i = 0; i < ids->len; i++)
		mainline += tree_history_is_mainline(history, ids->pdata[i]);
	printf("is it in mainline?      %6.2f s  %u are\n", since(&start), mainline);
	tree_history_free(history);

	n = argc > 2 ? (guint)strtoul(argv[2], NULL, 10) : 10000;
	facts = make_facts(tree, ids, MIN(n, ids->len));
	since(&start);
	ask_tree(facts, tree, NULL);
	for (guint i = 0; i < facts->commits->len; i++)
		patches += g_array_index(facts->commits, struct fact_commit, i).patch_id != NULL;
	printf("%7u reports         %6.2f s  %u commits, %u patch-ids\n", facts->reports->len,
		since(&start), facts->commits->len, patches);
	facts_free(facts);
	tree_close(tree);
	return 0;
}
