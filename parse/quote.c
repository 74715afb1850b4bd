/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/quote.h"

gsize quote_blank(struct slice text)
{
	if (!text.len)
		return 0;
	if (text.at[0] == ' ' || text.at[0] == '\t')
		return 1;
	return slice_starts(text, "\xc2\xa0") ? 2 : 0;
}

/* A mark, with the blank before it when it is not the first. */
static gsize mark(struct slice text, gboolean first)
{
	gsize blank = first ? 0 : quote_blank(text);

	return text.len > blank && text.at[blank] == '>' ? blank + 1 : 0;
}

struct slice quote_strip(struct slice line, guint *ret_depth)
{
	guint depth = 0;
	gsize n;

	while (depth < QUOTE_DEPTH_MAX && (n = mark(line, depth == 0))) {
		line = slice_skip(line, n);
		depth++;
	}
	*ret_depth = depth;
	return depth ? slice_skip(line, quote_blank(line)) : line;
}
