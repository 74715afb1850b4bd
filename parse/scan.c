/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/scan.h"

#include "parse/commit_id.h"

void scan_blanks(struct slice *rest)
{
	gsize n = 0;

	while (n < rest->len && scan_is_blank(rest->at[n]))
		n++;
	*rest = slice_skip(*rest, n);
}

gboolean scan_text(struct slice *rest, const char *text)
{
	struct slice s = *rest;

	for (; *text; text++) {
		if (!s.len || (*text == ' ' ? !scan_is_blank(s.at[0]) : s.at[0] != *text))
			return FALSE;
		s = slice_skip(s, 1);
		if (*text == ' ')
			scan_blanks(&s);
	}
	*rest = s;
	return TRUE;
}

struct slice scan_word(struct slice *rest)
{
	gsize n = 0;

	scan_blanks(rest);
	while (n < rest->len && !scan_is_blank(rest->at[n]))
		n++;

	struct slice word = {rest->at, n};
	*rest = slice_skip(*rest, n);
	return word;
}

struct slice scan_id(struct slice *rest)
{
	struct slice after = *rest, word = scan_word(&after);

	if (!commit_is_id(word))
		return SLICE_NULL;
	*rest = after;
	return word;
}

struct slice scan_before(struct slice *rest, const char *text)
{
	const char *at = slice_find(*rest, text);

	if (!at)
		return SLICE_NULL;

	struct slice before = slice_between(rest->at, at);
	*rest = slice_skip(*rest, before.len + strlen(text));
	return before;
}
