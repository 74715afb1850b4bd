/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages, and the reports among them. */
#include "store/list.h"
#include "store/packed_rows.h"

static gboolean fill_message(
	struct item *item, struct query *q, struct store_message *message, GError **error)
{
	return item_message(item, q, message, error);
}

static const struct list_query query_of_messages = {"SELECT " MESSAGE_COLUMNS
						    " FROM messages m" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE};

STORE_LIST(message)

/* ---- reports ----------------------------------------------------------------- */

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

static void add_failure(struct failures *f, const char *name)
{
	struct store_failure failure = {.name = name};

	g_array_append_val(f->failures, failure);
}

/* Of the last failure, in one more column. */
static void add_count(struct failures *f, guint64 count)
{
	if (!f->failures->len)
		return;
	g_array_append_val(f->counts, count);
	g_array_index(f->failures, struct store_failure, f->failures->len - 1).columns++;
}

/* A failure begins with its first column; no column: a name alone. */
static void add_claimed(struct query *q, void *data)
{
	struct failures *f = data;
	gint64 column = query_int_or(q, 0, -1);

	if (column <= 0)
		add_failure(f, item_text(f->item, q, 1));
	if (column >= 0)
		add_count(f, (guint64)query_int_at(q, 2));
}

/* Those of a table's rows; what cannot be read of them is told by who lists the rows. */
static void add_fail_rows(struct query *q, void *data)
{
	struct failures *f = data;
	g_autofree char *text = g_strdup(query_word_at(q, 0));
	g_autoptr(GArray) cells = g_array_new(FALSE, FALSE, sizeof(struct store_cell));
	g_autoptr(GArray) changes = g_array_new(FALSE, FALSE, sizeof(struct store_change));
	struct packed_rows rows;
	struct store_row row;

	packed_rows_begin(&rows, text, cells, changes);
	while (packed_rows_next(&rows, &row)) {
		if (row.kind != ROW_FAIL)
			continue;
		add_failure(f, g_string_chunk_insert(f->item->text, row.stat));
		for (guint col = 0; col < row.n_cells; col++)
			add_count(f, row.cells[col].fails);
	}
}

static gboolean read_failures(
	struct item *item, gint64 message, struct store_report *report, GError **error)
{
	static const char *const of_report =
		"SELECT c.col, f.name, c.count FROM failures f "
		"LEFT JOIN failure_counts c ON c.message = f.message AND c.nr = f.nr "
		"WHERE f.message = ? ORDER BY f.nr, c.col";
	static const char *const of_tables =
		"SELECT p.rows FROM tables t JOIN packed_rows p ON p.table_id = t.id "
		"WHERE t.message = ? AND t.depth = 0 AND t.attachment IS NULL "
		"AND t.fail_rows > 0 ORDER BY t.part, t.line, t.nr";
	struct failures f = {item, item_array(item, 0, sizeof(struct store_failure)),
		item_array(item, 1, sizeof(guint64))};

	if (!query_each(item->store, of_report, message, 0, add_claimed, &f, error))
		return FALSE;
	if (report->message.kind == MESSAGE_FUNCTIONAL &&
		!query_each(item->store, of_tables, message, 0, add_fail_rows, &f, error))
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

/* By a person, who answers or names it, is in the thread that it begins, or has its subject. */
#define IS_ANSWERED                                                                                \
	"(m.message_id IN (SELECT a.in_reply_to FROM messages a "                                  \
	"WHERE a.author = 'person' AND a.in_reply_to IS NOT NULL) "                                \
	"OR m.message_id IN (SELECT f.message_id FROM refs f JOIN messages a ON a.id = f.message " \
	"WHERE a.author = 'person') "                                                              \
	"OR m.message_id IN (SELECT e.target FROM events e JOIN messages a ON a.id = e.message "   \
	"WHERE a.author = 'person' AND e.target IS NOT NULL) "                                     \
	"OR EXISTS (SELECT 1 FROM messages a "                                                     \
	"WHERE a.thread = m.message_id AND a.author = 'person') "                                  \
	"OR EXISTS (SELECT 1 FROM messages a WHERE a.subject_key = m.subject_key "                 \
	"AND a.author = 'person' AND a.kind = 'reply' AND a.date >= m.date))"

/* Of what is named, else answered where that is a report, else of the thread. */
#define IS_RETRACTED                                                                               \
	"m.message_id IN (SELECT coalesce(e.target, (SELECT p.message_id FROM messages p "         \
	"JOIN reports q ON q.message = p.id WHERE p.message_id = a.in_reply_to), a.thread) "       \
	"FROM events e JOIN messages a ON a.id = e.message "                                       \
	"WHERE e.kind IN ('retracted', 'regzbot-invalid'))"

static void where_answered(struct select *s, const struct store_filter *filter)
{
	select_where_report(s, filter);
	if (filter->unanswered)
		select_and(s, "NOT " IS_ANSWERED);
	if (filter->retracted)
		select_and(s, IS_RETRACTED);
}

static const struct list_query query_of_reports = {
	"SELECT " MESSAGE_COLUMNS ", " REPORT_COLUMNS " FROM reports r " FROM_MESSAGE
	"r.message LEFT JOIN tables t ON t.id = r.main_table",
	where_answered, ORDER_BY_MESSAGE};

STORE_LIST(report)

/* ---- days -------------------------------------------------------------------- */

/* Division cuts towards 0. */
static const struct list_query query_of_days = {
	"SELECT DISTINCT (m.date - CASE WHEN m.date < 0 THEN 86399 ELSE 0 END) / 86400 "
	"FROM reports r " FROM_MESSAGE "r.message",
	where_answered, " ORDER BY 1"};

gboolean store_list_days(struct store *store, const struct store_filter *filter,
	gboolean (*each)(gint64 day, void *), void *data, GError **error)
{
	struct list l;

	list_begin(&l, store, &query_of_days, filter, error);
	while (list_next(&l)) {
		gint64 day = query_int_or(&l.select.query, 0, DATE_UNKNOWN);

		if (day != DATE_UNKNOWN && !each(day, data))
			break;
	}
	return list_end(&l);
}
