/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/rows.h"

#include "compare/average.h"

#include <math.h>
#include <string.h>

#define ZERO_BASE 1e-100 /* stands for a base of 0 */
#define FAILURE_WEIGHT (-10000)

/* ---- figures -------------------------------------------------------------------- */

static void row_free(void *data)
{
	struct stat_row *row = data;

	g_free(row->cells);
	g_free(row);
}

static double change_of(const struct stat_row *row, double base, double value)
{
	if (row->is_absolute)
		return value - base;
	if (base == 0)
		base = ZERO_BASE;
	return 100.0 * (value - base) / base;
}

static void fill_failures(struct stat_row *row, const struct member *members)
{
	for (guint i = 0; i < row->n; i++) {
		const struct series *series = matrix_find(members[i].all, row->name);
		struct figure *cell = &row->cells[i];

		cell->value = series ? numbers_sum(series->values, series->n) : 0;
		cell->runs = members[i].runs;
		if (i)
			cell->change = 100 * (cell->value / cell[-1].runs -
						     row->cells[0].value / row->cells[0].runs);
	}
}

static void fill_averages(struct stat_row *row, const struct member *members)
{
	for (guint i = 0; i < row->n; i++) {
		const struct series *series = matrix_find(members[i].complete, row->name);
		struct figure *cell = &row->cells[i];

		cell->value = series ? numbers_mean(series->values, series->n) : 0;
		cell->stddev = series ? numbers_stddev(series->values, series->n, cell->value)
				      : STDDEV_UNKNOWN;
		if (i)
			cell->change = change_of(row, row->cells[0].value, cell->value);
	}
}

static struct stat_row *row_new(
	struct stat_book *book, const char *name, const struct member *members, guint n)
{
	struct stat_row *row = g_new0(struct stat_row, 1);

	row->name = name;
	row->n = n;
	row->cells = g_new0(struct figure, n);
	row->is_failure = stat_book_look(book, name)->is_failure;
	row->is_absolute = g_str_has_prefix(name, "perf-profile") || g_str_has_suffix(name, "%");
	if (row->is_failure)
		fill_failures(row, members);
	else
		fill_averages(row, members);
	return row;
}

/* ---- order ------------------------------------------------------------------------ */

struct place {
	const struct stat_row *row;
	int weight;
	struct slice key;
};

/* perf-profile.children.x stands by its first two parts, so that the change decides. */
static struct slice key_of(const char *name)
{
	struct slice base = stat_base(name);

	if (slice_is(base, "perf-profile") && name[base.len])
		return (struct slice){name, base.len + 1 + strcspn(name + base.len + 1, ".")};
	return slice_of(name);
}

static int compare_changes(const struct stat_row *a, const struct stat_row *b)
{
	for (guint i = 1; i < a->n && i < b->n; i++) {
		double x = a->cells[i].change, y = b->cells[i].change;

		if (x != y)
			return (x > y) - (x < y);
	}
	return 0;
}

static int by_place(gconstpointer a, gconstpointer b, void *unused)
{
	const struct place *x = a, *y = b;
	int order;

	(void)unused;
	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	order = slice_compare(x->key, y->key);
	return order ? order : compare_changes(x->row, y->row);
}

/* Program -> its weight: how many rows it has, less by a lot when the first is a failure. */
static GHashTable *weigh(const GPtrArray *rows)
{
	GHashTable *weights = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

	for (guint i = 0; i < rows->len; i++) {
		const struct stat_row *row = rows->pdata[i];
		g_autofree char *base = slice_dup(stat_base(row->name));
		int *weight = g_hash_table_lookup(weights, base);

		if (!weight) {
			weight = g_new(int, 1);
			*weight = row->is_failure ? FAILURE_WEIGHT : 0;
			g_hash_table_insert(weights, g_steal_pointer(&base), weight);
		}
		++*weight;
	}
	return weights;
}

static int weight_of(struct stat_book *book, GHashTable *weights, const char *name)
{
	g_autofree char *base = slice_dup(stat_base(name));
	int weight = *(int *)g_hash_table_lookup(weights, base);
	guint kinds = stat_program_kinds(stat_book_rules(book), name);

	return weight > 0 && kinds & (PROGRAM_TEST | PROGRAM_DAEMON) ? 0 : weight;
}

void rows_sort(struct stat_book *book, GPtrArray *rows)
{
	g_autoptr(GHashTable) weights = weigh(rows);
	g_autofree struct place *places = g_new(struct place, rows->len + 1);

	for (guint i = 0; i < rows->len; i++) {
		const struct stat_row *row = rows->pdata[i];

		places[i] =
			(struct place){row, weight_of(book, weights, row->name), key_of(row->name)};
	}
	g_qsort_with_data(places, (gint)rows->len, sizeof(places[0]), by_place, NULL);
	for (guint i = 0; i < rows->len; i++)
		rows->pdata[i] = (void *)places[i].row;
}

GPtrArray *rows_make(
	struct stat_book *book, const GPtrArray *names, const struct member *members, guint n)
{
	GPtrArray *rows = g_ptr_array_new_with_free_func(row_free);

	for (guint i = 0; i < names->len; i++)
		g_ptr_array_add(rows, row_new(book, names->pdata[i], members, n));
	rows_sort(book, rows);
	return rows;
}

double rows_largest_change(const GPtrArray *rows)
{
	double largest = 0;

	for (guint i = 0; i < rows->len; i++) {
		const struct stat_row *row = rows->pdata[i];

		for (guint k = 1; k < row->n; k++)
			largest = MAX(largest, fabs(row->cells[k].change));
	}
	return largest;
}
