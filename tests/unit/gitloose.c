/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/loose.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define DIGITS "5c0a85fad949212b3e059692deecdeed74ae7ec7"

struct fixture {
	char *objects, *folder, *path; /* of the one object */
	git_odb *odb;
	git_oid id;
};

static void set_up(struct fixture *f, gconstpointer data)
{
	(void)data;
	git_libgit2_init();
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_CACHING, 0);
	f->objects = g_dir_make_tmp("gitloose-XXXXXX", NULL);
	f->folder = g_build_filename(f->objects, "5c", NULL);
	f->path = g_build_filename(f->folder, DIGITS + 2, NULL);
	g_assert_cmpint(g_mkdir(f->folder, 0700), ==, 0);
	g_assert_cmpint(git_oid_fromstr(&f->id, DIGITS), ==, 0);
	g_assert_cmpint(git_odb_new(&f->odb), ==, 0);
	g_assert_cmpint(git_odb_add_backend(f->odb, gitloose_new(f->objects, 8 << 20), 1), ==, 0);
}

static void tear_down(struct fixture *f, gconstpointer data)
{
	(void)data;
	git_odb_free(f->odb);
	g_remove(f->path);
	g_rmdir(f->folder);
	g_rmdir(f->objects);
	g_free(f->path);
	g_free(f->folder);
	g_free(f->objects);
	git_libgit2_shutdown();
}

static GByteArray *deflated(const char *header, gsize header_len, const char *bytes, gsize len)
{
	g_autoptr(GByteArray) plain = g_byte_array_new();
	GByteArray *packed = g_byte_array_new();

	g_byte_array_append(plain, (const guint8 *)header, (guint)header_len);
	g_byte_array_append(plain, (const guint8 *)bytes, (guint)len);
	uLongf used = compressBound(plain->len);
	g_byte_array_set_size(packed, (guint)used);
	g_assert_cmpint(compress(packed->data, &used, plain->data, plain->len), ==, Z_OK);
	g_byte_array_set_size(packed, (guint)used);
	return packed;
}

static void put(struct fixture *f, const GByteArray *packed, gsize len)
{
	g_assert_true(g_file_set_contents(f->path, (char *)packed->data, (gssize)len, NULL));
}

/* An object of `len` bytes whose header is `header` and NUL. */
static void put_object(struct fixture *f, const char *header, gsize len)
{
	g_autofree char *bytes = g_malloc(len + 1);

	memset(bytes, 'x', len + 1);
	g_autoptr(GByteArray) packed = deflated(header, strlen(header) + 1, bytes, len);
	put(f, packed, packed->len);
}

static gboolean reads(struct fixture *f, git_object_t type, gsize size)
{
	git_odb_object *object;

	if (git_odb_read(&object, f->odb, &f->id))
		return FALSE;
	gboolean as_wanted =
		git_odb_object_type(object) == type && git_odb_object_size(object) == size;
	git_odb_object_free(object);
	return as_wanted;
}

static void test_sound(struct fixture *f, gconstpointer data)
{
	static const gsize sizes[] = {0, 1, 20, 24, 25, 26, 1000, 100000};

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *header = g_strdup_printf("blob %zu", sizes[i]);

		put_object(f, header, sizes[i]);
		g_assert_true(reads(f, GIT_OBJECT_BLOB, sizes[i]));
		g_assert_true(git_odb_exists(f->odb, &f->id));
	}
}

/* Less or more data than the header says, by a byte and by very many. */
static void test_sizes(struct fixture *f, gconstpointer data)
{
	static const gsize sizes[] = {0, 1, 22, 23, 24, 25, 99, 101, 4000, 70000, 32 << 20};

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *header = g_strdup_printf("blob %zu", sizes[i]);

		put_object(f, header, 100);
		g_assert_false(reads(f, GIT_OBJECT_BLOB, sizes[i]));
		put_object(f, "blob 100", sizes[i]);
		g_assert_false(reads(f, GIT_OBJECT_BLOB, 100));
	}
}

static void test_headers(struct fixture *f, gconstpointer data)
{
	static const char *const headers[] = {"", "blob", "blob ", "blob -100", "blob 100 ",
		"blob 0x64", " 100", "blog 100", "any 100", "blob 100100100100100100100100100",
		"blob  100", "ofs_delta 100"};

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(headers); i++) {
		put_object(f, headers[i], 100);
		g_assert_false(reads(f, GIT_OBJECT_BLOB, 100));
	}
}

/* A size beyond the limit is told, and nothing is read. */
static void test_large(struct fixture *f, gconstpointer data)
{
	git_object_t type;
	size_t size;

	(void)data;
	put_object(f, "blob 99999999999", 100);
	g_assert_cmpint(git_odb_read_header(&size, &type, f->odb, &f->id), ==, 0);
	g_assert_cmpuint(size, ==, 99999999999);
	g_assert_false(reads(f, GIT_OBJECT_BLOB, size));
}

/* Cut or changed anywhere, it is not read; zlib's checksum stands at the end. */
static void test_damage(struct fixture *f, gconstpointer data)
{
	static const char text[] = "Message-ID: <1@example.org>\nSubject: a mail\n\nText of it.\n";
	g_autofree char *header = g_strdup_printf("blob %zu", strlen(text));
	g_autoptr(GByteArray) packed = deflated(header, strlen(header) + 1, text, strlen(text));

	(void)data;
	put(f, packed, packed->len);
	g_assert_true(reads(f, GIT_OBJECT_BLOB, strlen(text)));
	for (guint at = 0; at < packed->len; at++) {
		put(f, packed, at);
		g_assert_false(reads(f, GIT_OBJECT_BLOB, strlen(text)));
		for (guint bit = 0; bit < 8; bit++) {
			git_odb_object *object = NULL;

			packed->data[at] ^= (guint8)(1 << bit);
			put(f, packed, packed->len);
			packed->data[at] ^= (guint8)(1 << bit);
			if (git_odb_read(&object, f->odb, &f->id))
				continue;
			g_assert_cmpuint(git_odb_object_size(object), ==, strlen(text));
			g_assert_cmpmem(
				git_odb_object_data(object), strlen(text), text, strlen(text));
			git_odb_object_free(object);
		}
	}
}

static void test_no_file(struct fixture *f, gconstpointer data)
{
	(void)data;
	g_assert_false(reads(f, GIT_OBJECT_BLOB, 0));
	g_assert_false(git_odb_exists(f->odb, &f->id));
	g_assert_cmpint(mkfifo(f->path, 0600), ==, 0);
	g_assert_false(reads(f, GIT_OBJECT_BLOB, 0));
	g_remove(f->path);
	g_assert_cmpint(symlink("/dev/zero", f->path), ==, 0);
	g_assert_false(reads(f, GIT_OBJECT_BLOB, 0));
}

#define ADD(name, function)                                                                        \
	g_test_add("/gitloose/" name, struct fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("sound", test_sound);
	ADD("sizes", test_sizes);
	ADD("headers", test_headers);
	ADD("large", test_large);
	ADD("damage", test_damage);
	ADD("no-file", test_no_file);
	return g_test_run();
}
