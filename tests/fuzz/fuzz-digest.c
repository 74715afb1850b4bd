/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Some mails, parted by lines "From ", on their whole way: into a store, clusters and a digest
 * in all forms.  The store is sound, and in whatever order they come the digest is the same.
 */
#include "tests/fuzz/folder.h"
#include "tests/fuzz/mails.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void print_finding(const char *finding, void *data)
{
	(void)data;
	g_printerr("%s\n", finding);
}

static void check_store(struct store *store)
{
	guint findings = 0;
	g_autoptr(GError) error = NULL;

	must(store_check(store, print_finding, NULL, &findings, &error), error);
	g_assert_cmpuint(findings, ==, 0);
}

/* Its JSON; `all`: with all other forms. */
static GString *digest_of(
	const struct slice *mails, guint n, gboolean backwards, gsize bytes, gboolean all)
{
	g_autoptr(GError) error = NULL;

	folder_begin();
	g_autofree char *file = g_build_filename(folder_path(), "store.db", NULL);
	struct store *store = store_open(file, STORE_WRITE, &error);

	must(store != NULL, error);
	mails_put(store, mails, n, backwards, bytes);
	check_store(store);
	struct digest *digest = digests_new(store, &error);
	must(digest != NULL, error);
	if (all)
		digests_check(digest);
	GString *json = digest_json(digest);
	digest_free(digest);
	must(store_close(store, &error), error);
	folder_end();
	return json;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice mails[MAILS_MAX];
	guint n = mails_split((struct slice){(const char *)data, size}, mails);

	if (!n)
		return 0;
	mime_init();
	g_autoptr(GString) one = digest_of(mails, n, FALSE, size, TRUE);
	g_autoptr(GString) other = digest_of(mails, n, TRUE, size, FALSE);
	g_assert_cmpstr(one->str, ==, other->str);
	return 0;
}
