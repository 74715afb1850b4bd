/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts as inline SVG, drawn by gnuplot: all charts of a report in one process.
 *
 * No text of a chart ever reaches gnuplot.  Its input is made of numbers and of our
 * own words; labels and titles stand in it as the places "@<row>.l@", and are put
 * into the drawing afterwards, escaped by libxml2.  So nothing that a mail says can
 * be a command, and the input of equal numbers is equal whatever the labels are.
 */
#pragma once

#include "base/diag.h"

#include <glib.h>

/* More rows than that are left to the table, and the chart says so. */
#define CHART_ROWS_MAX 40
/* Larger numbers are no measurements; their rows have no mark. */
#define CHART_VALUE_MAX 1e100
/* Then gnuplot is killed. */
#define CHART_SECONDS 30

enum chart_kind {
	CHART_CHANGES,      /* bars from zero, each with its interval; a row a claim */
	CHART_BEFORE_AFTER, /* means with their spread; a row a commit, the base first */
};

enum chart_tone { /* a colour, and a word or a shape that says the same */
	CHART_NEUTRAL,
	CHART_WORSE,
	CHART_BETTER,
};

struct chart_row {
	const char *label; /* any text; shown safely (base/show.h), long ones cut in the middle */
	const char *text;  /* the value as printed; NULL: made from value and unit */
	double value;      /* not finite: the row has no mark */
	double low, high;  /* its interval; NANs: none; may be infinite */
	enum chart_tone tone;
};

struct chart { /* borrowed strings, of any text */
	enum chart_kind kind;
	const char *title; /* for readers who do not see the chart; not drawn */
	const char *axis;  /* what the axis counts: "change", the metric's name */
	const char *unit;  /* "%", "points", ""; behind values and the axis' name */
	const struct chart_row *rows;
	guint n_rows;
};

/*
 * One SVG element a chart (char *, class "chart", no XML declaration, no width or
 * height, ids that begin with "chart<index>-"); NULL for each chart that could not be
 * drawn, of which there is a diagnostic chart-failed.  Text and axes have the page's
 * `color`.  Equal input, equal bytes.  `gnuplot` is a name to be found in PATH or a
 * file name; NULL: "gnuplot".  It is killed after `seconds`, and the charts that it has
 * done until then are kept.  Free with g_ptr_array_unref().
 */
GPtrArray *charts_draw(
	const struct chart *charts, guint n, const char *gnuplot, const struct diag_sink *sink);
GPtrArray *charts_draw_within(const struct chart *charts, guint n, const char *gnuplot,
	double seconds, const struct diag_sink *sink);

/*
 * What gnuplot is given, exactly: settings, then for each chart that has something to
 * show a block of data and its plot.  The block is
 *   $chart<index> << END
 *   <row from 0> <value> <low> <high> <tone>
 *   END
 * with as many digits as give the same double, NaN where there is no mark, low = high = value where
 * there is no interval, and +-1e+100 for an end that is infinite.  Free with g_free().
 */
char *charts_script(const struct chart *charts, guint n);
