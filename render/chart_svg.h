/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From what gnuplot drew to an element of a page: texts into their places, ids made
 * the chart's own, ink in the page's colour, gnuplot's decoration off.
 */
#pragma once

#include "render/chart.h"

#define CHART_FILE "chart%u.svg"

/* Places of texts: "@<row>.label@", "@<row>.value@", "@<column>.column@", "@axis@", "@source@". */
#define CHART_PLACE_MARK "@"

/* Colours that stand for the page's own, full and faint. */
#define CHART_INK "#010101"
#define CHART_FAINT_INK "#020202"

/* NULL with *error when it is not the whole drawing of that chart. */
char *chart_svg_finish(
	const struct chart *chart, guint index, const char *drawing, gsize len, GError **error);
