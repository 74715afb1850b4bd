/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/flowed.h"

#include "base/slice.h"

/* "-- " opens a signature and is not broken softly. */
static gboolean is_soft(struct slice line)
{
	return slice_ends(line, " ") && !slice_is(line, "-- ");
}

gsize flowed_undo(char *text, gsize len, gboolean del_sp)
{
	char *to = text;
	const char *end = text + len;

	for (const char *at = text; at < end;) {
		const char *lf = memchr(at, '\n', (gsize)(end - at));
		const char *next = lf ? lf + 1 : end;
		struct slice line = slice_between(at, lf ? lf : end);

		if (slice_starts(line, " "))
			line = slice_skip(line, 1);
		if (del_sp && is_soft(line))
			line.len--;
		memmove(to, line.at, line.len);
		to += line.len;
		if (lf)
			*to++ = '\n';
		at = next;
	}
	return (gsize)(to - text);
}
