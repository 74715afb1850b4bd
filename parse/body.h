/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The body of a mail: its text/plain parts without a file name and without the
 * disposition "attachment", in order.  HTML twins and attachments are none of it.
 *
 * Its lines are found once; every reader goes over the same index and passes over what
 * cannot be its own by a line's first and last byte, or because it is a table's.  (A
 * mail that is all tables is read at twice the speed for that.)
 */
#pragma once

#include "base/diag.h"
#include "parse/mail.h"
#include "parse/records.h"

/* Lines beyond these are not read, with a diagnostic. */
#define BODY_LINES_MAX (1 << 17)

struct body_line {
	struct slice text; /* without quotation marks, without LF */
	guint part, number;
	guint8 depth;     /* of quotation */
	guint8 is_row;    /* of a table; known when body_mark_rows() was called */
	char first, last; /* bytes at the ends without white space; '\0': a blank line */
};

gboolean body_has(const struct mail_part *part);

/* Of struct body_line, pointing into the mail; free with g_array_unref(). */
GArray *body_lines(const struct mail *mail, const struct diag_sink *sink);

/* Marks the lines that tables_read() took as rows, of tables in the body. */
void body_mark_rows(GArray *lines, const struct records *records);

#define BODY_LINE(lines, i) (&g_array_index(lines, struct body_line, i))
#define BODY_NO_LINE G_MAXUINT

/* Index of a part's line, or BODY_NO_LINE. */
guint body_index(const GArray *lines, guint part, guint number);

/* Line i at depth 0, else an absent slice; also beyond the end. */
static inline struct slice body_own(const GArray *lines, guint i)
{
	if (i >= lines->len || BODY_LINE(lines, i)->depth)
		return SLICE_NULL;
	return BODY_LINE(lines, i)->text;
}

/* Its first byte behind white space; '\0' also where body_own() is absent. */
static inline char body_first(const GArray *lines, guint i)
{
	return i < lines->len && !BODY_LINE(lines, i)->depth ? BODY_LINE(lines, i)->first : '\0';
}

/* Line `from` and up to `more` lines behind it, joined by blanks; kept in `text`. */
struct slice body_joined(const GArray *lines, guint from, guint more, GStringChunk *text);
