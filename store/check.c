/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is the store sound: what the engine finds, and what this program's own rules say. */
#include "store/dismissed_rows.h"
#include "store/put.h"

#define TABLE_NAME "m.message_id || '#' || t.part || ':' || t.line"
#define ROWS_OF(kind)                                                                              \
	"(SELECT count(*) FROM rows r WHERE r.table_id = t.id AND r.kind = '" kind "')"
#define ROWS_OF_MESSAGE                                                                            \
	"(SELECT count(*) FROM tables t JOIN rows r ON r.table_id = t.id WHERE t.message = m.id)"

#define CITATIONS "(SELECT count(*) FROM citations c WHERE c.message = m.id)"

/* Each row that one of these gives is a finding, in words. */
static const char *const rules[] = {
	"SELECT 'message ' || m.message_id || ' stands in no source' FROM messages m "
	"WHERE NOT EXISTS (SELECT 1 FROM sightings s WHERE s.message = m.id) ORDER BY 1",

	"SELECT 'run ' || runs.root || '/' || runs.number || ' stands in no source' FROM runs "
	"WHERE " UNSEEN_RUN " ORDER BY 1",

	"SELECT 'run ' || r.root || '/' || r.number || ' has ' || (SELECT count(*) FROM samples s "
	"WHERE s.run = r.id) || ' samples, and says ' || r.samples FROM runs r "
	"WHERE r.samples <> (SELECT count(*) FROM samples s WHERE s.run = r.id) ORDER BY 1",

	"SELECT 'table ' || " TABLE_NAME " || ' has ' || " ROWS_OF(
		"mean") " || ' mean rows and ' "
			"|| " ROWS_OF(
				"fail") " || ' fail rows, and says ' || t.mean_rows || ' and ' || "
					"t.fail_rows FROM tables t JOIN messages m ON m.id = "
					"t.message "
					"WHERE t.mean_rows <> " ROWS_OF(
						"mean") " OR t.fail_rows <> " ROWS_OF("fail") " ORD"
											      "ER "
											      "BY "
											      "1",

	"SELECT 'message ' || m.message_id || ' had ' || m.rows_seen || ' rows, of which ' || "
	"m.rows_dropped || ' were dropped, ' || " CITATIONS " || ' cite and ' || " ROWS_OF_MESSAGE
	" || ' are stored' FROM messages m WHERE m.rows_seen <> m.rows_dropped + " CITATIONS
	" + " ROWS_OF_MESSAGE " ORDER BY 1",

	"SELECT 'message ' || m.message_id || ' was chosen for ' || m.copy_rows || ' rows, of "
	"which ' || " ROWS_OF_MESSAGE " || ' are stored' FROM messages m "
	"WHERE m.copy_rows >= 0 AND m.copy_rows <> " ROWS_OF_MESSAGE " ORDER BY 1",

	"SELECT 'rows of table ' || r.table_id || ' hang in the air' FROM rows r "
	"WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = r.table_id) "
	"GROUP BY r.table_id ORDER BY r.table_id",

	"SELECT 'cells of table ' || x.table_id || ' hang in the air' FROM cells x "
	"WHERE NOT EXISTS (SELECT 1 FROM rows r WHERE r.table_id = x.table_id AND r.nr = x.nr) "
	"GROUP BY x.table_id ORDER BY x.table_id",

	"SELECT 'rows of table ' || r.table_id || ' have a stat that is not there' FROM rows r "
	"WHERE NOT EXISTS (SELECT 1 FROM stats n WHERE n.id = r.stat) "
	"GROUP BY r.table_id ORDER BY r.table_id",

	"SELECT 'table ' || " TABLE_NAME " || ' has a row at line ' || r.line || "
	"' whose cells are not as many as its columns' FROM rows r "
	"JOIN tables t ON t.id = r.table_id JOIN messages m ON m.id = t.message "
	"WHERE (SELECT count(*) FROM cells x WHERE x.table_id = r.table_id AND x.nr = r.nr) <> "
	"(SELECT count(*) FROM columns c WHERE c.table_id = r.table_id) ORDER BY 1",

	"SELECT 'table ' || " TABLE_NAME " || ' is a copy of a copy' FROM tables t "
	"JOIN tables o ON o.id = t.copy_of JOIN messages m ON m.id = t.message "
	"WHERE o.copy_of IS NOT NULL ORDER BY 1",

	"SELECT 'report ' || m.message_id || ' has a main table of another message' "
	"FROM reports r JOIN messages m ON m.id = r.message JOIN tables t ON t.id = r.main_table "
	"WHERE t.message <> r.message ORDER BY 1",

	"SELECT 'report ' || m.message_id || ' has no row at its headline''s line ' || "
	"r.headline_line FROM reports r JOIN messages m ON m.id = r.message "
	"WHERE r.headline_line IS NOT NULL AND NOT EXISTS (SELECT 1 FROM rows w "
	"WHERE w.table_id = r.main_table AND w.line = r.headline_line) ORDER BY 1",
};

struct findings {
	void (*each)(const char *finding, void *data);
	void *data;
	guint count;
};

static void find(const char *finding, void *data)
{
	struct findings *findings = data;

	findings->count++;
	if (findings->each)
		findings->each(finding, findings->data);
}

static gboolean check_rule(
	struct store *store, const char *sql, struct findings *findings, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW)
		find(query_word_at(&q, 0), findings);
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean is_message_kind(const char *name)
{
	return message_kind_by_name(name) != MESSAGE_KINDS;
}

static gboolean is_event_kind(const char *name)
{
	return event_kind_by_name(name) != EVENT_KINDS;
}

static gboolean is_diag_kind(const char *name)
{
	return diag_by_name(name) != DIAG_COUNT;
}

/* Words that only this program's tables know. */
static gboolean check_words(struct store *store, const char *sql, const char *what,
	gboolean (*is_known)(const char *), struct findings *findings, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		const char *word = query_word_at(&q, 0);
		g_autofree char *finding = g_strdup_printf("no %s is called '%s'", what, word);

		if (!is_known(word))
			find(finding, findings);
	}
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean check_all(struct store *store, struct findings *findings, GError **error)
{
	if (!store->ops->check(store->engine, find, findings, error))
		return FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
		if (!check_rule(store, rules[i], findings, error))
			return FALSE;
	}
	if (!dismissed_check(store, find, findings, error))
		return FALSE;
	return check_words(store, "SELECT DISTINCT kind FROM messages ORDER BY kind",
		       "kind of message", is_message_kind, findings, error) &&
	       check_words(store, "SELECT DISTINCT kind FROM events ORDER BY kind", "event",
		       is_event_kind, findings, error) &&
	       check_words(store, "SELECT DISTINCT kind FROM diagnostics ORDER BY kind",
		       "diagnostic", is_diag_kind, findings, error);
}

gboolean store_check(struct store *store, void (*each)(const char *finding, void *data), void *data,
	guint *ret_findings, GError **error)
{
	struct findings findings = {each, data, 0};
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = check_all(store, &findings, error);
	if (!store_read_end(store, done, error))
		return FALSE;
	*ret_findings = findings.count;
	return TRUE;
}
