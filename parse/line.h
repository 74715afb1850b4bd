/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A text line by line, forwards and back, each line with its number and with its
 * quotation marks taken off.
 */
#pragma once

#include "base/slice.h"

/* Looking back stops at a longer line, so that it costs no more than the lines it gives. */
#define LINE_BACK_MAX 4096

struct line {
	struct slice raw;  /* without LF or CRLF */
	struct slice text; /* behind the quotation marks */
	guint depth;       /* of quotation */
	guint number;      /* from 1 */
};

/* The next line of *rest; ret_line->number is counted up from what it was. */
gboolean line_next(struct slice *rest, struct line *ret_line);

/* The line before `line`, which lies in the text that begins at `start`. */
gboolean line_before(const char *start, const struct line *line, struct line *ret_before);

/* Bytes of a blank, tab or no-break space (U+00A0) at the start; 0: none. */
static inline gsize blank_at(struct slice text)
{
	if (!text.len)
		return 0;
	if (text.at[0] == ' ' || text.at[0] == '\t')
		return 1;
	return text.len > 1 && text.at[0] == '\xc2' && text.at[1] == '\xa0' ? 2 : 0;
}

/* Without such blanks, and a CR, at its ends. */
struct slice blank_trim(struct slice text);

/* Takes the next word, as such blanks part them, off *rest. */
gboolean word_next(struct slice *rest, struct slice *ret_word);

static inline gboolean line_is_blank(const struct line *line)
{
	char last = line->text.len ? line->text.at[line->text.len - 1] : ' ';

	/* Most lines are told by their end. */
	return (last <= ' ' || last & 0x80) && blank_trim(line->text).len == 0;
}
