/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removal, with all that then hangs in the air. */
#include "store/query.h"

/* A path and what lies below it: '"' and '0' follow '!' and '/'. */
#define BELOW                                                                                      \
	"path_id IN (SELECT p.id FROM (SELECT ? AS top) JOIN paths p ON p.path = top "             \
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

static gboolean count_unseen(struct store *store, guint64 *ret_count, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT count(*) FROM messages WHERE " UNSEEN, error))
		return FALSE;
	step = query_step(&q, error);
	*ret_count = step == STEP_ROW ? (guint64)query_int_at(&q, 0) : 0;
	query_close(&q);
	return step == STEP_ROW;
}

/* Names and paths that nothing speaks of any more. */
static gboolean sweep(struct store *store, GError **error)
{
	g_hash_table_remove_all(store->stats);
	return store_run(store, "DELETE FROM stats WHERE id NOT IN (SELECT stat FROM rows)", 0, 0,
		       error) &&
	       store_run(store,
		       "DELETE FROM paths WHERE id NOT IN (SELECT path_id FROM sightings) "
		       "AND id NOT IN (SELECT path_id FROM sources) "
		       "AND id NOT IN (SELECT path_id FROM diagnostics WHERE path_id IS NOT NULL)",
		       0, 0, error);
}

static gboolean forget_below(
	struct store *store, const char *path, guint64 *ret_messages, GError **error)
{
	return run_with_text(store, "DELETE FROM sightings WHERE " BELOW, path, error) &&
	       run_with_text(store, "DELETE FROM diagnostics WHERE message IS NULL AND " BELOW,
		       path, error) &&
	       run_with_text(store, "DELETE FROM sources WHERE " BELOW, path, error) &&
	       count_unseen(store, ret_messages, error) &&
	       store_run(store, "DELETE FROM messages WHERE " UNSEEN, 0, 0, error) &&
	       sweep(store, error);
}

gboolean store_forget_source(
	struct store *store, const char *path, guint64 *ret_messages, GError **error)
{
	g_autofree char *top = g_strdup(path);
	guint64 messages;

	if (!store_must_write(store, error))
		return FALSE;
	/* "dir/" is "dir", and "/" is what begins with it. */
	for (gsize n = strlen(top); n && top[n - 1] == '/'; n--)
		top[n - 1] = '\0';
	if (!forget_below(store, top, &messages, error)) {
		store_rollback(store);
		return FALSE;
	}
	if (ret_messages)
		*ret_messages = messages;
	return TRUE;
}

static gboolean is_known(
	struct store *store, const char *message_id, gboolean *ret_known, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT 1 FROM messages WHERE message_id = ?", error))
		return FALSE;
	query_text(&q, message_id);
	step = query_step(&q, error);
	query_close(&q);
	*ret_known = step == STEP_ROW;
	return step != STEP_FAILED;
}

gboolean store_forget_message(
	struct store *store, const char *message_id, gboolean *ret_found, GError **error)
{
	gboolean known;

	if (!store_must_write(store, error))
		return FALSE;
	if (!is_known(store, message_id, &known, error) ||
		(known && (!run_with_text(store, "DELETE FROM messages WHERE message_id = ?",
				   message_id, error) ||
				  !sweep(store, error)))) {
		store_rollback(store);
		return FALSE;
	}
	if (ret_found)
		*ret_found = known;
	return TRUE;
}
