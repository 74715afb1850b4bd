/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/stale.h"

#include "store/dismissed_rows.h"
#include "store/put.h"

/* ---- copies ----------------------------------------------------------------------------- */

gboolean stale_copy_is_met(struct store *store, gint64 message, const guint8 *copy_hash,
	gboolean *ret_met, GError **error)
{
	struct query q;

	if (!query_open(&q, store,
		    "SELECT 1 FROM (SELECT ? AS top, ? AS now) "
		    "JOIN sightings s JOIN paths p ON p.id = s.path_id "
		    "WHERE s.message = ? AND s.copy_hash = ? AND NOT (s.reading < now "
		    "AND (p.path = top OR substr(p.path, 1, length(top) + 1) = top || '!'))",
		    error))
		return FALSE;
	query_text(&q, store->source);
	query_int(&q, store->reading);
	query_int(&q, message);
	query_blob(&q, copy_hash_slice(copy_hash));
	return query_has_row(&q, ret_met, error);
}

static gboolean is_source(struct store *store, struct slice path, gboolean *ret_is, GError **error)
{
	struct query q;

	if (!query_open(&q, store,
		    "SELECT 1 FROM positions o JOIN paths p ON p.id = o.path_id WHERE p.path = ?",
		    error))
		return FALSE;
	query_slice(&q, path);
	return query_has_row(&q, ret_is, error);
}

static gboolean open_source(struct store *store, struct slice path, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "UPDATE positions SET finished = 0, byte_offset = NULL, commit_id = NULL "
		    "WHERE path_id = (SELECT id FROM paths WHERE path = ?)",
		    error))
		return FALSE;
	query_slice(&q, path);
	done = query_run(&q, error);
	query_close(&q);
	g_ptr_array_add(store->opened, slice_dup(path));
	return done;
}

gboolean stale_open_source(struct store *store, const char *path, GError **error)
{
	gboolean done = TRUE, known, found = FALSE;

	for (const char *end = path; done && *end; end++) {
		struct slice source = slice_between(path, end + 1);

		if (end[1] && end[1] != '!')
			continue;
		if (!is_source(store, source, &known, error))
			return FALSE;
		if (known)
			done = open_source(store, source, error);
		found |= known;
	}
	if (!found)
		g_ptr_array_add(store->opened, g_strdup(path));
	return done;
}

gboolean stale_is_at_hand(const struct store *store, const char *path)
{
	gsize n = store->source ? strlen(store->source) : 0;

	return n && g_str_has_prefix(path, store->source) && (!path[n] || path[n] == '!');
}

gboolean stale_open_others(
	struct store *store, gint64 message, const guint8 *copy_hash, GError **error)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT DISTINCT p.path FROM sightings s JOIN paths p ON p.id = s.path_id "
		    "WHERE s.message = ? AND s.copy_hash <> ?",
		    error))
		return FALSE;
	query_int(&q, message);
	query_blob(&q, copy_hash_slice(copy_hash));
	while ((step = query_step(&q, error)) == STEP_ROW)
		g_ptr_array_add(paths, g_strdup(query_word_at(&q, 0)));
	query_close(&q);
	for (guint i = 0; step == STEP_DONE && i < paths->len; i++)
		if (!stale_is_at_hand(store, paths->pdata[i]) &&
			!stale_open_source(store, paths->pdata[i], error))
			return FALSE;
	return step == STEP_DONE;
}

/* ---- sightings and what was told ---------------------------------------------------------- */

struct stale {
	gint64 sighting, message;
};

/* Columns: id, message, path, byte_offset, object, message_id, synthetic_id, by_thread. */
static guint64 key_of(struct query *q)
{
	const struct origin place = {
		query_text_at(q, 2), query_int_or(q, 3, -1), query_text_at(q, 4), 0, 0};
	guint64 id = query_int_at(q, 6) ? 0 : thread_hash(slice_of(query_word_at(q, 5)));

	return dismissed_key_of(&place, id);
}

/*
 * Whether a mail that its thread brought in stands there still: it was dismissed again, and
 * is looked back at later.  *keys: of what this reading dismissed, NULL until it is asked.
 */
static gboolean is_dismissed_again(
	struct store *store, struct query *q, GHashTable **keys, gboolean *ret_is, GError **error)
{
	gint64 path;

	*ret_is = FALSE;
	if (!query_int_at(q, 7))
		return TRUE;
	if (!*keys && (!put_path(store, store->source, &path, error) ||
			      !(*keys = dismissed_keys(store, path, store->reading, error))))
		return FALSE;
	*ret_is = g_hash_table_contains(*keys, GSIZE_TO_POINTER(key_of(q)));
	return TRUE;
}

static gboolean add_stale(
	struct store *store, struct query *q, GArray *found, GHashTable **keys, GError **error)
{
	struct stale stale = {query_int_at(q, 0), query_int_at(q, 1)};
	gboolean again;

	if (!is_dismissed_again(store, q, keys, &again, error))
		return FALSE;
	if (!again)
		g_array_append_val(found, stale);
	return TRUE;
}

#define SELECT_KEYED                                                                               \
	"SELECT s.id, s.message, p.path, s.byte_offset, s.object, m.message_id, m.synthetic_id, "  \
	"s.by_thread FROM sightings s JOIN paths p ON p.id = s.path_id "                           \
	"JOIN messages m ON m.id = s.message "

static gboolean find_stale(struct store *store, GArray *found, GError **error)
{
	g_autoptr(GHashTable) keys = NULL;
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    SELECT_KEYED "WHERE s.path_id IN " PATHS_WITHIN
				 " AND s.reading < ? ORDER BY s.id",
		    error))
		return FALSE;
	query_text(&q, store->source);
	query_int(&q, store->reading);
	while ((step = query_step(&q, error)) == STEP_ROW)
		if (!add_stale(store, &q, found, &keys, error)) {
			step = STEP_FAILED;
			break;
		}
	query_close(&q);
	return step == STEP_DONE;
}

enum left {
	LEFT_NOTHING,
	LEFT_KEPT_COPY,
	LEFT_OTHER_COPIES,
};

/* What is left of a message, and the hash of the copy that is kept. */
static gboolean look_at_message(
	struct store *store, gint64 message, enum left *ret_left, guint8 *ret_hash, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT count(*), max(s.copy_hash = m.copy_hash), m.copy_hash "
		    "FROM messages m JOIN sightings s ON s.message = m.id WHERE m.id = ?",
		    error))
		return FALSE;
	query_int(&q, message);
	step = query_step(&q, error);
	*ret_left = LEFT_NOTHING;
	if (step == STEP_ROW && query_int_at(&q, 0)) {
		struct slice hash = query_blob_at(&q, 2);

		*ret_left = query_int_at(&q, 1) ? LEFT_KEPT_COPY : LEFT_OTHER_COPIES;
		memcpy(ret_hash, hash.at, MIN(hash.len, COPY_HASH_BYTES));
	}
	query_close(&q);
	return step != STEP_FAILED;
}

struct given_up {
	gint64 message;
	guint8 hash[COPY_HASH_BYTES];
};

/* Messages of whose copies another one is kept than those that stand anywhere. */
static gboolean find_given_up(struct store *store, GArray *found, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT m.id, m.copy_hash FROM messages m "
		    "WHERE EXISTS (SELECT 1 FROM sightings s WHERE s.message = m.id) "
		    "AND NOT EXISTS (SELECT 1 FROM sightings s WHERE s.message = m.id "
		    "AND s.copy_hash = m.copy_hash) ORDER BY m.id",
		    error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		struct given_up copy = {.message = query_int_at(&q, 0)};
		struct slice hash = query_blob_at(&q, 1);

		memcpy(copy.hash, hash.at, MIN(hash.len, COPY_HASH_BYTES));
		g_array_append_val(found, copy);
	}
	query_close(&q);
	return step == STEP_DONE;
}

/* Whatever copy is met next is better than one that is no more. */
static gboolean give_up_copy(
	struct store *store, gint64 message, const guint8 *copy_hash, GError **error)
{
	return store_run(store, "UPDATE messages SET copy_rows = -1, copy_bytes = -1 WHERE id = ?",
		       message, 0, error) &&
	       stale_open_others(store, message, copy_hash, error);
}

gboolean stale_give_up_copies(struct store *store, GError **error)
{
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct given_up));
	gboolean done = find_given_up(store, found, error);

	for (guint i = 0; done && i < found->len; i++) {
		const struct given_up *copy = &g_array_index(found, struct given_up, i);

		done = give_up_copy(store, copy->message, copy->hash, error);
	}
	return done;
}

static gboolean remove_stale(
	struct store *store, const struct stale *stale, guint64 *gone, GError **error)
{
	guint8 kept[COPY_HASH_BYTES] = {0};
	enum left left;

	if (!store_run(store, "DELETE FROM sightings WHERE id = ?", stale->sighting, 0, error) ||
		!look_at_message(store, stale->message, &left, kept, error))
		return FALSE;
	if (left == LEFT_KEPT_COPY)
		return TRUE;
	if (left == LEFT_OTHER_COPIES)
		return give_up_copy(store, stale->message, kept, error);
	*gone += 1;
	store->untidy = TRUE;
	return store_run(store, "DELETE FROM messages WHERE id = ?", stale->message, 0, error);
}

gboolean stale_run(struct store *store, const char *sql, GError **error)
{
	struct query q;
	gboolean done;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	query_text(&q, store->source);
	query_int(&q, store->reading);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gboolean remove_told(struct store *store, GError **error)
{
	return stale_run(store,
		"DELETE FROM diagnostics WHERE message IS NULL AND path_id IN " PATHS_WITHIN
		" AND reading < ?",
		error);
}

static gboolean remove_all(struct store *store, const GArray *stale, guint64 *gone, GError **error)
{
	for (guint i = 0; i < stale->len; i++)
		if (!remove_stale(store, &g_array_index(stale, struct stale, i), gone, error))
			return FALSE;
	return TRUE;
}

static gboolean remove_sightings(struct store *store, guint64 *gone, GError **error)
{
	g_autoptr(GArray) stale = g_array_new(FALSE, FALSE, sizeof(struct stale));

	return find_stale(store, stale, error) && remove_all(store, stale, gone, error);
}

static gboolean remove_dismissed(struct store *store, GError **error)
{
	gint64 path;

	return put_path(store, store->source, &path, error) &&
	       dismissed_forget_before(store, path, store->reading, error);
}

gboolean stale_remove(struct store *store, gboolean complete, guint64 *gone, GError **error)
{
	return remove_told(store, error) &&
	       (!complete ||
		       (remove_dismissed(store, error) && remove_sightings(store, gone, error) &&
			       stale_remove_runs(store, gone, error)));
}

/* ---- mails without their thread ------------------------------------------------------------ */

static gboolean find_by_thread(struct store *store, GHashTable *but, GArray *found, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, SELECT_KEYED "WHERE s.by_thread = 1 ORDER BY s.id", error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		struct stale stale = {query_int_at(&q, 0), query_int_at(&q, 1)};

		if (!g_hash_table_contains(but, GSIZE_TO_POINTER(key_of(&q))))
			g_array_append_val(found, stale);
	}
	query_close(&q);
	return step == STEP_DONE;
}

gboolean stale_remove_by_thread(struct store *store, GHashTable *but, guint64 *gone, GError **error)
{
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(struct stale));

	return find_by_thread(store, but, found, error) && remove_all(store, found, gone, error);
}
