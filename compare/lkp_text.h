/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The figures of a row as LKP prints them, Ruby's rounding included.  Each appends to `out`,
 * padded with blanks on the left to `width` (0: none).
 */
#pragma once

#include "compare/rows.h"

/* Two decimals below 1000, four digits and an exponent above 1e8, else a whole number, cut. */
void lkp_text_mean(GString *out, double mean, int width);

/* Percent; a mean of 0 counts as 100. */
double lkp_spread(double stddev, double mean);

/* A stddev in percent of its mean, cut; FALSE: it is not told, being 2 % or less. */
gboolean lkp_text_spread(double stddev, double mean, GString *out, int width);

/* "200%" of a failure, "+4.7%", "+4.7" in points; the width is that without the '%'. */
void lkp_text_change(GString *out, const struct stat_row *row, guint column, int width);
