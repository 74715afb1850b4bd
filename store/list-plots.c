/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Character plots with what was read back of them. */
#include "store/item.h"
#include "store/select.h"

/* One series while it is read. */
struct series {
	GArray *values;  /* double */
	GArray *columns; /* guint */
};

struct plot_item {
	struct item item;
	struct series good, bad;
};

static void series_init(struct series *series)
{
	series->values = g_array_new(FALSE, FALSE, sizeof(double));
	series->columns = g_array_new(FALSE, FALSE, sizeof(guint));
}

static void series_clear(struct series *series)
{
	g_array_set_size(series->values, 0);
	g_array_set_size(series->columns, 0);
}

static void series_release(struct series *series)
{
	g_array_unref(series->values);
	g_array_unref(series->columns);
}

static struct store_series series_of(const struct series *series)
{
	return (struct store_series){(const double *)(gpointer)series->values->data,
		(const guint *)(gpointer)series->columns->data, series->values->len};
}

static gboolean read_samples(struct plot_item *it, gint64 message, gint64 nr, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, it->item.store,
		    "SELECT series, col, value FROM plot_samples WHERE message = ? AND plot = ? "
		    "ORDER BY nr",
		    error))
		return FALSE;
	query_int(&q, message);
	query_int(&q, nr);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		gboolean is_good = !strcmp(query_word_at(&q, 0), "good");
		struct series *series = is_good ? &it->good : &it->bad;
		guint column = query_uint_at(&q, 1);
		double value = query_real_at(&q, 2);

		g_array_append_val(series->columns, column);
		g_array_append_val(series->values, value);
	}
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean fill_plot(
	struct plot_item *it, struct query *q, struct store_plot *plot, GError **error)
{
	item_clear(&it->item);
	series_clear(&it->good);
	series_clear(&it->bad);
	*plot = (struct store_plot){
		.message_id = item_text(&it->item, q, 2),
		.line = query_uint_at(q, 3),
		.depth = query_uint_at(q, 4),
		.title = item_text(&it->item, q, 5),
		.lines = (guint)query_int_or(q, 6, 0),
		.columns = (guint)query_int_or(q, 7, 0),
		.low = query_real_at(q, 8),
		.high = query_real_at(q, 9),
	};
	if (!read_samples(it, query_int_at(q, 0), query_int_at(q, 1), error))
		return FALSE;
	plot->good = series_of(&it->good);
	plot->bad = series_of(&it->bad);
	return TRUE;
}

static gboolean each_plot(struct select *s, struct plot_item *it,
	gboolean (*each)(const struct store_plot *, void *), void *data, GError **error)
{
	struct store_plot plot;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		if (!fill_plot(it, &s->query, &plot, error))
			return FALSE;
		if (!each(&plot, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_plots(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_plot *, void *), void *data, GError **error)
{
	struct plot_item it;
	struct select s;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&it.item, store);
	series_init(&it.good);
	series_init(&it.bad);
	select_init(&s,
		"SELECT p.message, p.nr, m.message_id, p.line, p.depth, p.title, "
		"p.line_count, p.column_count, p.low, p.high FROM plots p "
		"JOIN messages m ON m.id = p.message LEFT JOIN reports r ON r.message = m.id");
	select_where_message(&s, filter);
	select_where_report(&s, filter);
	done = select_open(&s, store, ORDER_BY_MESSAGE ", p.nr", error) &&
	       each_plot(&s, &it, each, data, error);
	select_close(&s);
	series_release(&it.good);
	series_release(&it.bad);
	item_release(&it.item);
	return store_read_end(store, done, error);
}
