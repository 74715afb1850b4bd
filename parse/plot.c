/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/plot.h"

#include "parse/scan.h"

/* A frame's border has more dashes than any line of points has. */
#define BORDER_DASHES 10
#define PLOT_LINES_MAX 60
#define TITLE_DISTANCE 2

static gboolean is_frame(char c)
{
	return c && strchr("|+*.:O#@", c);
}

/* Whether a line, behind its y label if it has one, has frame characters on both sides. */
static gboolean is_framed(struct slice line, gboolean *ret_labelled)
{
	struct slice rest = line = slice_trim(line);
	double ignored;

	if (!line.len || !is_frame(line.at[line.len - 1])) /* most lines: rows end in a name */
		return FALSE;
	*ret_labelled = literal_read(scan_word(&rest), &ignored);
	if (*ret_labelled) {
		scan_blanks(&rest);
		line = rest;
	}
	return line.len > 2 && is_frame(line.at[0]);
}

static gboolean is_border(struct slice line)
{
	gboolean labelled;
	guint dashes = 0;

	if (!is_framed(line, &labelled) || !labelled)
		return FALSE;
	for (gsize i = 0; i < line.len; i++)
		dashes += line.at[i] == '-';
	return dashes >= BORDER_DASHES;
}

/* Index of the last line of the plot whose first is i; 0: none begins there. */
static guint plot_end(const GArray *lines, guint i)
{
	guint depth = BODY_LINE(lines, i)->depth;
	gboolean labelled;

	if (!is_border(BODY_LINE(lines, i)->text))
		return 0;
	for (guint k = i + 1; k < lines->len && k < i + PLOT_LINES_MAX; k++) {
		const struct body_line *line = BODY_LINE(lines, k);

		if (line->depth != depth || !is_framed(line->text, &labelled))
			return 0;
		if (is_border(line->text))
			return k;
	}
	return 0;
}

/* One word alone on the line above, or with one blank line between. */
static struct slice title_above(const GArray *lines, guint i)
{
	for (guint back = 1; back <= TITLE_DISTANCE && back <= i; back++) {
		struct slice rest = BODY_LINE(lines, i - back)->text, word = scan_word(&rest);

		if (!word.len)
			continue;
		return scan_word(&rest).len ? SLICE_NULL : word;
	}
	return SLICE_NULL;
}

void plots_read(struct records *records, const GArray *lines)
{
	for (guint i = 0; i < lines->len; i++) {
		guint end = plot_end(lines, i);

		if (!end)
			continue;
		struct plot plot = {BODY_LINE(lines, i)->number, BODY_LINE(lines, i)->depth,
			title_above(lines, i)};
		g_array_append_val(records->plots, plot);
		i = end;
	}
}
