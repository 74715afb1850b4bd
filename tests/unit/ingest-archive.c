/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives: every kind, in each other, cut, and made to do harm. */
#include "ingest-run.h"

#include <archive.h>
#include <archive_entry.h>

/* An archive that is being made. */
struct made {
	struct archive *archive;
	GByteArray *bytes;
};

static la_ssize_t append(struct archive *archive, void *data, const void *bytes, size_t len)
{
	(void)archive;
	g_byte_array_append(data, bytes, (guint)len);
	return (la_ssize_t)len;
}

static struct made make(const char *format)
{
	struct made made = {archive_write_new(), g_byte_array_new()};

	g_assert_cmpint(archive_write_set_format_by_name(made.archive, format), ==, ARCHIVE_OK);
	archive_write_set_bytes_per_block(made.archive, 512);
	archive_write_set_bytes_in_last_block(made.archive, 1);
	g_assert_cmpint(
		archive_write_open(made.archive, made.bytes, NULL, append, NULL), ==, ARCHIVE_OK);
	return made;
}

static void put(struct made *made, const char *name, gconstpointer bytes, gsize len)
{
	struct archive_entry *entry = archive_entry_new();

	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFREG);
	archive_entry_set_perm(entry, 0600);
	archive_entry_set_size(entry, (la_int64_t)len);
	g_assert_cmpint(archive_write_header(made->archive, entry), ==, ARCHIVE_OK);
	g_assert_cmpint(archive_write_data(made->archive, bytes, len), ==, (la_ssize_t)len);
	archive_entry_free(entry);
}

static void put_text(struct made *made, const char *name, const char *text)
{
	put(made, name, text, strlen(text));
}

static void put_link(struct made *made, const char *name, const char *to)
{
	struct archive_entry *entry = archive_entry_new();

	archive_entry_set_pathname(entry, name);
	archive_entry_set_filetype(entry, AE_IFLNK);
	archive_entry_set_symlink(entry, to);
	g_assert_cmpint(archive_write_header(made->archive, entry), ==, ARCHIVE_OK);
	archive_entry_free(entry);
}

static GByteArray *finish(struct made *made)
{
	g_assert_cmpint(archive_write_close(made->archive), ==, ARCHIVE_OK);
	archive_write_free(made->archive);
	return made->bytes;
}

static void add(struct fixture *f, const char *name, GByteArray *bytes)
{
	add_bytes(f, name, bytes->data, bytes->len);
	g_byte_array_unref(bytes);
}

static void start_again(struct fixture *f)
{
	g_string_truncate(f->mails, 0);
	g_string_truncate(f->sources, 0);
	g_ptr_array_set_size(f->diags, 0);
	f->documents = f->progress = 0;
}

static const char *const formats[] = {
	"ustar", "pax", "gnutar", "v7tar", "newc", "odc", "zip", "7zip"};

static GByteArray *three_mails(const char *format)
{
	struct made made = make(format);

	put_text(&made, "a/list.mbox", SEP MAIL("one") "\n" SEP MAIL("two") "\n");
	put_text(&made, "box/cur/1:2,S", MAIL("three") SEP "Field: of its text\n");
	return finish(&made);
}

/* ---- tests ------------------------------------------------------------------------- */

static void test_formats(struct fixture *f, gconstpointer data)
{
	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
		start_again(f);
		add(f, "old", three_mails(formats[i]));
		g_assert_true(run_all(f));
		g_assert_cmpstr(f->mails->str, ==,
			"old!a/list.mbox@0 one\nold!a/list.mbox@74 two\n"
			"old!box/cur/1:2,S@0 three\n");
		g_assert_cmpstr(f->sources->str, ==, "old archive 3 whole\n");
		g_assert_cmpuint(f->diags->len, ==, 0);
		g_assert_cmpuint(f->counts.bytes, ==, f->progress);
		adds_up(f);
	}
}

static void test_nested(struct fixture *f, gconstpointer data)
{
	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
		g_autoptr(GByteArray) inner = three_mails(formats[i]);
		g_autofree guint8 *packed = g_malloc(inner->len + 512);
		struct made made = make("pax");

		put(&made, "deep", inner->data, inner->len);
		gsize len = gzip_bytes(inner->data, inner->len, packed, inner->len + 512);
		put(&made, "deeper.gz", packed, len);
		start_again(f);
		add(f, "old", finish(&made));
		g_assert_true(run_all(f));
		g_assert_cmpuint(f->counts.messages, ==, 6);
		g_assert_nonnull(strstr(f->mails->str, "old!deep!a/list.mbox@74 two\n"));
		g_assert_nonnull(strstr(f->mails->str, "old!deeper.gz!box/cur/1:2,S@0 three\n"));
		g_assert_cmpuint(f->diags->len, ==, 0);
	}
}

/* Links and devices are told and passed over; no name is ever a path. */
static void test_names(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make("pax");

	put_text(&made, "../../outside", MAIL("one"));
	put_link(&made, "link", "/etc/passwd");
	put_text(&made, "link/below", MAIL("two"));
	put_text(&made, "/absolute", MAIL("three"));
	add(f, "old", finish(&made));
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==,
		"old!../../outside@0 one\nold!link/below@0 two\nold!/absolute@0 three\n");
	g_assert_cmpuint(told(f, DIAG_SPECIAL_FILE), ==, 1);
	g_autoptr(GDir) folder = g_dir_open(f->path, 0, NULL);
	g_assert_cmpstr(g_dir_read_name(folder), ==, "old");
	g_assert_null(g_dir_read_name(folder));
	adds_up(f);
}

/* Wherever it is cut, the members before are kept, and the loss is told. */
static void test_cut(struct fixture *f, gconstpointer data)
{
	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
		g_autoptr(GByteArray) whole = three_mails(formats[i]);
		gboolean needs_end = !strcmp(formats[i], "7zip");

		for (gsize cut = whole->len * 3 / 4; cut < whole->len; cut += 61) {
			start_again(f);
			add_bytes(f, "old", whole->data, cut);
			g_assert_true(run_all(f));
			g_assert_cmpuint(f->counts.messages, >=, needs_end ? 0 : 2);
			if (f->counts.messages < 3)
				g_assert_cmpuint(f->diags->len, >, 0);
			adds_up(f);
		}
	}
}

/* Bytes damaged anywhere: nothing worse than a loss that is told. */
static void test_damage(struct fixture *f, gconstpointer data)
{
	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
		for (int round = 0; round < 40; round++) {
			g_autoptr(GByteArray) bytes = three_mails(formats[i]);

			for (int n = 0; n < 3; n++)
				bytes->data[g_test_rand_int_range(0, (gint32)bytes->len)] ^=
					(guint8)g_test_rand_int_range(1, 256);
			start_again(f);
			add_bytes(f, "old", bytes->data, bytes->len);
			g_assert_true(run_all(f));
			adds_up(f);
		}
}

/* In itself again and again: read to the layer that is stated, then told. */
static void test_depth(struct fixture *f, gconstpointer data)
{
	(void)data;
	GByteArray *bytes = g_byte_array_new();

	g_byte_array_append(bytes, (const guint8 *)MAIL("inmost"), strlen(MAIL("inmost")));
	for (int depth = 0; depth < 200; depth++) {
		guint8 *packed = g_malloc(bytes->len + 512);
		gsize len = gzip_bytes(bytes->data, bytes->len, packed, bytes->len + 512);

		g_byte_array_unref(bytes);
		bytes = g_byte_array_new_take(packed, len);
	}
	add(f, "deep", bytes);
	g_assert_true(run_all(f));
	g_assert_cmpuint(f->counts.messages, ==, 0);
	g_assert_cmpuint(told(f, DIAG_LIMIT_LAYERS), ==, 1);
	adds_up(f);
}

/* Zeros in a zip in a zip: a million to one, and it ends at a thousand. */
static void test_bomb(struct fixture *f, gconstpointer data)
{
	(void)data;
	const gsize block = 1 << 20;
	g_autofree char *zeros = g_malloc0(block);
	struct made inner = make("zip"), outer = make("zip");

	put_text(&outer, "before", MAIL("before"));
	for (int i = 0; i < 96; i++)
		put(&inner, "zeros", zeros, block);
	g_autoptr(GByteArray) bomb = finish(&inner);
	put(&outer, "bomb", bomb->data, bomb->len);
	put_text(&outer, "behind", MAIL("behind"));
	add(f, "old", finish(&outer));
	g_assert_true(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "old!before@0 before\n");
	g_assert_cmpuint(f->counts.failed[DIAG_LIMIT_BYTES], ==, 1);
	g_assert_cmpuint(f->counts.bytes, <, 70 << 20);
	g_assert_nonnull(strstr(f->sources->str, " cut\n"));
}

static void test_empty(struct fixture *f, gconstpointer data)
{
	(void)data;
	struct made made = make("zip");

	add(f, "none", finish(&made));
	g_assert_true(run_all(f));
	g_assert_cmpuint(f->counts.messages, ==, 0);
	g_assert_cmpuint(told(f, DIAG_SOURCE_EMPTY), ==, 1);
}

static void test_stop(struct fixture *f, gconstpointer data)
{
	(void)data;
	add(f, "old", three_mails("zip"));
	f->stop_after = 2;
	g_assert_false(run_all(f));
	g_assert_cmpstr(f->mails->str, ==, "old!a/list.mbox@0 one\nold!a/list.mbox@74 two\n");
}

#define ADD(name, function)                                                                        \
	g_test_add("/ingest/archive/" name, struct fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("formats", test_formats);
	ADD("nested", test_nested);
	ADD("names", test_names);
	ADD("cut", test_cut);
	ADD("damage", test_damage);
	ADD("depth", test_depth);
	ADD("bomb", test_bomb);
	ADD("empty", test_empty);
	ADD("stop", test_stop);
	return g_test_run();
}
