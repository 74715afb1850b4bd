/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Character plots with what was read back of them. */
#include "store/list.h"

/* One series while it is read. */
struct series {
	GArray *values;  /* double */
	GArray *columns; /* guint */
};

struct plot_series {
	struct series good, bad;
};

static struct store_series series_of(const struct series *series)
{
	return (struct store_series){(const double *)(gpointer)series->values->data,
		(const guint *)(gpointer)series->columns->data, series->values->len};
}

static void add_sample(struct query *q, void *data)
{
	struct plot_series *both = data;
	gboolean is_good = !strcmp(query_word_at(q, 0), "good");
	struct series *series = is_good ? &both->good : &both->bad;
	guint column = query_uint_at(q, 1);
	double value = query_real_at(q, 2);

	g_array_append_val(series->columns, column);
	g_array_append_val(series->values, value);
}

static gboolean read_samples(
	struct item *item, gint64 message, gint64 nr, struct store_plot *plot, GError **error)
{
	struct plot_series both = {
		{item_array(item, 0, sizeof(double)), item_array(item, 1, sizeof(guint))},
		{item_array(item, 2, sizeof(double)), item_array(item, 3, sizeof(guint))},
	};
	gboolean done = query_each(item->store,
		"SELECT series, col, value FROM plot_samples WHERE message = ? AND plot = ? "
		"ORDER BY nr",
		message, nr, add_sample, &both, error);

	plot->good = series_of(&both.good);
	plot->bad = series_of(&both.bad);
	return done;
}

static gboolean fill_plot(
	struct item *item, struct query *q, struct store_plot *plot, GError **error)
{
	*plot = (struct store_plot){
		.message_id = item_text(item, q, 2),
		.line = query_uint_at(q, 3),
		.depth = query_uint_at(q, 4),
		.title = item_text(item, q, 5),
		.lines = (guint)query_int_or(q, 6, 0),
		.columns = (guint)query_int_or(q, 7, 0),
		.low = query_real_at(q, 8),
		.high = query_real_at(q, 9),
	};
	return read_samples(item, query_int_at(q, 0), query_int_at(q, 1), plot, error);
}

static const struct list_query query_of_plots = {
	"SELECT p.message, p.nr, m.message_id, p.line, p.depth, p.title, "
	"p.line_count, p.column_count, p.low, p.high "
	"FROM plots p " FROM_MESSAGE "p.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", p.nr"};

STORE_LIST(plot)
