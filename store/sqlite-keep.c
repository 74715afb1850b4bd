/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where what is derived is kept: in the store, or for the process where that cannot be. */
#include "store/sqlite.h"

static const char tables[] =
#include "store/cluster-tables.h"
	;

/* Temporary tables hide those of the same names. */
static gboolean make_own_tables(struct engine *engine, GError **error)
{
	g_autoptr(GString) sql = g_string_new(tables);

	g_string_replace(sql, "CREATE TABLE ", "CREATE TABLE temp.", 0);
	g_string_replace(sql, "CREATE INDEX ", "CREATE INDEX temp.", 0);
	engine->is_alone = sqlite_run(engine, sql->str, error);
	return engine->is_alone;
}

static gboolean allow_writing(struct engine *engine, gboolean allowed, GError **error)
{
	return sqlite_run(
		engine, allowed ? "PRAGMA query_only = 0" : "PRAGMA query_only = 1", error);
}

gboolean sqlite_begin_keeping(struct engine *engine, gboolean alone, GError **error)
{
	if (engine->is_reader && !allow_writing(engine, TRUE, error))
		return FALSE;
	engine->is_keeping = TRUE;
	if (alone || engine->is_alone) {
		if ((engine->is_alone || make_own_tables(engine, error)) &&
			sqlite_run(engine, "BEGIN", error))
			return TRUE;
	} else if (sqlite3_db_readonly(engine->db, "main")) {
		g_set_error(error, STORE_ERROR, STORE_ERROR_READONLY, "%s: may not be written",
			engine->file);
	} else if (sqlite_run_patiently(engine, "BEGIN IMMEDIATE", error)) {
		return TRUE;
	}
	sqlite_end_keeping(engine);
	return FALSE;
}

void sqlite_end_keeping(struct engine *engine)
{
	if (engine->is_keeping && engine->is_reader)
		allow_writing(engine, FALSE, NULL);
	engine->is_keeping = FALSE;
}
