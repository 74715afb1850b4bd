/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts on the digest's page: drawn all at once, each in a figure with the table of its data. */
#include "render/chart_table.h"
#include "render/digest_html.h"

#define COLUMNS_MAX 12 /* of a table of data */

/* ---- drawn ---------------------------------------------------------------------------- */

/* One gnuplot for all; what it gives is looked through before it is let in. */
GHashTable *draw_charts(
	const struct digest *digest, const char *gnuplot, const struct diag_sink *sink)
{
	GHashTable *markup = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	guint n = digest->charts->len;
	g_autofree struct chart *charts = g_new0(struct chart, n);

	if (!n)
		return markup;
	for (guint i = 0; i < n; i++)
		charts[i] = ((const struct digest_chart *)digest->charts->pdata[i])->drawn;

	g_autoptr(GPtrArray) drawings = charts_draw(charts, n, gnuplot, sink);

	for (guint i = 0; i < n; i++) {
		char *checked = page_svg_check(drawings->pdata[i]);

		if (checked)
			g_hash_table_insert(markup, digest->charts->pdata[i], checked);
		else if (drawings->pdata[i])
			diag_emit(sink, DIAG_CHART_FAILED, NULL, slice_of(charts[i].title),
				"gnuplot's drawing is not fit for a page");
	}
	return markup;
}

/* ---- the data behind it --------------------------------------------------------------- */

static gboolean is_text(const char *head)
{
	static const char *const texts[] = {"name", "verdict", "n", "source", NULL};

	return g_strv_contains(texts, head);
}

/* Columns as the table writers want them; names of strangers stay names. */
static struct table_column *columns_of(const struct chart_table *table)
{
	struct table_column *columns = g_new0(struct table_column, table->columns);

	for (guint k = 0; k < table->columns; k++) {
		const char *head = table->heads->pdata[k];

		columns[k] = (struct table_column){head, is_text(head) ? NULL : "num"};
	}
	return columns;
}

static void put_cells(struct page *page, const struct chart_table *table, guint row,
	const struct table_column *columns)
{
	table_row_open(page, NULL);
	table_row_head(page, "name", chart_table_cell(table, row, 0));
	for (guint k = 1; k < table->columns; k++) {
		gboolean is_source = !strcmp(columns[k].head, "source");

		table_cell(page, is_source ? "name" : columns[k].class,
			chart_table_cell(table, row, k));
	}
	page_end(page);
}

static void put_rows(struct page *page, const struct digest_chart *chart,
	const struct chart_table *table, const char *id)
{
	g_autofree struct table_column *columns = columns_of(table);

	table_open(page, id, chart->drawn.title, chart->drawn.unit, columns, table->columns);
	for (guint i = 0; i < table->rows; i++)
		put_cells(page, table, i, columns);
	table_end(page);
}

/* The same with rows for columns. */
static void put_turned(struct page *page, const struct digest_chart *chart,
	const struct chart_table *table, const char *id)
{
	g_autofree struct table_column *columns = g_new0(struct table_column, table->rows + 1);

	columns[0] = (struct table_column){table->heads->pdata[0], NULL};
	for (guint i = 0; i < table->rows; i++)
		columns[i + 1] = (struct table_column){chart_table_cell(table, i, 0), "num"};
	table_open(page, id, chart->drawn.title, chart->drawn.unit, columns, table->rows + 1);
	for (guint k = 1; k < table->columns; k++) {
		table_row_open(page, NULL);
		table_row_head(page, NULL, table->heads->pdata[k]);
		for (guint i = 0; i < table->rows; i++)
			table_cell(page, is_text(table->heads->pdata[k]) ? NULL : "num",
				chart_table_cell(table, i, k));
		page_end(page);
	}
	table_end(page);
}

/* Many columns are read as rows. */
static void put_data(struct page *page, const struct digest_chart *chart, const char *id)
{
	struct chart_table *table = chart_table_new(&chart->drawn);

	if (table->columns > COLUMNS_MAX && table->rows < table->columns)
		put_turned(page, chart, table, id);
	else
		put_rows(page, chart, table, id);
	put_more(page, "p", table->omitted);
	chart_table_free(table);
}

/* ---- figures -------------------------------------------------------------------------- */

static void put_drawing(struct page *page, const char *markup)
{
	page_open(page, "div", "class", "drawing", NULL);
	page_raw(page, markup);
	page_end(page);
}

static void put_omitted(struct page *page, const struct digest_chart *chart)
{
	if (!chart->omitted)
		return;
	page_open(page, "p", "class", "soft small", NULL);
	page_textf(page, "Not on this axis: %u of the claims below.", chart->omitted);
	page_end(page);
}

void put_figure(
	struct page *page, const struct digest_chart *chart, GHashTable *charts, const char *id)
{
	const char *markup = g_hash_table_lookup(charts, chart);

	page_newline(page);
	page_open(page, "figure", "class", chart_kind_name(chart->drawn.kind), NULL);
	page_leaf(page, "figcaption", NULL, chart->drawn.title);
	if (markup)
		put_drawing(page, markup);
	else
		page_leaf(page, "p", "soft", "The chart could not be drawn; its data stand below.");
	put_omitted(page, chart);
	page_newline(page);
	page_open(page, "details", "open", markup ? NULL : "open", NULL);
	page_leaf(page, "summary", NULL, "Data of this chart");
	put_data(page, chart, id);
	page_end(page);
	page_end(page);
}

void put_sparkline(struct page *page, const struct digest_chart *chart, GHashTable *charts)
{
	const char *markup = chart ? g_hash_table_lookup(charts, chart) : NULL;

	if (!markup)
		return;
	page_newline(page);
	page_open(page, "div", "class", "sparkline", NULL);
	page_raw(page, markup);
	page_end(page);
}
