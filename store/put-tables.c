/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, with their rows: most of a store. */
#include "store/put.h"

#include "store/print.h"

/* Names known at once; beyond this they are looked up again.  A large run has 20,000. */
#define STATS_KNOWN_MAX 65536

static gboolean insert_stat(struct store *store, struct slice name, gint64 *ret_id, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store, "INSERT INTO stats (name) VALUES (?)", error))
		return FALSE;
	query_slice(&q, name);
	done = query_run(&q, error);
	query_close(&q);
	*ret_id = store->ops->last_id(store->engine);
	return done;
}

static gboolean find_stat(struct store *store, struct slice name, gint64 *ret_id, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT id FROM stats WHERE name = ?", error))
		return FALSE;
	query_slice(&q, name);
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*ret_id = query_int_at(&q, 0);
	query_close(&q);
	if (step == STEP_DONE)
		return insert_stat(store, name, ret_id, error);
	return step == STEP_ROW;
}

/* A name and its id, in store->stats; begins with the slice that it is found by. */
struct known_stat {
	struct slice name;
	gint64 id;
	char bytes[];
};

guint known_stat_hash(gconstpointer key)
{
	const struct slice *name = key;
	guint hash = 5381;

	for (gsize i = 0; i < name->len; i++)
		hash = hash * 33 + (guint8)name->at[i];
	return hash;
}

gboolean known_stat_equal(gconstpointer a, gconstpointer b)
{
	return slice_equal(*(const struct slice *)a, *(const struct slice *)b);
}

static void know(struct store *store, struct slice name, gint64 id)
{
	struct known_stat *known = g_malloc(sizeof(*known) + name.len);

	memcpy(known->bytes, name.at, name.len);
	known->name = (struct slice){known->bytes, name.len};
	known->id = id;
	if (g_hash_table_size(store->stats) >= STATS_KNOWN_MAX)
		g_hash_table_remove_all(store->stats);
	g_hash_table_add(store->stats, known);
}

gboolean put_stat(struct store *store, struct slice name, gint64 *ret_id, GError **error)
{
	if (slice_is_null(name))
		name = SLICE_LIT("");

	const struct known_stat *known = g_hash_table_lookup(store->stats, &name);
	if (known) {
		*ret_id = known->id;
		return TRUE;
	}
	if (!find_stat(store, name, ret_id, error))
		return FALSE;
	know(store, name, *ret_id);
	return TRUE;
}

void query_change(struct query *q, const struct change *change)
{
	if (slice_is_null(change->text)) {
		query_null(q);
		query_null(q);
		query_null(q);
		return;
	}
	query_slice(q, change->text);
	query_real(q, change->value);
	query_text(q, unit_name(change->unit));
}

void repairs_text(guint repairs, char *text)
{
	gsize n = 0;

	text[0] = '\0';
	for (guint bit = 0; bit < REPAIRS; bit++) {
		if (!(repairs & 1u << bit))
			continue;
		n += g_strlcpy(text + n, n ? "," : "", REPAIRS_TEXT_MAX - n);
		n += g_strlcpy(text + n, repair_name(bit), REPAIRS_TEXT_MAX - n);
	}
}

void query_repairs(struct query *q, guint repairs, char *text)
{
	repairs_text(repairs, text);
	query_text(q, *text ? text : NULL);
}

static gboolean put_rows(
	struct put *put, gint64 id, const struct drafted_table *table, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO packed_rows (table_id, prints, rows) VALUES (?, ?, ?)", error))
		return FALSE;
	query_int(&q, id);
	/* of a table that was cut behind its heads none, which is not null */
	query_blob(&q, (struct slice){table->prints->len ? (char *)table->prints->data : "",
			       table->prints->len});
	query_slice(&q, (struct slice){table->rows->str, table->rows->len});
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static void bind_runs(struct query *q, const struct runs *runs)
{
	if (!runs->low) {
		query_null(q);
		query_null(q);
		query_null(q);
		return;
	}
	query_int(q, runs->low);
	query_int(q, runs->high);
	query_text(q, runs_source_name(runs->source));
}

static gboolean put_columns(struct put *put, gint64 id, const struct table *table, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO columns (table_id, col, head, listed, title, note, commit_id, "
		    "runs_low, runs_high, runs_source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint col = 0; done && col < table->columns.count; col++) {
		const struct column *c =
			RECORD(put->records->columns, struct column, table->columns.first + col);

		query_int(&q, id);
		query_int(&q, col);
		query_slice(&q, c->head);
		query_slice(&q, c->listed);
		query_slice(&q, c->title);
		query_slice(&q, c->note);
		query_slice(&q, c->id);
		bind_runs(&q, &c->runs);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

gboolean put_fields(struct put *put, const char *sql, const gint64 *owner, guint n_owner,
	struct span fields, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store, sql, error))
		return FALSE;
	for (guint nr = 0; done && nr < fields.count; nr++) {
		const struct field *f =
			RECORD(put->records->fields, struct field, fields.first + nr);

		for (guint i = 0; i < n_owner; i++)
			query_int(&q, owner[i]);
		query_int(&q, nr);
		query_slice(&q, slice_is_null(f->key) ? SLICE_LIT("") : f->key);
		query_slice(&q, f->value);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean insert_table(
	struct put *put, guint nr, const struct table *t, gint64 *ret_id, GError **error)
{
	char repairs[REPAIRS_TEXT_MAX];
	g_autofree char *family = family_of_table(put->records, t);
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO tables (message, nr, part, line, depth, attachment, family, "
		    "style, machine, mean_rows, fail_rows, inconsistent, repairs) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, nr);
	query_int(&q, t->part);
	query_int(&q, t->line);
	query_int(&q, t->depth);
	query_slice(&q, t->attachment);
	query_text(&q, family);
	query_text(&q, table_style_name(t->style));
	query_slice(&q, t->machine);
	query_int(&q, t->mean_rows);
	query_int(&q, t->fail_rows);
	query_int(&q, put->draft->tables[nr].inconsistent);
	query_repairs(&q, t->repairs, repairs);
	done = query_run(&q, error);
	query_close(&q);
	*ret_id = put->store->ops->last_id(put->store->engine);
	return done;
}

gboolean put_tables(struct put *put, GError **error)
{
	const GArray *tables = put->records->tables;

	for (guint nr = 0; nr < tables->len; nr++) {
		const struct table *t = RECORD(tables, struct table, nr);
		gint64 id;

		if (!insert_table(put, nr, t, &id, error) ||
			!put_fields(put,
				"INSERT INTO axes (table_id, nr, key, value) VALUES (?, ?, ?, ?)",
				&id, 1, t->axes, error) ||
			!put_columns(put, id, t, error) ||
			!put_rows(put, id, &put->draft->tables[nr], error))
			return FALSE;
		g_array_append_val(put->tables, id);
	}
	return TRUE;
}

gint64 put_table_id(const struct put *put, int index)
{
	if (index < 0 || (guint)index >= put->tables->len)
		return -1;
	return g_array_index(put->tables, gint64, index);
}
