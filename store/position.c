/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/position.h"

#include "store/dismissed_rows.h"
#include "store/put.h"
#include "store/stale.h"

/* ---- finding ------------------------------------------------------------------------- */

static struct position *position_of(struct query *q, const char *path)
{
	const struct position position = {
		.path = path,
		.revision = query_text_at(q, 0),
		.finished = query_int_at(q, 1) != 0,
		.complete = query_int_at(q, 2) != 0,
		.documents = (guint64)query_int_at(q, 3),
		.bytes = (guint64)query_int_at(q, 4),
		.size = query_int_or(q, 5, -1),
		.changed = query_int_or(q, 6, 0),
		.fingerprint = query_text_at(q, 7),
		.offset = query_int_or(q, 8, -1),
		.before = (guint64)query_int_at(q, 9),
		.mark_bytes = query_uint_at(q, 10),
		.mark = query_text_at(q, 11),
		.commit = query_text_at(q, 12),
		.deleted = (guint64)query_int_at(q, 13),
	};

	return position_copy(&position);
}

struct position *store_find_position(struct store *store, const char *path, GError **error)
{
	struct position *found = NULL;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT o.revision, o.finished, o.complete, o.documents, o.bytes, o.size, "
		    "o.changed, o.fingerprint, o.byte_offset, o.before, o.mark_bytes, o.mark, "
		    "o.commit_id, o.deleted FROM positions o JOIN paths p ON p.id = o.path_id "
		    "WHERE p.path = ?",
		    error))
		return NULL;
	query_text(&q, path);
	if (query_step(&q, error) == STEP_ROW)
		found = position_of(&q, path);
	query_close(&q);
	return found;
}

gboolean store_each_position_below(struct store *store, const char *folder,
	void (*each)(const char *path, void *data), void *data, GError **error)
{
	enum step step;
	struct query q;

	/* '0' follows '/' */
	if (!query_open(&q, store,
		    "SELECT p.path FROM (SELECT ? AS top) "
		    "JOIN paths p ON p.path >= top || '/' AND p.path < top || '0' "
		    "JOIN positions o ON o.path_id = p.id ORDER BY p.path",
		    error))
		return FALSE;
	query_text(&q, folder);
	while ((step = query_step(&q, error)) == STEP_ROW)
		each(query_word_at(&q, 0), data);
	query_close(&q);
	return step == STEP_DONE;
}

/* ---- beginning ------------------------------------------------------------------------ */

/* Zero both: the source was never begun. */
static gboolean find_reading(
	struct store *store, gint64 path, gint64 *ret_reading, gint64 *ret_begun, GError **error)
{
	enum step step;
	struct query q;

	*ret_reading = *ret_begun = 0;
	if (!query_open(&q, store, "SELECT reading, begun FROM positions WHERE path_id = ?", error))
		return FALSE;
	query_int(&q, path);
	step = query_step(&q, error);
	if (step == STEP_ROW) {
		*ret_reading = query_int_at(&q, 0);
		*ret_begun = query_int_at(&q, 1);
	}
	query_close(&q);
	return step != STEP_FAILED;
}

gboolean position_is_overtaken(
	struct store *store, gint64 path, gboolean *ret_overtaken, GError **error)
{
	gint64 reading, begun;

	if (!find_reading(store, path, &reading, &begun, error))
		return FALSE;
	*ret_overtaken = begun != store->begun;
	return TRUE;
}

static gboolean write_position(
	struct store *store, gint64 path, const struct position *p, GError **error)
{
	struct query q;
	gboolean done;

	if (!query_open(&q, store,
		    "INSERT INTO positions (path_id, reading, begun, revision, finished, "
		    "complete, documents, bytes, size, changed, fingerprint, byte_offset, before, "
		    "mark_bytes, mark, commit_id, deleted) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		    "ON CONFLICT (path_id) DO UPDATE SET reading = excluded.reading, "
		    "begun = excluded.begun, revision = excluded.revision, finished = "
		    "excluded.finished, "
		    "complete = excluded.complete, documents = excluded.documents, "
		    "bytes = excluded.bytes, size = excluded.size, changed = excluded.changed, "
		    "fingerprint = excluded.fingerprint, byte_offset = excluded.byte_offset, "
		    "before = excluded.before, mark_bytes = excluded.mark_bytes, "
		    "mark = excluded.mark, commit_id = excluded.commit_id, "
		    "deleted = excluded.deleted",
		    error))
		return FALSE;
	query_int(&q, path);
	query_int(&q, store->reading);
	query_int(&q, store->begun);
	query_text(&q, p->revision);
	query_int(&q, p->finished);
	query_int(&q, p->complete);
	query_int(&q, (gint64)MIN(p->documents, (guint64)G_MAXINT64));
	query_int(&q, (gint64)MIN(p->bytes, (guint64)G_MAXINT64));
	query_known(&q, p->size);
	query_known(&q, p->size < 0 ? -1 : p->changed);
	query_text(&q, p->fingerprint);
	query_known(&q, p->offset);
	query_int(&q, (gint64)MIN(p->before, (guint64)G_MAXINT64));
	query_int(&q, p->mark_bytes);
	query_text(&q, p->mark);
	query_text(&q, p->commit);
	query_int(&q, (gint64)MIN(p->deleted, (guint64)G_MAXINT64));
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* What stands behind the position, and what is told of all, comes again or is no more. */
static gboolean doubt_behind(struct store *store, gint64 path, gint64 offset, GError **error)
{
	return store_run(store,
		       "UPDATE sightings SET reading = reading - 1 "
		       "WHERE path_id = ? AND byte_offset >= ?",
		       path, offset, error) &&
	       store_run(store,
		       "UPDATE diagnostics SET reading = reading - 1 "
		       "WHERE path_id = ? AND (byte_offset >= ? OR byte_offset IS NULL) "
		       "AND (object IS NULL OR kind = 'object-missing') AND message IS NULL AND "
		       "reading IS NOT NULL",
		       path, offset, error);
}

static gboolean doubt(struct store *store, const char *sql, const char *object, GError **error)
{
	struct query q;
	gboolean done;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	query_text(&q, store->source);
	query_text(&q, object);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

gboolean store_doubt_object(struct store *store, const char *object, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	dismissed_doubt_object(store, object);
	if (doubt(store,
		    "UPDATE sightings SET reading = reading - 1 "
		    "WHERE path_id = (SELECT id FROM paths WHERE path = ?) AND object = ?",
		    object, error) &&
		doubt(store,
			"UPDATE diagnostics SET reading = reading - 1 "
			"WHERE path_id = (SELECT id FROM paths WHERE path = ?) AND object = ? "
			"AND message IS NULL AND reading IS NOT NULL",
			object, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

static gboolean begin_source(struct store *store, const struct position *from, GError **error)
{
	gboolean reads_on = from->offset >= 0 || from->commit;
	gint64 path, before, begun;

	if (!dismissed_forget_doubted(store, error) || !put_path(store, from->path, &path, error) ||
		!find_reading(store, path, &before, &begun, error))
		return FALSE;
	g_free(store->source);
	store->source = g_strdup(from->path);
	store->is_first = !before;
	store->reading = reads_on && before ? before : before + 1;
	store->begun = begun + 1;
	store->is_tentative = from->commit != NULL;
	return write_position(store, path, from, error) &&
	       (!reads_on || doubt_behind(store, path, MAX(from->offset, 0), error)) &&
	       (from->offset < 0 || dismissed_forget_behind(store, path, from->offset, error)) &&
	       dismissed_forget_tentative(store, path, error);
}

gboolean store_begin_source(struct store *store, const struct position *from, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (begin_source(store, from, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

gboolean position_reading(
	struct store *store, const char *path, gint64 *ret_reading, GError **error)
{
	g_autofree char *source = g_strdup(path);
	gint64 begun;

	for (*ret_reading = 0; source;) {
		gint64 id;
		char *inner;

		if (!find_path(store, source, &id, error) ||
			(id && !find_reading(store, id, ret_reading, &begun, error)))
			return FALSE;
		inner = *ret_reading ? NULL : strrchr(source, '!');
		if (!inner)
			break;
		*inner = '\0';
	}
	return TRUE;
}

/* ---- going on ---------------------------------------------------------------------------- */

static void leave(struct store *store)
{
	store->reading = 0;
	g_clear_pointer(&store->source, g_free);
}

/* What an incomplete reading did not meet may be there still. */
static gboolean finish(
	struct store *store, gint64 path, gboolean complete, guint64 *gone, GError **error)
{
	gboolean done = (!complete || dismissed_settle(store, path, error)) &&
			(store->is_first || stale_remove(store, complete, gone, error));

	leave(store);
	return done;
}

/* Of several that read a source at once the last one tells. */
static gboolean put_position(
	struct store *store, const struct position *position, guint64 *gone, GError **error)
{
	gboolean overtaken;
	gint64 path;

	if (!dismissed_forget_doubted(store, error) ||
		!put_path(store, position->path, &path, error) ||
		!position_is_overtaken(store, path, &overtaken, error))
		return FALSE;
	if (overtaken) {
		if (position->finished)
			leave(store);
		return TRUE;
	}
	return write_position(store, path, position, error) &&
	       (!position->finished || finish(store, path, position->complete, gone, error));
}

gboolean store_put_position(
	struct store *store, const struct position *position, guint64 *ret_gone, GError **error)
{
	*ret_gone = 0;
	if (!store_must_write(store, error))
		return FALSE;
	if (put_position(store, position, ret_gone, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

static gboolean vanish(struct store *store, const char *path, guint64 *gone, GError **error)
{
	struct position nothing = POSITION_NONE;
	gint64 id;

	nothing.path = path;
	nothing.revision = "";
	return begin_source(store, &nothing, error) && put_path(store, path, &id, error) &&
	       store_run(store, "DELETE FROM positions WHERE path_id = ?", id, 0, error) &&
	       finish(store, id, TRUE, gone, error);
}

gboolean store_vanish_source(
	struct store *store, const char *path, guint64 *ret_gone, GError **error)
{
	*ret_gone = 0;
	if (!store_must_write(store, error))
		return FALSE;
	if (vanish(store, path, ret_gone, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

static int compare_paths(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **store_take_opened(struct store *store)
{
	GPtrArray *taken = store->opened;

	store->opened = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_sort(taken, compare_paths);
	g_ptr_array_add(taken, NULL);
	return (char **)g_ptr_array_free(taken, FALSE);
}
