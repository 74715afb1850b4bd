/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/walk.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a tree ------------------------------------------------------------------------ */

struct tree {
	char *path;
	GString *seen; /* "kind:path below the tree" a line */
	guint stop_after;
};

static void tree_set_up(struct tree *tree, gconstpointer data)
{
	(void)data;
	tree->path = g_dir_make_tmp("walk-XXXXXX", NULL);
	g_assert_nonnull(tree->path);
	tree->seen = g_string_new(NULL);
	tree->stop_after = G_MAXUINT;
}

static void remove_all(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISDIR(st.st_mode)) {
		g_chmod(path, 0700);
		GDir *dir = g_dir_open(path, 0, NULL);
		for (const char *name; (name = g_dir_read_name(dir));) {
			g_autofree char *child = g_build_filename(path, name, NULL);
			remove_all(child);
		}
		g_dir_close(dir);
	}
	g_remove(path);
}

static void tree_tear_down(struct tree *tree, gconstpointer data)
{
	(void)data;
	remove_all(tree->path);
	g_free(tree->path);
	g_string_free(tree->seen, TRUE);
}

static char *below(const struct tree *tree, const char *name)
{
	return g_build_filename(tree->path, name, NULL);
}

static void add_file(const struct tree *tree, const char *name)
{
	g_autofree char *path = below(tree, name), *folder = g_path_get_dirname(path);

	g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
	g_assert_true(g_file_set_contents(path, name, -1, NULL));
}

static void add_folder(const struct tree *tree, const char *name)
{
	g_autofree char *path = below(tree, name);

	g_assert_cmpint(g_mkdir_with_parents(path, 0700), ==, 0);
}

static void add_link(const struct tree *tree, const char *name, const char *target)
{
	g_autofree char *path = below(tree, name);

	g_assert_cmpint(symlink(target, path), ==, 0);
}

static gboolean note(const struct walk_item *item, void *data)
{
	static const char *const kinds[] = {"file", "mail", "maildir", "end", "repository", "run",
		"no-run", "linked-run", "loop", "special", "unreadable"};
	struct tree *tree = data;

	g_assert_true(g_str_has_prefix(item->path, tree->path));
	g_string_append_printf(tree->seen, "%s:%s\n", kinds[item->kind],
		item->path + strlen(tree->path) + (item->path[strlen(tree->path)] == '/'));
	g_assert_cmpint(item->kind == WALK_FILE || item->kind == WALK_MAIL, ==, item->fd >= 0);
	if (item->fd >= 0)
		close(item->fd);
	return --tree->stop_after > 0;
}

static void walks(struct tree *tree, const char *want)
{
	g_assert_true(walk(tree->path, NULL, note, tree));
	g_assert_cmpstr(tree->seen->str, ==, want);
}

/* ---- tests ------------------------------------------------------------------------- */

static void test_order(struct tree *tree, gconstpointer data)
{
	(void)data;
	add_file(tree, "b.mbox");
	add_file(tree, "a/2");
	add_file(tree, "a/10");
	add_file(tree, "B.mbox");
	add_file(tree, ".hidden");
	add_file(tree, "a.mbox");
	add_file(tree, ".git/config");
	add_file(tree, "\xff");
	walks(tree, "file:.hidden\nfile:B.mbox\nfile:a/10\nfile:a/2\nfile:a.mbox\nfile:b.mbox\n"
		    "file:\xff\n");
}

static void test_maildir(struct tree *tree, gconstpointer data)
{
	(void)data;
	add_file(tree, "box/new/3");
	add_file(tree, "box/cur/2:2,S");
	add_file(tree, "box/cur/1:2,");
	add_file(tree, "box/tmp/4");
	add_file(tree, "box/dovecot-uidlist");
	add_file(tree, "box/.Sent/cur/5");
	add_folder(tree, "box/.Sent/new");
	walks(tree, "maildir:box\nmail:box/cur/1:2,\nmail:box/cur/2:2,S\nmail:box/new/3\nend:box\n"
		    "maildir:box/.Sent\nmail:box/.Sent/cur/5\nend:box/.Sent\n");
}

static void test_loops(struct tree *tree, gconstpointer data)
{
	(void)data;
	add_file(tree, "a/mail");
	add_link(tree, "a/up", "..");
	add_link(tree, "again", "a");
	add_link(tree, "circle", "circle");
	add_link(tree, "nowhere", "gone");
	walks(tree, "file:a/mail\nloop:a/up\nloop:again\nloop:circle\nunreadable:nowhere\n");
}

static void test_special(struct tree *tree, gconstpointer data)
{
	(void)data;
	g_autofree char *fifo = below(tree, "fifo");

	g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
	add_link(tree, "null", "/dev/null");
	walks(tree, "special:fifo\nspecial:null\n");
}

static void test_unreadable(struct tree *tree, gconstpointer data)
{
	(void)data;
	g_autofree char *gone = below(tree, "gone");

	g_assert_true(walk(gone, NULL, note, tree));
	g_assert_cmpstr(tree->seen->str, ==, "unreadable:gone\n");

	if (geteuid() == 0) /* may read everything */
		return;
	g_string_truncate(tree->seen, 0);
	add_file(tree, "closed");
	g_autofree char *closed = below(tree, "closed");
	g_chmod(closed, 0);
	walks(tree, "unreadable:closed\n");
}

static void test_except(struct tree *tree, gconstpointer data)
{
	(void)data;
	add_file(tree, "a.mbox");
	add_file(tree, "out/page");
	add_file(tree, "store");
	add_link(tree, "to-store", "store");
	g_autofree char *store = below(tree, "store"), *out = below(tree, "out");
	g_autofree char *gone = below(tree, "gone");
	const char *const except[] = {gone, store, out, NULL};

	g_assert_true(walk(tree->path, except, note, tree));
	g_assert_cmpstr(tree->seen->str, ==, "file:a.mbox\n");

	/* Named, they are meant. */
	g_string_truncate(tree->seen, 0);
	g_assert_true(walk(store, except, note, tree));
	g_assert_true(walk(out, except, note, tree));
	g_assert_cmpstr(tree->seen->str, ==, "file:store\nfile:out/page\n");
}

static void test_stop(struct tree *tree, gconstpointer data)
{
	(void)data;
	add_file(tree, "a");
	add_file(tree, "b/c");
	add_file(tree, "d");
	tree->stop_after = 2;
	g_assert_false(walk(tree->path, NULL, note, tree));
	g_assert_cmpstr(tree->seen->str, ==, "file:a\nfile:b/c\n");
}

#define ADD(name, function)                                                                        \
	g_test_add("/walk/" name, struct tree, NULL, tree_set_up, function, tree_tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("order", test_order);
	ADD("maildir", test_maildir);
	ADD("loops", test_loops);
	ADD("special", test_special);
	ADD("unreadable", test_unreadable);
	ADD("except", test_except);
	ADD("stop", test_stop);
	return g_test_run();
}
