/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/dismissed.h"

#include "store/dismissed_rows.h"
#include "store/put.h"
#include "store/query.h"
#include "store/stale.h"

static gboolean insert(struct store *store, const struct dismissed_pack *pack, gint64 path,
	gint64 reading, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "INSERT INTO dismissed (path_id, reading, count, records) VALUES (?, ?, ?, ?)",
		    error))
		return FALSE;
	if (path)
		query_int(&q, path);
	else
		query_null(&q);
	query_int(&q, reading);
	query_int(&q, pack->count);
	query_blob(&q, (struct slice){(char *)pack->bytes->data, pack->bytes->len});
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* Who reads the source now remembers it, too. */
static gboolean put_dismissed(
	struct store *store, const struct dismissed_pack *pack, GError **error)
{
	gboolean overtaken;
	gint64 path;

	if (!dismissed_forget_doubted(store, error))
		return FALSE;
	if (!store->source)
		return insert(store, pack, 0, 0, error);
	if (!put_path(store, store->source, &path, error) ||
		!position_is_overtaken(store, path, &overtaken, error))
		return FALSE;
	return overtaken || insert(store, pack, path, store->reading + store->is_tentative, error);
}

gboolean store_put_dismissed(
	struct store *store, const struct dismissed_pack *pack, gint64 *ret_row, GError **error)
{
	if (!store_must_write(store, error))
		return FALSE;
	if (!put_dismissed(store, pack, error)) {
		store_rollback(store);
		return FALSE;
	}
	*ret_row = store->ops->last_id(store->engine);
	return TRUE;
}

/* ---- all of them ---------------------------------------------------------------------- */

/* Where a record stands in a pack, to be read again from there. */
struct place_in_pack {
	struct slice path;
	const char *at;
};

static gboolean each_backwards(
	struct slice pack, const struct dismissed_row *row, dismissed_fn fn, void *data)
{
	g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct place_in_pack));
	struct dismissed_reader reader = {.rest = pack};
	struct dismissed_record record;

	while (dismissed_next(&reader, &record)) {
		struct place_in_pack place = {record.path, record.whole.at};

		g_array_append_val(places, place);
	}
	for (guint i = places->len; i > 0; i--) {
		const struct place_in_pack *place =
			&g_array_index(places, struct place_in_pack, i - 1);

		reader.rest = slice_between(place->at, pack.at + pack.len);
		reader.path = place->path;
		if (dismissed_next(&reader, &record) && !fn(&record, row, data))
			return FALSE;
	}
	return TRUE;
}

/* FALSE: the function ended it. */
static gboolean each_of_row(struct slice pack, const struct dismissed_row *row, gboolean backwards,
	dismissed_fn fn, void *data)
{
	struct dismissed_reader reader = {.rest = pack};
	struct dismissed_record record;

	if (backwards)
		return each_backwards(pack, row, fn, data);
	while (dismissed_next(&reader, &record))
		if (!fn(&record, row, data))
			return FALSE;
	return TRUE;
}

/* The columns of the rows: id, reading, records. */
static gboolean each_row(
	struct query *q, gboolean backwards, dismissed_fn fn, void *data, GError **error)
{
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		const struct dismissed_row row = {query_int_at(q, 0), query_int_at(q, 1)};

		if (!each_of_row(query_blob_at(q, 2), &row, backwards, fn, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean dismissed_each(
	struct store *store, gboolean backwards, dismissed_fn fn, void *data, GError **error)
{
	gboolean done;
	struct query q;

	if (!dismissed_forget_doubted(store, error) ||
		!query_open(&q, store,
			backwards ? "SELECT id, reading, records FROM dismissed ORDER BY id DESC"
				  : "SELECT id, reading, records FROM dismissed ORDER BY id",
			error))
		return FALSE;
	done = each_row(&q, backwards, fn, data, error);
	query_close(&q);
	return done;
}

static gboolean add_key(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	(void)row;
	g_hash_table_add(data, GSIZE_TO_POINTER(dismissed_key(record)));
	return TRUE;
}

GHashTable *dismissed_keys(struct store *store, gint64 path, gint64 reading, GError **error)
{
	GHashTable *keys;
	gboolean done;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT id, reading, records FROM dismissed WHERE path_id = ? AND reading = ?",
		    error))
		return NULL;
	query_int(&q, path);
	query_int(&q, reading);
	keys = g_hash_table_new(NULL, NULL);
	done = each_row(&q, FALSE, add_key, keys, error);
	query_close(&q);
	if (!done)
		g_clear_pointer(&keys, g_hash_table_unref);
	return keys;
}

/* ---- fewer of them ---------------------------------------------------------------------- */

/* A row without what was not kept. */
struct sieve {
	dismissed_fn keeps;
	void *data;
	GByteArray *bytes;
	const char *path; /* of the last that was kept */
	guint count;
	gboolean dropped;
};

static void keep(struct sieve *sieve, const struct dismissed_record *record)
{
	if (record->path.at != sieve->path)
		dismissed_write_path(sieve->bytes, record->path);
	sieve->path = record->path.at;
	g_byte_array_append(
		sieve->bytes, (const guint8 *)record->whole.at, (guint)record->whole.len);
	sieve->count++;
}

static gboolean sift_record(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	struct sieve *sieve = data;

	if (sieve->keeps(record, row, sieve->data))
		keep(sieve, record);
	else
		sieve->dropped = TRUE;
	return TRUE;
}

static gboolean write_row(
	struct store *store, gint64 row, const struct sieve *sieve, GError **error)
{
	gboolean done;
	struct query q;

	if (!sieve->count)
		return store_run(store, "DELETE FROM dismissed WHERE id = ?", row, 0, error);
	if (!query_open(
		    &q, store, "UPDATE dismissed SET count = ?, records = ? WHERE id = ?", error))
		return FALSE;
	query_int(&q, sieve->count);
	query_blob(&q, (struct slice){(char *)sieve->bytes->data, sieve->bytes->len});
	query_int(&q, row);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gboolean sift_row(
	struct store *store, gint64 row, dismissed_fn keeps, void *data, GError **error)
{
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	struct sieve sieve = {keeps, data, bytes, NULL, 0, FALSE};
	gboolean done;
	struct query q;

	if (!query_open(
		    &q, store, "SELECT id, reading, records FROM dismissed WHERE id = ?", error))
		return FALSE;
	query_int(&q, row);
	done = each_row(&q, FALSE, sift_record, &sieve, error);
	query_close(&q);
	return done && (!sieve.dropped || write_row(store, row, &sieve, error));
}

/* The ids that `sql` gives, with one parameter or none. */
static GArray *list_rows(struct store *store, const char *sql, gint64 parameter, GError **error)
{
	GArray *rows;
	enum step step;
	struct query q;

	if (!query_open(&q, store, sql, error))
		return NULL;
	if (strchr(sql, '?'))
		query_int(&q, parameter);
	rows = g_array_new(FALSE, FALSE, sizeof(gint64));
	while ((step = query_step(&q, error)) == STEP_ROW) {
		gint64 row = query_int_at(&q, 0);

		g_array_append_val(rows, row);
	}
	query_close(&q);
	if (step != STEP_DONE)
		g_clear_pointer(&rows, g_array_unref);
	return rows;
}

/* Keeps the records of these rows for which `keeps` is TRUE; the array is freed. */
static gboolean sift(
	struct store *store, GArray *rows, dismissed_fn keeps, void *data, GError **error)
{
	gboolean done = rows != NULL;

	for (guint i = 0; done && i < rows->len; i++)
		done = sift_row(store, g_array_index(rows, gint64, i), keeps, data, error);
	if (rows)
		g_array_unref(rows);
	return done;
}

/* ---- read twice ---------------------------------------------------------------------- */

static gboolean is_first(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	(void)row;
	return g_hash_table_add(data, GSIZE_TO_POINTER(dismissed_key(record)));
}

gboolean store_merge_dismissed(struct store *store, GError **error)
{
	g_autoptr(GHashTable) keys = g_hash_table_new(NULL, NULL);

	if (!store_must_write(store, error))
		return FALSE;
	if (sift(store,
		    list_rows(store,
			    "SELECT id FROM dismissed WHERE path_id IS NULL ORDER BY id DESC", 0,
			    error),
		    is_first, keys, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}

static gboolean is_before(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	(void)row;
	return record->offset < *(const gint64 *)data;
}

gboolean dismissed_forget_behind(struct store *store, gint64 path, gint64 offset, GError **error)
{
	return sift(store,
		list_rows(store, "SELECT id FROM dismissed WHERE path_id = ?", path, error),
		is_before, &offset, error);
}

void dismissed_doubt_object(struct store *store, const char *object)
{
	guint8 bytes[DISMISSED_OBJECT_SIZE];

	if (dismissed_object_bytes(object, bytes))
		g_hash_table_add(store->doubted, g_memdup2(bytes, sizeof bytes));
}

static gboolean is_other_object(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	(void)row;
	return !record->object || !g_hash_table_contains(data, record->object);
}

gboolean dismissed_forget_doubted(struct store *store, GError **error)
{
	gboolean done;
	gint64 path;

	if (!g_hash_table_size(store->doubted))
		return TRUE;
	done = find_path(store, store->source, &path, error) &&
	       sift(store,
		       list_rows(store, "SELECT id FROM dismissed WHERE path_id = ?", path, error),
		       is_other_object, store->doubted, error);
	g_hash_table_remove_all(store->doubted);
	return done;
}

gboolean dismissed_forget_tentative(struct store *store, gint64 path, GError **error)
{
	return store_run(store, "DELETE FROM dismissed WHERE path_id = ? AND reading > ?", path,
		store->reading, error);
}

gboolean dismissed_settle(struct store *store, gint64 path, GError **error)
{
	g_autoptr(GHashTable) keys = NULL;

	if (!store->is_tentative)
		return TRUE;
	keys = g_hash_table_new(NULL, NULL);
	return sift(store,
		       list_rows(store,
			       "SELECT id FROM dismissed WHERE path_id = ? ORDER BY id DESC", path,
			       error),
		       is_first, keys, error) &&
	       store_run(store,
		       "UPDATE dismissed SET reading = reading - 1 "
		       "WHERE path_id = ? AND reading > ?",
		       path, store->reading, error);
}

gboolean dismissed_forget_before(struct store *store, gint64 path, gint64 reading, GError **error)
{
	return store_run(store, "DELETE FROM dismissed WHERE path_id = ? AND reading < ?", path,
		reading, error);
}

/* ---- forgetting and checking ------------------------------------------------------------ */

/* In the folder, in the container: as forget.c has it for paths. */
static gboolean is_elsewhere(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	const char *top = data;
	struct slice below = record->path;

	(void)row;
	if (!slice_starts(below, top))
		return TRUE;
	below = slice_skip(below, strlen(top));
	return below.len && *below.at != '!' && *below.at != '/';
}

gboolean dismissed_forget(struct store *store, const char *top, GError **error)
{
	return sift(store, list_rows(store, "SELECT id FROM dismissed", 0, error), is_elsewhere,
		(gpointer)top, error);
}

static gboolean is_other_id(
	const struct dismissed_record *record, const struct dismissed_row *row, void *data)
{
	(void)row;
	return record->id != *(const guint64 *)data;
}

gboolean dismissed_forget_id(struct store *store, guint64 id, GError **error)
{
	return sift(store, list_rows(store, "SELECT id FROM dismissed", 0, error), is_other_id, &id,
		error);
}

static void check_row(struct query *q, void (*find)(const char *finding, void *data), void *data)
{
	struct dismissed_reader reader = {.rest = query_blob_at(q, 2)};
	struct dismissed_record record;
	gint64 count = 0;

	while (dismissed_next(&reader, &record))
		count++;
	if (!reader.damaged && count == query_int_at(q, 1))
		return;
	g_autofree char *finding = g_strdup_printf("row %" G_GINT64_FORMAT
						   " of dismissed mails holds %" G_GINT64_FORMAT
						   " records%s, and says %" G_GINT64_FORMAT,
		query_int_at(q, 0), count, reader.damaged ? " and damage" : "", query_int_at(q, 1));
	find(finding, data);
}

gboolean dismissed_check(struct store *store, void (*find)(const char *finding, void *data),
	void *data, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store, "SELECT id, count, records FROM dismissed ORDER BY id", error))
		return FALSE;
	while ((step = query_step(&q, error)) == STEP_ROW)
		check_row(&q, find, data);
	query_close(&q);
	return step == STEP_DONE;
}
