/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text of at most WRAP_COLUMNS columns.  Blanks between words are folded; a word longer
 * than a line is broken, never lost; a link that fits a line without its margin gets that.
 */
#pragma once

#include <glib.h>

#define WRAP_COLUMNS 78

/* A stranger's field longer than this is cut, and says by how much. */
#define WRAP_FIELD_MAX 400 /* characters */

/* One line, safe to print (base/show.h), cut visibly; "" for NULL.  g_free(). */
char *wrap_safe(const char *text);

/*
 * Appends a paragraph: `first` before its first line, `rest` before all others, both of
 * printable ASCII and much shorter than a line.  `text` is safe already.  Ends in LF.
 */
void wrap_to(GString *out, const char *first, const char *rest, const char *text);

/* The columns that a text takes at most: wide characters count as two, all others,
 * combining ones too, as one. */
guint wrap_columns(const char *text);

/* `text`, which is safe already, at the right of `width` columns; longer ones stand whole. */
void wrap_right(GString *out, const char *text, guint width);

/* Takes the blanks from the end. */
void wrap_trim(GString *out);

/* A line of '=', as wide as text may be. */
void wrap_rule(GString *out);
