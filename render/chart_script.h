/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gnuplot is given.  Nothing of a chart but its numbers goes in here, nor, in a picture of
 * pixels, any text but as octal digits. */
#pragma once

#include "render/chart_layout.h"

/* charts_script() of the charts from the first-th on; indices stay. */
char *charts_script_from(const struct chart *charts, guint n, guint first);

#define CHART_GOOD_POINT 3 /* a star, as the mails have it */
#define CHART_BAD_POINT 6  /* a circle */

#define CHART_PNG "charts.png"
/* Larger pictures are not drawn. */
#define CHART_PNG_HEIGHT_MAX 16000

/* All below each other into one picture; NULL: nothing to show, or too high. */
char *charts_script_png(const struct chart *charts, guint n);

/* ---- parts of a script, each in its own file ------------------------------------------------ */

struct script {
	GString *out;
	gboolean is_png;
	guint labels; /* that the plot at hand has */
	/* The picture that the chart stands in, and where, from below, in the SVG's units. */
	guint height, below;
};

/* As few digits as give the same double. */
void script_number(GString *out, const char *before, double value);

enum script_align {
	SCRIPT_LEFT,
	SCRIPT_CENTRE,
	SCRIPT_RIGHT,
	SCRIPT_UPRIGHT, /* read from below, its end up there */
};

struct script_place { /* in the SVG's units, from the chart's left upper corner */
	double x, y;
	enum script_align align;
};

/* A text of the chart's, by the name of its place.  The text is taken. */
void script_text(struct script *script, const struct chart *chart, char *text,
	struct script_place at, const char *format, ...) G_GNUC_PRINTF(5, 6);
/* A word or number of our own. */
void script_word(
	struct script *script, const struct chart *chart, const char *word, struct script_place at);

/* Where a value stands on the axis. */
double script_x(const struct chart *chart, const struct chart_range *range, double value);

/* Texts of a chart in their places. */
void script_texts(
	struct script *script, const struct chart *chart, const struct chart_range *range);

/* The blocks of data, and the plot of what is marked. */
void script_data(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range);
void script_marks(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range);
