/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the store wants of a database: statements, transactions, soundness.
 *
 * The store's SQL is written once, in the other files of this folder, in what SQLite
 * and PostgreSQL have in common ('?' for parameters, which an engine may rewrite).  An
 * engine knows its own schema, files, migrations, locks and error codes.  Errors are
 * of STORE_ERROR and name the file or server.
 */
#pragma once

#include "base/slice.h"
#include "store/store.h"

#include <glib.h>

struct engine;
struct statement;

enum step {
	STEP_ROW,
	STEP_DONE,
	STEP_FAILED, /* with *error */
};

enum column_type {
	COLUMN_NULL,
	COLUMN_INTEGER,
	COLUMN_REAL,
	COLUMN_TEXT,
	COLUMN_BLOB,
};

struct engine_ops {
	const char *scheme; /* "sqlite" */

	struct engine *(*open)(const char *where, enum store_mode mode, GError **error);
	/* Always frees; all statements are finalized before. */
	gboolean (*close)(struct engine *engine, GError **error);

	/* One writer at a time: waits for another for a while, then STORE_ERROR_LOCKED. */
	gboolean (*begin)(struct engine *engine, GError **error);
	/*
	 * As begin(), also of a store opened for reading: for what is derived from all else.
	 * `alone`: into tables of this process, emptied, that hide those of the store.
	 */
	gboolean (*begin_keeping)(struct engine *engine, gboolean alone, GError **error);
	/* A transaction for reading: one state of the store until commit or rollback. */
	gboolean (*begin_reading)(struct engine *engine, GError **error);
	gboolean (*commit)(struct engine *engine, GError **error);
	/* Whether another process has written since the last call; TRUE when it cannot be told. */
	gboolean (*was_changed)(struct engine *engine);
	void (*rollback)(struct engine *engine);

	struct statement *(*prepare)(struct engine *engine, const char *sql, GError **error);
	void (*finalize)(struct statement *statement);

	/* Parameters count from 1.  Bytes must live until the next reset. */
	void (*bind_null)(struct statement *statement, guint parameter);
	void (*bind_int)(struct statement *statement, guint parameter, gint64 value);
	void (*bind_real)(struct statement *statement, guint parameter, double value);
	void (*bind_text)(struct statement *statement, guint parameter, struct slice value);
	void (*bind_blob)(struct statement *statement, guint parameter, struct slice value);

	enum step (*step)(struct statement *statement, GError **error);
	void (*reset)(struct statement *statement); /* and all parameters to null */

	/* Columns count from 0; texts and blobs live until the next step or reset. */
	gboolean (*is_null)(struct statement *statement, guint column);
	/* What was put there, for the one column that holds numbers of either kind. */
	enum column_type (*get_type)(struct statement *statement, guint column);
	gint64 (*get_int)(struct statement *statement, guint column);
	double (*get_real)(struct statement *statement, guint column);
	const char *(*get_text)(struct statement *statement, guint column); /* NUL-terminated */
	struct slice (*get_blob)(struct statement *statement, guint column);

	/* The id that the last INSERT gave. */
	gint64 (*last_id)(struct engine *engine);

	/* Gives room that nothing takes back to the system. */
	gboolean (*compact)(struct engine *engine, GError **error);

	/* The engine's own search for damage; a sentence for each finding. */
	gboolean (*check)(struct engine *engine, void (*each)(const char *finding, void *data),
		void *data, GError **error);
};

extern const struct engine_ops sqlite_engine;
