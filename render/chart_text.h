/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The texts of a chart, as they are put into the drawing: safe to show, and short
 * enough to stand beside each other.
 */
#pragma once

#include "render/chart.h"

/* Of row i: its label, cut in the middle when there is no room for it, and its value. */
char *chart_label(const struct chart *chart, guint i);
char *chart_value(const struct chart *chart, guint i);

/* Of column k: its label, cut in the middle; of a value of row i in it: the whole number. */
char *chart_column(const struct chart *chart, guint k);
char *chart_cell(const struct chart *chart, guint i, guint k);

/* The axis' name with its unit, and how many rows are left out; in a drawing cut to its width, with
 * what its looks mean. */
char *chart_axis(const struct chart *chart, gboolean is_drawn);
char *chart_source(const struct chart *chart);
char *chart_title(const struct chart *chart);

/* A tick's number, which is a multiple of `step`. */
char *chart_number(double value, double step);

/* No wider than that; what is, is cut in the middle. */
char *chart_cut(const char *text, guint width);

/* As few digits as give the same double; of G_ASCII_DTOSTR_BUF_SIZE bytes. */
void chart_digits(char *digits, double value);

/* Width in digits of a fixed-width font; a rough measure of any other. */
guint chart_text_width(const char *text);
gboolean chart_is_wider(const char *text, guint width);

/* For readers who do not see the chart: how to read it, its axis and source. */
char *chart_description(const struct chart *chart);
