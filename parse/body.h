/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The body of a mail: its text/plain parts without a file name and without the
 * disposition "attachment", in order.  HTML twins and attachments are none of it.
 */
#pragma once

#include "base/diag.h"
#include "parse/mail.h"

/* Lines beyond these are not read, with a diagnostic. */
#define BODY_LINES_MAX (1 << 17)

struct body_line {
	struct slice text; /* without quotation marks, without LF */
	guint part, number;
	guint depth; /* of quotation */
};

gboolean body_has(const struct mail_part *part);

/* Of struct body_line, pointing into the mail; free with g_array_unref(). */
GArray *body_lines(const struct mail *mail, const struct diag_sink *sink);

#define BODY_LINE(lines, i) (&g_array_index(lines, struct body_line, i))

/* Line i at depth 0, else an absent slice; also beyond the end. */
struct slice body_own(const GArray *lines, guint i);

/* Line `from` and up to `more` lines behind it, joined by blanks; kept in `text`. */
struct slice body_joined(const GArray *lines, guint from, guint more, GStringChunk *text);
