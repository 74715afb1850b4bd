/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store that somebody else made.  First lines "TABLE COLUMN ROW VALUE", each of which writes
 * a value where no check of the engine's may stand in the way: ROW counts from 0, '*' is
 * all; VALUE is a number if it can be one, a text, "x'...'" bytes, and null if there is none.
 * Then mails, of which the store is made before (fuzz-digest).  Whatever it holds, it is listed,
 * checked and digested, or an error says why not.
 */
#include "render/listing.h"
#include "store/reproductions.h"
#include "tests/fuzz/folder.h"
#include "tests/fuzz/mails.h"

#include <sqlite3.h>

#define EDITS_MAX 16

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* ---- writing what we never would ------------------------------------------------------------- */

static void bind(sqlite3_stmt *statement, const char *value)
{
	gsize len = value ? strlen(value) : 0;
	char *end = NULL;

	if (!value || !len)
		sqlite3_bind_null(statement, 1);
	else if (g_str_has_prefix(value, "x'"))
		sqlite3_bind_blob(statement, 1, value + 2, (int)len - 2, SQLITE_TRANSIENT);
	else if (g_ascii_strtoll(value, &end, 10), !*end)
		sqlite3_bind_int64(statement, 1, g_ascii_strtoll(value, NULL, 10));
	else if (g_ascii_strtod(value, &end), !*end)
		sqlite3_bind_double(statement, 1, g_ascii_strtod(value, NULL));
	else
		sqlite3_bind_text(statement, 1, value, (int)len, SQLITE_TRANSIENT);
}

static void edit(sqlite3 *db, struct slice line)
{
	g_autofree char *text = slice_dup(line);
	g_auto(GStrv) words = g_strsplit(text, " ", 4);
	sqlite3_stmt *statement = NULL;

	if (g_strv_length(words) < 3)
		return;
	gboolean all = !strcmp(words[2], "*");
	char *sql = sqlite3_mprintf("UPDATE \"%w\" SET \"%w\" = ?1 WHERE ?2 IS NULL OR rowid IN "
				    "(SELECT rowid FROM \"%w\" LIMIT 1 OFFSET ?2)",
		words[0], words[1], words[0]);

	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
		bind(statement, words[3]);
		if (!all)
			sqlite3_bind_int64(
				statement, 2, g_ascii_strtoll(words[2], NULL, 10) & 0xff);
		sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
	sqlite3_free(sql);
}

static void edit_all(const char *file, struct slice edits)
{
	struct slice line;
	sqlite3 *db;

	g_assert_true(sqlite3_open(file, &db) == SQLITE_OK);
	sqlite3_exec(db, "PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0; BEGIN",
		NULL, NULL, NULL);
	for (guint n = 0; n < EDITS_MAX && slice_next_line(&edits, &line); n++)
		edit(db, line);
	sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	g_assert_true(sqlite3_close(db) == SQLITE_OK);
}

/* ---- reading it ------------------------------------------------------------------------------ */

struct lists {
	struct store *store;
	struct listing *listing;
};

static void drop(const char *text, void *data)
{
	(void)data;
	g_assert_true(g_utf8_validate(text, -1, NULL));
}

static void check_json(json_t *json)
{
	if (!json)
		return;
	g_free(json_line(json));
	json_decref(json);
}

#define LIST(thing)                                                                                \
	static gboolean each_##thing(const struct store_##thing *thing, void *data)                \
	{                                                                                          \
		struct lists *lists = data;                                                        \
                                                                                                   \
		check_json(json_of_##thing(thing));                                                \
		listing_add_##thing(lists->listing, thing);                                        \
		return TRUE;                                                                       \
	}                                                                                          \
	static void list_##thing##s(struct store *store)                                           \
	{                                                                                          \
		const struct store_filter filter = STORE_FILTER_ALL;                               \
		struct lists lists = {store, listing_of_##thing##s(80, drop, NULL)};               \
                                                                                                   \
		store_list_##thing##s(store, &filter, each_##thing, &lists, NULL);                 \
		listing_end(lists.listing);                                                        \
	}

LIST(report)
LIST(message)
LIST(move)
LIST(table)
LIST(row)
LIST(plot)
LIST(figure)
LIST(citation)
LIST(diff)
LIST(job)
LIST(diag)
LIST(commit)
LIST(event)
LIST(run)

static gboolean each_cluster(const struct store_cluster *cluster, void *data)
{
	struct lists *lists = data;

	check_json(json_of_whole_cluster(cluster, lists->store, NULL));
	listing_add_cluster(lists->listing, cluster);
	return TRUE;
}

static void list_clusters(struct store *store)
{
	const struct store_filter filter = STORE_FILTER_ALL;
	struct lists lists = {store, listing_of_clusters(0, drop, NULL)};

	store_list_clusters(store, &filter, each_cluster, &lists, NULL);
	listing_end(lists.listing);
}

static void list_all(struct store *store)
{
	list_reports(store);
	list_messages(store);
	list_moves(store);
	list_tables(store);
	list_rows(store);
	list_plots(store);
	list_figures(store);
	list_citations(store);
	list_diffs(store);
	list_jobs(store);
	list_diags(store);
	list_commits(store);
	list_events(store);
	list_runs(store);
	list_clusters(store);
}

static void digest_all(struct store *store)
{
	struct digest *digest;

	clusters_bring_up_to_date(store, NULL, NULL, NULL, NULL);
	digest = digests_new(store, NULL);
	if (digest)
		digests_check(digest);
	digest_free(digest);
}

static void ignore(const char *finding, void *data)
{
	(void)data;
	g_assert_true(*finding);
}

static void read_all(const char *file)
{
	const struct store_filter filter = STORE_FILTER_ALL;
	g_autoptr(GError) error = NULL;
	struct store *store = store_open(file, STORE_READ, &error);
	struct store_totals totals;
	guint findings;

	g_assert_true(!store == (error != NULL));
	if (!store)
		return;
	list_all(store);
	store_totals(store, &filter, &totals, NULL);
	store_check(store, ignore, NULL, &findings, NULL);
	digest_all(store);
	store_close(store, NULL);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void make_store(const char *file, struct slice text)
{
	struct slice mails[MAILS_MAX];
	guint n = mails_split(text, mails);
	g_autoptr(GError) error = NULL;
	struct store *store = store_open(file, STORE_WRITE, &error);

	must(store != NULL, error);
	if (n)
		mails_put(store, mails, n, FALSE, text.len);
	must(store_close(store, &error), error);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct slice text = {(const char *)data, size};
	const char *mails = slice_find(text, "\nFrom ");
	struct slice edits = mails ? slice_between(text.at, mails + 1) : text;

	mime_init();
	folder_begin();
	g_autofree char *file = g_build_filename(folder_path(), "store.db", NULL);
	make_store(file, slice_skip(text, edits.len));
	edit_all(file, edits);
	read_all(file);
	folder_end();
	return 0;
}
