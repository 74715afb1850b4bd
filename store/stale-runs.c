/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs whose kept copy, or whose last one, is no more. */
#include "store/put.h"
#include "store/stale.h"

/* ---- other copies --------------------------------------------------------------------- */

/* The paths that `q` gives, which is closed; NULL with *error. */
static GPtrArray *read_paths(struct query *q, GError **error)
{
	GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW)
		g_ptr_array_add(paths, g_strdup(query_word_at(q, 0)));
	query_close(q);
	if (step != STEP_DONE)
		g_clear_pointer(&paths, g_ptr_array_unref);
	return paths;
}

gboolean stale_open_other_runs(
	struct store *store, gint64 run, struct slice content, gboolean *ret_again, GError **error)
{
	g_autoptr(GPtrArray) paths = NULL;
	gboolean done = TRUE;
	struct query q;

	*ret_again = FALSE;
	if (!query_open(&q, store,
		    "SELECT p.path FROM run_sightings s JOIN paths p ON p.id = s.path_id "
		    "WHERE s.run = ? AND s.content <> ? ORDER BY p.path",
		    error))
		return FALSE;
	query_int(&q, run);
	query_blob(&q, content);
	paths = read_paths(&q, error);
	for (guint i = 0; paths && done && i < paths->len; i++)
		if (stale_is_at_hand(store, paths->pdata[i]))
			*ret_again = TRUE;
		else
			done = stale_open_source(store, paths->pdata[i], error);
	return paths && done;
}

gboolean stale_open_unkept_runs(struct store *store, gint64 first, gint64 last, GError **error)
{
	g_autoptr(GPtrArray) paths = NULL;
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT p.path FROM runs r JOIN run_sightings s ON s.run = r.id "
		    "JOIN paths p ON p.id = s.path_id WHERE r.id BETWEEN ? AND ? AND NOT EXISTS "
		    "(SELECT 1 "
		    "FROM run_sightings k WHERE k.run = r.id AND k.content = r.content) "
		    "ORDER BY p.path",
		    error))
		return FALSE;
	query_int(&q, first);
	query_int(&q, last);
	paths = read_paths(&q, error);
	for (guint i = 0; paths && done && i < paths->len; i++)
		done = stale_open_source(store, paths->pdata[i], error);
	return paths && done;
}

/* ---- copies that are no more ------------------------------------------------------------ */

/* One number, of the source at hand and its reading where the statement asks for them. */
static gboolean count(struct store *store, const char *sql, guint64 *ret_count, GError **error)
{
	enum step step;
	struct query q;

	*ret_count = 0;
	if (!query_open(&q, store, sql, error))
		return FALSE;
	if (strchr(sql, '?')) {
		query_text(&q, store->source);
		query_int(&q, store->reading);
	}
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*ret_count = (guint64)query_int_at(&q, 0);
	query_close(&q);
	return step == STEP_ROW;
}

gboolean stale_remove_runs(struct store *store, guint64 *gone, GError **error)
{
	guint64 held, unseen;

	if (!count(store,
		    "SELECT count(*) FROM run_sightings WHERE path_id IN " PATHS_WITHIN
		    " AND reading <= ?",
		    &held, error))
		return FALSE;
	if (!held)
		return TRUE;
	if (!stale_run(store,
		    "DELETE FROM run_sightings WHERE path_id IN " PATHS_WITHIN " AND reading < ?",
		    error) ||
		!count(store, "SELECT count(*) FROM runs WHERE " UNSEEN_RUN, &unseen, error))
		return FALSE;
	*gone += unseen;
	return store_run(store, "DELETE FROM runs WHERE " UNSEEN_RUN, 0, 0, error) &&
	       stale_open_unkept_runs(store, 0, G_MAXINT64, error);
}
