/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/plot.h"

#include "parse/line.h"
#include "parse/scan.h"
#include "parse/series.h"

#include <math.h>

/* A frame's border has more dashes than any line of points has. */
#define BORDER_DASHES 10
#define BORDER_COLUMNS 20
#define TIC_DASHES 1
#define TITLE_DISTANCE 2

/* Whether a line, behind its y label if it has one, has frame characters on both sides. */
static gboolean is_framed(struct slice line, gboolean *ret_labelled)
{
	struct slice rest = line = blank_trim(line), word;
	double ignored;

	if (!line.len || !picture_is_frame(line.at[line.len - 1]))
		return FALSE;
	*ret_labelled = word_next(&rest, &word) && literal_read(word, &ignored);
	if (*ret_labelled)
		line = blank_trim(rest);
	return line.len > 2 && picture_is_frame(line.at[0]);
}

/* A line of dashes with a label, though points may cover most of them. */
static gboolean is_border(struct slice line)
{
	gboolean labelled, covered = TRUE;
	guint dashes = 0;

	if (!is_framed(line, &labelled) || !labelled)
		return FALSE;
	word_next(&line, &(struct slice){0});
	line = blank_trim(line);
	for (gsize i = 0; i < line.len; i++) {
		dashes += line.at[i] == '-';
		covered = covered && (line.at[i] == '-' || picture_is_frame(line.at[i]));
	}
	return dashes >= BORDER_DASHES ||
	       (covered && dashes > TIC_DASHES && line.len >= BORDER_COLUMNS);
}

/* Cheap.  Most lines are told by their end; a no-break space may stand behind it. */
static gboolean may_be_border(const struct body_line *line)
{
	return !line->is_row && (picture_is_frame(line->last) || (line->last & 0x80));
}

/* Index of the last line of the plot whose first is i; 0: it has none. */
static guint plot_end(const GArray *lines, guint i)
{
	guint depth = BODY_LINE(lines, i)->depth;
	gboolean labelled;

	for (guint k = i + 1; k < lines->len && k < i + PICTURE_LINES_MAX; k++) {
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

static void say_unreadable(const struct records *records, const struct body_line *line,
	const char *why, const struct diag_sink *sink)
{
	struct origin at = origin_at(&records->mail->origin, line->part, line->number);

	diag_emit(sink, DIAG_PLOT_UNREADABLE, &at, line->text, "%s", why);
}

/* NULL, or why it cannot be read back. */
static const char *read_back(
	struct records *records, const GArray *lines, guint first, guint last, struct plot *plot)
{
	struct picture picture;
	const char *why;

	if (records->plots->len >= PLOTS_MAX)
		return "there are too many plots to be read back";
	why = picture_read(lines, first, last, &picture);
	if (why)
		return why;
	if (!series_read(&picture, records->plot_samples, &plot->good, &plot->bad))
		return "it has more samples than columns";
	plot->lines = picture.lines;
	plot->columns = picture.columns;
	plot->low = picture.low;
	plot->high = picture.high;
	return NULL;
}

static void add_plot(struct records *records, const GArray *lines, guint first, guint last,
	const struct diag_sink *sink)
{
	const struct body_line *line = BODY_LINE(lines, first);
	struct plot plot = {
		.line = line->number,
		.depth = line->depth,
		.title = title_above(lines, first),
		.low = NAN,
		.high = NAN,
	};
	const char *why = read_back(records, lines, first, last, &plot);

	if (why)
		say_unreadable(records, line, why, sink);
	g_array_append_val(records->plots, plot);
}

void plots_read(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	for (guint i = 0; i < lines->len; i++) {
		guint end;

		if (!may_be_border(BODY_LINE(lines, i)) || !is_border(BODY_LINE(lines, i)->text))
			continue;
		end = plot_end(lines, i);
		if (!end) {
			say_unreadable(records, BODY_LINE(lines, i), "its frame has no end", sink);
			continue;
		}
		add_plot(records, lines, i, end, sink);
		i = end;
	}
}
