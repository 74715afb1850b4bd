/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/plot_parts.h"

#include <math.h>

struct plots {
	GStringChunk *strings;
	GPtrArray *blocks; /* numbers and tones */
	const struct people *people;
	GPtrArray *plots; /* of struct plotted * */
	GArray *charts;   /* of struct chart; filled when they are asked for */
};

static void plot_free(void *data)
{
	struct plotted *plot = data;

	g_array_unref(plot->rows);
	g_ptr_array_unref(plot->row_keys);
	g_ptr_array_unref(plot->columns);
	g_free(plot);
}

struct plots *plots_new(void)
{
	struct plots *plots = g_new(struct plots, 1);

	*plots = (struct plots){
		.strings = g_string_chunk_new(4096),
		.blocks = g_ptr_array_new_with_free_func(g_free),
		.plots = g_ptr_array_new_with_free_func(plot_free),
		.charts = g_array_new(FALSE, FALSE, sizeof(struct chart)),
	};
	return plots;
}

void plots_free(struct plots *plots)
{
	if (!plots)
		return;
	g_array_unref(plots->charts);
	g_ptr_array_unref(plots->plots);
	g_ptr_array_unref(plots->blocks);
	g_string_chunk_free(plots->strings);
	g_free(plots);
}

/* ---- what lives as long ------------------------------------------------------------------- */

void plots_hide(struct plots *plots, const struct people *people)
{
	plots->people = people;
}

const char *plots_keep(struct plots *plots, const char *text)
{
	g_autofree char *hidden = people_hide(plots->people, text);

	return text ? g_string_chunk_insert(plots->strings, hidden ? hidden : text) : NULL;
}

const char *plots_keepf(struct plots *plots, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list arguments;

	va_start(arguments, format);
	text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	return plots_keep(plots, text);
}

double *plots_numbers(struct plots *plots, guint n)
{
	double *numbers = g_new(double, n);

	for (guint i = 0; i < n; i++)
		numbers[i] = NAN;
	g_ptr_array_add(plots->blocks, numbers);
	return numbers;
}

enum chart_tone *plots_tones(struct plots *plots, guint n)
{
	enum chart_tone *tones = g_new0(enum chart_tone, n);

	g_ptr_array_add(plots->blocks, tones);
	return tones;
}

/* ---- one chart ------------------------------------------------------------------------------ */

struct plotted *plots_get(struct plots *plots, enum chart_kind kind, const char *key)
{
	for (guint i = 0; i < plots->plots->len; i++) {
		struct plotted *plot = plots->plots->pdata[i];

		if (plot->chart.kind == kind && !g_strcmp0(plot->key, key))
			return plot;
	}

	struct plotted *plot = g_new0(struct plotted, 1);

	plot->chart.kind = kind;
	plot->chart.unit = "";
	plot->key = g_string_chunk_insert(plots->strings, key);
	plot->rows = g_array_new(FALSE, FALSE, sizeof(struct chart_row));
	plot->row_keys = g_ptr_array_new();
	plot->columns = g_ptr_array_new();
	g_ptr_array_add(plots->plots, plot);
	return plot;
}

void plot_add(struct plotted *plot, struct chart_row row)
{
	g_array_append_val(plot->rows, row);
}

struct chart_row *plot_row_of(
	struct plots *plots, struct plotted *plot, const char *key, const char *label)
{
	guint at;

	if (g_ptr_array_find_with_equal_func(plot->row_keys, key, g_str_equal, &at))
		return &g_array_index(plot->rows, struct chart_row, at);
	g_ptr_array_add(plot->row_keys, g_string_chunk_insert(plots->strings, key));
	plot_add(plot, (struct chart_row){plots_keep(plots, label), NULL, NAN, NAN, NAN,
			       CHART_NEUTRAL, plots_numbers(plots, CHART_VALUES_MAX), 0,
			       plots_tones(plots, CHART_VALUES_MAX)});
	return &g_array_index(plot->rows, struct chart_row, plot->rows->len - 1);
}

guint plot_column(struct plots *plots, struct plotted *plot, const char *shown)
{
	const char *name = plots_keep(plots, shown);

	for (guint k = 0; k < plot->columns->len; k++)
		if (!g_strcmp0(plot->columns->pdata[k], name))
			return k;
	if (plot->columns->len >= CHART_VALUES_MAX)
		return G_MAXUINT;
	g_ptr_array_add(plot->columns, (char *)name);
	return plot->columns->len - 1;
}

void plot_put(struct chart_row *row, guint column, double value, enum chart_tone tone)
{
	if (column == G_MAXUINT)
		return;
	((double *)row->values)[column] = value;
	((enum chart_tone *)row->tones)[column] = tone;
	row->n_values = MAX(row->n_values, column + 1);
}

enum chart_tone plot_tone(enum direction direction, double change, gboolean is_significant)
{
	if (!is_significant || direction == DIRECTION_UNKNOWN || !(change != 0))
		return CHART_NEUTRAL;
	return (change > 0) == (direction == DIRECTION_MORE) ? CHART_BETTER : CHART_WORSE;
}

/* ---- all of them ---------------------------------------------------------------------------- */

static gboolean has_any(const struct chart_row *row, guint first, guint n)
{
	for (guint k = first; k < MIN(first + n, row->n_values); k++)
		if (isfinite(row->values[k]))
			return TRUE;
	return FALSE;
}

/* The rows that have something in these columns of a heat map. */
static guint rows_of_part(
	const struct plotted *plot, guint first, guint n, struct chart_row *ret_rows)
{
	guint rows = 0;

	for (guint i = 0; i < plot->rows->len; i++) {
		struct chart_row row = g_array_index(plot->rows, struct chart_row, i);

		if (!has_any(&row, first, n))
			continue;
		row.values += first;
		row.tones += first;
		row.n_values = MIN(row.n_values - first, n);
		ret_rows[rows++] = row;
	}
	return rows;
}

/* As many charts as its columns need. */
static void add_heat_map(struct plots *plots, const struct plotted *plot)
{
	guint columns = plot->columns->len;

	for (guint first = 0; first < columns; first += CHART_CELLS_MAX) {
		guint n = MIN(CHART_CELLS_MAX, columns - first);
		struct chart_row *rows = g_new(struct chart_row, plot->rows->len);
		struct chart chart = plot->chart;

		g_ptr_array_add(plots->blocks, rows);
		chart.rows = rows;
		chart.n_rows = rows_of_part(plot, first, n, rows);
		chart.columns = (const char *const *)plot->columns->pdata + first;
		chart.n_columns = n;
		if (n < columns)
			chart.title = plots_keepf(plots, "%s, columns %u to %u of %u", chart.title,
				first + 1, first + n, columns);
		g_array_append_val(plots->charts, chart);
	}
}

const struct chart *plots_charts(struct plots *plots, guint *ret_n)
{
	g_array_set_size(plots->charts, 0);
	for (guint i = 0; i < plots->plots->len; i++) {
		const struct plotted *plot = plots->plots->pdata[i];
		struct chart chart = plot->chart;

		if (chart.kind == CHART_HEAT_MAP) {
			add_heat_map(plots, plot);
			continue;
		}
		chart.rows = (const struct chart_row *)plot->rows->data;
		chart.n_rows = plot->rows->len;
		if (plot->columns->len) {
			chart.columns = (const char *const *)plot->columns->pdata;
			chart.n_columns = plot->columns->len;
		}
		g_array_append_val(plots->charts, chart);
	}
	*ret_n = plots->charts->len;
	return (const struct chart *)plots->charts->data;
}
