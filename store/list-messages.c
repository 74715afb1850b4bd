/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages, and the reports among them. */
#include "store/list.h"

static gboolean fill_message(
	struct item *item, struct query *q, struct store_message *message, GError **error)
{
	return item_message(item, q, message, error);
}

static const struct list_query query_of_messages = {"SELECT " MESSAGE_COLUMNS
						    " FROM messages m" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE};

STORE_LIST(message)

/* ---- reports ---------------------------------------------------------------- */

struct failures {
	struct item *item;
	GArray *failures; /* struct store_failure */
	GArray *counts;   /* guint64, of all failures */
};

/* counts moves while it grows, so the failures get their parts of it at the end. */
static void share_counts(struct failures *f)
{
	guint64 *counts = (guint64 *)(gpointer)f->counts->data;

	for (guint i = 0; i < f->failures->len; i++) {
		struct store_failure *failure =
			&g_array_index(f->failures, struct store_failure, i);

		failure->counts = counts;
		counts += failure->columns;
	}
}

/* One count of a failure, which begins with its first column; no count: a name alone. */
static void add_count(struct query *q, void *data)
{
	struct failures *f = data;
	gint64 column = query_int_or(q, 0, -1);
	guint64 count = (guint64)query_int_at(q, 2);

	if (column <= 0) {
		struct store_failure failure = {.name = item_text(f->item, q, 1)};

		g_array_append_val(f->failures, failure);
	}
	if (column < 0 || !f->failures->len)
		return;
	g_array_append_val(f->counts, count);
	g_array_index(f->failures, struct store_failure, f->failures->len - 1).columns++;
}

static gboolean read_failures(
	struct item *item, gint64 message, struct store_report *report, GError **error)
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
	struct failures f = {item, item_array(item, 0, sizeof(struct store_failure)),
		item_array(item, 1, sizeof(guint64))};

	if (!query_each(item->store, of_report, message, 0, add_count, &f, error))
		return FALSE;
	if (report->message.kind == MESSAGE_FUNCTIONAL &&
		!query_each(item->store, of_tables, message, 0, add_count, &f, error))
		return FALSE;
	share_counts(&f);
	report->failures = (const struct store_failure *)(gpointer)f.failures->data;
	report->n_failures = f.failures->len;
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
	struct item *item, struct query *q, struct store_report *report, GError **error)
{
	gint64 message = query_int_at(q, 0);

	*report = (struct store_report){0};
	if (!item_message(item, q, &report->message, error))
		return FALSE;
	read_report(item, q, report);
	if (!item_fields(item, "SELECT key, value FROM params WHERE message = ? ORDER BY nr",
		    message, 0, &report->n_params, error))
		return FALSE;
	report->params = item_all_fields(item);
	return read_failures(item, message, report, error);
}

static const struct list_query query_of_reports = {
	"SELECT " MESSAGE_COLUMNS ", " REPORT_COLUMNS " FROM reports r " FROM_MESSAGE
	"r.message LEFT JOIN tables t ON t.id = r.main_table",
	select_where_report, ORDER_BY_MESSAGE};

STORE_LIST(report)
