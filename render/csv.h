/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fields of RFC 4180, each with the comma before it where it is not the first of its line.
 */
#pragma once

#include <glib.h>

/*
 * Always in quotes, so that an empty text (NULL, too) is not nothing.  Control and
 * bidirectional characters are shown; a text that a spreadsheet would run has an apostrophe
 * before it.
 */
void csv_text(GString *out, const char *text);

/* Numbers are never in quotes; nothing where one is not known (NAN), inf as such. */
void csv_figure(GString *out, const char *format, double value);
void csv_real(GString *out, double value);
void csv_count(GString *out, guint64 value);
void csv_nothing(GString *out);

void csv_end(GString *out); /* of the line */
