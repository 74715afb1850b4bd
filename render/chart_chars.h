/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts as characters, for terminals and text mails: the same charts as render/chart.h, on the
 * same scale.  Tones are told by shapes: full bars and a triangle that points down are worse,
 * light bars and one that points up better.
 */
#pragma once

#include "render/chart.h"

#define CHART_CHARS_WIDTH 78
#define CHART_CHARS_WIDTH_MIN 40

/*
 * Lines ended by LF, none wider than `width` (made CHART_CHARS_WIDTH_MIN at least): title, a line
 * a row with label, marks and value, the axis, the source.  A sparkline is one line of its marks
 * alone.  `ascii`: no other characters, one stands for one; what nothing stands for is '?'.
 * NULL: there is nothing to show.  Free with g_free().
 */
char *chart_chars(const struct chart *chart, guint width, gboolean ascii);
