/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The data behind a chart, all of them: as rows of cells for the table that stands behind its
 * drawing, and as JSON.  Texts are as the chart has them (the writer makes them safe), numbers
 * with as many digits as give the same double; what is not known is "" or null.
 */
#pragma once

#include "render/chart.h"

#include <jansson.h>

/* Cells of a row; more columns than that have no place in a table, and `omitted` counts them. */
#define CHART_TABLE_CELLS_MAX 64

struct chart_table {
	GPtrArray *heads; /* of char * */
	GPtrArray *cells; /* of char *, row by row */
	guint columns, rows;
	guint omitted; /* values of the longest row that have no column */
};

struct chart_table *chart_table_new(const struct chart *chart);
void chart_table_free(struct chart_table *table); /* NULL is allowed */

const char *chart_table_cell(const struct chart_table *table, guint row, guint column);

/*
 * {"kind", "title", "axis", "unit", "source", "columns": [..] or null, "rows": [{"label", "text",
 * "value", "low", "high", "tone": "worse" or "better" or null, "n", "source", "values": [..] or
 * null, "tones": [..] or null, "children"}]}
 */
json_t *chart_json(const struct chart *chart);
