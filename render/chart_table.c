/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_table.h"

#include "render/chart_layout.h"
#include "render/chart_text.h"

#include <math.h>

static const char *word_of(enum chart_tone tone)
{
	static const char *const words[] = {NULL, "worse", "better"};

	return words[tone];
}

/* ---- a table --------------------------------------------------------------------------------- */

/* What each row has one of, by kind. */
enum part {
	PART_VALUE = 1 << 0,
	PART_INTERVAL = 1 << 1,
	PART_TONE = 1 << 2,
	PART_CHILDREN = 1 << 3,
	PART_VALUES = 1 << 4,
};

static const struct {
	guint parts;
	const char *value, *of_values; /* heads; that of values gets a number where there is no
					* name */
} tables[CHART_KINDS] = {
	[CHART_CHANGES] = {PART_VALUE | PART_INTERVAL | PART_TONE, "change", NULL},
	[CHART_BEFORE_AFTER] = {PART_VALUE | PART_INTERVAL | PART_TONE, "mean", NULL},
	[CHART_STRIP] = {PART_VALUE | PART_INTERVAL | PART_TONE | PART_VALUES, "mean", "run"},
	[CHART_HEAT_MAP] = {PART_VALUES, NULL, "column"},
	[CHART_TREND] = {PART_VALUES, NULL, "column"},
	[CHART_SPARKLINE] = {PART_VALUES, NULL, "value"},
	[CHART_PROFILE] = {PART_VALUE | PART_CHILDREN, "self", NULL},
	[CHART_HISTORY] = {PART_VALUES, NULL, "step"},
};

static guint longest_row(const struct chart *chart)
{
	guint longest = 0;

	for (guint i = 0; i < chart->n_rows; i++)
		longest = MAX(longest, chart->rows[i].n_values);
	return longest;
}

static gboolean any_text(const struct chart *chart, gsize offset)
{
	for (guint i = 0; i < chart->n_rows; i++)
		if (G_STRUCT_MEMBER(const char *, &chart->rows[i], offset))
			return TRUE;
	return FALSE;
}

#define ANY(chart, member) any_text(chart, G_STRUCT_OFFSET(struct chart_row, member))

static void add_head(struct chart_table *table, const char *head)
{
	g_ptr_array_add(table->heads, g_strdup(head));
}

static void add_heads(struct chart_table *table, const struct chart *chart, guint values)
{
	guint parts = tables[chart->kind].parts;

	add_head(table, "name");
	if (parts & PART_VALUE)
		add_head(table, tables[chart->kind].value);
	if (parts & PART_CHILDREN)
		add_head(table, "children");
	if (parts & PART_INTERVAL) {
		add_head(table, "low");
		add_head(table, "high");
	}
	if (parts & PART_TONE)
		add_head(table, "verdict");
	if (ANY(chart, n))
		add_head(table, "n");
	for (guint k = 0; k < values; k++) {
		const char *name = k < chart->n_columns ? chart->columns[k] : NULL;

		g_ptr_array_add(table->heads,
			name ? g_strdup(name)
			     : g_strdup_printf("%s %u", tables[chart->kind].of_values, k + 1));
	}
	if (ANY(chart, source))
		add_head(table, "source");
}

static void add_text(struct chart_table *table, const char *text)
{
	g_ptr_array_add(table->cells, g_strdup(text ? text : ""));
}

static void add_number(struct chart_table *table, double value)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE] = "";

	if (!isnan(value))
		chart_digits(digits, value);
	add_text(table, digits);
}

static void add_row(struct chart_table *table, const struct chart *chart,
	const struct chart_row *row, guint values)
{
	guint parts = tables[chart->kind].parts;

	add_text(table, row->label);
	if (parts & PART_VALUE)
		add_number(table, row->value);
	if (parts & PART_CHILDREN)
		add_number(table, row->other);
	if (parts & PART_INTERVAL) {
		add_number(table, row->low);
		add_number(table, row->high);
	}
	if (parts & PART_TONE)
		add_text(table, word_of(row->tone));
	if (ANY(chart, n))
		add_text(table, row->n);
	for (guint k = 0; k < values; k++)
		add_number(table, k < row->n_values ? row->values[k] : NAN);
	if (ANY(chart, source))
		add_text(table, row->source);
}

struct chart_table *chart_table_new(const struct chart *chart)
{
	struct chart_table *table = g_new0(struct chart_table, 1);
	gboolean has_values = tables[chart->kind].parts & PART_VALUES;
	guint longest = has_values ? longest_row(chart) : 0;
	guint values = MIN(longest, CHART_TABLE_CELLS_MAX);

	table->heads = g_ptr_array_new_with_free_func(g_free);
	table->cells = g_ptr_array_new_with_free_func(g_free);
	table->omitted = longest - values;
	add_heads(table, chart, values);
	for (guint i = 0; i < chart->n_rows; i++)
		add_row(table, chart, &chart->rows[i], values);
	table->columns = table->heads->len;
	table->rows = chart->n_rows;
	return table;
}

void chart_table_free(struct chart_table *table)
{
	if (!table)
		return;
	g_ptr_array_unref(table->heads);
	g_ptr_array_unref(table->cells);
	g_free(table);
}

const char *chart_table_cell(const struct chart_table *table, guint row, guint column)
{
	return table->cells->pdata[row * table->columns + column];
}
