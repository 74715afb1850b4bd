/* SPDX-License-Identifier: GPL-3.0-or-later */
/* public-inbox archives: v1, v2, epochs, and hostile ones. */
#include "made-archive.h"

#include <sys/stat.h>

/* ---- tests ------------------------------------------------------------------------- */

static void test_v2(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE);

	commit(&made, "m", MAIL("one"));
	commit(&made, "m", MAIL("two"));
	commit(&made, "m", MAIL("three"));
	commit(&made, "d", MAIL("two"));
	commit(&made, "m", MAIL("four"));
	finish(&made);
	g_assert_true(run_all(f));
	g_assert_cmpstr(
		f->mails->str, ==, "list.git@-1 one\nlist.git@-1 three\nlist.git@-1 four\n");
	g_assert_cmpstr(f->sources->str, ==, "list.git git 3 whole\n");
	g_assert_cmpuint(told(f, DIAG_MESSAGES_DELETED), ==, 1);
	g_assert_cmpuint(f->diags->len, ==, 1);
	adds_up(f);
}

/* What was deleted may be sent again; what was purged leaves an empty tree. */
static void test_again(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE);

	commit(&made, "m", MAIL("one"));
	commit(&made, "d", MAIL("one"));
	commit_id(&made, NULL, NULL);
	commit(&made, "m", MAIL("one"));
	finish(&made);
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "list.git@-1 one\n");
}

static void test_v1(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE);
	const char *texts[] = {MAIL("one"), NULL, NULL};

	commit_v1(&made, texts, 3);
	texts[2] = MAIL("two");
	commit_v1(&made, texts, 3);
	texts[1] = MAIL("three");
	commit_v1(&made, texts, 3);
	texts[0] = NULL;
	commit_v1(&made, texts, 3);
	finish(&made);
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "list.git@-1 two\nlist.git@-1 three\n");
}

/* As public-inbox-clone leaves it: epochs in order, and nothing else of the folder. */
static void test_epochs(struct fixture *f, gconstpointer data)
{
	(void)data;
	const char *names[] = {"10", "2", "0"};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *name = g_strdup_printf("inbox/git/%s.git", names[i]);
		g_autofree char *text = g_strdup_printf(MAIL("of %s"), names[i], names[i]);
		struct made made = make(f, name, TRUE);

		commit(&made, "m", text);
		finish(&made);
	}
	struct made all = make(f, "inbox/all.git", TRUE);
	finish(&all);
	add_text(f, "inbox/msgmap.sqlite3", "SQLite format 3");
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==,
		"inbox/git/0.git@-1 of 0\ninbox/git/2.git@-1 of 2\ninbox/git/10.git@-1 of 10\n");
	g_assert_cmpuint(f->diags->len, ==, 0);
}

/* With its files checked out the newest message is not read twice. */
static void test_work_tree(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list", FALSE);

	commit(&made, "m", MAIL("one"));
	finish(&made);
	add_text(f, "list/m", MAIL("one"));
	struct made program = make(f, "program", FALSE);
	commit(&program, "main.c", "int main;\n");
	finish(&program);
	add_text(f, "program/mail", MAIL("two"));
	struct made bare = make(f, "other.git", TRUE);
	commit(&bare, "main.c", "int main;\n");
	finish(&bare);

	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "list/.git@-1 one\nprogram/mail@0 two\n");
	g_assert_cmpstr(f->sources->str, ==,
		"list/.git git 1 whole\nother.git other 1 whole\nprogram/mail message 1 whole\n");
	g_assert_cmpuint(told(f, DIAG_NOT_A_MAILBOX), ==, 1);
	adds_up(f);
}

static void test_missing(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE);

	commit(&made, "m", MAIL("lost"));
	git_oid first = made.tip, two = blob(&made, MAIL("two"));
	commit_id(&made, "m", &two);
	commit(&made, "m", MAIL("three"));
	remove_object(f, "list.git", &two);
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "list.git@-1 lost\nlist.git@-1 three\n");
	g_assert_cmpuint(told(f, DIAG_OBJECT_MISSING), ==, 1);
	g_assert_cmpstr(f->sources->str, ==, "list.git git 3 cut\n");
	adds_up(f);

	remove_object(f, "list.git", &first);
	f->documents = f->progress = 0;
	g_string_truncate(f->mails, 0);
	g_ptr_array_set_size(f->diags, 0);
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "list.git@-1 three\n");
	g_assert_cmpuint(told(f, DIAG_OBJECT_MISSING), ==, 2);
	g_assert_cmpuint(told(f, DIAG_ARCHIVE_DAMAGED), ==, 1);
	finish(&made);
}

/* Nothing that the repository's own files ask for happens. */
static void test_hostile(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE), other = make(f, "elsewhere", TRUE);
	g_autofree char *ran = g_build_filename(f->path, "ran", NULL);
	g_autofree char *hook = g_strdup_printf("#!/bin/sh\ntouch '%s'\n", ran);
	g_autofree char *config =
		g_strdup_printf("[core]\n\tbare = false\n\tworktree = /\n\tfsmonitor = touch '%s'\n"
				"\tsshCommand = touch '%s'\n[include]\n\tpath = /dev/zero\n"
				"[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\turl "
				"= ext::touch %s\n"
				"\tpromisor = true\n",
			ran, ran, ran);
	g_autofree char *alternates = g_strdup_printf("%s/elsewhere/objects\n", f->path);
	const char *hooks[] = {"post-checkout", "reference-transaction", "post-index-change"};
	git_oid id = blob(&other, MAIL("of another"));

	commit(&made, "m", MAIL("one"));
	git_oid same = blob(&made, MAIL("of another"));
	commit_id(&made, "m", &same);
	remove_object(f, "list.git", &id);
	finish(&made);
	finish(&other);
	add_text(f, "list.git/config", config);
	add_text(f, "list.git/objects/info/alternates", alternates);
	for (guint i = 0; i < G_N_ELEMENTS(hooks); i++) {
		g_autofree char *name = g_build_filename("list.git/hooks", hooks[i], NULL);
		g_autofree char *path = g_build_filename(f->path, name, NULL);
		add_text(f, name, hook);
		OK(chmod(path, 0700));
	}
	g_assert_true(run_all(f));
	g_assert_false(g_file_test(ran, G_FILE_TEST_EXISTS));
	g_assert_cmpstr(f->mails->str, ==, "list.git@-1 one\n");
	g_assert_cmpuint(told(f, DIAG_OBJECT_MISSING), ==, 1);
}

/* ---- many threads ------------------------------------------------------------------- */

#define MAILS 200
#define THREADS 4

struct later {
	struct gitbox *box;
	GPtrArray *ids;
	gint next, read;
};

static gboolean keep_object(struct gitbox *box, const struct origin *origin, gsize size, void *data)
{
	struct later *later = data;

	g_assert_cmpuint(size, >, 0);
	if (!later->box)
		later->box = gitbox_ref(box);
	g_ptr_array_add(later->ids, g_strdup(origin->object));
	return TRUE;
}

static gpointer read_some(gpointer data)
{
	struct later *later = data;

	for (gint at; (at = g_atomic_int_add(&later->next, 1)) < MAILS;) {
		g_autofree char *text = g_strdup_printf(MAIL("%d"), at, at);
		struct gitbox_mail mail;

		g_assert_true(gitbox_read(later->box, later->ids->pdata[at], &mail));
		g_assert_true(slice_is(mail.bytes, text));
		gitbox_mail_clear(&mail);
		g_atomic_int_inc(&later->read);
	}
	return NULL;
}

/* Read when the run is over and the archive is closed but for what is still to be read. */
static void test_threads(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make(f, "list.git", TRUE);
	struct later later = {.ids = g_ptr_array_new_with_free_func(g_free)};
	struct ingest_handler handler = {.object = keep_object, .data = &later};
	const char *names[] = {f->path, NULL};
	GThread *threads[THREADS];

	for (int i = 0; i < MAILS; i++) {
		g_autofree char *text = g_strdup_printf(MAIL("%d"), i, i);
		commit(&made, "m", text);
	}
	finish(&made);
	g_assert_true(ingest_run(names, NULL, &handler, &f->counts, NULL));
	g_assert_cmpuint(later.ids->len, ==, MAILS);
	for (guint i = 0; i < THREADS; i++)
		threads[i] = g_thread_new("reader", read_some, &later);
	for (guint i = 0; i < THREADS; i++)
		g_thread_join(threads[i]);
	g_assert_cmpint(later.read, ==, MAILS);
	gitbox_unref(later.box);
	g_ptr_array_unref(later.ids);
}

/* ---- damage -------------------------------------------------------------------------- */

/* Bytes damaged anywhere in objects and references. */
static void damage_files(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);

	for (const char *name; dir && (name = g_dir_read_name(dir));) {
		g_autofree char *child = g_build_filename(path, name, NULL);
		g_autofree char *bytes = NULL;
		gsize len;

		damage_files(child);
		if (g_test_rand_int_range(0, 4) ||
			!g_file_get_contents(child, &bytes, &len, NULL) || !len)
			continue;
		bytes[g_test_rand_int_range(0, (gint32)len)] ^= (char)g_test_rand_int_range(1, 256);
		OK(g_chmod(child, 0600));
		g_assert_true(g_file_set_contents(child, bytes, (gssize)len, NULL));
	}
	if (dir)
		g_dir_close(dir);
}

static void test_damage(struct fixture *f, gconstpointer data)
{
	(void)data;
	for (int round = 0; round < 20; round++) {
		struct made made = make(f, "list.git", TRUE);

		for (int i = 0; i < 5; i++) {
			g_autofree char *text = g_strdup_printf(MAIL("%d"), i, i);
			commit(&made, i == 3 ? "d" : "m", text);
		}
		finish(&made);
		g_autofree char *git_dir = g_build_filename(f->path, "list.git", NULL);
		damage_files(git_dir);
		f->documents = f->progress = 0;
		g_assert_true(run_all(f));
		g_assert_cmpuint(f->counts.messages, <=, 4);
		remove_all(git_dir);
	}
}

#define ADD(name, function)                                                                        \
	g_test_add("/ingest/git/" name, struct fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("v2", test_v2);
	ADD("again", test_again);
	ADD("v1", test_v1);
	ADD("epochs", test_epochs);
	ADD("work-tree", test_work_tree);
	ADD("missing", test_missing);
	ADD("hostile", test_hostile);
	ADD("threads", test_threads);
	ADD("damage", test_damage);
	return g_test_run();
}
