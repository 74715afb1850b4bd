/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/rejoin.h"

#include "parse/row.h"
#include "parse/table.h"

/* Seen: a row over two lines, a name over three. */
#define LINES_MAX 3

/* A line is broken where it was full; seen: from 66 characters on. */
#define BROKEN_LENGTH_MIN 56

/* The next line, when it is as deeply quoted and holds something. */
static gboolean next_piece(struct slice *rest, struct line *line, struct slice *ret_piece)
{
	guint depth = line->depth;

	if (!line_next(rest, line) || line->depth != depth || line->text.len > TABLE_LINE_MAX)
		return FALSE;
	*ret_piece = blank_trim(line->text);
	return ret_piece->len > 0;
}

/* A sign at a line's end belongs to the number that begins the next line. */
static gboolean ends_with_sign(const GString *text)
{
	gsize n = text->len;

	return n >= 2 && text->str[n - 2] == ' ' && strchr("+-", text->str[n - 1]);
}

static void append_piece(GString *joined, struct slice piece)
{
	if (!ends_with_sign(joined))
		g_string_append_c(joined, ' ');
	g_string_append_len(joined, piece.at, (gssize)piece.len);
}

static enum row_result try_row(const GString *joined, guint columns, enum table_style style)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct row row;
	struct slice text = {joined->str, joined->len};
	enum row_result result = row_read(text, columns, style, &row, cells);

	/* Words behind the name: the next line was prose. */
	return result == ROW_READ && !slice_is_null(row.note) ? ROW_BROKEN : result;
}

guint rejoin_row(const struct line *line, struct slice rest, guint columns, enum table_style style,
	GString *joined)
{
	struct line next = *line;
	struct slice piece = blank_trim(line->text);
	enum row_result result = ROW_SHORT;
	guint n = 0;

	g_string_append_len(joined, piece.at, (gssize)piece.len);
	while (result == ROW_SHORT && n < LINES_MAX) {
		if (!next_piece(&rest, &next, &piece))
			return 0;
		append_piece(joined, piece);
		result = try_row(joined, columns, style);
		n++;
	}
	return result == ROW_READ ? n : 0;
}

static gboolean is_end_of_name(struct slice piece)
{
	struct slice rest = piece, word;
	gboolean letter = FALSE;

	if (!word_next(&rest, &word) || rest.len)
		return FALSE;
	for (gsize i = 0; i < word.len; i++)
		letter |= g_ascii_isalpha(word.at[i]);
	return letter;
}

guint rejoin_name(const struct line *line, struct slice rest, GString *name)
{
	struct line next = *line;
	struct slice piece;
	guint n = 0;

	if (!line->depth || line->raw.len < BROKEN_LENGTH_MIN)
		return 0;
	while (n < LINES_MAX && next_piece(&rest, &next, &piece) && is_end_of_name(piece)) {
		g_string_append_len(name, piece.at, (gssize)piece.len);
		n++;
	}
	return n;
}
