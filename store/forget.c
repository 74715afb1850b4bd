/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removal, with all that then hangs in the air. */
#include "store/dismissed_rows.h"
#include "store/put.h"
#include "store/position.h"
#include "store/stale.h"

/* A path and what lies below it: '"' and '0' follow '!' and '/'. */
#define PATHS_BELOW                                                                                \
	"(SELECT p.id FROM (SELECT ? AS top) JOIN paths p ON p.path = top "                        \
	"OR (p.path >= top || '!' AND p.path < top || '\"') "                                      \
	"OR (p.path >= top || '/' AND p.path < top || '0'))"

#define UNSEEN "NOT EXISTS (SELECT 1 FROM sightings s WHERE s.message = messages.id)"

static gboolean run_with_text(
	struct store *store, const char *sql, const char *text, GError **error)
{
	struct query q;
	gboolean done;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	query_text(&q, text);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* `text` NULL: the statement has no parameter. */
static gboolean count(
	struct store *store, const char *sql, const char *text, guint64 *ret_count, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	if (text)
		query_text(&q, text);
	step = query_step(&q, error);
	*ret_count = step == STEP_ROW ? (guint64)query_int_at(&q, 0) : 0;
	query_close(&q);
	return step == STEP_ROW;
}

/* Names and paths that nothing speaks of any more. */
static gboolean sweep(struct store *store, GError **error)
{
	g_hash_table_remove_all(store->stats);
	return store_run(store,
		       "DELETE FROM stats WHERE id NOT IN (SELECT stat FROM citations) "
		       "AND id NOT IN (SELECT stat FROM samples)",
		       0, 0, error) &&
	       store_run(store,
		       "DELETE FROM paths WHERE id NOT IN (SELECT path_id FROM sightings) "
		       "AND id NOT IN (SELECT path_id FROM run_sightings) "
		       "AND id NOT IN (SELECT path_id FROM sources) "
		       "AND id NOT IN (SELECT path_id FROM positions) "
		       "AND id NOT IN (SELECT path_id FROM dismissed WHERE path_id IS NOT NULL) "
		       "AND id NOT IN (SELECT path_id FROM diagnostics WHERE path_id IS NOT NULL)",
		       0, 0, error);
}

gboolean store_tidy(struct store *store, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (!store->untidy || sweep(store, error)) {
		store->untidy = FALSE;
		return TRUE;
	}
	store_rollback(store);
	return FALSE;
}

/* "dir/" is "dir", and "/" is what begins with it; free with g_free(). */
static char *top_of(const char *path)
{
	gsize n = strlen(path);

	while (n && path[n - 1] == '/')
		n--;
	return g_strndup(path, n);
}

static gboolean forget_diags(struct store *store, const char *top, GError **error)
{
	return run_with_text(store,
		"DELETE FROM diagnostics WHERE message IS NULL AND path_id IN " PATHS_BELOW, top,
		error);
}

/* Of an interrupted reading there are sightings, of an unreadable source a diagnostic. */
static gboolean count_below(
	struct store *store, const char *top, struct store_forgotten *ret, GError **error)
{
	guint64 sightings, runs, diags, positions;

	if (!count(store, "SELECT count(*) FROM sources WHERE path_id IN " PATHS_BELOW, top,
		    &ret->sources, error) ||
		!count(store, "SELECT count(*) FROM sightings WHERE path_id IN " PATHS_BELOW, top,
			&sightings, error) ||
		!count(store, "SELECT count(*) FROM run_sightings WHERE path_id IN " PATHS_BELOW,
			top, &runs, error) ||
		!count(store, "SELECT count(*) FROM diagnostics WHERE path_id IN " PATHS_BELOW, top,
			&diags, error) ||
		!count(store, "SELECT count(*) FROM positions WHERE path_id IN " PATHS_BELOW, top,
			&positions, error))
		return FALSE;
	ret->found = ret->sources || sightings || runs || diags || positions;
	return TRUE;
}

/* Answers that only their thread brought in, where it is no more. */
static gboolean forget_unthreaded(struct store *store, guint64 *messages, GError **error)
{
	guint64 gone;

	if (!store_drop_unthreaded(store, &gone, error))
		return FALSE;
	*messages += gone;
	return TRUE;
}

/* What no place holds any more. */
static gboolean forget_unseen(struct store *store, struct store_forgotten *ret, GError **error)
{
	return count(store, "SELECT count(*) FROM messages WHERE " UNSEEN, NULL, &ret->messages,
		       error) &&
	       store_run(store, "DELETE FROM messages WHERE " UNSEEN, 0, 0, error) &&
	       count(store, "SELECT count(*) FROM runs WHERE " UNSEEN_RUN, NULL, &ret->runs,
		       error) &&
	       store_run(store, "DELETE FROM runs WHERE " UNSEEN_RUN, 0, 0, error) &&
	       forget_unthreaded(store, &ret->messages, error) && sweep(store, error) &&
	       stale_give_up_copies(store, error) &&
	       stale_open_unkept_runs(store, 0, G_MAXINT64, error);
}

static gboolean forget_below(
	struct store *store, const char *top, struct store_forgotten *ret, GError **error)
{
	return run_with_text(
		       store, "DELETE FROM sightings WHERE path_id IN " PATHS_BELOW, top, error) &&
	       run_with_text(store, "DELETE FROM run_sightings WHERE path_id IN " PATHS_BELOW, top,
		       error) &&
	       forget_diags(store, top, error) &&
	       run_with_text(
		       store, "DELETE FROM sources WHERE path_id IN " PATHS_BELOW, top, error) &&
	       run_with_text(
		       store, "DELETE FROM positions WHERE path_id IN " PATHS_BELOW, top, error) &&
	       dismissed_forget(store, top, error) && forget_unseen(store, ret, error);
}

gboolean store_forget_source(
	struct store *store, const char *path, struct store_forgotten *ret, GError **error)
{
	g_autofree char *top = top_of(path);

	*ret = (struct store_forgotten){0};
	if (!store_must_write(store, error))
		return FALSE;
	if (count_below(store, top, ret, error) &&
		(!ret->found || forget_below(store, top, ret, error)))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

gboolean store_forget_diags(struct store *store, const char *path, GError **error)
{
	g_autofree char *top = top_of(path);

	if (!store_must_write(store, error))
		return FALSE;
	if (run_with_text(store,
		    "DELETE FROM diagnostics WHERE message IS NULL AND reading IS NULL "
		    "AND path_id IN " PATHS_BELOW,
		    top, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

gboolean store_forget_diags_of(struct store *store, enum diag_id id, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (run_with_text(store, "DELETE FROM diagnostics WHERE message IS NULL AND kind = ?",
		    diag_name(id), error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

static gboolean is_known(
	struct store *store, const char *message_id, gboolean *ret_known, GError **error)
{
	struct query q;

	if (!query_open(&q, store, "SELECT 1 FROM messages WHERE message_id = ?", error))
		return FALSE;
	query_text(&q, message_id);
	return query_has_row(&q, ret_known, error);
}

static gboolean forget_message(struct store *store, const char *message_id, GError **error)
{
	guint64 gone = 0;

	return run_with_text(
		       store, "DELETE FROM messages WHERE message_id = ?", message_id, error) &&
	       run_with_text(store, "DELETE FROM reproductions WHERE message_id = ?", message_id,
		       error) &&
	       dismissed_forget_id(store, thread_hash(slice_of(message_id)), error) &&
	       forget_unthreaded(store, &gone, error) && sweep(store, error);
}

gboolean store_forget_message(
	struct store *store, const char *message_id, gboolean *ret_found, GError **error)
{
	gboolean known;

	if (!store_must_write(store, error))
		return FALSE;
	if (!is_known(store, message_id, &known, error) ||
		(known && !forget_message(store, message_id, error))) {
		store_rollback(store);
		return FALSE;
	}
	if (ret_found)
		*ret_found = known;
	return TRUE;
}
