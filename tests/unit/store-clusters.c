/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the store keeps clusters: fresh or not, by whom, and which a filter takes. */
#include "cluster/keep.h"
#include "store/clusters.h"
#include "tests/unit/mail-text.h"
#include "tests/unit/store-lists.h"

#define H40 "5c0a85fad949212b3e059692deecdeed74ae7ec7"
#define DAY ((gint64)24 * 60 * 60)

static void put_report(struct store *store, const char *id, gint64 date, const char *commit)
{
	g_autofree char *body = g_strdup_printf(
		"kernel test robot noticed a 6.3%% regression of unixbench.score on:\n\n\n"
		"commit: %s (\"mm: make faultaround produce old ptes\")\n"
		"https://git.example.org/linux.git master\n\n\ntestcase: unixbench\n",
		commit);
	struct mail *mail = mail_from_robot("[linus:master] [mm]  5c0a85fad9:  unixbench.score "
					    "6.3% regression");
	g_autoptr(GError) error = NULL;
	GPtrArray *diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);

	g_free(mail->message_id);
	mail->message_id = g_strdup(id);
	mail->date = date;
	mail_add_text(mail, NULL, body, strlen(body));
	struct records *records = parse_mail(mail, &sink);
	g_assert_true(store_begin(store, &error));
	g_assert_true(store_put(store, records, diags, NULL, NULL, &error));
	g_assert_true(store_commit(store, &error));
	records_free(records);
	mail_free(mail);
	g_ptr_array_unref(diags);
}

static void bring_up(struct store *store)
{
	g_autoptr(GError) error = NULL;
	gboolean done = clusters_bring_up_to_date(store, NULL, NULL, NULL, &error);

	g_assert_no_error(error);
	g_assert_true(done);
}

static gboolean add_id(const struct store_cluster *cluster, void *data)
{
	g_string_append_printf(data, "%s/%u ", cluster->id, cluster->reports);
	return TRUE;
}

static void assert_listed(
	struct store *store, const struct store_filter *filter, const char *expected)
{
	g_autoptr(GString) ids = g_string_new(NULL);
	g_autoptr(GError) error = NULL;

	g_assert_true(store_list_clusters(store, filter, add_id, ids, &error));
	g_assert_cmpstr(ids->str, ==, expected);
}

static const struct store_filter all = {
	.since = DATE_UNKNOWN, .until = DATE_UNKNOWN, .kind = MESSAGE_KINDS};

static gint64 made(struct store *store)
{
	gint64 n = -1;
	struct query q;

	g_assert_true(query_open(&q, store, "SELECT count(*) FROM clusters_made", NULL));
	if (query_step(&q, NULL) == STEP_ROW)
		n = query_int_at(&q, 0);
	query_close(&q);
	return n;
}

/* A message that comes, or goes, makes them stale; nothing else does. */
static void test_fresh(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	gboolean found;

	put_report(store, "r1", 5 * DAY, H40);
	g_assert_cmpint(made(store), ==, 0);
	bring_up(store);
	assert_listed(store, &all, "c-5c0a85fad949/1 ");
	g_assert_cmpint(made(store), ==, 1);
	put_report(store, "r1", 5 * DAY, H40);
	g_assert_cmpint(made(store), ==, 1);
	put_report(store, "r2", 6 * DAY, "5c0a85fad949");
	g_assert_cmpint(made(store), ==, 0);
	bring_up(store);
	assert_listed(store, &all, "c-5c0a85fad949/2 ");
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_forget_message(store, "r1", &found, NULL));
	g_assert_true(store_commit(store, NULL));
	g_assert_cmpint(made(store), ==, 0);
	bring_up(store);
	assert_listed(store, &all, "c-5c0a85fad949/1 ");
	close_store(store);
	place_remove(&place);
}

/* A store opened for reading keeps them where it can; where not, for the process. */
static void test_reader(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE), *other;

	put_report(store, "r1", 5 * DAY, H40);
	other = open_store(place.file, STORE_READ);
	bring_up(other);
	assert_listed(other, &all, "c-5c0a85fad949/1 ");
	g_assert_cmpint(made(store), ==, 1);
	g_assert_false(store_begin(other, NULL));
	close_store(other);

	put_report(store, "r2", 6 * DAY, "76742700225cad9df49f05399381ac3f1ec3dc60");
	other = open_store(place.file, STORE_READ);
	g_assert_true(store_begin_keeping(other, TRUE, NULL));
	g_assert_true(store_commit(other, NULL));
	bring_up(other);
	assert_listed(other, &all, "c-5c0a85fad949/1 c-76742700225c/1 ");
	g_assert_cmpint(made(store), ==, 0);
	close_store(other);
	close_store(store);
	place_remove(&place);
}

static void assert_found(struct store *store, const char *name, const char *expected)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GString) text = g_string_new(NULL);

	g_assert_true(store_find_cluster(store, name, ids, NULL));
	for (guint i = 0; i < ids->len; i++)
		g_string_append_printf(text, "%s ", (char *)ids->pdata[i]);
	g_assert_cmpstr(text->str, ==, expected);
}

static void test_names(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	put_report(store, "r1", 5 * DAY, H40);
	put_report(store, "r2", 6 * DAY, "5c0a85fad");
	put_report(store, "r3", 7 * DAY, "5c0a85fbd949212b3e059692deecdeed74ae7ec7");
	bring_up(store);
	assert_found(store, "c-5c0a85fad949", "c-5c0a85fad949 ");
	assert_found(store, "c-5c0a85fad", "c-5c0a85fad949 ");
	assert_found(store, "c-5c0a85f", "c-5c0a85fad949 c-5c0a85fbd949 ");
	assert_found(store, "5c0a85fad94921", "c-5c0a85fad949 ");
	assert_found(store, "r3", "c-5c0a85fbd949 ");
	assert_found(store, "c-' OR 1 = 1 --", "");
	assert_found(store, "", "");
	close_store(store);
	place_remove(&place);
}

static void test_filters(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	struct store_filter filter = all;
	const gint64 moments[] = {10 * DAY, 20 * DAY};
	guint counts[2 * STATES];

	put_report(store, "r1", 5 * DAY, H40);
	put_report(store, "r2", 15 * DAY, "76742700225cad9df49f05399381ac3f1ec3dc60");
	bring_up(store);
	filter.since = 10 * DAY;
	assert_listed(store, &filter, "c-76742700225c/1 ");
	filter.testcase = "another";
	assert_listed(store, &filter, "");
	filter = all;
	filter.subsystem = "mm";
	assert_listed(store, &filter, "c-5c0a85fad949/1 c-76742700225c/1 ");
	filter.commit = "5c0a85fad949";
	assert_listed(store, &filter, "c-5c0a85fad949/1 ");
	g_assert_true(store_states_at(store, &all, moments, 2, counts, NULL));
	g_assert_cmpuint(counts[STATE_OPEN], ==, 1);
	g_assert_cmpuint(counts[STATES + STATE_OPEN], ==, 2);
	close_store(store);
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store-clusters/fresh", test_fresh);
	g_test_add_func("/store-clusters/reader", test_reader);
	g_test_add_func("/store-clusters/names", test_names);
	g_test_add_func("/store-clusters/filters", test_filters);
	return g_test_run();
}
