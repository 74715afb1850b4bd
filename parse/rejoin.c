/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/rejoin.h"

#include "parse/mend.h"
#include "parse/row.h"
#include "parse/table.h"

/* Seen: a row over two lines, a name over three. */
#define LINES_MAX 3

/* A line is broken where it was full; seen: from 66 characters on. */
#define BROKEN_LENGTH_MIN 56

/* The next line, when it is no more deeply quoted and holds something. */
static gboolean next_piece(struct slice *rest, struct line *line, struct slice *ret_piece)
{
	guint depth = line->depth;

	if (!line_next(rest, line) || line->depth > depth || line->text.len > TABLE_LINE_MAX)
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

static void append_piece(GString *joined, struct slice piece, guint *repairs)
{
	*repairs |= REPAIR_REJOINED;
	if (!ends_with_sign(joined))
		g_string_append(joined, "  ");
	else
		*repairs |= REPAIR_SIGN_JOINED;
	g_string_append_len(joined, piece.at, (gssize)piece.len);
}

/* A dot between two letters or digits, as few words of prose have it. */
static gboolean is_dotted(struct slice name)
{
	for (gsize i = 1; i + 1 < name.len; i++)
		if (name.at[i] == '.' && g_ascii_isalnum(name.at[i - 1]) &&
			g_ascii_isalnum(name.at[i + 1]))
			return TRUE;
	return FALSE;
}

/* `outside`: pieces of it stand outside of the quotation, where anything may stand. */
static enum row_result try_row(
	const GString *joined, guint columns, enum table_style style, gboolean outside)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct row row;
	struct slice text = {joined->str, joined->len};
	enum row_result result = row_read(text, columns, style, &row, cells);

	/* Words behind the name: the next line was prose. */
	if (result == ROW_READ && (!slice_is_null(row.note) || (outside && !is_dotted(row.stat))))
		return ROW_BROKEN;
	return result;
}

guint rejoin_row(const struct line *line, struct slice rest, guint columns, enum table_style style,
	GString *joined, guint *repairs)
{
	struct line next = *line;
	struct slice piece = blank_trim(line->text);
	enum row_result result = ROW_SHORT;
	guint n = 0, done = 0;

	g_string_append_len(joined, piece.at, (gssize)piece.len);
	while (result == ROW_SHORT && n < LINES_MAX) {
		if (!next_piece(&rest, &next, &piece))
			return 0;
		append_piece(joined, piece, &done);
		result = try_row(joined, columns, style, next.depth < line->depth);
		n++;
	}
	if (result != ROW_READ)
		return 0;
	*repairs |= done;
	return n;
}

/* What a line that ends in "=" goes on in is no row of its own. */
static gboolean next_soft_line(
	struct slice *rest, struct line *line, guint columns, enum table_style style)
{
	struct cell cells[TABLE_COLUMNS_MAX];
	struct row row;
	guint depth = line->depth;

	return line_next(rest, line) && line->depth == depth && line->text.len <= TABLE_LINE_MAX &&
	       !line_is_blank(line) &&
	       row_read(line->text, columns, style, &row, cells) != ROW_READ;
}

/* Without the "=" and blanks behind it. */
static void cut_soft_break(GString *joined)
{
	struct slice text = blank_trim((struct slice){joined->str, joined->len});

	g_string_truncate(joined, (gsize)(text.at + text.len - 1 - joined->str));
}

guint rejoin_soft_breaks(const struct line *line, struct slice rest, guint columns,
	enum table_style style, GString *joined)
{
	struct line next = *line;
	guint n = 0;

	g_string_append_len(joined, line->text.at, (gssize)line->text.len);
	while (n < LINES_MAX && mend_goes_on(next.text) &&
		next_soft_line(&rest, &next, columns, style)) {
		cut_soft_break(joined);
		g_string_append_len(joined, next.text.at, (gssize)next.text.len);
		n++;
	}
	return n;
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
	while (n < LINES_MAX && next_piece(&rest, &next, &piece) && next.depth == line->depth &&
		is_end_of_name(piece)) {
		g_string_append_len(name, piece.at, (gssize)piece.len);
		n++;
	}
	return n;
}
