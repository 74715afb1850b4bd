/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/picture.h"

#include "base/literal.h"
#include "parse/line.h"
#include "parse/scan.h"

#include <math.h>

/* Of half a line: labels are set on the nearest line, and their digits are rounded. */
#define LABEL_SLACK 1.02

/* A body line, a character a byte: no-break spaces are blanks, other text is '?'. */
struct text_line {
	char at[PICTURE_COLUMNS_MAX];
	guint len; /* without blanks at its end */
};

gboolean picture_is_frame(char c)
{
	return c && strchr("|+*.:O#@", c);
}

static gboolean is_continuation(char c)
{
	return ((guchar)c & 0xc0) == 0x80;
}

static gboolean read_line(struct slice text, struct text_line *ret_line)
{
	ret_line->len = 0;
	for (guint column = 0; text.len; column++) {
		gsize blank = blank_at(text), n = blank ? blank : 1;
		gboolean ascii = blank || (text.at[0] > ' ' && text.at[0] < 0x7f);

		if (column == PICTURE_COLUMNS_MAX)
			return !slice_trim(text).len;
		ret_line->at[column] = blank ? ' ' : ascii ? text.at[0] : '?';
		if (text.at[0] == '\t')
			return FALSE;
		while (!ascii && n < text.len && is_continuation(text.at[n]))
			n++;
		text = slice_skip(text, n);
		if (!blank)
			ret_line->len = column + 1;
	}
	return TRUE;
}

/* The label before column `side`; FALSE when something else stands there. */
static gboolean read_label(
	const struct text_line *line, guint side, gboolean *ret_labelled, double *ret_value)
{
	struct slice label = slice_trim((struct slice){line->at, side});

	*ret_labelled = label.len > 0;
	if (side && line->at[side - 1] != ' ')
		return FALSE;
	return !label.len || literal_read(label, ret_value);
}

/* Column of the left side: behind the label and the blanks that follow it. */
static guint find_side(const struct text_line *line)
{
	guint column = 0;

	while (column < line->len && line->at[column] == ' ')
		column++;
	while (column < line->len && line->at[column] != ' ')
		column++;
	while (column < line->len && line->at[column] == ' ')
		column++;
	return column;
}

/* Height of a line in the units of the labels. */
static double step(const struct picture *p)
{
	return (p->high - p->low) / (p->lines - 1);
}

static gboolean fits(const struct picture *p, guint line, double label)
{
	return fabs(label - picture_value(p, line)) <= step(p) / 2 * LABEL_SLACK;
}

static const char *check_scale(const struct picture *p, const double *labels)
{
	if (!isfinite(step(p)) || !(step(p) > 0))
		return "its labels do not fall from line to line";
	for (guint i = 0; i < p->lines; i++)
		if (p->labelled[i] && !fits(p, i, labels[i]))
			return "its labels are no linear scale";
	return NULL;
}

static const char *add_line(
	struct picture *p, const struct text_line *line, guint side, guint end, double *ret_label)
{
	if (line->len != end || !picture_is_frame(line->at[side]) ||
		!picture_is_frame(line->at[end - 1]))
		return "its sides do not stand below each other";
	if (!read_label(line, side, &p->labelled[p->lines], ret_label))
		return "a label is no number";
	memcpy(p->at[p->lines++], line->at + side, p->columns);
	return NULL;
}

const char *picture_read(const GArray *lines, guint first, guint last, struct picture *p)
{
	double labels[PICTURE_LINES_MAX];
	struct text_line line;
	guint side = 0, end = 0;

	if (last - first >= PICTURE_LINES_MAX)
		return "it has too many lines";
	p->lines = 0;
	for (guint i = first; i <= last; i++) {
		if (!read_line(BODY_LINE(lines, i)->text, &line))
			return "a line is too long or holds tabs";
		if (i == first) {
			side = find_side(&line);
			end = line.len;
			p->columns = end - side;
		}
		if (p->columns < 3)
			return "its sides do not stand below each other";

		const char *why = add_line(p, &line, side, end, &labels[p->lines]);
		if (why)
			return why;
	}
	if (p->lines < 3 || !p->labelled[0] || !p->labelled[p->lines - 1])
		return "its scale has no two ends";
	p->high = labels[0];
	p->low = labels[p->lines - 1];
	return check_scale(p, labels);
}

double picture_value(const struct picture *p, guint line)
{
	/* From the nearer end, so that the ends give their labels. */
	if (line * 2 < p->lines)
		return p->high - line * step(p);
	return p->low + (p->lines - 1 - line) * step(p);
}
