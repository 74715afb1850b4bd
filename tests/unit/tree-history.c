/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What contains what, in whole, shallow and damaged histories; and against a plain search. */
#include "made-tree.h"

static struct tree_history *history_since(struct made *m, guint day)
{
	return tree_history_read(tree_of(m), BEGINNING + (gint64)day * DAY, NULL, NULL);
}

/* ---- releases -------------------------------------------------------------------------------- */

/*
 * a - b(v6.8) - c - d(v6.9-rc1) - e(v6.9) - f(master)
 *      \                 topic: from b, merged by e     next: on top of f
 *       g(v6.8.1), a backport
 */
static void test_releases(struct made *m, gconstpointer data)
{
	const char *a = commit(m, "a", 0, NULL, NULL), *b = commit(m, "b", 1, a, NULL);
	const char *c = commit(m, "c", 2, b, NULL), *d = commit(m, "d", 3, c, NULL);
	const char *topic = commit(m, "topic", 3, b, NULL), *e = commit(m, "e", 4, d, topic);
	const char *f = commit(m, "f", 5, e, NULL), *g = commit(m, "g", 6, b, NULL);
	const char *next = commit(m, "next", 7, f, NULL);
	const struct {
		const char *id, *release;
		gboolean is_mainline;
	} wanted[] = {{a, "v6.8", TRUE}, {b, "v6.8", TRUE}, {c, "v6.9-rc1", TRUE},
		{d, "v6.9-rc1", TRUE}, {topic, "v6.9", TRUE}, {e, "v6.9", TRUE}, {f, NULL, TRUE},
		{g, "v6.8.1", FALSE}, {next, NULL, FALSE}};

	(void)data;
	set_ref(m, "refs/tags/v6.8", b);
	set_ref(m, "refs/tags/v6.9-rc1", d);
	set_ref(m, "refs/tags/v6.9", e);
	set_ref(m, "refs/tags/v6.8.1", g);
	set_ref(m, "refs/tags/next-20240101", a);
	set_ref(m, "refs/heads/next", next);
	set_ref(m, "refs/heads/master", f);

	struct tree_history *history = history_since(m, 0);
	for (guint i = 0; i < G_N_ELEMENTS(wanted); i++) {
		g_assert_cmpstr(tree_history_release(history, wanted[i].id), ==, wanted[i].release);
		g_assert_cmpint(
			tree_history_is_mainline(history, wanted[i].id), ==, wanted[i].is_mainline);
	}
	g_assert_cmpuint(tree_history_commits(history), ==, 8);
	g_assert_false(tree_history_is_mainline(history, "xyz"));
	tree_history_free(history);
}

/* It ends behind what is asked for. */
static void test_since(struct made *m, gconstpointer data)
{
	const char *ids[200] = {NULL};
	struct tree_history *history;

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(ids); i++)
		ids[i] = commit(m, "day", i, i ? ids[i - 1] : NULL, NULL);
	set_ref(m, "refs/heads/master", ids[199]);
	set_ref(m, "refs/tags/v6.9", ids[100]);
	set_ref(m, "refs/tags/v6.8", ids[10]);
	history = history_since(m, 150);
	g_assert_cmpuint(tree_history_commits(history), ==, 80);
	g_assert_true(tree_history_is_mainline(history, ids[150]));
	g_assert_null(tree_history_release(history, ids[150]));
	g_assert_false(tree_history_is_mainline(history, ids[100]));
	tree_history_free(history);

	history = history_since(m, 90);
	g_assert_cmpstr(tree_history_release(history, ids[90]), ==, "v6.9");
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, ==, 0);
	tree_history_free(history);
}

/* The clock of a committer that was off by less than the slack hides nothing. */
static void test_clocks(struct made *m, gconstpointer data)
{
	const char *a = commit(m, "a", 100, NULL, NULL), *late = commit(m, "late", 80, a, NULL);
	const char *b = commit(m, "b", 130, late, NULL);
	struct tree_history *history;

	(void)data;
	set_ref(m, "refs/heads/master", b);
	history = history_since(m, 100);
	g_assert_true(tree_history_is_mainline(history, a));
	tree_history_free(history);
}

/* A head without a date that makes sense is a head. */
static void test_no_clock(struct made *m, gconstpointer data)
{
	const char *a = commit(m, "a", 100, NULL, NULL);
	git_object *tree;
	struct tree_history *history;
	g_autofree char *of_a = g_strconcat(a, "^{tree}", NULL);
	git_odb *odb;
	git_oid id;

	OK(git_revparse_single(&tree, m->repository, of_a));
	OK(git_repository_odb(&odb, m->repository));
	g_autofree char *text = g_strdup_printf("tree %s\nparent %s\n"
						"author P <author@example.org> 1 +0000\n"
						"committer P <author@example.org> %s +0000\n\nb\n",
		keep_id(m, git_object_id(tree)), a, (const char *)data);
	OK(git_odb_write(&id, odb, text, strlen(text), GIT_OBJECT_COMMIT));
	set_ref(m, "refs/heads/master", keep_id(m, &id));
	history = history_since(m, 90);
	g_assert_true(tree_history_is_mainline(history, a));
	tree_history_free(history);
	git_odb_free(odb);
	git_object_free(tree);
}

/* ---- what is missing ------------------------------------------------------------------------- */

static void test_shallow(struct made *m, gconstpointer data)
{
	const char *a = commit(m, "a", 0, NULL, NULL), *b = commit(m, "b", 1, a, NULL);
	const char *c = commit(m, "c", 2, b, NULL);
	struct tree_history *history;

	(void)data;
	set_ref(m, "refs/heads/master", c);
	lose(m, a);
	write_file(m, "shallow", b);
	history = history_since(m, 0);
	g_assert_true(tree_history_is_mainline(history, b));
	g_assert_cmpuint(tree_history_commits(history), ==, 2);
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, ==, 1);
	g_assert_cmpstr(tree_gaps_reason(tree_of(m)), ==, "it is a shallow clone");
	tree_history_free(history);
}

static void test_partial(struct made *m, gconstpointer data)
{
	git_oid blob;

	(void)data;
	put(m, "a.c", "int a;\n");
	const char *a = commit(m, "a", 0, NULL, NULL);
	put(m, "a.c", "int b;\n");
	OK(git_blob_create_from_buffer(&blob, m->repository, "int b;\n", 7));
	const char *b = commit(m, "b", 1, a, NULL);
	set_ref(m, "refs/heads/master", b);
	lose(m, keep_id(m, &blob));
	write_file(m, "objects/pack/pack-1.promisor", "");

	g_assert_null(tree_patch_id(tree_of(m), b));
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, ==, 1);
	g_assert_cmpstr(tree_gaps_reason(tree_of(m)), ==, "it is a partial clone");
	g_autoptr(GPtrArray) paths = tree_changed_paths(tree_of(m), b);
	g_assert_cmpuint(paths->len, ==, 1);
	g_assert_cmpstr(paths->pdata[0], ==, "a.c");
}

/* A merge of as many as fit into an object, all of which but one are missing. */
static void test_wide_merge(struct made *m, gconstpointer data)
{
	const char *a = commit(m, "a", 0, NULL, NULL);
	g_autoptr(GString) text = g_string_new("tree 68a9f5e7007c1afa2cf6830b690a90d0187c0684\n");
	struct tree_history *history;
	git_odb *odb;
	git_oid id;

	(void)data;
	for (guint i = 0; i < 100000; i++)
		g_string_append_printf(text, "parent %040x\n", i + 1);
	g_string_append_printf(text, "parent %s\n", a);
	g_string_append_printf(
		text, "author a <b> 0 +0000\ncommitter a <b> %d +0000\n\nmerge\n", BEGINNING);
	OK(git_repository_odb(&odb, m->repository));
	OK(git_odb_write(&id, odb, text->str, text->len, GIT_OBJECT_COMMIT));
	git_odb_free(odb);
	set_ref(m, "refs/heads/master", keep_id(m, &id));
	history = history_since(m, 0);
	g_assert_true(tree_history_is_mainline(history, a));
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, ==, 100000);
	tree_history_free(history);
}

/* No branch, no tags, or some that lead nowhere. */
static void test_nothing(struct made *m, gconstpointer data)
{
	struct tree_history *history = history_since(m, 0);

	(void)data;
	g_assert_cmpuint(tree_history_commits(history), ==, 0);
	tree_history_free(history);
	tree_close(g_steal_pointer(&m->tree));
	write_file(m, "refs/heads/master", "68a9f5e7007c1afa2cf6830b690a90d0187c0684\n");
	write_file(m, "refs/tags/v6.9", "68a9f5e7007c1afa2cf6830b690a90d0187c0684\n");
	write_file(m, "refs/tags/v6.8", "nothing\n");
	history = history_since(m, 0);
	g_assert_null(tree_main_branch(tree_of(m)));
	g_assert_cmpuint(tree_history_commits(history), ==, 0);
	tree_history_free(history);
}

/* ---- any history ----------------------------------------------------------------------------- */

#define COMMITS 60
#define TAGS 8

/* Whether it is an ancestor, the plain way. */
static gboolean reaches(guint8 (*parents)[COMMITS], guint from, guint to)
{
	if (from == to)
		return TRUE;
	for (guint i = 0; i < from; i++)
		if (parents[from][i] && reaches(parents, i, to))
			return TRUE;
	return FALSE;
}

static void test_any(struct made *m, gconstpointer data)
{
	guint8 parents[COMMITS][COMMITS] = {{0}};
	const char *ids[COMMITS];
	guint tagged[TAGS], tip;
	struct tree_history *history;

	(void)data;
	for (guint i = 0; i < COMMITS; i++) {
		guint n = i ? (guint)g_test_rand_int_range(0, 10) : 0, first = i, second = i;

		if (n)
			parents[i][first = (guint)g_test_rand_int_range(
					   MAX(0, (int)i - 5), (int)i)] = 1;
		if (n > 7)
			parents[i][second = (guint)g_test_rand_int_range(0, (int)i)] = 1;
		g_autofree char *message = g_strdup_printf("%u\n", i);
		ids[i] = commit(m, message, i, n ? ids[first] : NULL, n > 7 ? ids[second] : NULL);
	}
	for (guint i = 0; i < TAGS; i++) {
		g_autofree char *name = g_strdup_printf("refs/tags/v6.%u", i);

		tagged[i] = (guint)g_test_rand_int_range(0, COMMITS);
		set_ref(m, name, ids[tagged[i]]);
	}
	tip = (guint)g_test_rand_int_range(0, COMMITS);
	set_ref(m, "refs/heads/master", ids[tip]);
	history = history_since(m, 0);
	for (guint i = 0; i < COMMITS; i++) {
		g_autofree char *release = NULL;

		for (guint t = 0; t < TAGS && !release; t++)
			if (reaches(parents, tagged[t], i))
				release = g_strdup_printf("v6.%u", t);
		g_assert_cmpstr(tree_history_release(history, ids[i]), ==, release);
		g_assert_cmpint(
			tree_history_is_mainline(history, ids[i]), ==, reaches(parents, tip, i));
		g_assert_cmpint(
			tree_contains(tree_of(m), ids[tip], ids[i]), ==, reaches(parents, tip, i));
	}
	tree_history_free(history);
}

#define ADD(name, function)                                                                        \
	g_test_add("/tree-history/" name, struct made, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("releases", test_releases);
	ADD("since", test_since);
	ADD("clocks", test_clocks);
	g_test_add("/tree-history/no-clock/0", struct made, "0", set_up, test_no_clock, tear_down);
	g_test_add(
		"/tree-history/no-clock/-5", struct made, "-5", set_up, test_no_clock, tear_down);
	g_test_add("/tree-history/no-clock/1", struct made, "1", set_up, test_no_clock, tear_down);
	ADD("shallow", test_shallow);
	ADD("partial", test_partial);
	ADD("wide-merge", test_wide_merge);
	ADD("nothing", test_nothing);
	for (guint i = 0; i < 10; i++) {
		g_autofree char *name = g_strdup_printf("/tree-history/any/%u", i);

		g_test_add(name, struct made, NULL, set_up, test_any, tear_down);
	}
	return g_test_run();
}
