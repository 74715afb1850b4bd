/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/query.h"

#include <math.h>

#define SQL_HASHED 48 /* bytes; the longest statements have a thousand */

guint query_sql_hash(gconstpointer sql)
{
	const char *text = sql;
	guint hash = 5381;

	for (guint i = 0; i < SQL_HASHED && text[i]; i++)
		hash = hash * 33 + (guint8)text[i];
	return hash;
}

gboolean query_open(struct query *q, struct store *store, const char *sql, GError **error)
{
	GPtrArray *idle = g_hash_table_lookup(store->idle, sql);

	*q = (struct query){.store = store, .sql = sql};
	if (idle && idle->len)
		q->statement = g_ptr_array_steal_index_fast(idle, idle->len - 1);
	else
		q->statement = store->ops->prepare(store->engine, sql, error);
	return q->statement != NULL;
}

void query_close(struct query *q)
{
	struct store *store = q->store;
	GPtrArray *idle;

	if (!q->statement)
		return;
	store->ops->reset(q->statement);
	idle = g_hash_table_lookup(store->idle, q->sql);
	if (!idle) {
		idle = g_ptr_array_new_with_free_func((GDestroyNotify)store->ops->finalize);
		g_hash_table_insert(store->idle, g_strdup(q->sql), idle);
	}
	g_ptr_array_add(idle, q->statement);
	q->statement = NULL;
}

void query_null(struct query *q)
{
	q->store->ops->bind_null(q->statement, ++q->bound);
}

void query_int(struct query *q, gint64 value)
{
	q->store->ops->bind_int(q->statement, ++q->bound, value);
}

void query_known(struct query *q, gint64 value)
{
	if (value < 0)
		query_null(q);
	else
		query_int(q, value);
}

void query_date(struct query *q, gint64 date)
{
	if (date == DATE_UNKNOWN)
		query_null(q);
	else
		query_int(q, date);
}

void query_real(struct query *q, double value)
{
	if (isnan(value))
		query_null(q);
	else
		q->store->ops->bind_real(q->statement, ++q->bound, value);
}

void query_slice(struct query *q, struct slice value)
{
	if (slice_is_null(value))
		query_null(q);
	else
		q->store->ops->bind_text(q->statement, ++q->bound, value);
}

void query_text(struct query *q, const char *value)
{
	query_slice(q, slice_of(value));
}

void query_blob(struct query *q, struct slice value)
{
	if (slice_is_null(value))
		query_null(q);
	else
		q->store->ops->bind_blob(q->statement, ++q->bound, value);
}

enum step query_step(struct query *q, GError **error)
{
	return q->store->ops->step(q->statement, error);
}

gboolean query_run(struct query *q, GError **error)
{
	enum step step;

	do {
		step = query_step(q, error);
	} while (step == STEP_ROW);
	q->store->ops->reset(q->statement);
	q->bound = 0;
	return step == STEP_DONE;
}

gboolean query_has_row(struct query *q, gboolean *ret_has, GError **error)
{
	enum step step = query_step(q, error);

	*ret_has = step == STEP_ROW;
	query_close(q);
	return step != STEP_FAILED;
}

enum column_type query_type_at(struct query *q, guint column)
{
	return q->store->ops->get_type(q->statement, column);
}

gint64 query_int_at(struct query *q, guint column)
{
	return q->store->ops->get_int(q->statement, column);
}

gint64 query_int_or(struct query *q, guint column, gint64 otherwise)
{
	if (q->store->ops->is_null(q->statement, column))
		return otherwise;
	return query_int_at(q, column);
}

guint query_uint_at(struct query *q, guint column)
{
	return (guint)CLAMP(query_int_at(q, column), 0, G_MAXUINT);
}

double query_real_at(struct query *q, guint column)
{
	if (q->store->ops->is_null(q->statement, column))
		return NAN;
	return q->store->ops->get_real(q->statement, column);
}

const char *query_text_at(struct query *q, guint column)
{
	if (q->store->ops->is_null(q->statement, column))
		return NULL;
	return q->store->ops->get_text(q->statement, column);
}

const char *query_word_at(struct query *q, guint column)
{
	const char *word = query_text_at(q, column);

	return word ? word : "";
}

struct slice query_blob_at(struct query *q, guint column)
{
	if (q->store->ops->is_null(q->statement, column))
		return SLICE_NULL;
	return q->store->ops->get_blob(q->statement, column);
}

/* As many of the two as there are parameters. */
static void bind_owners(struct query *q, gint64 a, gint64 b)
{
	const char *first = strchr(q->sql, '?');

	if (first)
		query_int(q, a);
	if (first && strchr(first + 1, '?'))
		query_int(q, b);
}

gboolean store_run(struct store *store, const char *sql, gint64 a, gint64 b, GError **error)
{
	struct query q;
	gboolean done;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	bind_owners(&q, a, b);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

gboolean query_each(struct store *store, const char *sql, gint64 a, gint64 b,
	void (*row)(struct query *q, void *data), void *data, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	bind_owners(&q, a, b);
	while ((step = query_step(&q, error)) == STEP_ROW)
		row(&q, data);
	query_close(&q);
	return step == STEP_DONE;
}
