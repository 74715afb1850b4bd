/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/line.h"

#include "parse/quote.h"

gboolean line_next(struct slice *rest, struct line *ret_line)
{
	if (!slice_next_line(rest, &ret_line->raw))
		return FALSE;
	ret_line->number++;
	ret_line->text = quote_strip(ret_line->raw, &ret_line->depth);
	return TRUE;
}

gboolean line_before(const char *start, const struct line *line, struct line *ret_before)
{
	const char *at = line->raw.at;

	if (at == start || line->number < 2)
		return FALSE;

	const char *end = at - 1; /* the LF */
	const char *from = end - MIN(end - start, LINE_BACK_MAX);
	const char *lf = memrchr(from, '\n', (gsize)(end - from));

	if (!lf && from != start)
		return FALSE;

	struct slice raw = slice_between(lf ? lf + 1 : start, end);

	if (raw.len && raw.at[raw.len - 1] == '\r')
		raw.len--;
	ret_before->number = line->number - 1;
	ret_before->raw = raw;
	ret_before->text = quote_strip(raw, &ret_before->depth);
	return TRUE;
}

struct slice blank_trim(struct slice text)
{
	gsize n;

	while ((n = blank_at(text)))
		text = slice_skip(text, n);
	while (text.len) {
		char last = text.at[text.len - 1];

		if (last == ' ' || last == '\t' || last == '\r')
			text.len--;
		else if (last == '\xa0' && text.len > 1 && text.at[text.len - 2] == '\xc2')
			text.len -= 2;
		else
			break;
	}
	return text;
}

/* All bytes of words but one need no look at the next. */
static gboolean is_word_at(const char *at, const char *end)
{
	return *at != ' ' && *at != '\t' && (*at != '\xc2' || !blank_at(slice_between(at, end)));
}

gboolean word_next(struct slice *rest, struct slice *ret_word)
{
	const char *at = rest->at, *end = at + rest->len, *from;
	gsize n;

	while ((n = blank_at(slice_between(at, end))))
		at += n;
	if (at == end)
		return FALSE;
	from = at;
	while (at < end && is_word_at(at, end))
		at++;
	*ret_word = slice_between(from, at);
	*rest = slice_between(at, end);
	return TRUE;
}
