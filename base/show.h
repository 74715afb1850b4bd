/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text of strangers made safe to print: for a terminal or a text form, never for
 * HTML or JSON (libxml2 and jansson escape for those).
 *
 * Control characters appear as \xNN, C1 controls, bidirectional controls and
 * other invisible characters (fillers, joiners, variation selectors) as \u{NNNN},
 * bytes that are no UTF-8 as \xNN.
 */
#pragma once

#include "base/slice.h"

/* One line: LF and TAB are shown too.  Free with g_free(). */
char *show_line(struct slice text);
void show_line_to(GString *out, struct slice text);

/* Whether a character is one of those that may not be printed raw. */
gboolean show_is_unsafe(gunichar c);
