/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tree says of names and single commits, however it lies there. */
#include "made-tree.h"

/* ---- names ---------------------------------------------------------------------------------- */

static enum tree_answer find(struct made *m, const char *digits, const char **ret_id)
{
	struct tree_name name = {digits, TREE_FOUND, ""};

	tree_find(tree_of(m), &name, 1);
	*ret_id = g_string_chunk_insert_const(m->ids, name.id);
	return name.answer;
}

static void test_names(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL), *id;

	(void)data;
	put(m, "a", "text\n");
	for (guint n = 7; n <= 40; n++) {
		g_autofree char *digits = g_strndup(first, n), *upper = g_ascii_strup(digits, -1);

		g_assert_cmpint(find(m, digits, &id), ==, TREE_FOUND);
		g_assert_cmpstr(id, ==, first);
		g_assert_cmpint(find(m, upper, &id), ==, TREE_FOUND);
	}
	g_autofree char *short_one = g_strndup(first, 6);
	g_autofree char *long_one = g_strconcat(first, "0", NULL);
	const char *const unknown[] = {short_one, long_one, "", "0123456789", "xyz4567", "HEAD",
		"5c0a85fad949212b3e059692deecdeed74ae7ec7"};
	for (guint i = 0; i < G_N_ELEMENTS(unknown); i++)
		g_assert_cmpint(find(m, unknown[i], &id), ==, TREE_UNKNOWN);
}

/* Under an id that is not its own, so that two can begin alike. */
static void put_object(struct made *m, const char *id, const char *of)
{
	g_autofree char *from = object_path(m, of), *to = object_path(m, id), *bytes = NULL;
	g_autofree char *folder = g_path_get_dirname(to);
	gsize len;

	OK(g_mkdir_with_parents(folder, 0700));
	g_assert_true(g_file_get_contents(from, &bytes, &len, NULL));
	g_assert_true(g_file_set_contents(to, bytes, (gssize)len, NULL));
}

/* An object whose id only differs from another's behind `same` digits. */
static const char *twin(struct made *m, const char *id, guint same, const char *of)
{
	g_autofree char *other = g_strdup(id);

	other[same] = other[same] == '0' ? '1' : '0';
	put_object(m, other, of);
	return g_string_chunk_insert_const(m->ids, other);
}

static void test_ambiguous(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL), *id;
	git_oid blob;

	(void)data;
	OK(git_blob_create_from_buffer(&blob, m->repository, "text", 4));
	twin(m, first, 12, first);             /* another commit */
	twin(m, first, 20, keep_id(m, &blob)); /* a file */

	g_autofree char *by_12 = g_strndup(first, 12), *by_13 = g_strndup(first, 13);
	g_assert_cmpint(find(m, by_12, &id), ==, TREE_AMBIGUOUS);
	g_assert_cmpint(find(m, by_13, &id), ==, TREE_FOUND);
	g_assert_cmpstr(id, ==, first);
	g_assert_cmpint(find(m, keep_id(m, &blob), &id), ==, TREE_UNKNOWN);
}

static void test_resolve(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	g_autofree char *digits = g_strndup(first, 10);
	const char *const names[] = {first, digits, "v6.9-rc1", "master"};

	(void)data;
	set_ref(m, "refs/tags/next-20240101", first);
	set_ref(m, "refs/tags/v6.9-rc1", first);
	set_ref(m, "refs/heads/master", first);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *id = tree_resolve(tree_of(m), names[i]);

		g_assert_cmpstr(id, ==, first);
	}
	g_assert_cmpstr(tree_tag(tree_of(m), first), ==, "v6.9-rc1");
	g_assert_null(tree_resolve(tree_of(m), "v6.9"));
	g_assert_true(tree_contains(tree_of(m), first, first));
}

/* ---- commits --------------------------------------------------------------------------------- */

static void test_commit(struct made *m, gconstpointer data)
{
	static const char message[] =
		"mm: take the lock\n once\n"
		"\n"
		"commit 68a9f5e7007c1afa2cf6830b690a90d0187c0684 upstream.\n"
		"\n"
		"This reverts commit\n5C0a85fad949212b3e059692deecdeed74ae7ec7, which was slow.\n"
		"\n"
		"Fixes: 76742700225c (\"mm: take it twice\")\n"
		"fixes: commit e8f682574e45b6406dadfffeb4f6a9bb6d5f3a3b\n"
		"Fixes: the bug of last week\n"
		"Closes: https://lore.kernel.org/oe-lkp/202401011234.abcdef-lkp@intel.com\n"
		"Link: <https://lore.kernel.org/r/1@example.org> [1]\n"
		"Link: see below\n";
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	const char *second = commit(m, message, 3, first, NULL);
	struct tree_commit *c = tree_commit_read(tree_of(m), second);

	(void)data;
	g_assert_nonnull(c);
	g_assert_cmpstr(c->id, ==, second);
	g_assert_cmpstr(c->title, ==, "mm: take the lock once");
	g_assert_cmpstr(c->author_name, ==, "Patch Author");
	g_assert_cmpstr(c->author_address, ==, "author@example.org");
	g_assert_cmpint(c->date, ==, BEGINNING + 3 * DAY);
	g_assert_cmpstr(c->parent, ==, first);
	g_assert_cmpuint(c->n_parents, ==, 1);
	g_assert_cmpstr(c->reverts, ==, "5c0a85fad949212b3e059692deecdeed74ae7ec7");
	g_assert_cmpstr(c->upstream, ==, "68a9f5e7007c1afa2cf6830b690a90d0187c0684");

	g_autofree char *fixes = g_strjoinv(" ", c->fixes), *links = g_strjoinv(" ", c->links);
	g_assert_cmpstr(fixes, ==, "76742700225c e8f682574e45b6406dadfffeb4f6a9bb6d5f3a3b");
	g_assert_cmpstr(links, ==,
		"https://lore.kernel.org/oe-lkp/202401011234.abcdef-lkp@intel.com "
		"https://lore.kernel.org/r/1@example.org");
	tree_commit_free(c);
	g_assert_null(tree_commit_read(tree_of(m), "5c0a85fad949212b3e059692deecdeed74ae7ec7"));
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, ==, 1);
}

static void test_upstreams(struct made *m, gconstpointer data)
{
	static const char *const forms[] = {"t\n\ncommit %s upstream.\n",
		"t\n\n[ Upstream commit %s ]\n", "t\n\n[Upstream commit %s]\n",
		"t\n\n(cherry picked from commit %s)\n", "t\n\ncommit %s Upstream\n",
		"t\n\nUpstream commit %s.\n"};
	static const char *const others[] = {"t\n\ncommit %s broke it.\n",
		"t\n\n> commit %s upstream.\n", "t\n\ncommit %sabc upstream.\n"};
	const char *id = "68a9f5e7007c1afa2cf6830b690a90d0187c0684";

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(forms) + G_N_ELEMENTS(others); i++) {
		gboolean is_one = i < G_N_ELEMENTS(forms);
		g_auto(GStrv) around =
			g_strsplit(is_one ? forms[i] : others[i - G_N_ELEMENTS(forms)], "%s", 2);
		g_autofree char *message = g_strjoin(id, around[0], around[1], NULL);
		struct tree_commit *c =
			tree_commit_read(tree_of(m), commit(m, message, i, NULL, NULL));

		g_assert_cmpstr(c->upstream, ==, is_one ? id : NULL);
		tree_commit_free(c);
	}
}

/* Bytes of no charset, and many of them. */
static void test_odd_messages(struct made *m, gconstpointer data)
{
	g_autofree char *long_title = g_strnfill(5 << 20, 'x');
	g_autoptr(GString) many = g_string_new("many\n\n");
	struct tree_commit *c;

	(void)data;
	c = tree_commit_read(tree_of(m), commit(m, "caf\xe9\n", 0, NULL, NULL));
	g_assert_cmpstr(c->title, ==, "caf\xc3\xa9");
	tree_commit_free(c);
	c = tree_commit_read(tree_of(m), commit(m, "", 0, NULL, NULL));
	g_assert_cmpstr(c->title, ==, "");
	tree_commit_free(c);
	c = tree_commit_read(tree_of(m), commit(m, long_title, 0, NULL, NULL));
	g_assert_cmpuint(strlen(c->title), ==, 1024);
	tree_commit_free(c);
	for (guint i = 0; i < 100000; i++)
		g_string_append(many, "Fixes: 76742700225c\n");
	c = tree_commit_read(tree_of(m), commit(m, many->str, 0, NULL, NULL));
	g_assert_cmpuint(g_strv_length(c->fixes), ==, 500);
	tree_commit_free(c);
}

/* ---- where it lies --------------------------------------------------------------------------- */

static void test_main_branch(struct made *m, gconstpointer data)
{
	static const char *const names[] = {"HEAD", "refs/heads/master",
		"refs/remotes/origin/master", "refs/remotes/mainline/master",
		"refs/remotes/torvalds/master", "refs/remotes/linus/master"};
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	g_autofree char *before = tree_identity(tree_of(m)), *after = NULL;

	(void)data;
	g_assert_null(tree_main_branch(tree_of(m)));
	OK(git_repository_set_head(m->repository, "refs/heads/work"));
	set_ref(m, "refs/heads/work", first);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		if (i)
			set_ref(m, names[i], first);
		tree_close(g_steal_pointer(&m->tree));
		g_assert_cmpstr(tree_main_branch(tree_of(m)), ==, names[i]);
	}
	after = tree_identity(tree_of(m));
	g_assert_cmpstr(before, !=, after);
	g_autofree char *again = tree_identity(tree_of(m));
	g_assert_cmpstr(again, ==, after);
}

/* A work tree beside it, as `git worktree add` leaves it, and one of its own. */
static void test_work_trees(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	g_autofree char *file = g_strdup_printf("gitdir: %s/worktrees/linked\n", m->path);
	g_autofree char *linked = g_build_filename(m->path, "elsewhere/linked", NULL);
	g_autofree char *normal = g_build_filename(m->path, "elsewhere/normal", NULL);
	const char *const paths[] = {linked, normal};

	(void)data;
	set_ref(m, "refs/heads/master", first);
	write_file(m, "worktrees/linked/HEAD", first);
	write_file(m, "worktrees/linked/commondir", "../..\n");
	write_file(m, "elsewhere/linked/.git", file);
	write_file(m, "elsewhere/normal/.git", "gitdir: ../../\n");
	for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
		g_autoptr(GError) error = NULL;
		struct tree *tree = tree_open(paths[i], &error);
		struct tree_commit *c;

		g_assert_no_error(error);
		g_assert_cmpstr(tree_main_branch(tree), ==, "refs/heads/master");
		g_assert_cmpstr(tree_path(tree), ==, paths[i]);
		g_assert_nonnull(c = tree_commit_read(tree, first));
		tree_commit_free(c);
		tree_close(tree);
	}
}

static void test_no_tree(struct made *m, gconstpointer data)
{
	static const char *const files[] = {"", "gitdir:", "gitdir: /nowhere", "gitdir: .", "HEAD"};
	g_autofree char *nothing = g_build_filename(m->path, "nothing", NULL);
	g_autofree char *folder = g_build_filename(m->path, "folder", NULL);

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(files) + 1; i++) {
		g_autoptr(GError) error = NULL;

		if (i)
			write_file(m, "folder/.git", files[i - 1]);
		g_assert_null(tree_open(i ? folder : nothing, &error));
		g_assert_error(error, TREE_ERROR, TREE_ERROR_OPEN);
		g_assert_nonnull(strstr(error->message, i ? folder : nothing));
	}
}

/*
 * What a program's name could stand in: none is run, no file is included, and a setting that
 * libgit2 refuses a repository for (partial clones have one) does not count.
 */
static void test_configuration(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	g_autofree char *trap = g_build_filename(m->path, "ran", NULL);
	g_autofree char *script = g_strdup_printf("#!/bin/sh\n: >%s\n", trap);
	g_autofree char *program = g_build_filename(m->path, "hooks/post-checkout", NULL);
	g_autofree char *config = g_strdup_printf(
		"[core]\n\trepositoryformatversion = 1\n\tfsmonitor = %s\n\tpager = %s\n"
		"\tsshCommand = %s\n\thooksPath = %s/hooks\n\tattributesFile = %s\n"
		"[extensions]\n\tpartialClone = origin\n\tobjectFormat = sha256\n"
		"[include]\n\tpath = /dev/zero\n[diff]\n\texternal = %s\n",
		program, program, program, m->path, program, program);
	struct tree_commit *c;

	(void)data;
	set_ref(m, "refs/heads/master", first);
	write_file(m, "hooks/post-checkout", script);
	OK(g_chmod(program, 0700));
	write_file(m, "config", config);
	g_assert_nonnull(c = tree_commit_read(tree_of(m), first));
	tree_commit_free(c);
	g_autofree char *id = tree_patch_id(tree_of(m), first);
	g_assert_cmpstr(tree_main_branch(tree_of(m)), ==, "refs/heads/master");
	g_assert_false(g_file_test(trap, G_FILE_TEST_EXISTS));
}

static void test_alternates(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	g_autofree char *path = g_build_filename(m->path, "borrower", NULL);
	g_autofree char *objects = g_strdup_printf("%s/objects\n", m->path);
	git_repository *borrower;
	struct tree *tree;

	(void)data;
	OK(git_repository_init(&borrower, path, TRUE));
	git_repository_free(borrower);
	write_file(m, "borrower/objects/info/alternates", objects);
	g_assert_nonnull(tree = tree_open(path, NULL));
	g_assert_null(tree_commit_read(tree, first));
	g_assert_nonnull(strstr(tree_gaps_reason(tree), "borrows"));
	g_assert_cmpuint(tree_gaps(tree).missing, ==, 1);
	tree_close(tree);
}

/* Cut anywhere, or with another byte, a commit is read as far as it goes or not at all. */
static void test_damage(struct made *m, gconstpointer data)
{
	const char *first = commit(m, "first\n", 0, NULL, NULL);
	g_autofree char *path = object_path(m, first), *bytes = NULL;
	gsize len;

	(void)data;
	OK(g_chmod(path, 0600));
	g_assert_true(g_file_get_contents(path, &bytes, &len, NULL));
	for (gsize at = 0; at < len; at++) {
		struct tree_commit *c;

		bytes[at] ^= 0x10;
		g_assert_true(g_file_set_contents(path, bytes, (gssize)len, NULL));
		tree_commit_free(tree_commit_read(tree_of(m), first));
		bytes[at] ^= 0x10;
		g_assert_true(g_file_set_contents(path, bytes, (gssize)at, NULL));
		g_assert_null(c = tree_commit_read(tree_of(m), first));
		tree_commit_free(c);
	}
	g_assert_cmpuint(tree_gaps(tree_of(m)).missing, >=, len);
}

/* A commit that says anything. */
static void test_odd_commits(struct made *m, gconstpointer data)
{
	static const char *const texts[] = {"", "tree", "tree \n", "tree xyz\n\nfirst\n",
		"parent 68a9f5e7007c1afa2cf6830b690a90d0187c0684\n\nfirst\n",
		"tree 68a9f5e7007c1afa2cf6830b690a90d0187c0684",
		"tree 68a9f5e7007c1afa2cf6830b690a90d0187c0684\nauthor\ncommitter <\n\n",
		"tree 68a9f5e7007c1afa2cf6830b690a90d0187c0684\nauthor <> 1\n"
		"parent 68a9f5e7007c1afa2cf6830b690a90d0187c0684\ncommitter a > b < c\n",
		"tree 68a9f5e7007c1afa2cf6830b690a90d0187c0684\n"
		"parent 68a9f5e7007c1afa2cf6830b690a90d0187c0684\r\n"
		"parent 68a9f5e7007c1afa2cf6830b690a90d0187c0684\n"
		"committer a <b> 99999999999999999999999 +0000\n\nfirst\n"};
	git_odb *odb;

	(void)data;
	OK(git_repository_odb(&odb, m->repository));
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		git_oid id;
		struct tree_commit *c;

		OK(git_odb_write(&id, odb, texts[i], strlen(texts[i]), GIT_OBJECT_COMMIT));
		c = tree_commit_read(tree_of(m), keep_id(m, &id));
		g_assert_cmpint(c != NULL, ==, i >= 5);
		g_assert_cmpint(c ? c->date : 0, ==, 0);
		tree_commit_free(c);
		g_assert_null(tree_patch_id(tree_of(m), keep_id(m, &id)));

		GPtrArray *paths = tree_changed_paths(tree_of(m), keep_id(m, &id));
		g_assert_true(!paths || !paths->len);
		g_clear_pointer(&paths, g_ptr_array_unref);
	}
	git_odb_free(odb);
}

#define ADD(name, function)                                                                        \
	g_test_add("/tree/" name, struct made, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("names", test_names);
	ADD("ambiguous", test_ambiguous);
	ADD("resolve", test_resolve);
	ADD("commit", test_commit);
	ADD("upstreams", test_upstreams);
	ADD("odd-messages", test_odd_messages);
	ADD("main-branch", test_main_branch);
	ADD("work-trees", test_work_trees);
	ADD("no-tree", test_no_tree);
	ADD("configuration", test_configuration);
	ADD("alternates", test_alternates);
	ADD("damage", test_damage);
	ADD("odd-commits", test_odd_commits);
	return g_test_run();
}
