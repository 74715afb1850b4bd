/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/family.h"

#include <stdlib.h>

static int compare_numbers(gint64 a, gint64 b)
{
	return (a > b) - (a < b);
}

static int compare_tables(const void *left, const void *right)
{
	const struct family_table *a = left, *b = right;
	int order = compare_numbers(a->role, b->role);

	if (!order)
		order = compare_numbers(a->depth > 0, b->depth > 0);
	if (!order && !a->depth)
		order = compare_numbers(a->source, b->source);
	if (!order)
		order = compare_numbers(b->n_prints, a->n_prints);
	if (!order)
		order = compare_numbers(a->depth, b->depth);
	if (!order)
		order = compare_numbers(a->date, b->date);
	if (!order)
		order = strcmp(a->message_id, b->message_id);
	if (!order)
		order = compare_numbers(a->part, b->part);
	return order ? order : compare_numbers(a->line, b->line);
}

/* Heads are cut, at other lengths in other years. */
static gboolean heads_agree(const struct family_table *a, const struct family_table *b)
{
	if (a->n_heads != b->n_heads)
		return FALSE;
	for (guint i = 0; i < a->n_heads; i++) {
		const char *one = a->heads[i], *other = b->heads[i];

		if (one && other && !g_str_has_prefix(one, other) && !g_str_has_prefix(other, one))
			return FALSE;
	}
	return TRUE;
}

static gboolean has_enough(const struct family_table *table, guint matched)
{
	return table->depth ? matched > table->n_prints / 2
			    : matched >= table->n_prints - table->n_prints / 10;
}

static gboolean may_be_copy(
	const struct family_table *table, const struct family_table *original, guint matched)
{
	gboolean own = !table->depth &&
		       (table->source == FAMILY_REPORT || table->message == original->message);

	return !own && has_enough(table, matched) && heads_agree(table, original);
}

static guint shared_axes(const struct family_table *a, const struct family_table *b)
{
	guint n = 0;

	for (guint i = 0; i < a->n_axes; i++)
		for (guint k = 0; k < b->n_axes; k++)
			n += !strcmp(a->axes[i], b->axes[k]);
	return n;
}

/* ---- originals by the rows that they hold -------------------------------------- */

struct judge {
	struct family_table *tables;
	GHashTable *roots;  /* print -> GArray of guint, places of originals, the best first */
	guint *matched;     /* rows of the table in hand, one number a table */
	GArray *candidates; /* guint: those with a number above 0 */
};

static void add_root(struct judge *judge, guint place)
{
	const struct family_table *table = &judge->tables[place];

	for (guint i = 0; i < table->n_prints; i++) {
		GArray *roots = g_hash_table_lookup(judge->roots, &table->prints[i]);

		if (!roots) {
			roots = g_array_new(FALSE, FALSE, sizeof(guint));
			g_hash_table_insert(judge->roots, (gpointer)&table->prints[i], roots);
		}
		/* A row may stand twice in a table. */
		if (roots->len < ROOTS_PER_ROW_MAX &&
			(!roots->len || g_array_index(roots, guint, roots->len - 1) != place))
			g_array_append_val(roots, place);
	}
}

static void match_rows(struct judge *judge, const struct family_table *table)
{
	g_array_set_size(judge->candidates, 0);
	for (guint i = 0; i < table->n_prints; i++) {
		const GArray *roots = g_hash_table_lookup(judge->roots, &table->prints[i]);

		for (guint k = 0; roots && k < roots->len; k++) {
			guint place = g_array_index(roots, guint, k);

			if (!judge->matched[place]++)
				g_array_append_val(judge->candidates, place);
		}
	}
}

static gboolean is_better(
	const struct judge *judge, const struct family_table *table, guint a, guint b)
{
	const struct family_table *one = &judge->tables[a], *other = &judge->tables[b];

	if (judge->matched[a] != judge->matched[b])
		return judge->matched[a] > judge->matched[b];

	guint axes = shared_axes(table, one), other_axes = shared_axes(table, other);

	return axes != other_axes ? axes > other_axes : a < b;
}

static void find_original(struct judge *judge, struct family_table *table)
{
	int best = -1;

	match_rows(judge, table);
	for (guint i = 0; i < judge->candidates->len; i++) {
		guint place = g_array_index(judge->candidates, guint, i);

		if (may_be_copy(table, &judge->tables[place], judge->matched[place]) &&
			(best < 0 || is_better(judge, table, place, (guint)best)))
			best = (int)place;
	}
	table->original = best < 0 ? NULL : &judge->tables[best];
	for (guint i = 0; i < judge->candidates->len; i++)
		judge->matched[g_array_index(judge->candidates, guint, i)] = 0;
}

void family_judge(struct family_table *tables, guint count)
{
	if (!count)
		return; /* qsort() takes no NULL */

	struct judge judge = {
		.tables = tables,
		.roots = g_hash_table_new_full(
			g_int64_hash, g_int64_equal, NULL, (GDestroyNotify)g_array_unref),
		.matched = g_new0(guint, count),
		.candidates = g_array_new(FALSE, FALSE, sizeof(guint)),
	};

	qsort(tables, count, sizeof(*tables), compare_tables);
	for (guint i = 0; i < count; i++) {
		if (tables[i].role != FAMILY_SETTLED)
			find_original(&judge, &tables[i]);
		if (!tables[i].original)
			add_root(&judge, i);
	}
	g_hash_table_unref(judge.roots);
	g_array_unref(judge.candidates);
	g_free(judge.matched);
}
