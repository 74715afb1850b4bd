/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, rows, cells: most of a store. */
#include "store/put.h"

#include "store/bulk.h"
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

/* Counts beyond 2^63 - 1 are nobody's: the largest number stands for them. */
static void query_count(struct query *q, guint64 count)
{
	query_int(q, (gint64)MIN(count, (guint64)G_MAXINT64));
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

void query_repairs(struct query *q, guint repairs, char *text)
{
	gsize n = 0;

	text[0] = '\0';
	for (guint bit = 0; bit < REPAIRS; bit++) {
		if (!(repairs & 1u << bit))
			continue;
		n += g_strlcpy(text + n, n ? "," : "", REPAIRS_TEXT_MAX - n);
		n += g_strlcpy(text + n, repair_name(bit), REPAIRS_TEXT_MAX - n);
	}
	query_text(q, n ? text : NULL);
}

static void bind_mean(struct query *q, const struct cell *cell)
{
	query_slice(q, cell->text);
	query_real(q, cell->mean);
	query_real(q, cell->means.low);
	query_real(q, cell->means.high);
	if (cell->stddev == STDDEV_NONE)
		query_null(q);
	else
		query_int(q, cell->stddev);
	query_null(q);
	query_null(q);
}

static void bind_fails(struct query *q, const struct cell *cell)
{
	query_slice(q, cell->text);
	for (guint i = 0; i < 4; i++)
		query_null(q);
	query_count(q, cell->fails);
	query_count(q, cell->runs);
}

static void bind_consistency(struct query *q, enum consistency consistency)
{
	if (consistency == CONSISTENCY_NOT_CHECKABLE)
		query_null(q);
	else
		query_int(q, consistency == CONSISTENCY_CONSISTENT);
}

static void bind_cell(struct query *q, gint64 table, guint nr, guint col, enum row_kind kind,
	const struct cell *cell)
{
	query_int(q, table);
	query_int(q, nr);
	query_int(q, col);
	if (kind == ROW_MEAN)
		bind_mean(q, cell);
	else
		bind_fails(q, cell);
	query_change(q, &cell->change);
}

static gboolean put_cells(struct put *put, struct bulk *cells, gint64 table, guint nr,
	const struct row *row, GError **error)
{
	for (guint col = 0; col < row->cells.count; col++) {
		const struct cell *cell =
			RECORD(put->records->cells, struct cell, row->cells.first + col);

		bind_cell(bulk_query(cells), table, nr, col, row->kind, cell);
		if (!bulk_next(cells, error))
			return FALSE;
	}
	return TRUE;
}

/* `repairs` holds their names until the statement runs. */
static gboolean put_row(struct put *put, struct bulk *rows, gint64 table, guint nr,
	const struct row *row, char *repairs, GError **error)
{
	struct query *q = bulk_query(rows);
	gint64 stat;

	if (!put_stat(put->store, row->stat, &stat, error))
		return FALSE;
	query_int(q, table);
	query_int(q, nr);
	query_int(q, row->line);
	query_text(q, row_kind_name(row->kind));
	query_int(q, stat);
	query_int(q, print_of_row(put->records, row));
	query_slice(q, row->note);
	query_repairs(q, row->repairs, repairs);
	bind_consistency(q, row->consistency);
	return bulk_next(rows, error);
}

#define INTO_ROWS                                                                                  \
	"INSERT OR ROLLBACK INTO rows (table_id, nr, line, kind, stat, print, note, repairs, "     \
	"consistent) VALUES "
#define ROW_TUPLE "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
#define INTO_CELLS                                                                                 \
	"INSERT OR ROLLBACK INTO cells (table_id, nr, col, text, mean, mean_low, mean_high, "      \
	"stddev, fails, runs, change_text, change, change_unit) VALUES "
#define CELL_TUPLE "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

static guint count_cells(const struct records *records, const struct table *table)
{
	guint count = 0;

	for (guint nr = 0; nr < table->rows.count; nr++)
		count += RECORD(records->rows, struct row, table->rows.first + nr)->cells.count;
	return count;
}

static gboolean put_rows(struct put *put, gint64 id, const struct table *table, GError **error)
{
	char repairs[BULK][REPAIRS_TEXT_MAX];
	struct bulk rows, cells;
	gboolean done = TRUE;

	if (!bulk_open(&rows, put->store, INTO_ROWS BULK_OF(ROW_TUPLE), INTO_ROWS ROW_TUPLE,
		    table->rows.count, error))
		return FALSE;
	if (!bulk_open(&cells, put->store, INTO_CELLS BULK_OF(CELL_TUPLE), INTO_CELLS CELL_TUPLE,
		    count_cells(put->records, table), error)) {
		bulk_close(&rows);
		return FALSE;
	}
	for (guint nr = 0; done && nr < table->rows.count; nr++) {
		const struct row *row =
			RECORD(put->records->rows, struct row, table->rows.first + nr);

		done = put_row(put, &rows, id, nr, row, repairs[nr % BULK], error) &&
		       put_cells(put, &cells, id, nr, row, error);
	}
	bulk_close(&cells);
	bulk_close(&rows);
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
		    "style, machine, mean_rows, fail_rows, repairs) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
			!put_columns(put, id, t, error) || !put_rows(put, id, t, error))
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
