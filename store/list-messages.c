/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages, and the reports among them. */
#include "store/item.h"
#include "store/select.h"

static gboolean each_message(struct select *s, struct item *item,
	gboolean (*each)(const struct store_message *, void *), void *data, GError **error)
{
	struct store_message message;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		item_clear(item);
		if (!item_message(item, &s->query, &message, error))
			return FALSE;
		if (!each(&message, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_messages(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_message *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item, store);
	select_init(&s, "SELECT " MESSAGE_COLUMNS
			" FROM messages m LEFT JOIN reports r ON r.message = m.id");
	select_where_message(&s, filter);
	select_where_report(&s, filter);
	done = select_open(&s, store, ORDER_BY_MESSAGE, error) &&
	       each_message(&s, &item, each, data, error);
	select_close(&s);
	item_release(&item);
	return store_read_end(store, done, error);
}

/* ---- reports ---------------------------------------------------------------- */

struct report_item {
	struct item item;
	GArray *failures; /* struct store_failure */
	GArray *counts;   /* guint64, of all failures */
};

/* counts moves while it grows, so the failures get their parts of it at the end. */
static void share_counts(struct report_item *item)
{
	guint64 *counts = (guint64 *)(gpointer)item->counts->data;

	for (guint i = 0; i < item->failures->len; i++) {
		struct store_failure *failure =
			&g_array_index(item->failures, struct store_failure, i);

		failure->counts = counts;
		counts += failure->columns;
	}
}

/* One count of a failure, which begins with its first column; no count: a name alone. */
static void add_count(struct report_item *item, struct query *q)
{
	gint64 column = query_int_or(q, 0, -1);
	guint64 count = (guint64)query_int_at(q, 2);

	if (column <= 0) {
		struct store_failure failure = {.name = item_text(&item->item, q, 1)};

		g_array_append_val(item->failures, failure);
	}
	if (column < 0 || !item->failures->len)
		return;
	g_array_append_val(item->counts, count);
	g_array_index(item->failures, struct store_failure, item->failures->len - 1).columns++;
}

static gboolean read_counts(
	struct report_item *item, gint64 message, const char *sql, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, item->item.store, sql, error))
		return FALSE;
	query_int(&q, message);
	while ((step = query_step(&q, error)) == STEP_ROW)
		add_count(item, &q);
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean read_failures(
	struct report_item *item, gint64 message, struct store_report *report, GError **error)
{
	static const char *const of_report =
		"SELECT c.col, f.name, c.count FROM failures f "
		"LEFT JOIN failure_counts c ON c.message = f.message AND c.nr = f.nr "
		"WHERE f.message = ? ORDER BY f.nr, c.col";
	static const char *const of_tables =
		"SELECT x.col, n.name, x.fails FROM tables t "
		"JOIN rows r ON r.table_id = t.id "
		"JOIN stats n ON n.id = r.stat "
		"JOIN cells x ON x.table_id = r.table_id AND x.nr = r.nr "
		"WHERE t.message = ? AND t.depth = 0 AND t.attachment IS NULL "
		"AND r.kind = 'fail' ORDER BY t.part, t.line, t.nr, r.nr, x.col";

	if (!read_counts(item, message, of_report, error))
		return FALSE;
	if (report->message.kind == MESSAGE_FUNCTIONAL &&
		!read_counts(item, message, of_tables, error))
		return FALSE;
	share_counts(item);
	report->failures = (const struct store_failure *)(gpointer)item->failures->data;
	report->n_failures = item->failures->len;
	return TRUE;
}

#define REPORT_COLUMNS                                                                             \
	"r.change_text, r.change, r.change_unit, r.metric, r.claim, r.verdict, r.direction, "      \
	"r.failure, "                                                                              \
	"r.commit_id, r.commit_title, r.parent, r.tree, r.branch, r.testcase, r.tbox_group, "      \
	"r.machine, r.subsystem, r.compiler, r.kconfig, r.head, r.link, "                          \
	"r.table_count, r.row_count, r.fail_row_count, r.box_count, r.plot_count, "                \
	"m.message_id || '#' || t.part || ':' || t.line, r.headline_line"

static void read_report(struct item *item, struct query *q, struct store_report *r)
{
	guint column = N_MESSAGE_COLUMNS;
	const char **texts[] = {&r->failure, &r->commit, &r->commit_title, &r->parent, &r->tree,
		&r->branch, &r->testcase, &r->tbox_group, &r->machine, &r->subsystem, &r->compiler,
		&r->kconfig, &r->head, &r->link};
	guint *counts[] = {&r->tables, &r->rows, &r->fail_rows, &r->boxes, &r->plots};

	r->change = item_change(item, q, column);
	column += 3;
	r->metric = item_text(item, q, column++);
	r->claim = item_text(item, q, column++);
	r->verdict = verdict_by_name(query_text_at(q, column++));
	r->direction = direction_by_name(query_text_at(q, column++));
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		*texts[i] = item_text(item, q, column++);
	for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
		*counts[i] = query_uint_at(q, column++);
	r->main_table = item_text(item, q, column++);
	r->headline_line = query_uint_at(q, column);
}

static gboolean fill_report(
	struct report_item *item, struct query *q, struct store_report *report, GError **error)
{
	gint64 message = query_int_at(q, 0);

	item_clear(&item->item);
	g_array_set_size(item->failures, 0);
	g_array_set_size(item->counts, 0);
	*report = (struct store_report){0};
	if (!item_message(&item->item, q, &report->message, error))
		return FALSE;
	read_report(&item->item, q, report);
	if (!item_fields(&item->item, "SELECT key, value FROM params WHERE message = ? ORDER BY nr",
		    message, 0, &report->n_params, error))
		return FALSE;
	report->params = (const struct store_field *)(gpointer)item->item.fields->data;
	return read_failures(item, message, report, error);
}

static gboolean each_report(struct select *s, struct report_item *item,
	gboolean (*each)(const struct store_report *, void *), void *data, GError **error)
{
	struct store_report report;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		if (!fill_report(item, &s->query, &report, error))
			return FALSE;
		if (!each(&report, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_reports(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_report *, void *), void *data, GError **error)
{
	struct report_item item;
	struct select s;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item.item, store);
	item.failures = g_array_new(FALSE, FALSE, sizeof(struct store_failure));
	item.counts = g_array_new(FALSE, FALSE, sizeof(guint64));
	select_init(&s, "SELECT " MESSAGE_COLUMNS ", " REPORT_COLUMNS
			" FROM reports r JOIN messages m ON m.id = r.message "
			"LEFT JOIN tables t ON t.id = r.main_table");
	select_where_message(&s, filter);
	select_where_report(&s, filter);
	done = select_open(&s, store, ORDER_BY_MESSAGE, error) &&
	       each_report(&s, &item, each, data, error);
	select_close(&s);
	g_array_unref(item.failures);
	g_array_unref(item.counts);
	item_release(&item.item);
	return store_read_end(store, done, error);
}
