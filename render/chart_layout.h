/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where things stand in a chart, in the SVG's units: each row is a band with its
 * label and value above and its mark below, so that long names never meet.  The width is that
 * of a telephone rather than of a screen: a drawing that is made smaller has letters that
 * nobody can read, one that is made larger only large ones.
 */
#pragma once

#include "render/chart.h"

#define CHART_WIDTH 440
#define CHART_MARGIN 12 /* left and right of the plot */
#define CHART_TOP 4
#define CHART_LINE 18 /* of text */
#define CHART_FONT 14
#define CHART_DIGIT 9 /* width of a digit in the widest of the usual fonts */
#define CHART_LINE_WIDTH ((CHART_WIDTH - 2 * CHART_MARGIN) / CHART_DIGIT) /* in digits */
#define CHART_RUN 6 /* a run's point, and what two need to stand apart */

#define CHART_TICKS_MAX 12
#define CHART_PAIR_SHARE .47 /* of the width, for each of two axes side by side */

struct chart_range {
	double low, high;
	double step; /* between ticks, which are its multiples */
};

/* Sizes of a kind, in the SVG's units. */
struct chart_shape {
	guint width;
	guint band;  /* height of a row; of a history, a line of its head */
	guint text;  /* of a band: where its label stands, from above */
	guint value; /* where its value does: beside the label, or in a line of its own below */
	guint marks; /* the middle of its marks */
	guint half;  /* their half height */
	guint panel; /* below the bands; 0: there is none */
	gboolean has_texts, has_ticks;
};

const struct chart_shape *chart_shape(const struct chart *chart);
/* Values have lines of their own, as labels are too long to stand beside them. */
gboolean chart_is_tall(const struct chart *chart);
guint chart_mean_at(const struct chart *chart); /* below the runs, where there are any */

/* Rows that are drawn, at most CHART_ROWS_MAX. */
guint chart_rows(const struct chart *chart);
/* Values of row i, and columns of all, that are drawn. */
guint chart_values(const struct chart *chart, guint i);
guint chart_columns(const struct chart *chart);

/* Whether row i has a mark; whether its value k can be drawn. */
gboolean chart_has_mark(const struct chart *chart, guint i);
gboolean chart_has_value(const struct chart *chart, guint i, guint k);

/* Whether row i has any of its own; whether any row has runs, which are a strip's values. */
gboolean chart_has_values(const struct chart *chart, guint i);
gboolean chart_has_runs(const struct chart *chart);

/* Of value k of row i. */
enum chart_tone chart_tone(const struct chart *chart, guint i, guint k);

/* Its interval; its value twice where it has none. */
void chart_interval(const struct chart *chart, guint i, double *ret_low, double *ret_high);

/* What the axis covers; FALSE when there is nothing to show.  A chart of changes holds 0, and
 * cuts the bars of far outliers so that the others can be seen. */
gboolean chart_range(const struct chart *chart, struct chart_range *ret_range);

/* Of a row's runs: lanes from -1 to 1, so that points that would cover each other do not. */
void chart_lanes(
	const struct chart *chart, guint i, const struct chart_range *range, double *lanes);

/* Each, or each second, ... column has its label, counted from the last one, which is the news;
 * 0: none has. */
guint chart_column_step(const struct chart *chart);
gboolean chart_has_column_label(const struct chart *chart, guint step, guint k);
gboolean chart_columns_are_upright(const struct chart *chart);

guint chart_height(const struct chart *chart);
/* Below the bands or the panel, from below: names of columns or ticks, axis, source. */
guint chart_bottom(const struct chart *chart);
/* The width left of a panel, for the numbers of its ticks. */
guint chart_left(const struct chart *chart);

/* Texts of the chart that are put in afterwards. */
guint chart_places(const struct chart *chart);
