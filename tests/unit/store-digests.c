/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which digest was the last of its series. */
#include "store/digests.h"
#include "tests/unit/store-lists.h"

static void put(struct store *store, const char *series, const char *period, gint64 since,
	gint64 until, const char *message_id)
{
	const struct store_digest digest = {series, period, since, until, message_id, 99};
	g_autoptr(GError) error = NULL;

	g_assert_true(store_begin(store, NULL));
	store_put_digest(store, &digest, &error);
	g_assert_no_error(error);
	g_assert_true(store_commit(store, NULL));
}

static void add(const struct store_digest *digest, void *data)
{
	g_string_append_printf(data, "%s %s <%s>", digest->series, digest->period,
		digest->message_id ? digest->message_id : "");
	g_assert_cmpint(digest->made, ==, 99);
}

static void assert_last(
	struct store *store, const char *series, gint64 moment, const char *expected)
{
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GError) error = NULL;

	g_assert_true(store_last_digest(store, series, moment, add, out, &error));
	g_assert_no_error(error);
	g_assert_cmpstr(out->str, ==, expected);
}

static void test_last(void)
{
	struct place place = place_new();
	struct store *store = store_open(place.file, STORE_WRITE, NULL);

	assert_last(store, "", DATE_UNKNOWN, "");
	put(store, "", "W2", 200, 300, "w2");
	put(store, "", "W1", 100, 200, "w1");
	put(store, "", "all", DATE_UNKNOWN, DATE_UNKNOWN, "all");
	put(store, "list=mm", "W3", 300, 400, NULL);
	assert_last(store, "", DATE_UNKNOWN, " W2 <w2>");
	assert_last(store, "", 299, " W1 <w1>");
	assert_last(store, "", 200, " W1 <w1>");
	assert_last(store, "", 199, "");
	assert_last(store, "list=mm", DATE_UNKNOWN, "list=mm W3 <>");
	assert_last(store, "list=xfs", DATE_UNKNOWN, "");

	put(store, "", "W2", 200, 300, "w2-again");
	assert_last(store, "", DATE_UNKNOWN, " W2 <w2-again>");
	put(store, "", "W1", 100, 200, "w1-again");
	assert_last(store, "", 200, " W1 <w1-again>");
	store_close(store, NULL);
	place_remove(&place);
}

static void test_outside(void)
{
	struct place place = place_new();
	struct store *store = store_open(place.file, STORE_WRITE, NULL);
	const struct store_digest digest = {"", "W1", 1, 2, "w1", 3};
	g_autoptr(GError) error = NULL;

	g_assert_false(store_put_digest(store, &digest, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FAILED);
	store_close(store, NULL);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/digests/last", test_last);
	g_test_add_func("/store/digests/outside-a-transaction", test_outside);
	return g_test_run();
}
