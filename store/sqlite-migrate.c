/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/sqlite.h"

static gboolean refuse_foreign(const struct engine *engine, GError **error)
{
	g_set_error(error, STORE_ERROR, STORE_ERROR_FOREIGN, "%s: is no store of lkpdigest",
		engine->file);
	return FALSE;
}

gboolean sqlite_version(struct engine *engine, int version, int *ret_version, GError **error)
{
	gint64 application, found, objects;

	if (!sqlite_pragma(engine, "PRAGMA application_id", &application, error) ||
		!sqlite_pragma(engine, "PRAGMA user_version", &found, error) ||
		!sqlite_pragma(engine, "SELECT count(*) FROM sqlite_schema", &objects, error))
		return FALSE;
	if (!application && !found && !objects) {
		*ret_version = 0;
		return TRUE;
	}
	if (application != SQLITE_STORE_APPLICATION || found < 1)
		return refuse_foreign(engine, error);
	if (found > version) {
		g_set_error(error, STORE_ERROR, STORE_ERROR_NEWER,
			"%s: is of version %" G_GINT64_FORMAT
			", and this program knows none beyond %d",
			engine->file, found, version);
		return FALSE;
	}
	*ret_version = (int)found;
	return TRUE;
}

static const struct migration *step_from(const struct migration *steps, guint n, int version)
{
	for (guint i = 0; i < n; i++) {
		if (steps[i].from == version && steps[i].to > version)
			return &steps[i];
	}
	return NULL;
}

static gboolean set_version(struct engine *engine, int version, GError **error)
{
	g_autofree char *sql =
		g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d",
			SQLITE_STORE_APPLICATION, version);

	return sqlite_run(engine, sql, error);
}

static gboolean bring_up(struct engine *engine, const struct migration *steps, guint n_steps,
	int version, const char *schema, GError **error)
{
	int found;

	/* Another process may have been faster: look again under the lock. */
	if (!sqlite_version(engine, version, &found, error))
		return FALSE;
	if (!found)
		return sqlite_run(engine, schema, error) && set_version(engine, version, error);
	while (found < version) {
		const struct migration *step = step_from(steps, n_steps, found);

		if (!step) {
			g_set_error(error, STORE_ERROR, STORE_ERROR_FOREIGN,
				"%s: is of version %d, from which no way leads to %d", engine->file,
				found, version);
			return FALSE;
		}
		if (!sqlite_run(engine, step->sql, error))
			return FALSE;
		found = step->to;
	}
	return set_version(engine, version, error);
}

gboolean sqlite_migrate(struct engine *engine, const struct migration *steps, guint n_steps,
	int version, const char *schema, GError **error)
{
	int found;

	if (!sqlite_version(engine, version, &found, error))
		return FALSE;
	if (found == version)
		return TRUE;
	if (!sqlite_run_patiently(engine, "BEGIN IMMEDIATE", error))
		return FALSE;
	if (bring_up(engine, steps, n_steps, version, schema, error) &&
		sqlite_run(engine, "COMMIT", error))
		return TRUE;
	sqlite3_exec(engine->db, "ROLLBACK", NULL, NULL, NULL);
	return FALSE;
}
