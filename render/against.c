/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/against.h"

#include "base/show.h"
#include "render/digest_wrap.h"

/* ---- life --------------------------------------------------------------------------- */

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

/* ---- text ----------------------------------------------------------------------------- */

#define VERDICT_WIDTH 16
#define MEAN_WIDTH 10
#define SPREAD_WIDTH 6
#define CHANGE_WIDTH 10

static void add_right(GString *out, const char *text, guint width)
{
	g_autofree char *safe = show_line(slice_of(text ? text : ""));
	gint blanks = (gint)width - (gint)wrap_columns(safe);

	g_string_append_printf(out, "%*s%s", MAX(blanks, 0), "", safe);
}

static void add_cells(GString *out, const struct against_row *row, const struct against_text *texts)
{
	for (guint i = 0; i < row->n; i++) {
		if (i)
			add_right(out, texts[i].change, CHANGE_WIDTH);
		add_right(out, texts[i].mean, MEAN_WIDTH + 1);
		add_right(out, texts[i].spread, SPREAD_WIDTH);
	}
}

static void print_row(GString *out, const struct against_row *row)
{
	g_autofree char *stat = show_line(slice_of(row->stat));
	const char *verdict = row->line ? retable_name(row->verdict) : "not in report";

	if (row->line && !row->made)
		verdict = "not in runs";
	g_string_append_printf(out, "%-*s", VERDICT_WIDTH, verdict);
	add_cells(out, row, row->line ? row->printed : row->made);
	g_string_append_printf(out, "  %s\n", stat);
	if (!row->line || !row->made || row->verdict == RETABLE_SAME)
		return;
	g_string_append_printf(out, "%-*s", VERDICT_WIDTH, "  of the runs");
	add_cells(out, row, row->made);
	while (out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	g_string_append_c(out, '\n');
}

static void print_column(GString *out, const struct against_column *column)
{
	g_autofree char *commit = show_line(slice_of(column->commit ? column->commit : "?"));
	g_autofree char *root = show_line(slice_of(column->root ? column->root : ""));
	g_autofree char *told = column->root
					? g_strdup_printf("%s: %u run%s, %s", commit, column->runs,
						  column->runs == 1 ? "" : "s", root)
					: g_strdup_printf("%s: no result root is of it", commit);

	wrap_to(out, "  ", "    ", told);
	for (guint i = 0; i < column->differs->len; i++) {
		const struct against_axis *axis =
			&g_array_index(column->differs, struct against_axis, i);
		g_autofree char *text =
			g_strdup_printf("but %s is %s in the report, %s of the runs", axis->name,
				axis->report ? axis->report : "missing",
				axis->runs ? axis->runs : "missing");
		g_autofree char *safe = wrap_safe(text);

		wrap_to(out, "    ", "      ", safe);
	}
}

static void print_counts(GString *out, const guint *counts)
{
	for (guint i = 0; i < AGAINST_COUNTS; i++)
		g_string_append_printf(
			out, "%s%u %s", i ? ", " : "", counts[i], against_count_name(i));
	g_string_append_c(out, '\n');
}

static void print_table(GString *out, const struct against_table *table)
{
	g_autofree char *id = wrap_safe(table->id);

	wrap_to(out, "table ", "  ", id);
	for (guint i = 0; i < table->columns->len; i++)
		print_column(out, table->columns->pdata[i]);
	g_string_append_c(out, '\n');
	for (guint i = 0; i < table->rows->len; i++)
		print_row(out, table->rows->pdata[i]);
	g_string_append_c(out, '\n');
	print_counts(out, table->counts);
}

void against_print_text(GString *out, const GPtrArray *tables)
{
	for (guint i = 0; i < tables->len; i++) {
		if (i)
			g_string_append_c(out, '\n');
		print_table(out, tables->pdata[i]);
	}
}
