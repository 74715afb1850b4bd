/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store among its own files, and how they speak SQL: a query is a prepared
 * statement on loan from the store, its parameters bound and its columns read in order.
 *
 *	struct query q;
 *
 *	if (!query_open(&q, store, "SELECT id FROM messages WHERE message_id = ?", error))
 *		return FALSE;
 *	query_text(&q, message_id);
 *	while ((step = query_step(&q, error)) == STEP_ROW)
 *		... query_int_at(&q, 0) ...
 *	query_close(&q);
 */
#pragma once

#include "store/engine.h"

struct store {
	const struct engine_ops *ops;
	struct engine *engine;
	gint64 last_table;     /* before the first transaction; -1: there was none yet */
	gint64 reading;        /* of the source at hand, see position.h; 0: none */
	gint64 begun;          /* which of that source's beginnings is ours */
	gboolean is_first;     /* it is that source's first */
	gboolean is_tentative; /* it is read on, and its places tell no order */
	char *source;          /* its path */
	GPtrArray *opened;     /* char *: sources that are to be read anew */
	GHashTable *doubted;   /* objects of it, see dismissed_rows.h */
	gboolean untidy;       /* something was removed that had a name */
	gboolean keeps_alone;  /* what is derived, for this process */
	gboolean writing;      /* between store_begin() and its end */
	guint readers;         /* lists under way; they nest through callbacks */
	GHashTable *idle;      /* SQL -> GPtrArray of statements that nobody uses */
	GHashTable *stats; /* struct known_stat, see put-tables.c; while no other process writes */
};

guint known_stat_hash(gconstpointer key);
gboolean known_stat_equal(gconstpointer a, gconstpointer b);

struct query {
	struct store *store;
	const char *sql;
	struct statement *statement;
	guint bound;
};

/* Of a statement's text, for store->idle: its beginning tells it from most others. */
guint query_sql_hash(gconstpointer sql);

gboolean query_open(struct query *q, struct store *store, const char *sql, GError **error);
void query_close(struct query *q); /* the statement goes back to the store */

/* Binds the next parameter; NULL, NAN and an absent slice are null.  The bytes stay the
 * caller's until the query is stepped for the last time, run or closed. */
void query_null(struct query *q);
void query_int(struct query *q, gint64 value);
void query_known(struct query *q, gint64 value); /* null when it is negative: not known */
void query_date(struct query *q, gint64 date);   /* null for DATE_UNKNOWN */
void query_real(struct query *q, double value);
void query_text(struct query *q, const char *value);
void query_slice(struct query *q, struct slice value);
void query_blob(struct query *q, struct slice value);

enum step query_step(struct query *q, GError **error);

/* Runs a statement that gives no rows, and makes it ready for the next. */
gboolean query_run(struct query *q, GError **error);

/* Whether the query gives a row; closes it. */
gboolean query_has_row(struct query *q, gboolean *ret_has, GError **error);

/* The row's columns.  Null: NULL, NAN, an absent slice, `otherwise`. */
enum column_type query_type_at(struct query *q, guint column);
gint64 query_int_at(struct query *q, guint column);
gint64 query_int_or(struct query *q, guint column, gint64 otherwise);
guint query_uint_at(struct query *q, guint column);
double query_real_at(struct query *q, guint column);
const char *query_text_at(struct query *q, guint column);
const char *query_word_at(
	struct query *q, guint column); /* "" for null: of a column that has none */
struct slice query_blob_at(struct query *q, guint column);

/* One statement with up to two integer parameters, without rows. */
gboolean store_run(struct store *store, const char *sql, gint64 a, gint64 b, GError **error);

/* Gives `row` each row of a statement with one or two integer parameters. */
gboolean query_each(struct store *store, const char *sql, gint64 a, gint64 b,
	void (*row)(struct query *q, void *data), void *data, GError **error);

/* FALSE with *error outside of store_begin() and its end. */
gboolean store_must_write(struct store *store, GError **error);
