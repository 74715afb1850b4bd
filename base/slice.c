/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/slice.h"

int slice_compare(struct slice a, struct slice b)
{
	gsize n = MIN(a.len, b.len);
	int order = n ? memcmp(a.at, b.at, n) : 0;

	if (order)
		return order;
	if (a.len != b.len)
		return a.len < b.len ? -1 : 1;
	return (a.at != NULL) - (b.at != NULL);
}

gboolean slice_is_one_of(struct slice s, const char *const *words)
{
	for (; *words; words++)
		if (slice_is(s, *words))
			return TRUE;
	return FALSE;
}

static gboolean is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct slice slice_trim(struct slice s)
{
	while (s.len && is_blank(s.at[0])) {
		s.at++;
		s.len--;
	}
	while (s.len && is_blank(s.at[s.len - 1]))
		s.len--;
	return s;
}

struct slice slice_cut(struct slice s, gsize n)
{
	if (s.len <= n)
		return s;
	s.len = n;
	for (int back = 0; back < 3 && s.len && ((guchar)s.at[s.len] & 0xc0) == 0x80; back++)
		s.len--;
	return s;
}

char *slice_dup(struct slice s)
{
	return s.at ? g_strndup(s.at, s.len) : NULL;
}

gboolean slice_next_line(struct slice *rest, struct slice *ret_line)
{
	if (!rest->len)
		return FALSE;

	const char *lf = memchr(rest->at, '\n', rest->len);
	gsize len = lf ? (gsize)(lf - rest->at) : rest->len;

	*ret_line = (struct slice){rest->at, len};
	*rest = slice_skip(*rest, lf ? len + 1 : len);
	if (lf && len && ret_line->at[len - 1] == '\r')
		ret_line->len--;
	return TRUE;
}
