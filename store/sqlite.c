/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements and transactions on SQLite, and its error codes in the store's terms. */
#include "store/sqlite.h"

#include <errno.h>

/* Between two tries for a lock. */
#define RETRY_USEC 1000

/*
 * Between two transactions of a writer: longer than another's tries are apart, or two that
 * write a lot would wait for each other until their patience ends.  A transaction of many
 * messages takes fifty times as long.
 */
#define GAP_USEC (2 * RETRY_USEC)

static gboolean is_errno_full(int saved)
{
	return saved == ENOSPC || saved == EDQUOT || saved == EFBIG;
}

static enum store_error error_of(sqlite3 *db, int code)
{
	switch (code & 0xff) {
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return STORE_ERROR_LOCKED;
	case SQLITE_FULL:
		return STORE_ERROR_FULL;
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return STORE_ERROR_READONLY;
	case SQLITE_CORRUPT:
		return STORE_ERROR_DAMAGED;
	case SQLITE_NOTADB:
		return STORE_ERROR_FOREIGN;
	case SQLITE_CANTOPEN:
		return STORE_ERROR_OPEN;
	case SQLITE_IOERR:
		if (db && is_errno_full(sqlite3_system_errno(db)))
			return STORE_ERROR_FULL;
		return STORE_ERROR_FAILED;
	default:
		return STORE_ERROR_FAILED;
	}
}

static const char *file_of(sqlite3 *db)
{
	const char *file = db ? sqlite3_db_filename(db, "main") : NULL;

	return file && *file ? file : "store";
}

static void fail(sqlite3 *db, const char *file, int code, GError **error)
{
	enum store_error kind = error_of(db, code);

	if (kind == STORE_ERROR_LOCKED)
		g_set_error(error, STORE_ERROR, kind, "%s: another process holds it", file);
	else if (kind == STORE_ERROR_FOREIGN)
		g_set_error(error, STORE_ERROR, kind, "%s: is no store of lkpdigest", file);
	else
		g_set_error(error, STORE_ERROR, kind, "%s: %s", file,
			db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

void sqlite_fail(const struct engine *engine, int code, GError **error)
{
	fail(engine->db, engine->file, code, error);
}

gboolean sqlite_run(struct engine *engine, const char *sql, GError **error)
{
	int code = sqlite3_exec(engine->db, sql, NULL, NULL, NULL);

	if (code == SQLITE_OK)
		return TRUE;
	sqlite_fail(engine, code, error);
	return FALSE;
}

static gboolean has_patience(const struct engine *engine)
{
	return g_get_monotonic_time() - engine->waits_since < engine->patience_ms * 1000LL;
}

int sqlite_wait(void *data, int tries)
{
	struct engine *engine = data;

	if (!tries)
		engine->waits_since = g_get_monotonic_time();
	if (!has_patience(engine))
		return 0;
	g_usleep(RETRY_USEC);
	return 1;
}

gboolean sqlite_run_patiently(struct engine *engine, const char *sql, GError **error)
{
	int code;

	/* There are locks that SQLite does not wait for by itself. */
	engine->waits_since = g_get_monotonic_time();
	while (((code = sqlite3_exec(engine->db, sql, NULL, NULL, NULL)) & 0xff) == SQLITE_BUSY &&
		has_patience(engine))
		g_usleep(RETRY_USEC);
	if (code == SQLITE_OK)
		return TRUE;
	sqlite_fail(engine, code, error);
	return FALSE;
}

gboolean sqlite_pragma(struct engine *engine, const char *sql, gint64 *ret_value, GError **error)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(engine->db, sql, -1, &statement, NULL);

	if (code == SQLITE_OK) {
		code = sqlite3_step(statement);
		if (code == SQLITE_ROW || code == SQLITE_DONE)
			*ret_value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
		else
			sqlite_fail(engine, code, error);
	} else {
		sqlite_fail(engine, code, error);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

/* ---- life ------------------------------------------------------------------- */

static gboolean engine_close(struct engine *engine, GError **error)
{
	int code = sqlite3_close(engine->db);

	if (code != SQLITE_OK) {
		sqlite_fail(engine, code, error);
		sqlite3_close_v2(engine->db);
	}
	g_free(engine->file);
	g_free(engine);
	return code == SQLITE_OK;
}

static gboolean begin(struct engine *engine, GError **error)
{
	gint64 gap = g_get_monotonic_time() - engine->released;

	if (gap < GAP_USEC)
		g_usleep((gulong)(GAP_USEC - gap));
	return sqlite_run_patiently(engine, "BEGIN IMMEDIATE", error);
}

static gboolean begin_reading(struct engine *engine, GError **error)
{
	return sqlite_run(engine, "BEGIN", error);
}

static void rollback(struct engine *engine)
{
	if (!sqlite3_get_autocommit(engine->db))
		sqlite3_exec(engine->db, "ROLLBACK", NULL, NULL, NULL);
	sqlite_end_keeping(engine);
}

static gboolean commit(struct engine *engine, GError **error)
{
	gboolean done = sqlite_run_patiently(engine, "COMMIT", error);

	if (!done)
		rollback(engine);
	sqlite_end_keeping(engine);
	engine->released = g_get_monotonic_time();
	return done;
}

static gboolean was_changed(struct engine *engine)
{
	gint64 version, known = engine->data_version;

	if (!sqlite_pragma(engine, "PRAGMA data_version", &version, NULL))
		return TRUE;
	engine->data_version = version;
	return version != known;
}

/* ---- statements ------------------------------------------------------------- */

static sqlite3_stmt *stmt(struct statement *statement)
{
	return (sqlite3_stmt *)statement;
}

static struct statement *prepare(struct engine *engine, const char *sql, GError **error)
{
	sqlite3_stmt *made = NULL;
	int code = sqlite3_prepare_v3(engine->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &made, NULL);

	if (code == SQLITE_OK)
		return (struct statement *)made;
	sqlite_fail(engine, code, error);
	return NULL;
}

static void finalize(struct statement *statement)
{
	sqlite3_finalize(stmt(statement));
}

static void bind_null(struct statement *statement, guint parameter)
{
	sqlite3_bind_null(stmt(statement), (int)parameter);
}

static void bind_int(struct statement *statement, guint parameter, gint64 value)
{
	sqlite3_bind_int64(stmt(statement), (int)parameter, value);
}

static void bind_real(struct statement *statement, guint parameter, double value)
{
	sqlite3_bind_double(stmt(statement), (int)parameter, value);
}

static void bind_text(struct statement *statement, guint parameter, struct slice value)
{
	sqlite3_bind_text64(
		stmt(statement), (int)parameter, value.at, value.len, SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_blob(struct statement *statement, guint parameter, struct slice value)
{
	sqlite3_bind_blob64(stmt(statement), (int)parameter, value.at, value.len, SQLITE_STATIC);
}

static enum step step(struct statement *statement, GError **error)
{
	int code = sqlite3_step(stmt(statement));
	sqlite3 *db = sqlite3_db_handle(stmt(statement));

	if (code == SQLITE_ROW)
		return STEP_ROW;
	if (code == SQLITE_DONE)
		return STEP_DONE;
	fail(db, file_of(db), code, error);
	return STEP_FAILED;
}

static void reset(struct statement *statement)
{
	sqlite3_reset(stmt(statement));
	sqlite3_clear_bindings(stmt(statement));
}

static gboolean is_null(struct statement *statement, guint column)
{
	return sqlite3_column_type(stmt(statement), (int)column) == SQLITE_NULL;
}

static enum column_type get_type(struct statement *statement, guint column)
{
	switch (sqlite3_column_type(stmt(statement), (int)column)) {
	case SQLITE_INTEGER:
		return COLUMN_INTEGER;
	case SQLITE_FLOAT:
		return COLUMN_REAL;
	case SQLITE_TEXT:
		return COLUMN_TEXT;
	case SQLITE_BLOB:
		return COLUMN_BLOB;
	default:
		return COLUMN_NULL;
	}
}

static gint64 get_int(struct statement *statement, guint column)
{
	return sqlite3_column_int64(stmt(statement), (int)column);
}

static double get_real(struct statement *statement, guint column)
{
	return sqlite3_column_double(stmt(statement), (int)column);
}

static const char *get_text(struct statement *statement, guint column)
{
	return (const char *)sqlite3_column_text(stmt(statement), (int)column);
}

static struct slice get_blob(struct statement *statement, guint column)
{
	const char *at = sqlite3_column_blob(stmt(statement), (int)column);
	gsize len = (gsize)sqlite3_column_bytes(stmt(statement), (int)column);

	/* SQLite gives no address for an empty blob, which is not an absent one. */
	return at ? (struct slice){at, len} : (struct slice){"", 0};
}

static gint64 last_id(struct engine *engine)
{
	return sqlite3_last_insert_rowid(engine->db);
}

/* ---- soundness -------------------------------------------------------------- */

/* Each line that `sql` gives is a finding, but for "ok". */
static gboolean find(struct engine *engine, const char *sql,
	void (*each)(const char *finding, void *data), void *data, GError **error)
{
	struct statement *statement = prepare(engine, sql, error);
	enum step outcome;

	if (!statement)
		return FALSE;
	while ((outcome = step(statement, error)) == STEP_ROW) {
		const char *finding = get_text(statement, 0);

		if (finding && strcmp(finding, "ok"))
			each(finding, data);
	}
	finalize(statement);
	return outcome == STEP_DONE;
}

static gboolean check(struct engine *engine, void (*each)(const char *finding, void *data),
	void *data, GError **error)
{
	return find(engine, "PRAGMA integrity_check", each, data, error) &&
	       find(engine,
		       "SELECT 'a row of ' || \"table\" || ' hangs in the air: nothing in ' || "
		       "parent FROM pragma_foreign_key_check",
		       each, data, error);
}

/* It copies through a file that it attaches. */
static gboolean compact(struct engine *engine, GError **error)
{
	int before = sqlite3_limit(engine->db, SQLITE_LIMIT_ATTACHED, 1);
	gboolean done = sqlite_run_patiently(engine, "VACUUM", error);

	sqlite3_limit(engine->db, SQLITE_LIMIT_ATTACHED, before);
	return done;
}

const struct engine_ops sqlite_engine = {
	.scheme = "sqlite",
	.open = sqlite_open,
	.close = engine_close,
	.begin = begin,
	.begin_keeping = sqlite_begin_keeping,
	.begin_reading = begin_reading,
	.commit = commit,
	.was_changed = was_changed,
	.rollback = rollback,
	.prepare = prepare,
	.finalize = finalize,
	.bind_null = bind_null,
	.bind_int = bind_int,
	.bind_real = bind_real,
	.bind_text = bind_text,
	.bind_blob = bind_blob,
	.step = step,
	.reset = reset,
	.is_null = is_null,
	.get_type = get_type,
	.get_int = get_int,
	.get_real = get_real,
	.get_text = get_text,
	.get_blob = get_blob,
	.last_id = last_id,
	.compact = compact,
	.check = check,
};
