/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which engine a store has, its life, and its transactions. */
#include "store/dismissed_rows.h"
#include "store/query.h"

G_DEFINE_QUARK(store - error - quark, store_error)

static const struct engine_ops *const engines[] = {&sqlite_engine};

static const struct engine_ops *engine_by_scheme(struct slice scheme)
{
	for (guint i = 0; i < G_N_ELEMENTS(engines); i++) {
		if (slice_is(scheme, engines[i]->scheme))
			return engines[i];
	}
	return NULL;
}

/* "scheme:rest" of a known engine, or "scheme://rest" of any; else a file of the first one's. */
static const struct engine_ops *choose_engine(const char **where, GError **error)
{
	gsize n = strspn(*where, "abcdefghijklmnopqrstuvwxyz0123456789+.-");
	struct slice scheme = {*where, n};
	const struct engine_ops *found;

	if (!n || (*where)[n] != ':')
		return engines[0];
	found = engine_by_scheme(scheme);
	if (found) {
		*where += n + 1;
		return found;
	}
	if (!g_str_has_prefix(*where + n, "://"))
		return engines[0];
	g_set_error(error, STORE_ERROR, STORE_ERROR_OPEN, "%s: no engine for \"%.*s\" stores",
		*where, SLICE_ARG(scheme));
	return NULL;
}

struct store *store_open(const char *where, enum store_mode mode, GError **error)
{
	const struct engine_ops *ops = choose_engine(&where, error);
	struct engine *engine = ops ? ops->open(where, mode, error) : NULL;
	struct store *store;

	if (!engine)
		return NULL;
	store = g_new0(struct store, 1);
	store->ops = ops;
	store->engine = engine;
	store->last_table = -1;
	store->opened = g_ptr_array_new_with_free_func(g_free);
	store->doubted =
		g_hash_table_new_full(dismissed_object_hash, dismissed_object_equal, g_free, NULL);
	store->idle = g_hash_table_new_full(
		query_sql_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
	store->stats = g_hash_table_new_full(known_stat_hash, known_stat_equal, g_free, NULL);
	return store;
}

gboolean store_close(struct store *store, GError **error)
{
	gboolean closed;

	if (!store)
		return TRUE;
	store_rollback(store);
	g_hash_table_unref(store->idle);
	g_hash_table_unref(store->stats);
	g_free(store->source);
	g_ptr_array_unref(store->opened);
	g_hash_table_unref(store->doubted);
	closed = store->ops->close(store->engine, error);
	g_free(store);
	return closed;
}

static gboolean read_last_table(struct store *store, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT max(id) FROM tables", error))
		return FALSE;
	step = query_step(&q, error);
	if (step == STEP_ROW)
		store->last_table = query_int_or(&q, 0, 0);
	query_close(&q);
	return step == STEP_ROW;
}

gboolean store_begin(struct store *store, GError **error)
{
	if (store->writing || store->readers) {
		g_set_error_literal(error, STORE_ERROR, STORE_ERROR_FAILED,
			"a transaction was begun inside of another");
		return FALSE;
	}
	store->writing = store->ops->begin(store->engine, error);
	/* Between transactions another process may have removed what was known. */
	if (store->ops->was_changed(store->engine))
		g_hash_table_remove_all(store->stats);
	if (store->writing && store->last_table < 0 && !read_last_table(store, error))
		store_rollback(store);
	return store->writing;
}

gboolean store_commit(struct store *store, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (!dismissed_forget_doubted(store, error)) {
		store_rollback(store);
		return FALSE;
	}
	store->writing = FALSE;
	return store->ops->commit(store->engine, error);
}

void store_rollback(struct store *store)
{
	if (!store->writing)
		return;
	store->writing = FALSE;
	g_hash_table_remove_all(store->stats);
	g_hash_table_remove_all(store->doubted);
	store->ops->rollback(store->engine);
}

gboolean store_must_write(struct store *store, GError **error)
{
	if (store->writing)
		return TRUE;
	g_set_error_literal(error, STORE_ERROR, STORE_ERROR_FAILED,
		"nothing can be written outside of a transaction");
	return FALSE;
}

gboolean store_read_begin(struct store *store, GError **error)
{
	if (!store->writing && !store->readers && !store->ops->begin_reading(store->engine, error))
		return FALSE;
	store->readers++;
	return TRUE;
}

gboolean store_read_end(struct store *store, gboolean success, GError **error)
{
	store->readers--;
	if (store->writing || store->readers)
		return success;
	if (success)
		return store->ops->commit(store->engine, error);
	store->ops->rollback(store->engine);
	return FALSE;
}
