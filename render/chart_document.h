/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts as a file of their own. */
#pragma once

#include "render/chart.h"

/*
 * A whole SVG document with the drawings of charts_draw() below each other under their titles, in
 * the reader's own light or dark colours; a note stands for each drawing that is missing.
 */
GString *charts_document(const struct chart *charts, guint n, const GPtrArray *svgs);
