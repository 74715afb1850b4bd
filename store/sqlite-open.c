/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files may be a store, and how they are opened. */
#include "store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char schema[] =
#include "store/schema.h"
#include "store/cluster-tables.h"
	;

/* The way from each older version to the newest; none yet. */
static const struct migration *const migrations = NULL;
#define N_MIGRATIONS 0

#define CACHE_KIB 8192
#define WAL_BYTES_KEPT (64 << 20)
/*
 * Pages; at SQLite's 1,000 each commit of an ingest would write pages back that the next changes.
 * What is left for the end is all that the writer does while nobody else has work.
 */
#define CHECKPOINT_PAGES 2048

static gboolean fail_errno(const char *file, int saved, GError **error)
{
	enum store_error code = STORE_ERROR_OPEN;

	if (saved == ENOSPC || saved == EDQUOT)
		code = STORE_ERROR_FULL;
	else if (saved == EROFS)
		code = STORE_ERROR_READONLY;
	g_set_error(error, STORE_ERROR, code, "%s: %s", file, g_strerror(saved));
	return FALSE;
}

/*
 * Makes the file, readable for its owner alone, unless something of that name is
 * there; never through a symbolic link.
 */
static gboolean create(const char *file, GError **error)
{
	int fd = open(file, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0)
		return errno == EEXIST || fail_errno(file, errno, error);
	close(fd);
	return TRUE;
}

/* A database opened on a folder, pipe or device would fail late or hang. */
static gboolean is_regular(const char *file, GError **error)
{
	struct stat named, meant;

	if (lstat(file, &named) && errno == ENOENT) {
		g_set_error(error, STORE_ERROR, STORE_ERROR_OPEN,
			"%s: there is no such store; ingest makes one", file);
		return FALSE;
	}
	if (lstat(file, &named) || stat(file, &meant))
		return fail_errno(file, errno, error);
	if (S_ISDIR(meant.st_mode))
		return fail_errno(file, EISDIR, error);
	if (S_ISREG(meant.st_mode) && !(S_ISLNK(named.st_mode) && !meant.st_size))
		return TRUE;
	/* An empty file behind a link is somebody else's: nothing is made there. */
	g_set_error(error, STORE_ERROR, STORE_ERROR_OPEN, "%s: is no regular file", file);
	return FALSE;
}

/*
 * Reading a store in WAL mode wants to write its -shm file.  Where the folder forbids
 * that, and no writer has left a log, the file cannot change either.
 */
static gboolean is_immutable(const char *file)
{
	g_autofree char *folder = g_path_get_dirname(file);
	g_autofree char *log = g_strconcat(file, "-wal", NULL);

	return faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) &&
	       !g_file_test(log, G_FILE_TEST_EXISTS);
}

/* Mail text reaches this file, but no SQL of others: distrust all that a file can bring. */
static void harden(sqlite3 *db)
{
	sqlite3_extended_result_codes(db, 1);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

/*
 * Readers open for writing too where they may, so that the last one takes the -wal and
 * -shm files away and a log left by a crash can be read; query_only forbids the rest.
 */
static char *path_and_flags(
	const struct engine *engine, enum store_mode mode, int *ret_flags, GError **error)
{
	g_autofree char *absolute = NULL, *uri = NULL;

	*ret_flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE;
	if (mode == STORE_READ && is_immutable(engine->file)) {
		*ret_flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
		absolute = g_canonicalize_filename(engine->file, NULL);
		uri = g_filename_to_uri(absolute, NULL, error);
		return uri ? g_strconcat(uri, "?immutable=1", NULL) : NULL;
	}
	/* "./" so that ":memory:" and "file:..." are files like any other. */
	if (g_path_is_absolute(engine->file))
		return g_strdup(engine->file);
	return g_build_filename(".", engine->file, NULL);
}

static gboolean connect(struct engine *engine, enum store_mode mode, GError **error)
{
	int flags, code;
	g_autofree char *path = path_and_flags(engine, mode, &flags, error);

	if (!path)
		return FALSE;
	code = sqlite3_open_v2(path, &engine->db, flags, NULL);
	if (code != SQLITE_OK) {
		sqlite_fail(engine, code, error);
		return FALSE;
	}
	harden(engine->db);
	sqlite3_busy_handler(engine->db, sqlite_wait, engine);
	return TRUE;
}

static gboolean tune(struct engine *engine, enum store_mode mode, GError **error)
{
	g_autofree char *sql =
		g_strdup_printf("PRAGMA cache_size = -%d;"
				"PRAGMA journal_size_limit = %d;"
				"PRAGMA wal_autocheckpoint = %d;"
				"PRAGMA cell_size_check = ON;"
				"PRAGMA query_only = %d;"
				/* A power cut may take commits of a run under way, never a part
				 * of one; closing writes all to the disk. */
				"PRAGMA synchronous = NORMAL",
			CACHE_KIB, WAL_BYTES_KEPT, CHECKPOINT_PAGES, mode == STORE_READ);

	return sqlite_run(engine, sql, error);
}

static gboolean prepare_reading(struct engine *engine, GError **error)
{
	int found;

	if (!sqlite_version(engine, SQLITE_STORE_VERSION, &found, error))
		return FALSE;
	if (found == SQLITE_STORE_VERSION)
		return TRUE;
	g_set_error(error, STORE_ERROR, STORE_ERROR_OPEN,
		found ? "%s: is of an older version; \"lkpdigest ingest\" brings it up to date"
		      : "%s: is empty",
		engine->file);
	return FALSE;
}

static gboolean prepare_writing(struct engine *engine, GError **error)
{
	int found;

	if (sqlite3_db_readonly(engine->db, "main")) {
		g_set_error(error, STORE_ERROR, STORE_ERROR_READONLY, "%s: may not be written",
			engine->file);
		return FALSE;
	}
	/* Nothing of a file is touched before it is known to be ours. */
	return sqlite_version(engine, SQLITE_STORE_VERSION, &found, error) &&
	       sqlite_run_patiently(engine, "PRAGMA journal_mode = WAL", error) &&
	       sqlite_migrate(
		       engine, migrations, N_MIGRATIONS, SQLITE_STORE_VERSION, schema, error);
}

struct engine *sqlite_open(const char *where, enum store_mode mode, GError **error)
{
	struct engine *engine;

	if (mode == STORE_WRITE && !create(where, error))
		return NULL;
	if (!is_regular(where, error))
		return NULL;
	engine = g_new0(struct engine, 1);
	engine->file = g_strdup(where);
	engine->patience_ms = SQLITE_STORE_PATIENCE_MS;
	engine->is_reader = mode == STORE_READ;
	if (connect(engine, mode, error) && tune(engine, mode, error) &&
		(mode == STORE_WRITE ? prepare_writing(engine, error)
				     : prepare_reading(engine, error)))
		return engine;
	sqlite_engine.close(engine, NULL);
	return NULL;
}
