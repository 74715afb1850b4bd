/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/matrix.h"

#include <string.h>

static void series_free(void *data)
{
	struct series *series = data;

	if (series)
		g_free(series->values);
	g_free(series);
}

struct matrix *matrix_new(GStringChunk *names)
{
	struct matrix *matrix = g_new0(struct matrix, 1);

	matrix->names = names;
	matrix->series = g_ptr_array_new_with_free_func(series_free);
	matrix->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	matrix->unsound = g_hash_table_new(g_str_hash, g_str_equal);
	return matrix;
}

void matrix_free(struct matrix *matrix)
{
	if (!matrix)
		return;
	g_hash_table_unref(matrix->by_name);
	g_hash_table_unref(matrix->unsound);
	g_ptr_array_unref(matrix->series);
	g_free(matrix);
}

const struct series *matrix_find(const struct matrix *matrix, const char *name)
{
	return g_hash_table_lookup(matrix->by_name, name);
}

const struct series *matrix_find_near(const struct matrix *matrix, const char *name, guint at)
{
	const struct series *series = at < matrix->series->len ? matrix->series->pdata[at] : NULL;

	return series && series->name == name ? series : matrix_find(matrix, name);
}

/* ---- filling ---------------------------------------------------------------------- */

#define ROOM_MIN 4
#define ROOM_EXPECTED_MAX 64 /* many stats are not in all of very many runs */

static void append(struct matrix *matrix, struct series *series, struct number value)
{
	if (series->n == series->room) {
		guint first = CLAMP(matrix->expected, ROOM_MIN, ROOM_EXPECTED_MAX);

		series->room = series->room ? 2 * series->room : first;
		series->values = g_renew(struct number, series->values, series->room);
	}
	series->values[series->n++] = value;
}

static void pad(struct matrix *matrix, struct series *series, guint columns)
{
	while (series->n < columns)
		append(matrix, series, number_of_integer(0));
}

/* Of one CPU: "sched_debug....7". */
static gboolean is_per_cpu(const char *name)
{
	const char *last = strrchr(name, '.');

	return g_str_has_prefix(name, "sched_debug") && last && last[1] &&
	       !last[1 + strspn(last + 1, "0123456789")];
}

static struct series *series_new(struct matrix *matrix, const char *name)
{
	struct series *series = g_new0(struct series, 1);

	series->name = g_string_chunk_insert_const(matrix->names, name);
	series->at = matrix->series->len;
	series->is_per_cpu = is_per_cpu(name);
	g_ptr_array_add(matrix->series, series);
	g_hash_table_insert(matrix->by_name, (char *)series->name, series);
	return series;
}

/*
 * Runs name their stats in the same order, so the one behind the last is tried first,
 * which saves most look-ups.
 */
static struct series *take_series(struct matrix *matrix, const char *name)
{
	struct series *series = NULL;

	if (matrix->next < matrix->series->len)
		series = matrix->series->pdata[matrix->next];
	if (!series || strcmp(series->name, name))
		series = g_hash_table_lookup(matrix->by_name, name);
	if (!series)
		series = series_new(matrix, name);
	matrix->next = series->at + 1;
	return series;
}

void matrix_add(struct matrix *matrix, const char *name, struct number value)
{
	struct series *series = take_series(matrix, name);

	if (series->n > matrix->columns)
		series->n = matrix->columns;
	pad(matrix, series, matrix->columns);
	append(matrix, series, value);
}

void matrix_add_unsound(struct matrix *matrix, const char *name)
{
	g_hash_table_add(matrix->unsound, g_string_chunk_insert_const(matrix->names, name));
}

void matrix_add_series(
	struct matrix *matrix, const char *name, const struct number *values, guint n)
{
	struct series *series = take_series(matrix, name);

	series->n = 0;
	for (guint i = 0; i < n; i++)
		append(matrix, series, values[i]);
}

void matrix_end_series(struct matrix *matrix)
{
	const GPtrArray *all = matrix->series;

	if (all->len)
		matrix->columns = MAX(((struct series *)all->pdata[0])->n,
			((struct series *)all->pdata[all->len - 1])->n);
}

static gboolean is_dropped(const struct series *series)
{
	for (guint i = 0; i < series->n; i++)
		if (series->values[i].kind != NUMBER_INTEGER || series->values[i].integer)
			return series->is_per_cpu;
	return TRUE;
}

void matrix_end_run(struct matrix *matrix)
{
	GPtrArray *all = matrix->series;
	guint kept = 0;

	for (guint i = 0; i < all->len; i++) {
		struct series *series = all->pdata[i];

		if (is_dropped(series)) {
			g_hash_table_remove(matrix->by_name, series->name);
			series_free(series);
		} else {
			series->at = kept;
			all->pdata[kept++] = series;
		}
	}
	for (guint i = kept; i < all->len; i++)
		all->pdata[i] = NULL; /* kept further to the front, or freed */
	g_ptr_array_set_size(all, (gint)kept);
	matrix->columns++;
	matrix->next = 0;
}

void matrix_pad(struct matrix *matrix)
{
	for (guint i = 0; i < matrix->series->len; i++)
		pad(matrix, matrix->series->pdata[i], matrix->columns);
}

/* ---- incomplete runs ---------------------------------------------------------------- */

static gboolean is_incomplete(const struct series *flags, guint column)
{
	return column < flags->n && number_real(flags->values[column]) == 1;
}

static guint count_incomplete(const struct series *flags, guint columns)
{
	guint n = 0;

	for (guint i = 0; i < columns; i++)
		n += is_incomplete(flags, i);
	return n;
}

struct matrix *matrix_complete(const struct matrix *matrix)
{
	const struct series *flags = matrix_find(matrix, INCOMPLETE_RUN);
	GHashTableIter iter;
	void *name;

	if (!flags)
		return NULL;

	struct matrix *complete = matrix_new(matrix->names);
	complete->columns = matrix->columns - count_incomplete(flags, matrix->columns);
	g_hash_table_iter_init(&iter, matrix->unsound);
	while (g_hash_table_iter_next(&iter, &name, NULL))
		matrix_add_unsound(complete, name);
	for (guint i = 0; i < matrix->series->len; i++) {
		const struct series *from = matrix->series->pdata[i];

		if (from == flags)
			continue;
		struct series *to = take_series(complete, from->name);
		for (guint k = 0; k < from->n; k++)
			if (!is_incomplete(flags, k))
				append(complete, to, from->values[k]);
	}
	return complete;
}
