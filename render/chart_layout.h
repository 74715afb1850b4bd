/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where things stand in a chart, in the SVG's units: each row is a band with its
 * label and value above and its mark below, so that long names never meet.
 */
#pragma once

#include "render/chart.h"

#define CHART_WIDTH 600
#define CHART_MARGIN 12 /* left and right of the plot */
#define CHART_TOP 4
#define CHART_BOTTOM 48 /* tick numbers and the axis' name */
#define CHART_AXIS 10   /* the axis' name, from below */
#define CHART_BAND 42
#define CHART_FONT 14
#define CHART_DIGIT 8 /* width of a digit in the widest of the usual fonts */

#define CHART_TICKS_MAX 12

struct chart_range {
	double low, high;
	double step; /* between ticks, which are its multiples */
};

/* Rows that are drawn, at most CHART_ROWS_MAX. */
guint chart_rows(const struct chart *chart);

/* Whether row i has a mark. */
gboolean chart_has_mark(const struct chart *chart, guint i);

/* Its interval; its value twice where it has none. */
void chart_interval(const struct chart *chart, guint i, double *ret_low, double *ret_high);

/* What the axis covers; FALSE when no row has a mark.  A chart of changes holds 0, and
 * cuts the bars of far outliers so that the others can be seen. */
gboolean chart_range(const struct chart *chart, struct chart_range *ret_range);

guint chart_height(const struct chart *chart);
