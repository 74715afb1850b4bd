/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers as Ruby's format() prints them, which is not as C's printf() does.
 *
 * C rounds the exact binary value.  Ruby (3.1) makes the digits in double arithmetic with
 * an estimate of the error; a value that is a tie within that error is rounded away from
 * zero when the last digit kept is odd, and otherwise left as it is, even where the
 * double lies beyond the tie.  Averages of values with two decimals are near a tie often:
 * of two runs 24 % of the cells differ from C's in their last digit.
 *
 * Each appends to `out`, padded with blanks on the left to `width`; `plus`: a sign also
 * where it is not negative.  Inf and NaN are printed as such.
 */
#pragma once

#include <glib.h>

/* "%*.{decimals}f" */
void ruby_fixed(GString *out, double x, int width, int decimals, gboolean plus);

/* "%*.{digits}g" */
void ruby_general(GString *out, double x, int width, int digits, gboolean plus);

/* "%*d" of a float: the part before the point. */
void ruby_integer(GString *out, double x, int width);
