/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * To which thread each message belongs: up from reply to reply, as far as is known.  What
 * was found is kept in the store, so that each message is looked at once.
 */
#include "store/thread.h"

#include "parse/thread_ids.h"
#include "store/item.h"

/* A message on the way up, and how it hangs on the next. */
struct link {
	char *id;
	enum thread_by by;
};

/* From a message up to where its thread is known. */
struct chain {
	struct store *store;
	GArray *links;         /* struct link */
	GHashTable *positions; /* id -> its place in links, from 1 */
	char *root;
	enum thread_by by; /* of what is above the last link */
};

static void link_clear(gpointer link)
{
	g_free(((struct link *)link)->id);
}

static void chain_init(struct chain *c, struct store *store)
{
	*c = (struct chain){store, g_array_new(FALSE, FALSE, sizeof(struct link)),
		g_hash_table_new(g_str_hash, g_str_equal), NULL, THREAD_ROOT};
	g_array_set_clear_func(c->links, link_clear);
}

static void chain_release(struct chain *c)
{
	g_hash_table_unref(c->positions);
	g_array_unref(c->links);
	g_free(c->root);
}

/* ---- one step up ------------------------------------------------------------------------ */

/* What stands above a message; parent NULL: nothing. */
struct above {
	enum thread_by by;
	char *parent;
};

/* The last message with its subject before it. */
static gboolean find_by_subject(struct store *store, const char *subject_key, gint64 date,
	struct above *above, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT message_id FROM messages WHERE subject_key = ? AND date < ? "
		    "AND date >= ? ORDER BY date DESC, message_id DESC LIMIT 1",
		    error))
		return FALSE;
	query_text(&q, subject_key);
	query_int(&q, date);
	query_int(&q, date - STORE_SUBJECT_SECONDS);
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*above = (struct above){THREAD_SUBJECT, g_strdup(query_text_at(&q, 0))};
	query_close(&q);
	return step != STEP_FAILED;
}

/*
 * The message that is answered when that is known, else the first Reference, else the
 * unknown message that is answered; of an answer without any the subject tells.
 * Columns: the known one, the first Reference, in_reply_to, subject, subject_key, date.
 */
static gboolean read_above(
	struct store *store, struct query *q, struct above *above, GError **error)
{
	const char *subject = query_text_at(q, 3), *key = query_text_at(q, 4);
	gint64 date = query_int_or(q, 5, DATE_UNKNOWN);
	gboolean reply;

	for (guint column = 0; column < 3; column++)
		if (query_text_at(q, column)) {
			*above =
				(struct above){column == 1 ? THREAD_REFERENCES : THREAD_IN_REPLY_TO,
					g_strdup(query_text_at(q, column))};
			return TRUE;
		}
	if (!key || !subject || date == DATE_UNKNOWN)
		return TRUE;
	g_free(thread_subject(subject, &reply));
	return !reply || find_by_subject(store, key, date, above, error);
}

static gboolean look_above(struct store *store, const char *id, struct above *above, GError **error)
{
	gboolean done;
	enum step step;
	struct query q;

	*above = (struct above){THREAD_ROOT, NULL};
	if (!query_open(&q, store,
		    "SELECT (SELECT k.message_id FROM messages k "
		    "WHERE k.message_id = m.in_reply_to), "
		    "(SELECT f.message_id FROM refs f WHERE f.message = m.id AND f.nr = 0), "
		    "m.in_reply_to, m.subject, m.subject_key, m.date "
		    "FROM messages m WHERE m.message_id = ?",
		    error))
		return FALSE;
	query_text(&q, id);
	step = query_step(&q, error);
	done = step == STEP_ROW ? read_above(store, &q, above, error) : step == STEP_DONE;
	query_close(&q);
	return done;
}

/* ---- up to what is known ----------------------------------------------------------------- */

static void end_at(struct chain *c, const char *root, enum thread_by by)
{
	g_free(c->root);
	c->root = g_strdup(root);
	c->by = by;
}

/* Messages that answer each other in a ring have the smallest id of the ring as root. */
static void end_in_ring(struct chain *c, guint first)
{
	const char *smallest = NULL;
	enum thread_by by = THREAD_ROOT;

	for (guint i = first; i < c->links->len; i++) {
		const struct link *link = &g_array_index(c->links, struct link, i);

		if (!smallest || strcmp(link->id, smallest) < 0)
			smallest = link->id;
		by = MAX(by, link->by);
	}
	end_at(c, smallest, by);
}

/* *ret_ended: its thread is known, or it is in no mail of the store. */
static gboolean end_at_known(struct chain *c, const char *id, gboolean *ret_ended, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, c->store, "SELECT thread, thread_by FROM messages WHERE message_id = ?",
		    error))
		return FALSE;
	query_text(&q, id);
	step = query_step(&q, error);
	*ret_ended = step != STEP_ROW || query_text_at(&q, 0);
	if (step == STEP_DONE)
		end_at(c, id, THREAD_ROOT);
	else if (*ret_ended && step == STEP_ROW)
		end_at(c, query_text_at(&q, 0), thread_by_by_name(query_text_at(&q, 1)));
	query_close(&q);
	return step != STEP_FAILED;
}

/* Adds a message and looks above it.  *ret_next: the one to go on with; NULL: it ended. */
static gboolean climb(struct chain *c, const char *id, char **ret_next, GError **error)
{
	struct link link = {g_strdup(id), THREAD_ROOT};
	struct above above;
	gboolean ended;

	*ret_next = NULL;
	g_array_append_val(c->links, link);
	g_hash_table_insert(c->positions, link.id, GUINT_TO_POINTER(c->links->len));
	if (!look_above(c->store, id, &above, error))
		return FALSE;
	g_array_index(c->links, struct link, c->links->len - 1).by = above.by;
	if (!above.parent) {
		end_at(c, id, THREAD_ROOT);
		return TRUE;
	}

	g_autofree char *parent = above.parent;
	guint position = GPOINTER_TO_UINT(g_hash_table_lookup(c->positions, parent));
	if (position) {
		end_in_ring(c, position - 1);
		return TRUE;
	}
	if (!end_at_known(c, parent, &ended, error))
		return FALSE;
	if (!ended)
		*ret_next = g_steal_pointer(&parent);
	return TRUE;
}

static gboolean write_thread(
	struct store *store, const char *id, const char *root, enum thread_by by, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "UPDATE messages SET thread = ?, thread_by = ? WHERE message_id = ?", error))
		return FALSE;
	query_text(&q, root);
	query_text(&q, thread_by_name(by));
	query_text(&q, id);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* A thread is told no better than by the weakest link to its root. */
static gboolean write_chain(struct chain *c, GError **error)
{
	for (guint i = c->links->len; i > 0; i--) {
		const struct link *link = &g_array_index(c->links, struct link, i - 1);

		c->by = MAX(c->by, link->by);
		if (!write_thread(c->store, link->id, c->root, c->by, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean find_thread(struct store *store, const char *id, GError **error)
{
	char *at = g_strdup(id), *next;
	struct chain chain;
	gboolean done = TRUE;

	chain_init(&chain, store);
	for (; done && at; at = next) {
		done = climb(&chain, at, &next, error);
		g_free(at);
	}
	g_free(at);
	done = done && write_chain(&chain, error);
	chain_release(&chain);
	return done;
}

/* ---- which are not known ---------------------------------------------------------------- */

/* Messages without a thread, and when `keys` is not NULL the keys of their subjects. */
static gboolean list_unthreaded(
	struct store *store, GPtrArray *ids, GPtrArray *keys, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT message_id, subject_key FROM messages WHERE thread IS NULL "
		    "ORDER BY id",
		    error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		g_ptr_array_add(ids, g_strdup(query_word_at(&q, 0)));
		if (keys)
			g_ptr_array_add(keys, g_strdup(query_text_at(&q, 1)));
	}
	query_close(&q);
	return step == STEP_DONE;
}

/* A message came (subject_key NULL: its subject was asked for): the threads of all that may hang on
 * it are in doubt. */
static gboolean doubt_below(
	struct store *store, const char *id, const char *subject_key, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "UPDATE messages SET thread = NULL WHERE thread IN ("
		    "SELECT c.thread FROM messages c WHERE c.in_reply_to = ? UNION "
		    "SELECT c.thread FROM refs f JOIN messages c ON c.id = f.message "
		    "WHERE f.nr = 0 AND f.message_id = ? UNION "
		    "SELECT c.thread FROM messages c WHERE c.subject_key = ? "
		    "AND c.in_reply_to IS NULL UNION SELECT ?)",
		    error))
		return FALSE;
	query_text(&q, id);
	query_text(&q, id);
	query_text(&q, subject_key);
	query_text(&q, id);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gboolean has_threads(struct store *store, gboolean *ret_has, GError **error)
{
	struct query q;

	return query_open(&q, store, "SELECT 1 FROM messages WHERE thread IS NOT NULL LIMIT 1",
		       error) &&
	       query_has_row(&q, ret_has, error);
}

static gboolean doubt_threads(struct store *store, GError **error)
{
	g_autoptr(GHashTable) done_keys = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
	gboolean has;

	if (!has_threads(store, &has, error))
		return FALSE;
	if (has && !list_unthreaded(store, ids, keys, error))
		return FALSE;
	for (guint i = 0; i < ids->len; i++) {
		char *key = keys->pdata[i];

		if (key && !g_hash_table_add(done_keys, key))
			key = NULL;
		if (!doubt_below(store, ids->pdata[i], key, error))
			return FALSE;
	}
	return TRUE;
}

/* It may have been on the way up from another. */
static gboolean find_thread_once(struct store *store, const char *id, GError **error)
{
	struct chain chain;
	gboolean known;

	chain_init(&chain, store);
	gboolean done = end_at_known(&chain, id, &known, error);
	chain_release(&chain);
	return done && (known || find_thread(store, id, error));
}

gboolean thread_link(struct store *store, GError **error)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);

	if (!doubt_threads(store, error) || !list_unthreaded(store, ids, NULL, error))
		return FALSE;
	for (guint i = 0; i < ids->len; i++)
		if (!find_thread_once(store, ids->pdata[i], error))
			return FALSE;
	return TRUE;
}
