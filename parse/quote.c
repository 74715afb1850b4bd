/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/quote.h"

#include "parse/line.h"

/* A mark, with the blank before it when it is not the first. */
static gsize mark(struct slice text, gboolean first)
{
	gsize blank = first ? 0 : blank_at(text);

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
	return depth ? slice_skip(line, blank_at(line)) : line;
}
