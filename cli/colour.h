/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours of a text on a terminal.  They carry nothing alone: glyph and sign say the same. */
#pragma once

#include <glib.h>

/* Whether standard output is a terminal that may be coloured: NO_COLOR is empty or not set. */
gboolean colour_is_wanted(void);

/* The text with each "▼ ..." and "▲ ..." up to the end of the number that follows coloured; the
 * columns stay.  Free with g_free(). */
char *colour_text(const char *text);
