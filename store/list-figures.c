/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers beside the tables. */
#include "store/item.h"
#include "store/select.h"

static gboolean read_values(
	struct item *item, gint64 message, gint64 nr, GArray *values, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, item->store,
		    "SELECT value FROM figure_values WHERE message = ? AND figure = ? ORDER BY nr",
		    error))
		return FALSE;
	query_int(&q, message);
	query_int(&q, nr);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		double value = query_real_at(&q, 0);

		g_array_append_val(values, value);
	}
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean fill_figure(struct item *item, struct query *q, GArray *values,
	struct store_figure *figure, GError **error)
{
	item_clear(item);
	g_array_set_size(values, 0);
	*figure = (struct store_figure){
		.message_id = item_text(item, q, 2),
		.kind = figure_kind_by_name(query_text_at(q, 3)),
		.part = query_uint_at(q, 4),
		.line = query_uint_at(q, 5),
		.depth = query_uint_at(q, 6),
		.block = item_text(item, q, 7),
		.name = item_text(item, q, 8),
		.unit = item_text(item, q, 9),
		.percent = query_real_at(q, 10),
		.note = item_text(item, q, 11),
	};
	if (!read_values(item, query_int_at(q, 0), query_int_at(q, 1), values, error))
		return FALSE;
	figure->values = (const double *)(gpointer)values->data;
	figure->n_values = values->len;
	return TRUE;
}

static gboolean each_figure(struct select *s, struct item *item, GArray *values,
	gboolean (*each)(const struct store_figure *, void *), void *data, GError **error)
{
	struct store_figure figure;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		if (!fill_figure(item, &s->query, values, &figure, error))
			return FALSE;
		if (!each(&figure, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_figures(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_figure *, void *), void *data, GError **error)
{
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
	struct item item;
	struct select s;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item, store);
	select_init(&s, "SELECT f.message, f.nr, m.message_id, f.kind, f.part, f.line, f.depth, "
			"f.block, f.name, f.unit, f.percent, f.note FROM figures f "
			"JOIN messages m ON m.id = f.message "
			"LEFT JOIN reports r ON r.message = m.id");
	select_where_message(&s, filter);
	select_where_report(&s, filter);
	done = select_open(&s, store, ORDER_BY_MESSAGE ", f.nr", error) &&
	       each_figure(&s, &item, values, each, data, error);
	select_close(&s);
	item_release(&item);
	return store_read_end(store, done, error);
}
