/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/against.h"

static void axis_clear(void *data)
{
	struct against_axis *axis = data;

	g_free(axis->name);
	g_free(axis->report);
	g_free(axis->runs);
}

static void column_free(void *data)
{
	struct against_column *column = data;

	g_free(column->commit);
	g_free(column->root);
	g_array_unref(column->differs);
	g_free(column);
}

static void texts_free(struct against_text *texts, guint n)
{
	for (guint i = 0; texts && i < n; i++) {
		g_free(texts[i].mean);
		g_free(texts[i].spread);
		g_free(texts[i].change);
	}
	g_free(texts);
}

static void row_free(void *data)
{
	struct against_row *row = data;

	g_free(row->stat);
	texts_free(row->printed, row->n);
	texts_free(row->made, row->n);
	g_free(row->cells);
	g_free(row->changes);
	g_free(row);
}

GArray *against_axes_new(void)
{
	GArray *axes = g_array_new(FALSE, FALSE, sizeof(struct against_axis));

	g_array_set_clear_func(axes, axis_clear);
	return axes;
}

struct against_table *against_table_new(const char *id, const char *message_id)
{
	struct against_table *table = g_new0(struct against_table, 1);

	table->id = g_strdup(id);
	table->message_id = g_strdup(message_id);
	table->columns = g_ptr_array_new_with_free_func(column_free);
	table->rows = g_ptr_array_new_with_free_func(row_free);
	return table;
}

void against_table_free(void *data)
{
	struct against_table *table = data;

	g_free(table->id);
	g_free(table->message_id);
	g_ptr_array_unref(table->columns);
	g_ptr_array_unref(table->rows);
	g_free(table);
}

struct against_column *against_column_new(struct against_table *table, const char *commit)
{
	struct against_column *column = g_new0(struct against_column, 1);

	column->commit = g_strdup(commit);
	column->differs = against_axes_new();
	g_ptr_array_add(table->columns, column);
	return column;
}

struct against_row *against_row_new(struct against_table *table, const char *stat, guint n)
{
	struct against_row *row = g_new0(struct against_row, 1);

	row->stat = g_strdup(stat);
	row->n = n;
	row->printed = g_new0(struct against_text, n);
	row->cells = g_new0(enum retable, n);
	row->changes = g_new0(enum retable, n);
	g_ptr_array_add(table->rows, row);
	return row;
}

const char *against_count_name(enum against_count count)
{
	static const char *const names[] = {
		"same", "within-rounding", "different", "not-in-runs", "not-in-report"};

	return names[count];
}
