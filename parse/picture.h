/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frame of a character plot, as gnuplot's dumb terminal draws it: labels of the
 * y axis, two sides and what is drawn between them.
 */
#pragma once

#include "parse/body.h"

#define PICTURE_LINES_MAX 60
#define PICTURE_COLUMNS_MAX 400

/*
 * Line 0 is the upper border, column 0 the left side; both sides and borders are part
 * of the picture.  A line's value is that of its middle: what is drawn on it lies
 * within half a line's height of it.
 */
struct picture {
	guint lines, columns;
	double high, low; /* of the first and of the last line; finite, high > low */
	gboolean labelled[PICTURE_LINES_MAX]; /* so that a tic may lie in its first columns */
	char at[PICTURE_LINES_MAX][PICTURE_COLUMNS_MAX];
};

/* Whether that character may stand at the side of a frame: the side or what covers it. */
gboolean picture_is_frame(char c);

/*
 * Reads the lines first to last of the body, of which both ends are borders with a
 * label.  NULL, or in words why they are no picture whose scale can be trusted.
 */
const char *picture_read(const GArray *lines, guint first, guint last, struct picture *ret_picture);

double picture_value(const struct picture *picture, guint line);
