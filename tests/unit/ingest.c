/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest-run.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- tests ------------------------------------------------------------------------- */

static void test_sources(struct fixture *f, gconstpointer data)
{
	(void)data;
	guint8 packed[512];

	add_text(f, "b.eml", MAIL("single"));
	add_text(f, "a/list.mbox", SEP MAIL("one") "\n" SEP MAIL("two") "\n");
	add_text(f, "box/cur/1", MAIL("three"));
	add_text(f, "box/new/2", MAIL("four"));
	add_text(f, "box/tmp/9", MAIL("not yet"));
	/* The name says nothing. */
	add_bytes(f, "c.txt", packed, gzip(SEP MAIL("five") "\n", packed, sizeof packed));

	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==,
		"a/list.mbox@0 one\na/list.mbox@74 two\nb.eml@0 single\nbox/cur/1@0 three\n"
		"box/new/2@0 four\nc.txt@0 five\n");
	g_assert_cmpstr(f->sources->str, ==,
		"a/list.mbox mbox 2 whole\nb.eml message 1 whole\nbox maildir 2 whole\n"
		"c.txt mbox 1 whole\n");
	g_assert_cmpuint(f->counts.messages, ==, 6);
	g_assert_cmpuint(f->counts.bytes, ==, f->progress);
	g_assert_cmpuint(f->diags->len, ==, 0);
	adds_up(f);
}

static void test_bad_sources(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *fifo = g_build_filename(f->path, "fifo", NULL);
	g_autofree char *loop = g_build_filename(f->path, "loop", NULL);

	add_text(f, "empty", "");
	add_text(f, "blank", "\n\r\n\n");
	add_text(f, "pdf", "%PDF-1.4 and so on");
	add_text(f, "text", "no mail\n");
	add_text(f, "tar", MAIL("good"));
	g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
	g_assert_cmpint(symlink(".", loop), ==, 0);
	const char *names[] = {f->path, "/nonexistent/mail", NULL};

	g_assert_true(run_names(f, names));
	g_assert_cmpuint(f->counts.messages, ==, 1);
	g_assert_cmpuint(told(f, DIAG_SOURCE_EMPTY), ==, 2);
	g_assert_cmpuint(told(f, DIAG_NOT_A_MAILBOX), ==, 2);
	g_assert_cmpuint(told(f, DIAG_SPECIAL_FILE), ==, 1);
	g_assert_cmpuint(told(f, DIAG_DIRECTORY_LOOP), ==, 1);
	g_assert_cmpuint(told(f, DIAG_SOURCE_UNREADABLE), ==, 1);
	/* What is lost counts as failed; doubts do not. */
	g_assert_cmpuint(f->counts.failed[DIAG_NOT_A_MAILBOX], ==, 2);
	g_assert_cmpuint(f->counts.failed[DIAG_SOURCE_UNREADABLE], ==, 1);
	g_assert_cmpuint(f->counts.failed[DIAG_SPECIAL_FILE], ==, 0);
	g_assert_cmpuint(f->counts.failed[DIAG_SOURCE_EMPTY], ==, 0);
	adds_up(f);
}

static void test_empty_directory(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_assert_true(run_all(f));
	g_assert_cmpuint(told(f, DIAG_SOURCE_EMPTY), ==, 1);
}

/* Every cut of a packed mailbox keeps what precedes it, and is told once. */
static void test_damaged(struct fixture *f, gconstpointer data)
{
	(void)data;
	guint8 packed[512];
	gsize len = gzip(SEP MAIL("one") "\n" SEP MAIL("two") "\n" SEP MAIL("end") "\n", packed,
		sizeof packed);

	for (gsize cut = 11; cut < len; cut++) {
		g_string_truncate(f->mails, 0);
		g_string_truncate(f->sources, 0);
		g_ptr_array_set_size(f->diags, 0);
		f->documents = f->progress = 0;
		add_bytes(f, "box", packed, cut);
		g_assert_true(run_all(f));
		g_assert_cmpuint(told(f, DIAG_ARCHIVE_DAMAGED), ==, 1);
		g_assert_cmpuint(f->counts.failed[DIAG_ARCHIVE_DAMAGED], ==, 1);
		g_assert_nonnull(strstr(f->sources->str, " cut\n"));
		if (f->counts.bytes > 148) /* where the third begins */
			g_assert_true(g_str_has_prefix(f->mails->str, "box@0 one\nbox@74 two\n"));
	}
	/* All but the last byte: nothing of the text is missing. */
	g_assert_cmpuint(f->counts.messages, ==, 3);
	g_assert_cmpuint(f->counts.bytes, ==, 222);
}

/* Waits for the reader.  (GLib opens files for both ways, which does not wait.) */
static gpointer write_mail(gpointer path)
{
	int fd = open(path, O_WRONLY);

	g_assert_cmpint(fd, >=, 0);
	g_assert_cmpint(write(fd, MAIL("piped"), strlen(MAIL("piped"))), >, 0);
	g_assert_cmpint(close(fd), ==, 0);
	return NULL;
}

/* One that is named is read; one that is met on the way is not (bad-sources). */
static void test_named_pipe(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_autofree char *fifo = g_build_filename(f->path, "fifo", NULL);
	const char *names[] = {fifo, NULL};

	g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
	GThread *writer = g_thread_new("writer", write_mail, fifo);
	g_assert_true(run_names(f, names));
	g_thread_join(writer);
	g_assert_cmpstr(f->mails->str, ==, "fifo@0 piped\n");
	g_assert_cmpstr(f->sources->str, ==, "fifo message 1 whole\n");
}

static void test_stop(struct fixture *f, gconstpointer data)
{
	(void)data;
	add_text(f, "a", SEP MAIL("one") "\n" SEP MAIL("two") "\n");
	f->stop_after = 1;
	g_assert_false(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "a@0 one\n");
}

#define ADD(name, function)                                                                        \
	g_test_add("/ingest/" name, struct fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("sources", test_sources);
	ADD("bad-sources", test_bad_sources);
	ADD("empty-directory", test_empty_directory);
	ADD("named-pipe", test_named_pipe);
	ADD("damaged", test_damaged);
	ADD("stop", test_stop);
	return g_test_run();
}
