/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a printed number means.
 *
 * LKP prints rounded and truncated numbers; a value is therefore kept as its text
 * and as the interval of values that print so:
 *   "14321"      integers are truncated toward zero: [14321, 14322), mirrored below 0
 *   "37.99"      two decimals are rounded:           37.99 +- .005
 *   "1.095e+08"  four significant digits:            +- half of the last digit
 * Numbers are read with the C locale's rules whatever the locale is.
 */
#pragma once

#include "base/slice.h"

struct interval {
	double low, high; /* low <= high; both finite unless the literal was Inf */
};

/*
 * Reads a whole slice as a decimal literal: [+-]digits[.digits][e[+-]digits], or
 * [+-]Inf.  Hexadecimal, "nan", blanks, and over 40 bytes are none.  FALSE leaves
 * the results alone.
 */
gboolean literal_read(struct slice text, double *ret_value);

/* The values that print as this mean (see above). */
gboolean literal_mean(struct slice text, double *ret_value, struct interval *ret_means);

/* A count without sign; FALSE on anything else or overflow. */
gboolean literal_count(struct slice text, guint64 *ret_count);

/* The same in base 2 to 16, the letters of either case. */
gboolean literal_count_in(struct slice text, guint base, guint64 *ret_count);
