/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of a character plot: which of its characters are values.
 *
 * To 2016 the good series is drawn in '*', and '+' '.' ':' join its points; later the
 * points themselves are '+', and so is the middle of a line of 45 degrees; the tic of
 * a label ends in '+' too.  The bad series is 'O' always.  What another character
 * covers (the sides, from 2020 on also the borders) cannot be read and is left out.
 */
#pragma once

#include "parse/picture.h"
#include "parse/records.h"

/*
 * Appends the samples of both series to `samples` (struct plot_sample), each by column,
 * then from above.  FALSE, with nothing appended, when a series has more samples than
 * the picture has columns, which no bisection has.
 */
gboolean series_read(const struct picture *picture, GArray *samples, struct span *ret_good,
	struct span *ret_bad);
