/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/show.h"
#include "render/against.h"
#include "render/wrap.h"

#define VERDICT_WIDTH 16
#define MEAN_WIDTH 10
#define SPREAD_WIDTH 6
#define CHANGE_WIDTH 10

static void add_right(GString *out, const char *text, guint width)
{
	g_autofree char *safe = show_line(slice_of(text ? text : ""));

	wrap_right(out, safe, width);
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
	wrap_trim(out);
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
