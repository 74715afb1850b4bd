/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that cite a table: how they are kept, and which table it is. */
#include "store/list.h"
#include "store/print.h"
#include "store/put.h"

static gboolean put_citation(
	struct put *put, struct query *q, guint nr, const struct citation *c, GError **error)
{
	char repairs[REPAIRS_TEXT_MAX];
	gint64 stat;

	if (!put_stat(put->store, c->stat, &stat, error))
		return FALSE;
	query_int(q, put->message);
	query_int(q, nr);
	query_int(q, c->part);
	query_int(q, c->line);
	query_int(q, c->depth);
	query_text(q, row_kind_name(c->kind));
	query_int(q, stat);
	query_int(q, print_of_cells(put->records, c->stat, c->kind, c->cells));
	query_slice(q, c->text);
	query_repairs(q, c->repairs, repairs);
	return query_run(q, error);
}

gboolean put_citations(struct put *put, GError **error)
{
	const GArray *citations = put->records->citations;
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO citations (message, nr, part, line, depth, kind, stat, print, "
		    "text, repairs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint i = 0; done && i < citations->len; i++)
		done = put_citation(put, &q, i, RECORD(citations, struct citation, i), error);
	query_close(&q);
	return done;
}

/* ---- which table -------------------------------------------------------------------- */

/*
 * The mails whose tables have the row, those of the thread first.  A copy stands for its
 * original: the mail that is answered mostly quotes the table.  Of several tables of one
 * mail it is the first.
 */
#define FITTING                                                                                    \
	"WITH RECURSIVE parts (part) AS (SELECT 0 UNION ALL SELECT part + 1 FROM parts "           \
	"WHERE part < (SELECT max(id) >> 5 FROM tables)) "                                         \
	"SELECT near, message_id, name, line FROM (SELECT om.message_id, "                         \
	"max(tm.id = c.message OR tm.message_id = m.in_reply_to OR EXISTS (SELECT 1 FROM refs f "  \
	"WHERE f.message = c.message AND f.message_id = tm.message_id)) AS near, "                 \
	"om.message_id || '#' || o.part || ':' || o.line AS name, o.part, o.line AS top, ow.line " \
	"FROM citations c JOIN messages m ON m.id = c.message "                                    \
	"CROSS JOIN parts "                                                                        \
	"CROSS JOIN rows w ON w.table_id >> 5 = parts.part AND w.print = c.print "                 \
	"AND w.stat = c.stat "                                                                     \
	"JOIN tables t ON t.id = w.table_id JOIN messages tm ON tm.id = t.message "                \
	"JOIN tables o ON o.id = ifnull(t.copy_of, t.id) JOIN messages om ON om.id = o.message "   \
	"JOIN rows ow ON ow.table_id = o.id AND ow.stat = c.stat AND ow.print = c.print "          \
	"WHERE c.message = ? AND c.nr = ? GROUP BY o.id, ow.nr) "                                  \
	"ORDER BY near DESC, message_id, part, top, line LIMIT 256"

/* The first row that fits, unless another mail's fits as well. */
static gboolean find_table(struct item *item, gint64 message, gint64 nr,
	struct store_citation *citation, GError **error)
{
	g_autofree char *first = NULL;
	gboolean near = FALSE, several = FALSE;
	enum step step;
	struct query q;

	if (!query_open(&q, item->store, FITTING, error))
		return FALSE;
	query_int(&q, message);
	query_int(&q, nr);
	while (!several && (step = query_step(&q, error)) == STEP_ROW) {
		if (!first) {
			first = g_strdup(query_word_at(&q, 1));
			near = query_int_at(&q, 0) > 0;
			citation->table = item_text(item, &q, 2);
			citation->table_line = query_uint_at(&q, 3);
		} else {
			several = (query_int_at(&q, 0) > 0) == near &&
				  strcmp(first, query_word_at(&q, 1));
		}
	}
	query_close(&q);
	if (several)
		citation->table = NULL;
	return several || step == STEP_DONE;
}

static gboolean fill_citation(
	struct item *item, struct query *q, struct store_citation *citation, GError **error)
{
	*citation = (struct store_citation){
		.message_id = item_text(item, q, 2),
		.line = query_uint_at(q, 3),
		.depth = query_uint_at(q, 4),
		.kind = strcmp(query_word_at(q, 5), row_kind_name(ROW_FAIL)) ? ROW_MEAN : ROW_FAIL,
		.stat = item_text(item, q, 6),
		.text = item_text(item, q, 7),
		.repairs = item_text(item, q, 8),
	};
	return find_table(item, query_int_at(q, 0), query_int_at(q, 1), citation, error);
}

static const struct list_query query_of_citations = {
	"SELECT c.message, c.nr, m.message_id, c.line, c.depth, c.kind, n.name, "
	"c.text, c.repairs FROM citations c JOIN stats n ON n.id = c.stat " FROM_MESSAGE
	"c.message" AND_REPORT,
	select_where_citation, ORDER_BY_MESSAGE ", c.part, c.line, c.nr"};

STORE_LIST(citation)
