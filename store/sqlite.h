/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The SQLite engine's files among themselves: sqlite.c runs statements,
 * sqlite-open.c opens and creates files, sqlite-migrate.c brings them up to date.
 */
#pragma once

#include "store/engine.h"

#include <sqlite3.h>

#define SQLITE_STORE_APPLICATION 0x4c4b5064 /* "LKPd", PRAGMA application_id */
#define SQLITE_STORE_VERSION 1              /* PRAGMA user_version of store/schema.sql */

/* How long a writer waits for another. */
#define SQLITE_STORE_PATIENCE_MS 60000

struct engine {
	sqlite3 *db;
	char *file;                   /* as the user named it, for messages */
	guint patience_ms;            /* SQLITE_STORE_PATIENCE_MS */
	gint64 waits_since, released; /* monotonic: when a wait began, a transaction ended */
	gint64 data_version;          /* of the file, when it was last asked for */
	gboolean is_reader;           /* nothing is written but what is derived */
	gboolean is_keeping;          /* that is being written */
	gboolean is_alone;            /* it is kept for this process */
};

/* The engine's last error as a GError: "FILE: what it says". */
void sqlite_fail(const struct engine *engine, int code, GError **error);
gboolean sqlite_run(struct engine *engine, const char *sql, GError **error);

/* SQLite's busy handler; `engine` is its data. */
int sqlite_wait(void *engine, int tries);

/* Waits and tries again while `sql` finds the file locked. */
gboolean sqlite_run_patiently(struct engine *engine, const char *sql, GError **error);

/* ret_ arguments: what the pragma says, 0 for a file without content. */
gboolean sqlite_pragma(struct engine *engine, const char *sql, gint64 *ret_value, GError **error);

/* One step of the path from version to version. */
struct migration {
	int from, to;
	const char *sql;
};

/*
 * Makes the schema in an empty file, or takes an older store to `version` by `steps`
 * (in order of `from`), all in one transaction; another's file or a newer one is
 * refused untouched.  `schema` is what `version` looks like.
 */
gboolean sqlite_migrate(struct engine *engine, const struct migration *steps, guint n_steps,
	int version, const char *schema, GError **error);

/* FALSE with *error unless the file is a store of `version` or older; *ret_version 0: empty. */
gboolean sqlite_version(struct engine *engine, int version, int *ret_version, GError **error);

gboolean sqlite_begin_keeping(struct engine *engine, gboolean alone, GError **error);
/* After that transaction: a reader writes nothing more. */
void sqlite_end_keeping(struct engine *engine);

struct engine *sqlite_open(const char *where, enum store_mode mode, GError **error);
