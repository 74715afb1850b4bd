/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/body.h"

#include "parse/quote.h"

/* Beyond this a line says nothing that is looked for here. */
#define JOINED_MAX 2048

gboolean body_has(const struct mail_part *part)
{
	return part->is_text && !part->attached && !part->name && !strcmp(part->type, "text/plain");
}

static gboolean add_lines(GArray *lines, const struct mail_part *part)
{
	struct slice rest = part->bytes, text;
	struct body_line line = {.part = part->number};

	while (slice_next_line(&rest, &text)) {
		if (lines->len >= BODY_LINES_MAX)
			return FALSE;
		line.number++;
		line.text = quote_strip(text, &line.depth);
		g_array_append_val(lines, line);
	}
	return TRUE;
}

GArray *body_lines(const struct mail *mail, const struct diag_sink *sink)
{
	GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct body_line));

	for (guint i = 0; i < mail->parts->len; i++) {
		const struct mail_part *part = g_ptr_array_index(mail->parts, i);

		if (!body_has(part) || add_lines(lines, part))
			continue;
		struct origin at = origin_at(&mail->origin, part->number, 0);
		diag_emit(sink, DIAG_BODY_TOO_LONG, &at, SLICE_NULL,
			"the body has more than %d lines; its head was read", BODY_LINES_MAX);
		break;
	}
	return lines;
}

struct slice body_own(const GArray *lines, guint i)
{
	if (i >= lines->len || BODY_LINE(lines, i)->depth)
		return SLICE_NULL;
	return BODY_LINE(lines, i)->text;
}

struct slice body_joined(const GArray *lines, guint from, guint more, GStringChunk *text)
{
	g_autoptr(GString) joined = g_string_new(NULL);

	for (guint i = from; i <= from + more; i++) {
		struct slice line = slice_trim(body_own(lines, i));

		if (joined->len + line.len > JOINED_MAX)
			break;
		if (joined->len && line.len)
			g_string_append_c(joined, ' ');
		g_string_append_len(joined, line.at ? line.at : "", (gssize)line.len);
	}

	const char *kept = g_string_chunk_insert_len(text, joined->str, (gssize)joined->len);
	return (struct slice){kept, joined->len};
}
