/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/prints.h"

#include "store/print.h"

/* Fewer tables than that make no part: looking through them takes less than a millisecond. */
#define PART_TABLES_MIN 256
#define PART_ENTRIES_MAX (1 << 18) /* 2 MiB */

/* What lies together: the most that SQLite keeps within a page. */
#define LEAF_ENTRIES 120

/* ---- of a table -------------------------------------------------------------------- */

struct print_bytes print_bytes_of(gint64 print)
{
	guint64 number = GUINT64_TO_BE((guint64)print);
	struct print_bytes bytes;

	memcpy(bytes.at, &number, PRINT_BYTES);
	return bytes;
}

GByteArray *prints_of_table(const struct records *records, const struct table *table)
{
	GByteArray *prints = g_byte_array_sized_new(table->rows.count * PRINT_BYTES);

	for (guint nr = 0; nr < table->rows.count; nr++) {
		const struct row *row = RECORD(records->rows, struct row, table->rows.first + nr);
		struct print_bytes bytes = print_bytes_of(print_of_row(records, row));

		g_byte_array_append(prints, bytes.at, PRINT_BYTES);
	}
	return prints;
}

gint64 prints_at(struct slice prints, gsize nr)
{
	guint64 number;

	memcpy(&number, prints.at + nr * PRINT_BYTES, PRINT_BYTES);
	return (gint64)GUINT64_FROM_BE(number);
}

/* ---- entries ------------------------------------------------------------------------ */

/*
 * 31 bits of a print and, below, by how much the table's id is above the part's first: a
 * number that sorts by both.
 */
static guint64 entry_of(gint64 print, guint32 table)
{
	return (guint64)print >> 33 << 32 | table;
}

#define DIGIT_BITS 11 /* three digits are a print's 31 bits and one more */
#define DIGITS (1 << DIGIT_BITS)

static guint digit_of(guint64 entry, guint shift)
{
	return (guint)(entry >> shift) & (DIGITS - 1);
}

/* By one digit; those with the same stay in their order. */
static void sort_by_digit(const guint64 *from, guint64 *to, guint n, guint shift)
{
	guint places[DIGITS] = {0};

	for (guint i = 0; i < n; i++)
		places[digit_of(from[i], shift)]++;
	for (guint digit = 0, place = 0; digit < DIGITS; digit++) {
		guint count = places[digit];

		places[digit] = place;
		place += count;
	}
	for (guint i = 0; i < n; i++)
		to[places[digit_of(from[i], shift)]++] = from[i];
}

struct part {
	gint64 first, last; /* tables */
	GArray *entries;    /* guint64, tables ascending until they are sorted */
	guint tables;
};

static gboolean put_leaf(struct query *q, const struct part *part, guint at, GError **error)
{
	guint n = MIN(LEAF_ENTRIES, part->entries->len - at);
	guint64 leaf[LEAF_ENTRIES];

	for (guint i = 0; i < n; i++)
		leaf[i] = GUINT64_TO_BE(g_array_index(part->entries, guint64, at + i));
	query_int(q, part->first);
	query_int(q, (gint64)g_array_index(part->entries, guint64, at));
	query_blob(q, (struct slice){(const char *)leaf, n * sizeof *leaf});
	return query_run(q, error);
}

static gboolean put_leaves(struct store *store, const struct part *part, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(
		    &q, store, "INSERT INTO prints (part, least, entries) VALUES (?, ?, ?)", error))
		return FALSE;
	for (guint at = 0; done && at < part->entries->len; at += LEAF_ENTRIES)
		done = put_leaf(&q, part, at, error);
	query_close(&q);
	return done;
}

/*
 * By digits of the print, for by table they are: nobody works beside the writer then, and
 * qsort() took ten times as long.  A row that stands twice in a table has one entry.
 */
static void sort_entries(GArray *entries)
{
	guint64 *at = (guint64 *)(gpointer)entries->data;
	g_autofree guint64 *spare = g_new(guint64, entries->len);
	guint kept = 0;

	sort_by_digit(at, spare, entries->len, 32);
	sort_by_digit(spare, at, entries->len, 32 + DIGIT_BITS);
	sort_by_digit(at, spare, entries->len, 32 + 2 * DIGIT_BITS);
	memcpy(at, spare, entries->len * sizeof *at);
	for (guint i = 0; i < entries->len; i++)
		if (!kept || at[kept - 1] != at[i])
			at[kept++] = at[i];
	g_array_set_size(entries, kept);
}

static gboolean put_part(struct store *store, const struct part *part, GError **error)
{
	if (!part->tables)
		return TRUE;
	sort_entries(part->entries);
	return store_run(store, "INSERT INTO print_parts (first_table, last_table) VALUES (?, ?)",
		       part->first, part->last, error) &&
	       put_leaves(store, part, error);
}

/* ---- tables that are in no part ------------------------------------------------------ */

/* Between two parts, before the first, behind the last. */
struct gap {
	gint64 after, before; /* ids of tables, not in it */
};

static GArray *find_gaps(struct store *store, GError **error)
{
	g_autoptr(GArray) gaps = g_array_new(FALSE, FALSE, sizeof(struct gap));
	struct gap gap = {G_MININT64, G_MAXINT64};
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT first_table, last_table FROM print_parts ORDER BY first_table", error))
		return NULL;
	while ((step = query_step(&q, error)) == STEP_ROW) {
		gap.before = query_int_at(&q, 0);
		g_array_append_val(gaps, gap);
		gap = (struct gap){query_int_at(&q, 1), G_MAXINT64};
	}
	query_close(&q);
	g_array_append_val(gaps, gap);
	return step == STEP_DONE ? g_steal_pointer(&gaps) : NULL;
}

/* FALSE of `each`: failed. */
static gboolean each_in_gap(struct store *store, const struct gap *gap,
	gboolean (*each)(gint64 table, struct slice prints, void *data, GError **error), void *data,
	GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT table_id, prints FROM packed_rows WHERE table_id > ? AND table_id < ? "
		    "ORDER BY table_id",
		    error))
		return FALSE;
	query_int(&q, gap->after);
	query_int(&q, gap->before);
	while ((step = query_step(&q, error)) == STEP_ROW)
		if (!each(query_int_at(&q, 0), query_blob_at(&q, 1), data, error)) {
			step = STEP_FAILED;
			break;
		}
	query_close(&q);
	return step == STEP_DONE;
}

/* ---- indexing -------------------------------------------------------------------------- */

struct indexing {
	struct store *store;
	struct part part;
};

static gboolean fits(const struct part *part, gint64 table, gsize prints)
{
	return part->entries->len + prints <= PART_ENTRIES_MAX &&
	       table - part->first <= (gint64)G_MAXUINT32;
}

static gboolean index_table(gint64 table, struct slice prints, void *data, GError **error)
{
	struct indexing *indexing = data;
	struct part *part = &indexing->part;
	gsize n = prints.len / PRINT_BYTES;

	if (part->tables && !fits(part, table, n)) {
		if (!put_part(indexing->store, part, error))
			return FALSE;
		part->tables = 0;
		g_array_set_size(part->entries, 0);
	}
	if (!part->tables++)
		part->first = table;
	part->last = table;
	for (gsize nr = 0; nr < n; nr++) {
		guint64 entry = entry_of(prints_at(prints, nr), (guint32)(table - part->first));

		g_array_append_val(part->entries, entry);
	}
	return TRUE;
}

/* Behind the last part more may come. */
static gboolean is_worth_a_part(const struct gap *gap, const struct part *part)
{
	return gap->before != G_MAXINT64 || part->tables >= PART_TABLES_MIN;
}

static gboolean index_gap(struct store *store, const struct gap *gap, GError **error)
{
	struct indexing indexing = {store, {0}};
	gboolean done;

	indexing.part.entries = g_array_new(FALSE, FALSE, sizeof(guint64));
	done = each_in_gap(store, gap, index_table, &indexing, error) &&
	       (!is_worth_a_part(gap, &indexing.part) || put_part(store, &indexing.part, error));
	g_array_unref(indexing.part.entries);
	return done;
}

gboolean prints_index(struct store *store, GError **error)
{
	g_autoptr(GArray) gaps = find_gaps(store, error);
	gboolean done = gaps != NULL;

	for (guint i = 0; done && i < gaps->len; i++)
		done = index_gap(store, &g_array_index(gaps, struct gap, i), error);
	return done;
}

/* ---- checking --------------------------------------------------------------------------- */

static gboolean count_table(
	gint64 table, struct slice prints, void *data, GError **error G_GNUC_UNUSED)
{
	struct part *part = data;

	part->tables++;
	for (gsize nr = 0; nr < prints.len / PRINT_BYTES; nr++) {
		guint64 entry = entry_of(prints_at(prints, nr), (guint32)(table - part->first));

		g_array_append_val(part->entries, entry);
	}
	return TRUE;
}

/* Whether the leaves have just these entries, each leaf called after its first. */
static gboolean leaves_are(
	struct store *store, const struct part *part, gboolean *ret_are, GError **error)
{
	enum step step;
	struct query q;
	guint at = 0;

	*ret_are = TRUE;
	if (!query_open(&q, store,
		    "SELECT least, entries FROM prints WHERE part = ? ORDER BY least", error))
		return FALSE;
	query_int(&q, part->first);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		struct slice leaf = query_blob_at(&q, 1);

		*ret_are &= leaf.len && leaf.len % PRINT_BYTES == 0 &&
			    query_int_at(&q, 0) == prints_at(leaf, 0);
		for (gsize i = 0; i < leaf.len / PRINT_BYTES; i++, at++)
			*ret_are &= at < part->entries->len &&
				    (guint64)prints_at(leaf, i) ==
					    g_array_index(part->entries, guint64, at);
	}
	query_close(&q);
	*ret_are &= at == part->entries->len;
	return step == STEP_DONE;
}

/* Fewer and larger ones would not fit into a part. */
static gboolean check_part(
	struct store *store, struct part *part, gboolean *ret_sound, GError **error)
{
	const struct gap within = {part->first - 1, part->last + 1};

	*ret_sound = part->first <= part->last && part->first > 0 &&
		     part->last - part->first <= (gint64)G_MAXUINT32;
	if (!*ret_sound)
		return TRUE;
	if (!each_in_gap(store, &within, count_table, part, error))
		return FALSE;
	sort_entries(part->entries);
	return leaves_are(store, part, ret_sound, error);
}

gboolean prints_check(struct store *store, void (*find)(const char *finding, void *data),
	void *data, GError **error)
{
	g_autoptr(GArray) gaps = find_gaps(store, error);

	/* Behind each gap but the last a part begins; the next gap begins with its last table. */
	for (guint i = 0; gaps && i + 1 < gaps->len; i++) {
		struct part part = {g_array_index(gaps, struct gap, i).before,
			g_array_index(gaps, struct gap, i + 1).after,
			g_array_new(FALSE, FALSE, sizeof(guint64)), 0};
		gboolean sound;
		gboolean done = check_part(store, &part, &sound, error);

		g_array_unref(part.entries);
		if (!done)
			return FALSE;
		if (sound)
			continue;
		g_autofree char *finding =
			g_strdup_printf("the prints of tables %" G_GINT64_FORMAT
					" to %" G_GINT64_FORMAT " are not those of their rows",
				part.first, part.last);
		find(finding, data);
	}
	return gaps != NULL;
}

/* ---- finding --------------------------------------------------------------------------- */

static int compare_numbers(gconstpointer a, gconstpointer b)
{
	gint64 left = *(const gint64 *)a, right = *(const gint64 *)b;

	return (left > right) - (left < right);
}

struct finding {
	GArray *prints; /* gint64, ascending */
	GArray *tables; /* gint64 */
};

static gboolean has_any(struct slice prints, const struct finding *finding)
{
	for (gsize nr = 0; nr < prints.len / PRINT_BYTES; nr++) {
		gint64 print = prints_at(prints, nr);

		if (g_array_binary_search(finding->prints, &print, compare_numbers, NULL))
			return TRUE;
	}
	return FALSE;
}

static gboolean look_through(
	gint64 table, struct slice prints, void *data, GError **error G_GNUC_UNUSED)
{
	struct finding *finding = data;

	if (has_any(prints, finding))
		g_array_append_val(finding->tables, table);
	return TRUE;
}

/* Those of a leaf's entries that are of the print. */
static void take_entries(struct slice leaf, gint64 first, guint64 least, GArray *tables)
{
	for (gsize at = 0; at + sizeof least <= leaf.len; at += sizeof least) {
		guint64 entry;
		gint64 table;

		memcpy(&entry, leaf.at + at, sizeof entry);
		entry = GUINT64_FROM_BE(entry);
		if (entry >> 32 != least >> 32)
			continue;
		table = first + (gint64)(entry & G_MAXUINT32);
		g_array_append_val(tables, table);
	}
}

static gboolean find_in_part(
	struct store *store, gint64 part, gint64 print, GArray *tables, GError **error)
{
	guint64 least = entry_of(print, 0);
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT entries FROM prints WHERE part = ? AND least >= ifnull("
		    "(SELECT max(least) FROM prints WHERE part = ? AND least <= ?), 0) "
		    "AND least <= ?",
		    error))
		return FALSE;
	query_int(&q, part);
	query_int(&q, part);
	query_int(&q, (gint64)least);
	query_int(&q, (gint64)(least | G_MAXUINT32));
	while ((step = query_step(&q, error)) == STEP_ROW)
		take_entries(query_blob_at(&q, 0), part, least, tables);
	query_close(&q);
	return step == STEP_DONE;
}

static void sort_once_each(GArray *tables)
{
	guint kept = 0;

	g_array_sort(tables, compare_numbers);
	for (guint i = 0; i < tables->len; i++) {
		gint64 id = g_array_index(tables, gint64, i);

		if (!kept || g_array_index(tables, gint64, kept - 1) != id)
			g_array_index(tables, gint64, kept++) = id;
	}
	g_array_set_size(tables, kept);
}

gboolean prints_find(
	struct store *store, const gint64 *prints, guint count, GArray *ret_tables, GError **error)
{
	g_autoptr(GArray) gaps = find_gaps(store, error);
	g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(gint64));
	struct finding finding = {sorted, ret_tables};

	if (!gaps)
		return FALSE;
	g_array_append_vals(sorted, prints, count);
	g_array_sort(sorted, compare_numbers);
	for (guint i = 0; i < gaps->len; i++) {
		const struct gap *gap = &g_array_index(gaps, struct gap, i);

		if (!each_in_gap(store, gap, look_through, &finding, error))
			return FALSE;
		for (guint k = 0; gap->before != G_MAXINT64 && k < count; k++)
			if (!find_in_part(store, gap->before, prints[k], ret_tables, error))
				return FALSE;
	}
	sort_once_each(ret_tables);
	return TRUE;
}
