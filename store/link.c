/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of tables are tied to their originals, family by family. */
#include "store/family.h"
#include "store/prints.h"
#include "store/query.h"
#include "store/thread.h"

/* The tables of one family, and all that they point at. */
struct household {
	struct store *store;
	GArray *tables;    /* struct family_table */
	GPtrArray *arrays; /* of what the tables point at */
	GStringChunk *text;
};

static void household_init(struct household *h, struct store *store)
{
	h->store = store;
	h->tables = g_array_new(FALSE, FALSE, sizeof(struct family_table));
	h->arrays = g_ptr_array_new_with_free_func(g_free);
	h->text = g_string_chunk_new(4096);
}

static void household_release(struct household *h)
{
	g_array_unref(h->tables);
	g_ptr_array_unref(h->arrays);
	g_string_chunk_free(h->text);
}

static const char *keep_text(struct household *h, struct query *q, guint column)
{
	const char *text = query_text_at(q, column);

	return text ? g_string_chunk_insert_const(h->text, text) : NULL;
}

/* The texts that `sql` gives for a table. */
static gboolean read_texts(struct household *h, const char *sql, gint64 table,
	const char *const **ret_texts, guint *ret_count, GError **error)
{
	GPtrArray *texts;
	enum step step;
	struct query q;

	if (!query_open(&q, h->store, sql, error))
		return FALSE;
	texts = g_ptr_array_new();
	query_int(&q, table);
	while ((step = query_step(&q, error)) == STEP_ROW)
		g_ptr_array_add(texts, (gpointer)keep_text(h, &q, 0));
	query_close(&q);
	*ret_count = texts->len;
	*ret_texts = (const char *const *)g_ptr_array_free(texts, FALSE);
	g_ptr_array_add(h->arrays, (gpointer)*ret_texts);
	return step == STEP_DONE;
}

static gint64 *unpack_prints(struct slice prints, guint *ret_count)
{
	gsize n = prints.len / PRINT_BYTES;
	gint64 *unpacked = g_new(gint64, n);

	for (gsize nr = 0; nr < n; nr++)
		unpacked[nr] = prints_at(prints, nr);
	*ret_count = (guint)n;
	return unpacked;
}

static gboolean read_prints(struct household *h, struct family_table *table, GError **error)
{
	gint64 *prints = NULL;
	enum step step;
	struct query q;

	if (!query_open(&q, h->store, "SELECT prints FROM packed_rows WHERE table_id = ?", error))
		return FALSE;
	query_int(&q, table->id);
	step = query_step(&q, error);
	if (step == STEP_ROW)
		prints = unpack_prints(query_blob_at(&q, 0), &table->n_prints);
	query_close(&q);
	table->prints = prints;
	g_ptr_array_add(h->arrays, prints);
	return step != STEP_FAILED;
}

static gboolean read_table(
	struct household *h, struct query *q, enum family_role role, GError **error)
{
	gboolean robot = !strcmp(query_word_at(q, 6), author_kind_name(AUTHOR_ROBOT));
	struct family_table table = {
		.id = query_int_at(q, 0),
		.message = query_int_at(q, 1),
		.message_id = keep_text(h, q, 2),
		.date = query_int_or(q, 3, G_MAXINT64),
		.part = query_uint_at(q, 4),
		.line = query_uint_at(q, 5),
		.source = query_int_at(q, 7) ? FAMILY_REPORT
			  : robot            ? FAMILY_ROBOT
					     : FAMILY_PERSON,
		.depth = query_uint_at(q, 8),
		.known = query_int_or(q, 9, 0),
		.role = role,
	};
	gboolean done = read_texts(h,
				"SELECT ifnull(head, commit_id) FROM columns WHERE table_id = ? "
				"ORDER BY col",
				table.id, &table.heads, &table.n_heads, error) &&
			read_texts(h,
				"SELECT key || '=' || ifnull(value, '') FROM axes "
				"WHERE table_id = ? ORDER BY nr",
				table.id, &table.axes, &table.n_axes, error) &&
			read_prints(h, &table, error);

	g_array_append_val(h->tables, table);
	return done;
}

#define TABLES                                                                                     \
	"SELECT t.id, t.message, m.message_id, m.date, t.part, t.line, m.author, "                 \
	"EXISTS (SELECT 1 FROM reports r WHERE r.message = m.id), t.depth, t.copy_of "             \
	"FROM tables t JOIN messages m ON m.id = t.message WHERE "

/* `family` or `table`: what the one parameter of `sql` is; NULL and 0: it has none. */
static gboolean read_tables(struct household *h, const char *sql, const char *family, gint64 table,
	enum family_role role, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, h->store, sql, error))
		return FALSE;
	if (family)
		query_text(&q, family);
	if (table)
		query_int(&q, table);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		if (!read_table(h, &q, role, error)) {
			step = STEP_FAILED;
			break;
		}
	}
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean write_original(
	struct store *store, const struct family_table *table, GError **error)
{
	gint64 original = table->original ? table->original->id : 0;

	if (original == table->known)
		return TRUE;
	if (!original)
		return store_run(store, "UPDATE tables SET copy_of = NULL WHERE id = ?", table->id,
			0, error);
	return store_run(
		store, "UPDATE tables SET copy_of = ? WHERE id = ?", original, table->id, error);
}

/* Judges those that were read, and writes what is new of all but the settled ones. */
static gboolean judge(struct household *h, GError **error)
{
	gboolean done = TRUE;

	family_judge((struct family_table *)(gpointer)h->tables->data, h->tables->len);
	for (guint i = 0; done && i < h->tables->len; i++) {
		const struct family_table *table =
			&g_array_index(h->tables, struct family_table, i);

		if (table->role != FAMILY_SETTLED)
			done = write_original(h->store, table, error);
	}
	return done;
}

/* Most families are a table alone, which is no copy; *ret_alone: it was one, and is linked. */
static gboolean link_alone(
	struct store *store, const char *family, gboolean *ret_alone, GError **error)
{
	struct family_table table = {0};
	guint count = 0;
	enum step step;
	struct query q;

	if (!query_open(
		    &q, store, "SELECT id, copy_of FROM tables WHERE family = ? LIMIT 2", error))
		return FALSE;
	query_text(&q, family);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		table.id = query_int_at(&q, 0);
		table.known = query_int_or(&q, 1, 0);
		count++;
	}
	query_close(&q);
	*ret_alone = count < 2;
	return step == STEP_DONE && (count != 1 || write_original(store, &table, error));
}

static gboolean link_family(struct store *store, const char *family, GError **error)
{
	struct household h;
	gboolean alone, done;

	if (!link_alone(store, family, &alone, error))
		return FALSE;
	if (alone)
		return TRUE;
	household_init(&h, store);
	done = read_tables(&h, TABLES "t.family = ?", family, 0, FAMILY_MEMBER, error) &&
	       judge(&h, error);
	household_release(&h);
	return done;
}

/* ---- those without heads ------------------------------------------------------------ */

/* The tables that have a row of one without heads, so those, too. */
static gboolean find_tables_of_headless(struct store *store, GArray *ret_tables, GError **error)
{
	g_autoptr(GArray) prints = g_array_new(FALSE, FALSE, sizeof(gint64));
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT p.prints FROM tables t JOIN packed_rows p ON p.table_id = t.id "
		    "WHERE t.family IS NULL",
		    error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		guint count;
		g_autofree gint64 *unpacked = unpack_prints(query_blob_at(&q, 0), &count);

		g_array_append_vals(prints, unpacked, count);
	}
	query_close(&q);
	return step == STEP_DONE && prints_find(store, (const gint64 *)(gpointer)prints->data,
					    prints->len, ret_tables, error);
}

/*
 * Whether something is new to those without heads: one of them, a table that went, an
 * original that has become a copy, a row of theirs in a new table.
 */
static gboolean is_headless_due(
	struct store *store, const GArray *tables, gboolean *ret_due, GError **error)
{
	gboolean is_new =
		tables->len && g_array_index(tables, gint64, tables->len - 1) > store->last_table;
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT EXISTS (SELECT 1 FROM stale_families WHERE family = '') "
		    "OR EXISTS (SELECT 1 FROM tables h JOIN tables o ON o.id = h.copy_of "
		    "WHERE h.family IS NULL AND o.copy_of IS NOT NULL)",
		    error))
		return FALSE;
	step = query_step(&q, error);
	*ret_due = is_new || (step == STEP_ROW && query_int_at(&q, 0));
	query_close(&q);
	return step != STEP_FAILED;
}

/* Among those without heads, and the originals that have a row of theirs. */
static gboolean judge_headless(struct household *h, const GArray *tables, GError **error)
{
	for (guint i = 0; i < tables->len; i++)
		if (!read_tables(h,
			    TABLES "t.id = ? AND t.family IS NOT NULL AND t.copy_of IS NULL", NULL,
			    g_array_index(tables, gint64, i), FAMILY_SETTLED, error))
			return FALSE;
	return read_tables(h, TABLES "t.family IS NULL", NULL, 0, FAMILY_HEADLESS, error) &&
	       judge(h, error);
}

static gboolean link_headless(struct store *store, GError **error)
{
	g_autoptr(GArray) tables = g_array_new(FALSE, FALSE, sizeof(gint64));
	struct household h;
	gboolean due, done;

	if (!find_tables_of_headless(store, tables, error) ||
		!is_headless_due(store, tables, &due, error))
		return FALSE;
	if (!due || !tables->len)
		return TRUE;
	household_init(&h, store);
	done = judge_headless(&h, tables, error);
	household_release(&h);
	return done;
}

static gboolean read_stale(struct store *store, GPtrArray *families, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT family FROM stale_families ORDER BY family", error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW)
		g_ptr_array_add(families, g_strdup(query_word_at(&q, 0)));
	query_close(&q);
	return step == STEP_DONE;
}

static gboolean link_stale(struct store *store, GError **error)
{
	g_autoptr(GPtrArray) families = g_ptr_array_new_with_free_func(g_free);

	if (!read_stale(store, families, error))
		return FALSE;
	for (guint i = 0; i < families->len; i++)
		if (!link_family(store, families->pdata[i], error))
			return FALSE;
	return link_headless(store, error) &&
	       store_run(store, "DELETE FROM stale_families", 0, 0, error);
}

gboolean store_link(struct store *store, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (prints_index(store, error) && link_stale(store, error) && thread_link(store, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

gboolean store_new_tables(
	struct store *store, guint64 *ret_originals, guint64 *ret_copies, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(
		    &q, store, "SELECT count(*), count(copy_of) FROM tables WHERE id > ?", error))
		return FALSE;
	query_int(&q, store->last_table);
	step = query_step(&q, error);
	if (step == STEP_ROW) {
		*ret_copies = (guint64)query_int_at(&q, 1);
		*ret_originals = (guint64)query_int_at(&q, 0) - *ret_copies;
	}
	query_close(&q);
	return step == STEP_ROW;
}
