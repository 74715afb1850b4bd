/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Containers and files, and what was wrong with them. */
#include "store/put.h"

gboolean find_path(struct store *store, const char *path, gint64 *ret_id, GError **error)
{
	enum step step;
	struct query q;

	*ret_id = 0;
	if (!query_open(&q, store, "SELECT id FROM paths WHERE path = ?", error))
		return FALSE;
	query_text(&q, path);
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*ret_id = query_int_at(&q, 0);
	query_close(&q);
	return step != STEP_FAILED;
}

gboolean put_path(struct store *store, const char *path, gint64 *ret_id, GError **error)
{
	gboolean done;
	struct query q;

	if (!find_path(store, path, ret_id, error))
		return FALSE;
	if (*ret_id)
		return TRUE;
	if (!query_open(&q, store, "INSERT INTO paths (path) VALUES (?)", error))
		return FALSE;
	query_text(&q, path);
	done = query_run(&q, error);
	query_close(&q);
	*ret_id = store->ops->last_id(store->engine);
	return done;
}

static gboolean put_source(struct store *store, const struct store_source *source, GError **error)
{
	gboolean done;
	struct query q;
	gint64 path;

	if (!put_path(store, source->path, &path, error) ||
		!query_open(&q, store,
			"INSERT INTO sources (path_id, kind, size, bytes, documents, complete, "
			"fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?) "
			"ON CONFLICT (path_id) DO UPDATE SET kind = excluded.kind, "
			"size = excluded.size, bytes = excluded.bytes, "
			"documents = excluded.documents, complete = excluded.complete, "
			"fingerprint = excluded.fingerprint",
			error))
		return FALSE;
	query_int(&q, path);
	query_text(&q, source->kind);
	query_known(&q, source->size);
	query_int(&q, (gint64)MIN(source->bytes, (guint64)G_MAXINT64));
	query_int(&q, (gint64)MIN(source->documents, (guint64)G_MAXINT64));
	query_int(&q, source->complete);
	query_text(&q, source->fingerprint);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

gboolean store_put_source(struct store *store, const struct store_source *source, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (put_source(store, source, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

/* A statement whose parameters are the columns of a source's diagnostic, in this order. */
static gboolean run_with_diag(struct store *store, const char *sql, const struct diag *d,
	gint64 path, gint64 reading, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	query_known(&q, path);
	query_known(&q, d->origin.offset);
	query_text(&q, diag_name(d->id));
	query_text(&q, d->origin.object);
	query_int(&q, d->origin.part);
	query_int(&q, d->origin.line);
	query_text(&q, d->detail);
	query_blob(&q, d->excerpt);
	query_int(&q, reading);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* The same fact is kept once, however often the source is read: of the last reading. */
static gboolean put_diag(struct store *store, const struct diag *d, GError **error)
{
	gint64 path = -1;

	if (d->origin.path && !put_path(store, d->origin.path, &path, error))
		return FALSE;
	return run_with_diag(store,
		       "DELETE FROM diagnostics WHERE message IS NULL "
		       "AND path_id IS NOT DISTINCT FROM ? AND byte_offset IS NOT DISTINCT FROM ? "
		       "AND kind = ? AND object IS NOT DISTINCT FROM ? AND part = ? AND line = ? "
		       "AND detail = ? AND excerpt IS NOT DISTINCT FROM ? "
		       "AND ifnull(reading, 0) <= ?",
		       d, path, store->reading, error) &&
	       run_with_diag(store,
		       "WITH new (path_id, byte_offset, kind, object, part, line, detail, excerpt, "
		       "reading) AS (VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)) "
		       "INSERT INTO diagnostics (path_id, byte_offset, kind, object, part, line, "
		       "detail, excerpt, reading) SELECT path_id, byte_offset, kind, object, part, "
		       "line, detail, excerpt, nullif(reading, 0) FROM new WHERE NOT EXISTS ("
		       "SELECT 1 FROM diagnostics d WHERE d.message IS NULL "
		       "AND d.path_id IS NOT DISTINCT FROM new.path_id "
		       "AND d.byte_offset IS NOT DISTINCT FROM new.byte_offset "
		       "AND d.kind = new.kind AND d.object IS NOT DISTINCT FROM new.object "
		       "AND d.part = new.part AND d.line = new.line AND d.detail = new.detail "
		       "AND d.excerpt IS NOT DISTINCT FROM new.excerpt)",
		       d, path, store->reading, error);
}

gboolean store_put_diag(struct store *store, const struct diag *diag, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (put_diag(store, diag, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}
