/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that cite a table: how they are kept, and which table it is. */
#include "store/list.h"
#include "store/print.h"
#include "store/prints.h"
#include "store/put.h"

static gboolean put_citation(
	struct put *put, struct query *q, guint nr, const struct citation *c, GError **error)
{
	struct print_bytes print =
		print_bytes_of(print_of_cells(put->records, c->stat, c->kind, c->cells));
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
	query_blob(q, (struct slice){(const char *)print.at, PRINT_BYTES});
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
 * Of tables that may have the row, those that do, by mail, those of the thread first.  A
 * copy stands for its original: the mail that is answered mostly quotes the table.  Of
 * several tables of one mail it is the first.
 */
#define FITTING                                                                                    \
	"SELECT near, message_id, name, line FROM (SELECT om.message_id, "                         \
	"max(tm.id = c.message OR tm.message_id = m.in_reply_to OR EXISTS (SELECT 1 FROM refs f "  \
	"WHERE f.message = c.message AND f.message_id = tm.message_id)) AS near, "                 \
	"om.message_id || '#' || o.part || ':' || o.line AS name, o.part, o.line AS top, "         \
	"json_extract(ow.rows, '$[' || " ROW_OF_PRINT("ow.prints",                                 \
		"c.print") " || '][0]') AS line "                                                  \
			   "FROM citations c JOIN messages m ON m.id = c.message "                 \
			   "CROSS JOIN json_each(?) may "                                          \
			   "CROSS JOIN packed_rows w ON w.table_id = may.value "                   \
			   "JOIN tables t ON t.id = w.table_id JOIN messages tm ON tm.id = "       \
			   "t.message "                                                            \
			   "JOIN tables o ON o.id = ifnull(t.copy_of, t.id) JOIN messages om ON "  \
			   "om.id = o.message "                                                    \
			   "JOIN packed_rows ow ON ow.table_id = o.id "                            \
			   "WHERE " HAS_PRINT("w.prints", "c.print") " AND " HAS_PRINT(            \
				   "ow.prints",                                                    \
				   "c.print") " "                                                  \
					      "AND c.message = ? AND c.nr = ? GROUP BY o.id) "     \
					      "ORDER BY near DESC, message_id, part, top, line "   \
					      "LIMIT 256"

/* The ids of tables that may have the row, in JSON; NULL: failed. */
static char *find_candidates(struct store *store, gint64 print, GError **error)
{
	g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(gint64));
	GString *json;

	if (!prints_find(store, &print, 1, tables, error))
		return NULL;
	json = g_string_new("[");
	for (guint i = 0; i < tables->len; i++)
		g_string_append_printf(json, "%s%" G_GINT64_FORMAT, i ? "," : "",
			g_array_index(tables, gint64, i));
	g_string_append_c(json, ']');
	return g_string_free(json, FALSE);
}

/* The first row that fits, unless another mail's fits as well. */
static gboolean find_table(struct item *item, gint64 message, gint64 nr, gint64 print,
	struct store_citation *citation, GError **error)
{
	g_autofree char *candidates = find_candidates(item->store, print, error);
	g_autofree char *first = NULL;
	gboolean near = FALSE, several = FALSE;
	enum step step;
	struct query q;

	if (!candidates || !query_open(&q, item->store, FITTING, error))
		return FALSE;
	query_text(&q, candidates);
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
	return find_table(item, query_int_at(q, 0), query_int_at(q, 1),
		prints_at(query_blob_at(q, 9), 0), citation, error);
}

static const struct list_query query_of_citations = {
	"SELECT c.message, c.nr, m.message_id, c.line, c.depth, c.kind, n.name, "
	"c.text, c.repairs, c.print FROM citations c JOIN stats n ON n.id = c.stat " FROM_MESSAGE
	"c.message" AND_REPORT,
	select_where_citation, ORDER_BY_MESSAGE ", c.part, c.line, c.nr"};

STORE_LIST(citation)
