/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/prune.h"

#include "base/literal.h"
#include "store/dismissed.h"
#include "store/position.h"
#include "store/query.h"

/*
 * Threads and commits are nodes.  A thread hangs together with the commits that its reports
 * blame (a summary blames none), and one that names a message of another thread needs that.
 */
#define KEPT_THREADS                                                                               \
	"WITH blamed(thread, id) AS ("                                                             \
	"SELECT 't' || m.thread, 'c' || r.commit_id FROM reports r "                               \
	"JOIN messages m ON m.id = r.message "                                                     \
	"WHERE r.commit_id IS NOT NULL AND m.kind <> 'summary'), "                                 \
	"edges(a, b) AS (SELECT thread, id FROM blamed UNION SELECT id, thread FROM blamed "       \
	"UNION SELECT 't' || m.thread, 't' || o.thread FROM events e "                             \
	"JOIN messages m ON m.id = e.message JOIN messages o ON o.message_id = e.target), "        \
	"kept(node) AS (SELECT 't' || thread FROM messages "                                       \
	"WHERE thread IS NOT NULL AND (date IS NULL OR date >= ?) "                                \
	"UNION SELECT e.b FROM kept k JOIN edges e ON e.a = k.node WHERE e.b IS NOT NULL) "        \
	"SELECT substr(node, 2) FROM kept WHERE substr(node, 1, 1) = 't'"

#define OLD_MESSAGES "date < ? AND thread IS NOT NULL AND thread NOT IN (" KEPT_THREADS ")"

#define OLD_RUN "started GLOB '[0-9]*' AND CAST(started AS INTEGER) < ?"
#define IS_ROOT_OF(path) "instr('/' || " path " || '/', '/' || runs.root || '/') > 0"
#define NEEDED_RUN                                                                                 \
	"(EXISTS (SELECT 1 FROM jobs j WHERE " IS_ROOT_OF(                                         \
		"j.result_root") ") "                                                              \
				 "OR EXISTS (SELECT 1 FROM reproductions p WHERE " IS_ROOT_OF(     \
					 "p.base_root") " OR " IS_ROOT_OF("p.head_root") "))"

static gboolean count(struct store *store, const char *sql, gint64 before, guint parameters,
	guint64 *ret_count, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	while (parameters--)
		query_int(&q, before);
	step = query_step(&q, error);
	*ret_count = step == STEP_ROW ? (guint64)query_int_at(&q, 0) : 0;
	query_close(&q);
	return step == STEP_ROW;
}

static gboolean prune_messages(
	struct store *store, gint64 before, struct store_pruned *ret, GError **error)
{
	guint64 old, gone = 0;

	if (!count(store, "SELECT count(*) FROM messages WHERE date < ?", before, 1, &old, error) ||
		!count(store,
			"SELECT (SELECT count(*) FROM messages WHERE date IS NULL) + "
			"(SELECT count(*) FROM runs WHERE started NOT GLOB '[0-9]*')",
			0, 0, &ret->undated, error) ||
		!count(store, "SELECT count(*) FROM messages WHERE " OLD_MESSAGES, before, 2,
			&ret->messages, error) ||
		!store_run(
			store, "DELETE FROM messages WHERE " OLD_MESSAGES, before, before, error) ||
		!store_drop_unthreaded(store, &gone, error))
		return FALSE;
	ret->kept_messages = old - ret->messages;
	ret->messages += gone;
	return TRUE;
}

static gboolean prune_runs(
	struct store *store, gint64 before, struct store_pruned *ret, GError **error)
{
	guint64 old;

	if (!count(store, "SELECT count(*) FROM runs WHERE " OLD_RUN, before, 1, &old, error) ||
		!count(store, "SELECT count(*) FROM runs WHERE " OLD_RUN " AND NOT " NEEDED_RUN,
			before, 1, &ret->runs, error))
		return FALSE;
	ret->kept_runs = old - ret->runs;
	return !ret->runs ||
	       store_run(store, "DELETE FROM runs WHERE " OLD_RUN " AND NOT " NEEDED_RUN, before, 0,
		       error);
}

static gboolean remember(struct store *store, gint64 before, GError **error)
{
	return store_run(store, "DELETE FROM pruned", 0, 0, error) &&
	       store_run(store, "INSERT INTO pruned (before) VALUES (?)", before, 0, error);
}

gboolean store_prune(struct store *store, gint64 before, struct store_pruned *ret, GError **error)
{
	*ret = (struct store_pruned){0};
	if (!store_must_write(store, error))
		return FALSE;
	/* Each message has its thread behind that, and again when some went. */
	if (store_link(store, error) && prune_messages(store, before, ret, error) &&
		prune_runs(store, before, ret, error) && remember(store, before, error) &&
		store_link(store, error)) {
		store->untidy = TRUE;
		if (store_tidy(store, error))
			return TRUE;
	}
	store_rollback(store);
	return FALSE;
}

gboolean store_pruned_before(struct store *store, gint64 *ret_before, GError **error)
{
	enum step step;
	struct query q;

	*ret_before = DATE_UNKNOWN;
	if (!query_open(&q, store, "SELECT before FROM pruned", error))
		return FALSE;
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*ret_before = query_int_at(&q, 0);
	query_close(&q);
	return step != STEP_FAILED;
}

/* ---- what comes in ------------------------------------------------------------------------ */

/* Whether a report that is there blames the same commit. */
static gboolean is_of_known_commit(
	struct store *store, const struct records *records, gboolean *ret_is, GError **error)
{
	struct slice commit = records->report.commit;
	struct query q;

	*ret_is = FALSE;
	if (!records->has_report || records->kind == MESSAGE_SUMMARY || !commit.len)
		return TRUE;
	if (!query_open(&q, store,
		    "SELECT 1 FROM reports r JOIN messages m ON m.id = r.message "
		    "WHERE r.commit_id = ? AND m.kind <> 'summary'",
		    error))
		return FALSE;
	query_slice(&q, commit);
	return query_has_row(&q, ret_is, error);
}

gboolean store_is_pruned(struct store *store, gint64 before, const struct records *records,
	gboolean *ret_is, GError **error)
{
	const struct mail *mail = records->mail;
	gboolean needed;

	*ret_is = FALSE;
	if (before == DATE_UNKNOWN || mail->date == DATE_UNKNOWN || mail->date >= before)
		return TRUE;
	if (!store_has_thread_of(store, mail, &needed, error) ||
		(!needed && !is_of_known_commit(store, records, &needed, error)))
		return FALSE;
	*ret_is = !needed;
	return TRUE;
}

gboolean store_is_pruned_run(struct store *store, gint64 before, const struct store_run *run,
	gboolean *ret_is, GError **error)
{
	gboolean needed;
	guint64 started;
	struct query q;

	*ret_is = FALSE;
	if (before == DATE_UNKNOWN || !literal_count(slice_of(run->started), &started) ||
		(gint64)started >= before)
		return TRUE;
	if (!query_open(&q, store,
		    "SELECT 1 FROM runs WHERE root = ? AND number = ? AND started = ? UNION ALL "
		    "SELECT 1 FROM jobs WHERE instr(result_root || '/', '/' || ? || '/') > 0",
		    error))
		return FALSE;
	query_text(&q, run->root);
	query_int(&q, run->number);
	query_text(&q, run->started);
	query_text(&q, run->root);
	if (!query_has_row(&q, &needed, error))
		return FALSE;
	*ret_is = !needed;
	return TRUE;
}

gboolean store_compact(struct store *store, GError **error)
{
	g_hash_table_remove_all(store->idle);
	return store->ops->compact(store->engine, error);
}
