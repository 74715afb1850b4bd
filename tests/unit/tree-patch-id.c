/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patch-ids are git's own, of whatever a commit does. */
#include "made-tree.h"

/* What `git diff-tree -p COMMIT | git patch-id --stable` prints, without the commit. */
static char *ask_git(struct made *m, const char *id)
{
	static const char script[] = "git --git-dir=\"$1\" -c core.attributesFile= diff-tree -p "
				     "--root --no-renames \"$2\" "
				     "| git patch-id --stable | cut -d' ' -f1";
	const char *const argv[] = {"sh", "-c", script, "sh", m->path, id, NULL};
	g_autofree char *said = NULL;
	int status;

	g_assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
		&said, NULL, &status, NULL));
	g_assert_cmpint(status, ==, 0);
	g_strstrip(said);
	return *said ? g_steal_pointer(&said) : NULL;
}

static void check(struct made *m, const char *id)
{
	g_autofree char *ours = tree_patch_id(tree_of(m), id), *theirs = ask_git(m, id);

	g_assert_cmpstr(ours, ==, theirs);
}

static char *lines(guint from, guint to)
{
	GString *text = g_string_new(NULL);

	for (guint i = from; i < to; i++)
		g_string_append_printf(text, "\tline %u of the file;\n", i);
	return g_string_free(text, FALSE);
}

static void test_kinds(struct made *m, gconstpointer data)
{
	g_autofree char *hundred = lines(0, 100), *fewer = lines(5, 95), *none = g_strdup("");
	const char *id;

	(void)data;
	put(m, "Makefile", hundred);
	put(m, "mm/slub.c", hundred);
	put(m, "mm/with blank.c", "a\n");
	put(m, "mm/caf\xc3\xa9\t\"x\"\\.c", "a\n");
	put(m, "mm.c", none);
	check(m, id = commit(m, "first", 0, NULL, NULL));
	put(m, "mm/slub.c", fewer);
	put(m, "mm/with blank.c", "b");
	put(m, "mm/caf\xc3\xa9\t\"x\"\\.c", "b\r\n\v\f\n");
	check(m, id = commit(m, "changes", 1, id, NULL));
	put(m, "mm/with blank.c", "c");
	check(m, id = commit(m, "no newline", 2, id, NULL));
	put_mode(m, "Makefile", hundred, strlen(hundred), GIT_FILEMODE_BLOB_EXECUTABLE);
	put(m, "mm/slub.c", hundred);
	check(m, id = commit(m, "mode before lines", 3, id, NULL));
	put(m, "empty", "");
	check(m, id = commit(m, "heads alone", 4, id, NULL));
	OK(git_index_remove(m->index, "mm/slub.c", 0));
	put(m, "mm/slub/core.c", fewer);
	check(m, id = commit(m, "moved", 5, id, NULL));
	put_mode(m, "Makefile", "mm.c", 4, GIT_FILEMODE_LINK);
	check(m, id = commit(m, "a link", 6, id, NULL));
	check(m, id = commit(m, "nothing", 7, id, NULL));
	git_index_entry entry = {.path = "sub", .mode = GIT_FILEMODE_COMMIT};
	OK(git_oid_fromstr(&entry.id, id));
	OK(git_index_add(m->index, &entry));
	check(m, id = commit(m, "a submodule", 8, id, NULL));
}

/* Where nothing is compared there is none. */
static void test_none(struct made *m, gconstpointer data)
{
	g_autofree char *large = g_strnfill(9 << 20, 'x');
	const char *first, *second;

	(void)data;
	put(m, "a", "a\n");
	first = commit(m, "first", 0, NULL, NULL);
	put_mode(m, "a", "\0\n", 2, GIT_FILEMODE_BLOB);
	second = commit(m, "binary", 1, first, NULL);
	g_assert_null(tree_patch_id(tree_of(m), second));
	g_assert_null(tree_patch_id(tree_of(m), commit(m, "merge", 2, second, first)));
	put(m, "a", large);
	g_assert_null(tree_patch_id(tree_of(m), commit(m, "large", 3, second, NULL)));
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, ==, 0);
}

/* The same patch elsewhere, and with other blanks, is the same. */
static void test_same(struct made *m, gconstpointer data)
{
	g_autofree char *before = lines(0, 100), *more = lines(0, 120), *head = lines(200, 240);
	g_autofree char *old = g_strconcat(head, more, NULL);
	g_auto(GStrv) parts = g_strsplit(before, "line 50 of", 2),
		      others = g_strsplit(old, "line 50 of", 2);
	g_autofree char *new = g_strjoinv("line fifty of", parts);
	g_autofree char *new_other = g_strjoinv(" line fifty  of", others);
	const char *a, *b, *c, *d;

	(void)data;
	put(m, "mm/slub.c", before);
	a = commit(m, "a", 0, NULL, NULL);
	put(m, "mm/slub.c", new);
	b = commit(m, "b", 1, a, NULL);
	put(m, "mm/slub.c", old);
	c = commit(m, "c", 2, NULL, NULL);
	put(m, "mm/slub.c", new_other);
	d = commit(m, "d", 3, c, NULL);
	g_autofree char *first = tree_patch_id(tree_of(m), b),
			*other = tree_patch_id(tree_of(m), d);
	g_assert_nonnull(first);
	g_assert_cmpstr(first, ==, other);
	g_autofree char *whole = tree_patch_id(tree_of(m), a);
	g_assert_cmpstr(first, !=, whole);
}

/* Files of few distinct lines, some of which go, come and repeat. */
static void test_any(struct made *m, gconstpointer data)
{
	const char *id = NULL;

	(void)data;
	for (guint round = 0; round < 25; round++) {
		for (guint file = 0; file < 3; file++) {
			g_autoptr(GString) text = g_string_new(NULL);
			g_autofree char *path = g_strdup_printf("%u/%u.c", file % 2, file);
			int n = g_test_rand_int_range(0, 80);

			for (int i = 0; i < n; i++)
				g_string_append_printf(text, "%*s%s\n",
					g_test_rand_int_range(0, 3) * 4, "",
					(const char *[]){"}", "", "{", "return 0;", "a++;",
						"b--;"}[g_test_rand_int_range(0, 6)]);
			put(m, path, text->str);
		}
		check(m, id = commit(m, "round", round, id, NULL));
	}
}

#define ADD(name, function)                                                                        \
	g_test_add("/tree-patch-id/" name, struct made, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_autofree char *git = g_find_program_in_path("git");

	g_test_init(&argc, &argv, NULL);
	ADD("none", test_none);
	ADD("same", test_same);
	if (git) {
		ADD("kinds", test_kinds);
		ADD("any", test_any);
	}
	return g_test_run();
}
