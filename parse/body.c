/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/body.h"

#include "parse/quote.h"

/* Beyond this a line says nothing that is looked for here. */
#define JOINED_MAX 2048

gboolean body_has(const struct mail_part *part)
{
	return part->is_text && !part->attached && !part->name && !strcmp(part->type, "text/plain");
}

/* '\0' is kept for blank lines. */
static char end_byte(char c)
{
	return c ? c : '\x01';
}

static void find_ends(struct body_line *line)
{
	struct slice text = slice_trim(line->text);

	line->first = text.len ? end_byte(text.at[0]) : '\0';
	line->last = text.len ? end_byte(text.at[text.len - 1]) : '\0';
}

static gboolean add_lines(GArray *lines, const struct mail_part *part)
{
	struct slice rest = part->bytes, text;
	struct body_line line = {.part = part->number};
	guint depth;

	while (slice_next_line(&rest, &text)) {
		if (lines->len >= BODY_LINES_MAX)
			return FALSE;
		line.number++;
		line.text = quote_strip(text, &depth);
		line.depth = (guint8)depth;
		find_ends(&line);
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

static gint by_place(gconstpointer a, gconstpointer b)
{
	const struct body_line *x = a, *y = b;

	if (x->part != y->part)
		return x->part < y->part ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

guint body_index(const GArray *lines, guint part, guint number)
{
	struct body_line place = {.part = part, .number = number};
	guint index;

	return g_array_binary_search((GArray *)lines, &place, by_place, &index) ? index
										: BODY_NO_LINE;
}

static void mark_rows(GArray *lines, const struct records *records, const struct table *table)
{
	guint first = body_index(lines, table->part, 1);

	if (first == BODY_NO_LINE)
		return;
	for (guint i = 0; i < table->rows.count; i++) {
		const struct row *row = RECORD(records->rows, struct row, table->rows.first + i);
		guint at = first + row->line - 1;

		if (at < lines->len)
			BODY_LINE(lines, at)->is_row = TRUE;
	}
}

void body_mark_rows(GArray *lines, const struct records *records)
{
	for (guint i = 0; i < records->tables->len; i++)
		mark_rows(lines, records, RECORD(records->tables, struct table, i));
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
