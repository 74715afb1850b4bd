/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/scan.h"

void scan_blanks(struct slice *rest)
{
	while (rest->len && scan_is_blank(rest->at[0]))
		*rest = slice_skip(*rest, 1);
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

gboolean scan_is_id(struct slice text)
{
	for (gsize i = 0; i < text.len; i++)
		if (!g_ascii_isxdigit(text.at[i]) || g_ascii_isupper(text.at[i]))
			return FALSE;
	return text.len >= SCAN_ID_MIN && text.len <= SCAN_ID_MAX;
}

gboolean scan_same_id(struct slice a, struct slice b)
{
	gsize n = MIN(a.len, b.len);

	return scan_is_id(a) && scan_is_id(b) && !memcmp(a.at, b.at, n);
}

struct slice scan_id(struct slice *rest)
{
	struct slice after = *rest, word = scan_word(&after);

	if (!scan_is_id(word))
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
