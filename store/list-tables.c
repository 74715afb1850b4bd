/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, and their rows with the cells. */
#include "store/list.h"
#include "store/packed_rows.h"

#define TABLE_NAME(m, t) m ".message_id || '#' || " t ".part || ':' || " t ".line"
#define FROM_TABLES " FROM tables t " FROM_MESSAGE "t.message" AND_REPORT
#define ORDER_BY_TABLE ORDER_BY_MESSAGE ", t.part, t.line, t.nr"

static void add_column(struct query *q, void *data)
{
	struct item *item = data;
	struct store_column column = {
		.id = item_text(item, q, 0),
		.head = item_text(item, q, 1),
		.title = item_text(item, q, 2),
		.note = item_text(item, q, 3),
		.runs = {query_uint_at(q, 4), query_uint_at(q, 5),
			runs_source_by_name(query_text_at(q, 6))},
	};

	g_array_append_val(item_array(item, 0, sizeof column), column);
}

static gboolean read_columns(
	struct item *item, gint64 id, struct store_table *table, GError **error)
{
	const GArray *columns = item_array(item, 0, sizeof(struct store_column));
	gboolean done = query_each(item->store,
		"SELECT commit_id, head, title, note, runs_low, runs_high, runs_source "
		"FROM columns WHERE table_id = ? ORDER BY col",
		id, 0, add_column, item, error);

	table->commits = (const struct store_column *)(gpointer)columns->data;
	table->n_commits = columns->len;
	return done;
}

static gboolean fill_table(
	struct item *item, struct query *q, struct store_table *t, GError **error)
{
	gint64 id = query_int_at(q, 0);

	*t = (struct store_table){
		.id = item_text(item, q, 1),
		.message_id = item_text(item, q, 2),
		.part = query_uint_at(q, 3),
		.line = query_uint_at(q, 4),
		.depth = query_uint_at(q, 5),
		.attachment = item_text(item, q, 6),
		.copy_of = item_text(item, q, 7),
		.style = table_style_by_name(query_text_at(q, 8)),
		.machine = item_text(item, q, 9),
		.rows = query_uint_at(q, 10),
		.fail_rows = query_uint_at(q, 11),
		.repairs = item_text(item, q, 12),
		.date = query_int_or(q, 13, DATE_UNKNOWN),
	};
	if (!read_columns(item, id, t, error) ||
		!item_fields(item, "SELECT key, value FROM axes WHERE table_id = ? ORDER BY nr", id,
			0, &t->n_axes, error))
		return FALSE;
	t->axes = item_all_fields(item);
	return TRUE;
}

static const struct list_query query_of_tables = {
	"SELECT t.id, " TABLE_NAME(
		"m", "t") ", m.message_id, t.part, t.line, t.depth, t.attachment, "
			  "(SELECT " TABLE_NAME(
				  "om", "o") " FROM tables o JOIN messages om "
					     "ON om.id = o.message WHERE o.id = t.copy_of), "
					     "t.style, t.machine, t.mean_rows, "
					     "t.fail_rows, t.repairs, m.date" FROM_TABLES,
	select_where_table, ORDER_BY_TABLE};

STORE_LIST(table)

const char *store_table_axis(const struct store_table *table, const char *key)
{
	for (guint i = 0; i < table->n_axes; i++)
		if (!g_strcmp0(table->axes[i].key, key))
			return table->axes[i].value;
	return NULL;
}

/* ---- rows ------------------------------------------------------------------- */

struct row_list {
	struct item *item; /* of the table's list */
	GArray *cells;     /* struct store_cell */
	GArray *changes;   /* struct store_change, of columns 1 ... */
	gboolean (*each)(const struct store_row *, void *);
	void *data;
	gboolean stopped;
};

static gboolean read_packed(struct store *store, gint64 table, char **ret_text, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT rows FROM packed_rows WHERE table_id = ?", error))
		return FALSE;
	query_int(&q, table);
	step = query_step(&q, error);
	*ret_text = g_strdup(step == STEP_ROW ? query_word_at(&q, 0) : "[]");
	query_close(&q);
	return step != STEP_FAILED;
}

static gboolean rows_of_table(struct row_list *list, struct query *table, GError **error)
{
	g_autofree char *name = g_strdup(query_text_at(table, 1));
	g_autofree char *message_id = g_strdup(query_text_at(table, 2));
	g_autofree char *text = NULL;
	struct store_row row = {.table = name, .message_id = message_id};
	struct packed_rows packed;

	if (!read_packed(list->item->store, query_int_at(table, 0), &text, error))
		return FALSE;
	packed_rows_begin(&packed, text, list->cells, list->changes);
	while (!list->stopped && packed_rows_next(&packed, &row))
		list->stopped = !list->each(&row, list->data);
	if (packed.at)
		return TRUE;
	g_set_error(
		error, STORE_ERROR, STORE_ERROR_DAMAGED, "rows of table %s cannot be read", name);
	return FALSE;
}

static const struct list_query query_of_rows = {
	"SELECT t.id, " TABLE_NAME("m", "t") ", m.message_id" FROM_TABLES, select_where_table,
	ORDER_BY_TABLE};

gboolean store_list_rows(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_row *, void *), void *data, GError **error)
{
	struct list l;
	struct row_list list = {.item = &l.item, .each = each, .data = data};

	list_begin(&l, store, &query_of_rows, filter, error);
	list.cells = item_array(&l.item, 0, sizeof(struct store_cell));
	list.changes = item_array(&l.item, 1, sizeof(struct store_change));
	while (!list.stopped && list_next(&l))
		list_filled(&l, rows_of_table(&list, &l.select.query, error));
	return list_end(&l);
}
