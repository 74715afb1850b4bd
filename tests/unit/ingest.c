/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/ingest.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define SEP "From user@example.org Tue Jan  2 07:31:00 2024\n"
#define MAIL(subject) "Subject: " subject "\n\ntext of " subject "\n"

struct fixture {
	char *path;
	GString *mails;   /* "path@offset subject" a line, paths below `path` */
	GString *sources; /* "path kind documents complete" a line */
	GPtrArray *diags;
	struct ingest_counts counts;
	guint64 documents, progress;
	guint stop_after;
};

static void set_up(struct fixture *f, gconstpointer data)
{
	(void)data;
	memset(f, 0, sizeof *f);
	f->path = g_dir_make_tmp("ingest-XXXXXX", NULL);
	g_assert_nonnull(f->path);
	f->mails = g_string_new(NULL);
	f->sources = g_string_new(NULL);
	f->diags = diag_list_new();
}

static void remove_all(const char *path)
{
	GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);

	for (const char *name; dir && (name = g_dir_read_name(dir));) {
		g_autofree char *child = g_build_filename(path, name, NULL);
		remove_all(child);
	}
	if (dir)
		g_dir_close(dir);
	g_remove(path);
}

static void tear_down(struct fixture *f, gconstpointer data)
{
	(void)data;
	remove_all(f->path);
	g_free(f->path);
	g_string_free(f->mails, TRUE);
	g_string_free(f->sources, TRUE);
	g_ptr_array_unref(f->diags);
}

static void add_bytes(struct fixture *f, const char *name, const void *bytes, gsize len)
{
	g_autofree char *path = g_build_filename(f->path, name, NULL);
	g_autofree char *folder = g_path_get_dirname(path);

	g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
	g_assert_true(g_file_set_contents(path, bytes, (gssize)len, NULL));
}

static void add_text(struct fixture *f, const char *name, const char *text)
{
	add_bytes(f, name, text, strlen(text));
}

static const char *shown(const struct fixture *f, const char *path)
{
	return g_str_has_prefix(path, f->path) ? path + strlen(f->path) + 1 : path;
}

static gboolean take_message(struct slice raw, const struct origin *origin, void *data)
{
	struct fixture *f = data;
	struct slice subject = raw, line;

	g_assert_true(slice_next_line(&subject, &line));
	line = slice_skip(line, strlen("Subject: "));
	g_string_append_printf(f->mails, "%s@%" G_GINT64_FORMAT " %.*s\n", shown(f, origin->path),
		origin->offset, SLICE_ARG(line));
	return !f->stop_after || --f->stop_after;
}

static gboolean take_source(const struct ingest_source *source, void *data)
{
	struct fixture *f = data;

	f->documents += source->documents;
	g_assert_cmpint(!source->fingerprint, ==, !strcmp(source->kind, "maildir"));
	g_string_append_printf(f->sources, "%s %s %" G_GUINT64_FORMAT " %s\n",
		shown(f, source->path), source->kind, source->documents,
		source->complete ? "whole" : "cut");
	return TRUE;
}

static void take_progress(guint64 bytes, const char *path, void *data)
{
	struct fixture *f = data;

	g_assert_nonnull(path);
	g_assert_cmpuint(bytes, >=, f->progress);
	f->progress = bytes;
}

static gboolean run_names(struct fixture *f, const char *const *names)
{
	struct ingest_handler handler = {
		take_message, take_source, take_progress, diag_list_sink(f->diags), f};
	g_autoptr(GError) error = NULL;
	gboolean done = ingest_run(names, NULL, &handler, &f->counts, &error);

	if (!done)
		g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
	return done;
}

static gboolean run_all(struct fixture *f)
{
	const char *names[] = {f->path, NULL};

	return run_names(f, names);
}

/* Documents of the sources = messages + failed documents; damage of a source is one more. */
static void adds_up(const struct fixture *f)
{
	guint64 failed = 0;

	for (int id = 0; id < DIAG_COUNT; id++)
		if (id != DIAG_ARCHIVE_DAMAGED && id != DIAG_LIMIT_BYTES &&
			id != DIAG_LIMIT_MEMORY && id != DIAG_SOURCE_UNREADABLE)
			failed += f->counts.failed[id];
	g_assert_cmpuint(f->documents, ==, f->counts.messages + failed);
}

static guint told(const struct fixture *f, enum diag_id id)
{
	guint count = 0;

	for (guint i = 0; i < f->diags->len; i++)
		count += ((struct diag *)g_ptr_array_index(f->diags, i))->id == id;
	return count;
}

static gsize gzip(const char *text, guint8 *out, gsize room)
{
	z_stream z = {.next_in = (Bytef *)text, .avail_in = (guint)strlen(text)};

	deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	z.next_out = out;
	z.avail_out = (guint)room;
	g_assert_cmpint(deflate(&z, Z_FINISH), ==, Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

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
	add_text(f, "zip", "PK\3\4 and so on");
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

static void test_tar(struct fixture *f, gconstpointer data)
{
	(void)data;
	char tar[1024] = "cur/1:2,S";

	memcpy(tar + 257, "ustar", 6);
	add_bytes(f, "archive", tar, sizeof tar);
	g_assert_true(run_all(f));
	g_assert_cmpuint(told(f, DIAG_NOT_A_MAILBOX), ==, 1);
	g_assert_nonnull(strstr(((struct diag *)g_ptr_array_index(f->diags, 0))->detail, "tar"));
	g_assert_cmpstr(f->sources->str, ==, "archive other 1 whole\n");
	adds_up(f);
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
	ADD("tar", test_tar);
	ADD("damaged", test_damaged);
	ADD("stop", test_stop);
	return g_test_run();
}
