/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts as inline SVG or PNG, drawn by gnuplot: all charts of a report in one process.
 *
 * No text of a chart ever reaches gnuplot.  Its input is made of numbers and of our
 * own words; labels and titles stand in it as the places "@<row>.l@", and are put
 * into the drawing afterwards, escaped by libxml2.  So nothing that a mail says can
 * be a command, and the input of equal numbers is equal whatever the labels are.
 * In a picture of pixels nothing can be put afterwards: there each byte of a text stands
 * as three octal digits, which gnuplot can take for nothing else.
 *
 * The same charts as characters: render/chart_chars.h; as rows of data, for the table that
 * stands behind each: render/chart_table.h.
 */
#pragma once

#include "base/diag.h"

#include <glib.h>

/* More rows than that are left to the table, and the chart says so. */
#define CHART_ROWS_MAX 40
/* Values of a row: runs, or columns of any kind but the heat map, whose cells hold text. */
#define CHART_VALUES_MAX 400
#define CHART_CELLS_MAX 12
/* Larger numbers are no measurements; their rows have no mark. */
#define CHART_VALUE_MAX 1e100
/* Then gnuplot is killed. */
#define CHART_SECONDS 30

enum chart_kind {
	CHART_CHANGES,      /* bars from zero, each with its interval; a row a claim */
	CHART_BEFORE_AFTER, /* means with their spread; a row a commit, the base first */
	CHART_STRIP,        /* a row a commit: `values` its runs, `value` their mean with its
			     * interval, the base first; without runs the mean and interval alone */
	CHART_HEAT_MAP,     /* a row a test case: `values` by column, changes by commit, and
			     * `tones` say which way they are */
	CHART_TREND,        /* a row a state: `values` by column, a count a week; all rows have
			     * one scale, from 0 */
	CHART_SPARKLINE,    /* one row: `values` in their order; small, without any text */
	CHART_PROFILE,      /* a row a symbol: `value` the move of self, `other` that of
			     * children, NAN: not known; `whole` its call chain */
	CHART_HISTORY,      /* two rows, good and bad: `values` by column, NAN where a column has
			     * none */
	CHART_KINDS
};

/* "changes", "before-after", "strip", ...; CHART_KINDS: none of that name. */
const char *chart_kind_name(enum chart_kind kind);
enum chart_kind chart_kind_by_name(const char *name);

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
	const double *values; /* see the kinds; not finite: missing */
	guint n_values;
	const enum chart_tone *tones; /* of the values; NULL: all are neutral */
	double other;                 /* of CHART_PROFILE */
	const char *n;                /* runs behind the value: "5", "3 to 6"; NULL: not known */
	const char *whole;            /* the label's tooltip; NULL: the label, if it was cut */
	const char *source;           /* where the value stands: "<message>:<line>"; NULL */
};

struct chart { /* borrowed strings, of any text */
	enum chart_kind kind;
	const char *title; /* for readers who do not see the chart; not drawn in an SVG */
	const char *axis;  /* what the axis counts: "change", the metric's name */
	const char *unit;  /* "%", "points", ""; behind values and the axis' name */
	const struct chart_row *rows;
	guint n_rows;
	const char *const *columns; /* labels of the rows' values; NULL: they have none */
	guint n_columns;
	const char *source; /* below the axis: "runs of results/"; NULL: nothing */
	guint first; /* of those that are drawn at once: from where its page counts its own */
};

/*
 * One SVG element a chart (char *, class "chart", no XML declaration, no width or
 * height, ids that begin with "chart<index - first>-"); NULL for each chart that could not be
 * drawn, of which there is a diagnostic chart-failed.  Text and axes have the page's
 * `color`.  Equal input, equal bytes.  `gnuplot` is a name to be found in PATH or a
 * file name; NULL: "gnuplot".  It is killed after `seconds`, and the charts that it has
 * done until then are kept.  Free with g_ptr_array_unref().
 */
GPtrArray *charts_draw(
	const struct chart *charts, guint n, const char *gnuplot, const struct diag_sink *sink);
GPtrArray *charts_draw_within(const struct chart *charts, guint n, const char *gnuplot,
	double seconds, const struct diag_sink *sink);

/* All charts that have something to show, below each other, as one PNG.  NULL: told. */
GBytes *charts_draw_png(
	const struct chart *charts, guint n, const char *gnuplot, const struct diag_sink *sink);

/*
 * What gnuplot is given, exactly: settings, then for each chart that has something to
 * show blocks of data and its plot.  The blocks are
 *   $chart<index> << END
 *   <row from 0> <value> <low> <high> <tone>
 *   END
 *   $values<index> << END                            (of kinds that have values)
 *   <row> <column or run> <value> <tone> <place>
 *   END
 * with as many digits as give the same double, NaN where there is no mark, low = high = value where
 * there is no interval, and +-1e+100 for an end that is infinite.  `place` is where a run stands
 * beside others, from -1 to 1, or how strong a cell's colour is, from 0 to 1.  Free with g_free().
 */
char *charts_script(const struct chart *charts, guint n);
