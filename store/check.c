/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is the store sound: what the engine finds, and what this program's own rules say. */
#include "store/dismissed_rows.h"
#include "store/packed_rows.h"
#include "store/print.h"
#include "store/prints.h"
#include "store/put.h"

#define TABLE_NAME "m.message_id || '#' || t.part || ':' || t.line"
/* Each has a print. */
#define ROWS_OF_MESSAGE                                                                            \
	"(SELECT ifnull(sum(length(p.prints)), 0) / 8 FROM tables t "                              \
	"JOIN packed_rows p ON p.table_id = t.id WHERE t.message = m.id)"

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

	"SELECT 'message ' || m.message_id || ' had ' || m.rows_seen || ' rows, of which ' || "
	"m.rows_dropped || ' were dropped, ' || " CITATIONS " || ' cite and ' || " ROWS_OF_MESSAGE
	" || ' are stored' FROM messages m WHERE m.rows_seen <> m.rows_dropped + " CITATIONS
	" + " ROWS_OF_MESSAGE " ORDER BY 1",

	"SELECT 'message ' || m.message_id || ' was chosen for ' || m.copy_rows || ' rows, of "
	"which ' || " ROWS_OF_MESSAGE " || ' are stored' FROM messages m "
	"WHERE m.copy_rows >= 0 AND m.copy_rows <> " ROWS_OF_MESSAGE " ORDER BY 1",

	"SELECT 'table ' || " TABLE_NAME " || ' is a copy of a copy' FROM tables t "
	"JOIN tables o ON o.id = t.copy_of JOIN messages m ON m.id = t.message "
	"WHERE o.copy_of IS NOT NULL ORDER BY 1",

	"SELECT 'report ' || m.message_id || ' has a main table of another message' "
	"FROM reports r JOIN messages m ON m.id = r.message JOIN tables t ON t.id = r.main_table "
	"WHERE t.message <> r.message ORDER BY 1",

	"SELECT 'report ' || m.message_id || ' has no row at its headline''s line ' || "
	"r.headline_line FROM reports r JOIN messages m ON m.id = r.message "
	"WHERE r.headline_line IS NOT NULL AND NOT EXISTS (SELECT 1 FROM packed_rows p, "
	"json_each(CASE WHEN json_valid(p.rows) THEN p.rows ELSE '[]' END) w "
	"WHERE p.table_id = r.main_table "
	"AND json_extract(w.value, '$[0]') = r.headline_line) ORDER BY 1",
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

/* ---- rows of tables ------------------------------------------------------------------ */

/* What a table's rows are, beside what the table says of them. */
struct counted {
	gint64 means, fails, inconsistent;
	gboolean printed; /* the prints are those of the rows */
	gboolean readable;
	guint odd; /* a line whose cells are not as many as the columns; 0: none */
};

static gboolean has_print(struct slice prints, gsize nr, const struct store_row *row)
{
	return (nr + 1) * PRINT_BYTES <= prints.len &&
	       prints_at(prints, nr) == print_of_stored(row);
}

static struct counted count_rows(struct item *item, char *text, gint64 columns, struct slice prints)
{
	struct counted counted = {.printed = TRUE};
	struct packed_rows packed;
	struct store_row row;

	packed_rows_begin(&packed, text, item_array(item, 0, sizeof(struct store_cell)),
		item_array(item, 1, sizeof(struct store_change)));
	while (packed_rows_next(&packed, &row)) {
		counted.printed &= has_print(prints, (gsize)(counted.means + counted.fails), &row);
		*(row.kind == ROW_FAIL ? &counted.fails : &counted.means) += 1;
		counted.inconsistent += row.consistency == CONSISTENCY_INCONSISTENT;
		if (!counted.odd && row.n_cells != columns)
			counted.odd = row.line;
	}
	counted.readable = packed.at != NULL;
	counted.printed &= (gsize)(counted.means + counted.fails) * PRINT_BYTES == prints.len;
	return counted;
}

static void find_in_table(const char *table, const char *what, struct findings *findings)
{
	g_autofree char *finding = g_strdup_printf("table %s %s", table, what);

	find(finding, findings);
}

/* The query has its name, what it says of its rows, its columns, bytes of prints, rows. */
static void check_rows(struct query *q, struct item *item, struct findings *findings)
{
	const char *table = query_word_at(q, 0);
	g_autofree char *text = g_strdup(query_word_at(q, 6)), *what = NULL;
	struct counted n = count_rows(item, text, query_int_at(q, 4), query_blob_at(q, 5));

	if (!n.readable) {
		find_in_table(table, "has rows that cannot be read", findings);
		return;
	}
	if (n.means != query_int_at(q, 1) || n.fails != query_int_at(q, 2) ||
		n.inconsistent != query_int_at(q, 3)) {
		what = g_strdup_printf("has %" G_GINT64_FORMAT " mean rows, %" G_GINT64_FORMAT
				       " fail rows and %" G_GINT64_FORMAT
				       " inconsistent ones, and says %" G_GINT64_FORMAT
				       ", %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT,
			n.means, n.fails, n.inconsistent, query_int_at(q, 1), query_int_at(q, 2),
			query_int_at(q, 3));
		find_in_table(table, what, findings);
	} else if (n.odd) {
		what = g_strdup_printf(
			"has a row at line %u whose cells are not as many as its columns", n.odd);
		find_in_table(table, what, findings);
	} else if (!n.printed) {
		find_in_table(table, "has prints that are not those of its rows", findings);
	}
}

static gboolean check_tables(struct store *store, struct findings *findings, GError **error)
{
	struct item item;
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT " TABLE_NAME ", t.mean_rows, t.fail_rows, t.inconsistent, "
		    "(SELECT count(*) FROM columns c WHERE c.table_id = t.id), "
		    "p.prints, p.rows FROM tables t "
		    "JOIN messages m ON m.id = t.message "
		    "LEFT JOIN packed_rows p ON p.table_id = t.id ORDER BY 1",
		    error))
		return FALSE;
	item_init(&item, store);
	while ((step = query_step(&q, error)) == STEP_ROW)
		check_rows(&q, &item, findings);
	item_release(&item);
	query_close(&q);
	return step == STEP_DONE;
}

/* ---- words --------------------------------------------------------------------------- */

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
	if (!check_tables(store, findings, error) || !prints_check(store, find, findings, error) ||
		!dismissed_check(store, find, findings, error))
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
