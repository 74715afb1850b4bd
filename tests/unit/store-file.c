/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that may be a store, files that may not, and stores of another age. */
#include "store/query.h"
#include "store/sqlite.h"
#include "tests/unit/store-lists.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_refused(const char *where, enum store_mode mode, enum store_error code)
{
	g_autoptr(GError) error = NULL;

	g_assert_null(store_open(where, mode, &error));
	g_assert_error(error, STORE_ERROR, (gint)code);
	g_assert_nonnull(
		strstr(error->message, g_str_has_prefix(where, "sqlite:") ? where + 7 : where));
}

static void run_sql(const char *file, const char *sql)
{
	sqlite3 *db;

	g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
	g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
	g_assert_cmpint(sqlite3_close(db), ==, SQLITE_OK);
}

static gint64 number_of(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement;
	gint64 number;

	g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), ==, SQLITE_OK);
	g_assert_cmpint(sqlite3_step(statement), ==, SQLITE_ROW);
	number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

static char *content_of(const char *file)
{
	char *content;
	gsize length;

	g_assert_true(g_file_get_contents(file, &content, &length, NULL));
	g_autofree char *sum =
		g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)content, length);
	g_free(content);
	return g_steal_pointer(&sum);
}

static void made_for_its_owner_alone(void)
{
	struct place place = place_new();
	g_autofree char *url = g_strconcat("sqlite:", place.file, NULL);
	struct stat st;
	mode_t mask = umask(0);

	assert_refused(place.file, STORE_READ, STORE_ERROR_OPEN);
	g_assert_false(g_file_test(place.file, G_FILE_TEST_EXISTS));
	close_store(open_store(url, STORE_WRITE));
	umask(mask);
	g_assert_cmpint(stat(place.file, &st), ==, 0);
	g_assert_cmpint(st.st_mode & 07777, ==, 0600);
	close_store(open_store(place.file, STORE_READ));
	place_remove(&place);
}

static void how_it_is_set(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	sqlite3 *db = store->engine->db;
	int trusted = -1;

	g_assert_cmpint(number_of(db, "PRAGMA application_id"), ==, SQLITE_STORE_APPLICATION);
	g_assert_cmpint(number_of(db, "PRAGMA user_version"), ==, SQLITE_STORE_VERSION);
	g_assert_cmpint(number_of(db, "PRAGMA foreign_keys"), ==, 1);
	g_assert_cmpint(number_of(db, "PRAGMA synchronous"), ==, 1);
	g_assert_cmpint(
		number_of(db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), ==, 1);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, -1, &trusted);
	g_assert_cmpint(trusted, ==, 0);
	close_store(store);
	place_remove(&place);
}

static void another_scheme(void)
{
	g_autoptr(GError) error = NULL;

	g_assert_null(store_open("postgresql://example.org/lkp", STORE_WRITE, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_OPEN);
	g_assert_nonnull(strstr(error->message, "postgresql"));
	g_assert_false(g_file_test("postgresql:", G_FILE_TEST_EXISTS));
}

static void files_of_others(void)
{
	struct place place = place_new();
	g_autofree char *before = NULL, *after = NULL;

	assert_refused(place.folder, STORE_WRITE, STORE_ERROR_OPEN);
	assert_refused(place.folder, STORE_READ, STORE_ERROR_OPEN);

	run_sql(place.file, "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
	before = content_of(place.file);
	assert_refused(place.file, STORE_WRITE, STORE_ERROR_FOREIGN);
	assert_refused(place.file, STORE_READ, STORE_ERROR_FOREIGN);
	after = content_of(place.file);
	g_assert_cmpstr(after, ==, before);

	g_assert_true(g_file_set_contents(place.file, "this is a letter, not a store\n", -1, NULL));
	assert_refused(place.file, STORE_WRITE, STORE_ERROR_FOREIGN);
	assert_refused(place.file, STORE_READ, STORE_ERROR_FOREIGN);

	g_assert_true(g_file_set_contents(place.file, "", 0, NULL));
	assert_refused(place.file, STORE_READ, STORE_ERROR_OPEN);
	place_remove(&place);
}

static void a_newer_one(void)
{
	struct place place = place_new();
	g_autofree char *before = NULL, *after = NULL;

	close_store(open_store(place.file, STORE_WRITE));
	run_sql(place.file, "PRAGMA journal_mode = DELETE; PRAGMA user_version = 99");
	before = content_of(place.file);
	assert_refused(place.file, STORE_WRITE, STORE_ERROR_NEWER);
	assert_refused(place.file, STORE_READ, STORE_ERROR_NEWER);
	after = content_of(place.file);
	g_assert_cmpstr(after, ==, before);
	place_remove(&place);
}

static void links_are_not_filled(void)
{
	struct place place = place_new();
	g_autofree char *link = g_build_filename(place.folder, "link", NULL);

	g_assert_cmpint(symlink(place.file, link), ==, 0);
	assert_refused(link, STORE_WRITE, STORE_ERROR_OPEN);
	g_assert_false(g_file_test(place.file, G_FILE_TEST_EXISTS));
	g_assert_true(g_file_set_contents(place.file, "", 0, NULL));
	assert_refused(link, STORE_WRITE, STORE_ERROR_OPEN);

	/* A store of one's own may lie behind a link. */
	close_store(open_store(place.file, STORE_WRITE));
	close_store(open_store(link, STORE_WRITE));

	g_assert_cmpint(g_remove(link), ==, 0);
	g_assert_cmpint(mkfifo(link, 0600), ==, 0);
	assert_refused(link, STORE_WRITE, STORE_ERROR_OPEN);
	assert_refused(link, STORE_READ, STORE_ERROR_OPEN);
	place_remove(&place);
}

/* SQLite's own names for things that are no files. */
static void names_are_files(void)
{
	struct place place = place_new();
	g_autofree char *before = g_get_current_dir();
	static const char *const names[] = {":memory:", "file:x?mode=memory"};

	g_assert_cmpint(g_chdir(place.folder), ==, 0);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		close_store(open_store(names[i], STORE_WRITE));
		g_assert_true(g_file_test(names[i], G_FILE_TEST_IS_REGULAR));
		close_store(open_store(names[i], STORE_READ));
	}
	g_assert_cmpint(g_chdir(before), ==, 0);
	place_remove(&place);
}

/* ---- age ---------------------------------------------------------------------- */

/* Three ages of a made-up store. */
static const char oldest[] = "CREATE TABLE mails (id INTEGER PRIMARY KEY, name TEXT);"
			     "INSERT INTO mails (name) VALUES ('one'), ('two');";
static const char newest[] = "CREATE TABLE letters (id INTEGER PRIMARY KEY, name TEXT, "
			     "length INTEGER);";
static const struct migration steps[] = {
	{1, 2, "ALTER TABLE mails RENAME TO letters"},
	{2, 3,
		"ALTER TABLE letters ADD COLUMN length INTEGER;"
		"UPDATE letters SET length = length(name)"},
};
static const struct migration broken[] = {
	{1, 2, "ALTER TABLE mails RENAME TO letters"},
	{2, 3, "UPDATE letters SET nonsense = 1"},
};

static struct engine *open_raw(const char *file)
{
	struct engine *engine = g_new0(struct engine, 1);

	engine->file = g_strdup(file);
	engine->patience_ms = 1000;
	g_assert_cmpint(sqlite3_open(file, &engine->db), ==, SQLITE_OK);
	return engine;
}

static void close_raw(struct engine *engine)
{
	g_assert_true(sqlite_engine.close(engine, NULL));
}

static void make_old(const char *file)
{
	struct engine *engine = open_raw(file);
	g_autoptr(GError) error = NULL;

	sqlite_migrate(engine, NULL, 0, 1, oldest, &error);
	g_assert_no_error(error);
	close_raw(engine);
}

static void an_older_one_is_brought_up(void)
{
	struct place place = place_new();
	g_autoptr(GError) error = NULL;
	struct engine *engine;

	make_old(place.file);
	engine = open_raw(place.file);
	for (guint again = 0; again < 2; again++) {
		sqlite_migrate(engine, steps, G_N_ELEMENTS(steps), 3, newest, &error);
		g_assert_no_error(error);
		g_assert_cmpint(number_of(engine->db, "PRAGMA user_version"), ==, 3);
		g_assert_cmpint(number_of(engine->db, "SELECT sum(length) FROM letters"), ==, 6);
	}
	close_raw(engine);
	place_remove(&place);
}

static void a_step_that_fails_changes_nothing(void)
{
	struct place place = place_new();
	g_autoptr(GError) error = NULL;
	struct engine *engine;

	make_old(place.file);
	engine = open_raw(place.file);
	g_assert_false(sqlite_migrate(engine, broken, G_N_ELEMENTS(broken), 3, newest, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FAILED);
	g_clear_error(&error);
	g_assert_cmpint(number_of(engine->db, "PRAGMA user_version"), ==, 1);
	g_assert_cmpint(number_of(engine->db, "SELECT count(*) FROM mails"), ==, 2);

	/* Of an age that nobody knows the way from. */
	g_assert_false(sqlite_migrate(engine, steps + 1, 1, 3, newest, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FOREIGN);
	close_raw(engine);
	place_remove(&place);
}

/* ---- damage ------------------------------------------------------------------- */

static void put_many(struct store *store, guint n)
{
	g_assert_true(store_begin(store, NULL));
	for (guint i = 0; i < n; i++) {
		g_autofree char *id = g_strdup_printf("many%u@example.org", i);
		struct made *m = made_whole_report("a.mbox", i, id, id);
		g_autoptr(GError) error = NULL;

		store_put(store, m->records, m->diags, NULL, NULL, &error);
		g_assert_no_error(error);
		made_free(m);
	}
	g_assert_true(store_commit(store, NULL));
}

static void flip(char *bytes, gsize length, gsize from)
{
	for (gsize i = from; i < length && i < from + 64; i++)
		bytes[i] = (char)g_test_rand_int_range(0, 256);
}

/* Any page broken: an error of the right kind, a finding, or no harm; never a crash. */
static void damaged_pages(void)
{
	struct place place = place_new();
	struct store_filter all = STORE_FILTER_ALL;
	struct store *store = open_store(place.file, STORE_WRITE);
	g_autofree char *sound = NULL;
	guint noticed = 0, tries = 0;
	gsize length;

	put_many(store, 30);
	close_store(store);
	g_assert_true(g_file_get_contents(place.file, &sound, &length, NULL));
	for (gsize from = 4096; from < length; from += 4096, tries++) {
		g_autofree char *bytes = g_memdup2(sound, length);
		g_autoptr(GString) out = g_string_new(NULL);
		g_autoptr(GError) error = NULL;
		guint findings = 0;

		flip(bytes, length, from);
		g_assert_true(g_file_set_contents(place.file, bytes, (gssize)length, NULL));
		store = store_open(place.file, STORE_READ, &error);
		if (store && store_list_rows(store, &all, print_row, out, &error) &&
			store_list_reports(store, &all, print_report, out, &error) &&
			store_list_diags(store, &all, print_diag, out, &error))
			store_check(store, NULL, NULL, &findings, &error);
		noticed += findings || error;
		if (error)
			g_assert_cmpint(error->code, ==, STORE_ERROR_DAMAGED);
		store_close(store, NULL);
	}
	g_assert_cmpuint(tries, >, 10);
	g_assert_cmpuint(noticed, ==, tries);
	place_remove(&place);
}

/* ---- no room ------------------------------------------------------------------ */

static gboolean put_until_it_fails(struct store *store, guint from, GError **error)
{
	gboolean done = store_begin(store, error);

	for (guint i = from; done && i < from + 500; i++) {
		g_autofree char *id = g_strdup_printf("full%u@example.org", i);
		struct made *m = made_whole_report("a.mbox", i, id, id);

		done = store_put(store, m->records, m->diags, NULL, NULL, error);
		made_free(m);
	}
	return done && store_commit(store, error);
}

/* The first batch stays, nothing of the second is written, and the store goes on. */
static void assert_full(struct store *store, const char *before)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *after = NULL;

	g_assert_false(put_until_it_fails(store, 1000, &error));
	g_assert_error(error, STORE_ERROR, STORE_ERROR_FULL);
	after = all_lists(store);
	g_assert_cmpstr(after, ==, before);
}

static void the_store_is_full(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	g_autofree char *before = NULL;

	put_many(store, 3);
	before = all_lists(store);
	number_of(store->engine->db, "PRAGMA max_page_count = 120");
	assert_full(store, before);
	number_of(store->engine->db, "PRAGMA max_page_count = 1000000");
	put_many(store, 5);
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

/* The system says so: a file may not grow further, as on a full disk. */
static void the_disk_is_full(void)
{
	struct place place = place_new();
	struct store *store = open_store(place.file, STORE_WRITE);
	g_autofree char *before = NULL;
	struct rlimit old, small;

	put_many(store, 3);
	before = all_lists(store);
	g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &old), ==, 0);
	small = (struct rlimit){400 << 10, old.rlim_max};
	signal(SIGXFSZ, SIG_IGN);
	g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &small), ==, 0);
	sqlite3_exec(store->engine->db, "PRAGMA cache_size = -64", NULL, NULL, NULL);
	assert_full(store, before);
	g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &old), ==, 0);
	signal(SIGXFSZ, SIG_DFL);
	put_many(store, 5);
	assert_sound(store);
	close_store(store);
	place_remove(&place);
}

/* ---- no right ----------------------------------------------------------------- */

#define NOBODY 65534

/* Root may write everything, so it is nobody who tries. */
static void a_read_only_one(void)
{
	struct place place = place_new();
	gboolean root = !geteuid();

	if (root) {
		g_assert_cmpint(chown(place.folder, NOBODY, NOBODY), ==, 0);
		g_assert_cmpint(seteuid(NOBODY), ==, 0);
	}
	close_store(open_store(place.file, STORE_WRITE));
	g_assert_cmpint(g_chmod(place.file, 0400), ==, 0);
	assert_refused(place.file, STORE_WRITE, STORE_ERROR_READONLY);
	close_store(open_store(place.file, STORE_READ));
	/* Nor may the folder be written: a reader's lock file has no place. */
	g_assert_cmpint(g_chmod(place.folder, 0500), ==, 0);
	close_store(open_store(place.file, STORE_READ));
	g_assert_cmpint(g_chmod(place.folder, 0700), ==, 0);
	if (root)
		g_assert_cmpint(seteuid(0), ==, 0);
	place_remove(&place);
}

static void reading_writes_nothing(void)
{
	struct place place = place_new();
	g_autoptr(GError) error = NULL;
	struct store *store;

	close_store(open_store(place.file, STORE_WRITE));
	store = open_store(place.file, STORE_READ);
	if (store_begin(store, &error)) {
		struct made *m = made_whole_report("a", 0, "m@example.org", "text");

		g_assert_false(store_put(store, m->records, m->diags, NULL, NULL, &error));
		made_free(m);
	}
	g_assert_error(error, STORE_ERROR, STORE_ERROR_READONLY);
	close_store(store);
	/* And leaves nothing beside the store. */
	g_autofree char *log = g_strconcat(place.file, "-wal", NULL);
	g_assert_false(g_file_test(log, G_FILE_TEST_EXISTS));
	place_remove(&place);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/store/file/made-for-its-owner-alone", made_for_its_owner_alone);
	g_test_add_func("/store/file/how-it-is-set", how_it_is_set);
	g_test_add_func("/store/file/another-scheme", another_scheme);
	g_test_add_func("/store/file/files-of-others", files_of_others);
	g_test_add_func("/store/file/a-newer-one", a_newer_one);
	g_test_add_func("/store/file/links-are-not-filled", links_are_not_filled);
	g_test_add_func("/store/file/names-are-files", names_are_files);
	g_test_add_func("/store/file/an-older-one-is-brought-up", an_older_one_is_brought_up);
	g_test_add_func(
		"/store/file/a-step-that-fails-changes-nothing", a_step_that_fails_changes_nothing);
	g_test_add_func("/store/file/damaged-pages", damaged_pages);
	g_test_add_func("/store/file/the-store-is-full", the_store_is_full);
	g_test_add_func("/store/file/the-disk-is-full", the_disk_is_full);
	g_test_add_func("/store/file/a-read-only-one", a_read_only_one);
	g_test_add_func("/store/file/reading-writes-nothing", reading_writes_nothing);
	return g_test_run();
}
