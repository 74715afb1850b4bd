/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/countbox.h"

#include "parse/scan.h"

/* Head row: an empty label and at least two heads, ids or tags. */
static struct slice first_head(struct slice line)
{
	scan_blanks(&line);
	if (!scan_text(&line, "|"))
		return SLICE_NULL;

	struct slice label = scan_before(&line, "|"), first = slice_trim(scan_before(&line, "|"));
	struct slice second = slice_trim(scan_before(&line, "|"));

	if (slice_is_null(label) || slice_trim(label).len || !first.len || !second.len)
		return SLICE_NULL;
	return slice_find(first, " ") || slice_find(second, " ") ? SLICE_NULL : first;
}

static gboolean is_border(struct slice line)
{
	scan_blanks(&line);
	return slice_starts(line, "+--");
}

struct slice countbox_parent(const GArray *lines)
{
	for (guint i = 0; i + 2 < lines->len; i++) {
		if (!is_border(body_own(lines, i)) || !is_border(body_own(lines, i + 2)))
			continue;

		struct slice head = first_head(body_own(lines, i + 1));
		if (!slice_is_null(head))
			return head;
	}
	return SLICE_NULL;
}
