/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers beside the tables. */
#include "store/list.h"

static void add_value(struct query *q, void *values)
{
	double value = query_real_at(q, 0);

	g_array_append_val((GArray *)values, value);
}

static gboolean fill_figure(
	struct item *item, struct query *q, struct store_figure *figure, GError **error)
{
	GArray *values = item_array(item, 0, sizeof(double));

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
	if (!query_each(item->store,
		    "SELECT value FROM figure_values WHERE message = ? AND figure = ? ORDER BY nr",
		    query_int_at(q, 0), query_int_at(q, 1), add_value, values, error))
		return FALSE;
	figure->values = (const double *)(gpointer)values->data;
	figure->n_values = values->len;
	return TRUE;
}

static const struct list_query query_of_figures = {
	"SELECT f.message, f.nr, m.message_id, f.kind, f.part, f.line, f.depth, "
	"f.block, f.name, f.unit, f.percent, f.note FROM figures f " FROM_MESSAGE
	"f.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", f.nr"};

STORE_LIST(figure)
