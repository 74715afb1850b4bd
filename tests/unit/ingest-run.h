/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder of made-up sources, read by ingest_run(), and what came of them. */
#pragma once

#include "ingest/gitbox.h"
#include "ingest/ingest.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
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

G_GNUC_UNUSED static void set_up(struct fixture *f, gconstpointer data)
{
	(void)data;
	memset(f, 0, sizeof *f);
	f->path = g_dir_make_tmp("ingest-XXXXXX", NULL);
	g_assert_nonnull(f->path);
	f->mails = g_string_new(NULL);
	f->sources = g_string_new(NULL);
	f->diags = diag_list_new();
}

G_GNUC_UNUSED static void remove_all(const char *path)
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

G_GNUC_UNUSED static void tear_down(struct fixture *f, gconstpointer data)
{
	(void)data;
	remove_all(f->path);
	g_free(f->path);
	g_string_free(f->mails, TRUE);
	g_string_free(f->sources, TRUE);
	g_ptr_array_unref(f->diags);
}

G_GNUC_UNUSED static void add_bytes(
	struct fixture *f, const char *name, const void *bytes, gsize len)
{
	g_autofree char *path = g_build_filename(f->path, name, NULL);
	g_autofree char *folder = g_path_get_dirname(path);

	g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
	g_assert_true(g_file_set_contents(path, bytes, (gssize)len, NULL));
}

G_GNUC_UNUSED static void add_text(struct fixture *f, const char *name, const char *text)
{
	add_bytes(f, name, text, strlen(text));
}

G_GNUC_UNUSED static const char *shown(const struct fixture *f, const char *path)
{
	return g_str_has_prefix(path, f->path) ? path + strlen(f->path) + 1 : path;
}

G_GNUC_UNUSED static gboolean take_message(
	struct slice raw, const struct origin *origin, void *data)
{
	struct fixture *f = data;
	struct slice subject = raw, line;

	g_assert_true(slice_next_line(&subject, &line));
	line = slice_skip(line, strlen("Subject: "));
	g_string_append_printf(f->mails, "%s@%" G_GINT64_FORMAT " %.*s\n", shown(f, origin->path),
		origin->offset, SLICE_ARG(line));
	return !f->stop_after || --f->stop_after;
}

/* "lost" in place of the subject when it is damaged. */
G_GNUC_UNUSED static gboolean take_object(
	struct gitbox *box, const struct origin *origin, gsize size, void *data)
{
	struct gitbox_mail mail;
	gboolean go_on = TRUE;

	if (gitbox_read(box, origin->object, &mail)) {
		g_assert_cmpuint(mail.bytes.len, ==, size);
		go_on = take_message(mail.bytes, origin, data);
	} else {
		struct fixture *f = data;
		g_string_append_printf(f->mails, "%s@-1 lost\n", shown(f, origin->path));
	}
	gitbox_mail_clear(&mail);
	return go_on;
}

/* "path@offset subject [author]" */
G_GNUC_UNUSED static gboolean take_mail(
	struct mail *mail, GPtrArray *diags, gboolean matters, void *data)
{
	struct fixture *f = data;

	g_assert_nonnull(mail->message_id);
	g_string_append_printf(f->mails, "%s@%" G_GINT64_FORMAT " %s [%s]%s\n",
		shown(f, mail->origin.path), mail->origin.offset, mail->subject, mail->from_name,
		matters ? "" : " dismissed");
	g_ptr_array_unref(diags);
	mail_free(mail);
	return !f->stop_after || --f->stop_after;
}

G_GNUC_UNUSED static gboolean take_source(const struct ingest_source *source, void *data)
{
	struct fixture *f = data;

	f->documents += source->documents;
	g_assert_true(source->fingerprint || source->size < 0);
	g_string_append_printf(f->sources, "%s %s %" G_GUINT64_FORMAT " %s\n",
		shown(f, source->path), source->kind, source->documents,
		source->complete ? "whole" : "cut");
	return TRUE;
}

G_GNUC_UNUSED static void take_progress(guint64 bytes, const char *path, void *data)
{
	struct fixture *f = data;

	g_assert_nonnull(path);
	g_assert_cmpuint(bytes, >=, f->progress);
	f->progress = bytes;
}

G_GNUC_UNUSED static gboolean run_names(struct fixture *f, const char *const *names)
{
	struct ingest_handler handler = {take_message, take_object, take_mail, take_source,
		take_progress, diag_list_sink(f->diags), f};
	g_autoptr(GError) error = NULL;
	gboolean done = ingest_run(names, NULL, &handler, &f->counts, &error);

	if (!done)
		g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
	return done;
}

G_GNUC_UNUSED static gboolean run_all(struct fixture *f)
{
	const char *names[] = {f->path, NULL};

	return run_names(f, names);
}

/* Documents of the sources = messages + failed documents; damage of a source is one more. */
G_GNUC_UNUSED static void adds_up(const struct fixture *f)
{
	guint64 failed = 0;

	for (int id = 0; id < DIAG_COUNT; id++)
		if (id != DIAG_ARCHIVE_DAMAGED && id != DIAG_LIMIT_BYTES &&
			id != DIAG_LIMIT_MEMORY && id != DIAG_LIMIT_MEMBERS &&
			id != DIAG_SOURCE_UNREADABLE && id != DIAG_PAGE_TOO_LARGE)
			failed += f->counts.failed[id];
	g_assert_cmpuint(f->documents, ==, f->counts.messages + failed);
}

G_GNUC_UNUSED static guint told(const struct fixture *f, enum diag_id id)
{
	guint count = 0;

	for (guint i = 0; i < f->diags->len; i++)
		count += ((struct diag *)g_ptr_array_index(f->diags, i))->id == id;
	return count;
}

G_GNUC_UNUSED static gsize gzip_bytes(gconstpointer bytes, gsize len, guint8 *out, gsize room)
{
	z_stream z = {.next_in = (Bytef *)bytes, .avail_in = (guint)len};

	deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	z.next_out = out;
	z.avail_out = (guint)room;
	g_assert_cmpint(deflate(&z, Z_FINISH), ==, Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

G_GNUC_UNUSED static gsize gzip(const char *text, guint8 *out, gsize room)
{
	return gzip_bytes(text, strlen(text), out, room);
}
