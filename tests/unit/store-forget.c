/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What goes when a source or a message is forgotten, and what a check finds. */
#include "store/query.h"
#include "store/sqlite.h"
#include "tests/unit/store-lists.h"

static void put_source(struct store *store, const char *path)
{
	struct store_source source = {path, "mbox", -1, 1, 1, TRUE, NULL, 0};
	struct diag diag = {DIAG_SOURCE_EMPTY, {path, -1, NULL, 0, 0}, "nothing", SLICE_NULL};

	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_put_source(store, &source, NULL));
	g_assert_true(store_put_diag(store, &diag, NULL));
	g_assert_true(store_commit(store, NULL));
}

static guint64 forget(struct store *store, const char *path)
{
	g_autoptr(GError) error = NULL;
	struct store_forgotten forgotten;

	g_assert_true(store_begin(store, NULL));
	store_forget_source(store, path, &forgotten, &error);
	g_assert_no_error(error);
	g_assert_true(store_commit(store, NULL));
	assert_sound(store);
	return forgotten.messages;
}

static gint64 rows_in(struct store *store, const char *table)
{
	g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM %s", table);
	struct query q;
	gint64 n;

	g_assert_true(query_open(&q, store, sql, NULL));
	g_assert_cmpint(query_step(&q, NULL), ==, STEP_ROW);
	n = query_int_at(&q, 0);
	query_close(&q);
	return n;
}

static void assert_empty(struct store *store)
{
	static const char *const tables[] = {"paths", "sources", "messages", "sightings", "refs",
		"recipients", "attachments", "tables", "axes", "columns", "stats", "packed_rows",
		"reports", "params", "impacts", "impact_params", "plots", "plot_samples", "figures",
		"log_findings", "figure_values", "diffs", "commands", "jobs", "job_fields",
		"shown_commits", "job_axes", "job_needs", "diagnostics"};

	for (guint i = 0; i < G_N_ELEMENTS(tables); i++)
		g_assert_cmpint(rows_in(store, tables[i]), ==, 0);
}

/* A message that another source holds stays. */
static void a_source(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	put_source(store, "a.mbox");
	put_source(store, "b.mbox");
	put_made(store, made_whole_report("a.mbox", 0, "only@example.org", "text"), NULL);
	put_made(store, made_whole_report("a.mbox", 9, "both@example.org", "text"), NULL);
	put_made(store, made_whole_report("b.mbox", 0, "both@example.org", "text"), NULL);
	g_assert_cmpint(forget(store, "c.mbox"), ==, 0);
	g_assert_cmpint(forget(store, "a.mbox"), ==, 1);

	g_autofree char *lists = all_lists(store);
	g_assert_null(strstr(lists, "only@"));
	g_assert_null(strstr(lists, "a.mbox"));
	g_assert_nonnull(strstr(lists, "row both@example.org#1:40"));
	g_assert_nonnull(strstr(lists, "diag row-headless both@example.org b.mbox:0"));

	g_assert_cmpint(forget(store, "b.mbox"), ==, 1);
	assert_empty(store);
	/* And nothing stands in the way of reading it anew. */
	put_made(store, made_whole_report("a.mbox", 0, "only@example.org", "text"), NULL);
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

/* A folder or container goes with all below it, and with nothing beside it. */
static void all_below(void)
{
	static const char *const paths[] = {"dir", "dir/a", "dir/sub/b", "dir/c.tar!d", "dir.mbox",
		"dir-2/a", "dir0", "dir.tar!a", "di", "dir\"", "/dir/a"};
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);

	for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
		g_autofree char *id = g_strdup_printf("%u@example.org", i);

		put_source(store, paths[i]);
		put_made(store, made_whole_report(paths[i], 0, id, "text"), NULL);
	}
	g_assert_cmpint(forget(store, "dir/c.tar"), ==, 1);
	g_assert_cmpint(forget(store, "dir//"), ==, 3);
	g_assert_cmpint(forget(store, "dir.tar"), ==, 1);
	g_assert_cmpint(rows_in(store, "messages"), ==, 6);
	g_assert_cmpint(forget(store, "/"), ==, 1);
	g_assert_cmpint(rows_in(store, "sources"), ==, 5);
	close_store(store);
	place_remove(&place);
}

/* Reading was interrupted before the source's own record came. */
static void sightings_alone(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	struct store_forgotten forgotten;

	put_made(store, made_whole_report("a.mbox", 0, "x@example.org", "text"), NULL);
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_forget_source(store, "b.mbox", &forgotten, NULL));
	g_assert_false(forgotten.found);
	g_assert_true(store_forget_source(store, "a.mbox", &forgotten, NULL));
	g_assert_true(forgotten.found);
	g_assert_cmpint(forgotten.sources, ==, 0);
	g_assert_cmpint(forgotten.messages, ==, 1);
	g_assert_true(store_commit(store, NULL));
	assert_empty(store);
	close_store(store);
	place_remove(&place);
}

static void a_message(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	gboolean found;

	put_made(store, made_whole_report("a.mbox", 0, "x@example.org", "text"), NULL);
	g_assert_true(store_begin(store, NULL));
	g_assert_true(store_forget_message(store, "y@example.org", &found, NULL));
	g_assert_false(found);
	g_assert_true(store_forget_message(store, "x@example.org", &found, NULL));
	g_assert_true(found);
	g_assert_true(store_commit(store, NULL));
	assert_empty(store);
	close_store(store);
	place_remove(&place);
}

/* ---- check --------------------------------------------------------------------- */

static void assert_found(const char *damage, const char *finding)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	g_autoptr(GString) findings = g_string_new(NULL);
	sqlite3 *db = store->engine->db;
	guint n = 0;

	put_made(store, made_whole_report("a.mbox", 0, "x@example.org", "text"), NULL);
	put_made(store, made_whole_report("a.mbox", 9, "y@example.org", "text"), NULL);
	sqlite3_exec(db, "PRAGMA foreign_keys = OFF", NULL, NULL, NULL);
	g_assert_cmpint(sqlite3_exec(db, damage, NULL, NULL, NULL), ==, SQLITE_OK);
	g_assert_true(store_check(store, print_finding, findings, &n, NULL));
	g_assert_cmpuint(n, >=, 1);
	g_assert_nonnull(strstr(findings->str, finding));
	close_store(store);
	place_remove(&place);
}

static void what_a_check_finds(void)
{
	assert_found("UPDATE packed_rows SET rows = substr(rows, 1, 40) WHERE table_id = 1",
		"table x@example.org#1:40 has rows that cannot be read");
	assert_found("DELETE FROM packed_rows WHERE table_id = 1",
		"table x@example.org#1:40 has rows that cannot be read");
	assert_found("UPDATE packed_rows SET prints = x'00' WHERE table_id = 1",
		"table x@example.org#1:40 has prints that are not those of its rows");
	assert_found("UPDATE packed_rows SET table_id = 99 WHERE table_id = 2",
		"a row of packed_rows hangs in the air: nothing in tables");
	assert_found("DELETE FROM sightings WHERE message = 1",
		"message x@example.org stands in no source");
	assert_found("UPDATE packed_rows SET rows = json_remove(rows, '$[0]') WHERE table_id = 1",
		"table x@example.org#1:40 has 2 mean rows, 0 fail rows and 0 inconsistent ones, "
		"and says 2, 1 and 0");
	assert_found("UPDATE messages SET rows_dropped = 5 WHERE id = 1",
		"message x@example.org had 3 rows, of which 5 were dropped, 0 cite and 3 are "
		"stored");
	assert_found("UPDATE messages SET copy_rows = 7 WHERE id = 2",
		"message y@example.org was chosen for 7 rows, of which 3 are stored");
	assert_found("UPDATE packed_rows SET rows = json_remove(rows, '$[1][4][1]') "
		     "WHERE table_id = 2",
		"table y@example.org#1:40 has a row at line 43 whose cells are not as many");
	assert_found("UPDATE reports SET main_table = 1 WHERE message = 2",
		"report y@example.org has a main table of another message");
	assert_found("UPDATE reports SET headline_line = 1 WHERE message = 2",
		"report y@example.org has no row at its headline's line 1");
	assert_found("UPDATE messages SET kind = 'song'", "no kind of message is called 'song'");
	assert_found(
		"UPDATE diagnostics SET kind = 'toothache'", "no diagnostic is called 'toothache'");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/forget/a-source", a_source);
	g_test_add_func("/store/forget/all-below", all_below);
	g_test_add_func("/store/forget/sightings-alone", sightings_alone);
	g_test_add_func("/store/forget/a-message", a_message);
	g_test_add_func("/store/check/what-a-check-finds", what_a_check_finds);
	return g_test_run();
}
