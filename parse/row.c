/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/row.h"

#include "parse/line.h"

#include <math.h>

struct scan {
	const char *at, *end;
	guint repairs; /* enum repair */
};

static void skip_blanks(struct scan *s)
{
	static const char many[] = "        ";

	while (s->end - s->at >= 8 && !memcmp(s->at, many, 8)) /* as between columns */
		s->at += 8;
	while (s->at < s->end) {
		if (*s->at == ' ' || *s->at == '\t')
			s->at++;
		else if (*s->at == '\xc2' && s->end - s->at > 1 && s->at[1] == '\xa0') {
			s->at += 2;
			s->repairs |= REPAIR_NBSP;
		} else
			break;
	}
}

static gboolean at_end(const struct scan *s)
{
	return s->at == s->end;
}

static char peek(const struct scan *s)
{
	return s->at < s->end ? *s->at : '\0';
}

static gboolean take(struct scan *s, char c)
{
	if (peek(s) != c || at_end(s))
		return FALSE;
	s->at++;
	return TRUE;
}

static gboolean take_word(struct scan *s, const char *word)
{
	gsize n = strlen(word);

	if ((gsize)(s->end - s->at) < n || memcmp(s->at, word, n) != 0)
		return FALSE;
	s->at += n;
	return TRUE;
}

static gsize take_digits(struct scan *s)
{
	const char *from = s->at;

	while (s->at < s->end && *s->at >= '0' && *s->at <= '9')
		s->at++;
	return (gsize)(s->at - from);
}

/* Whether a number may end here: not amid a word, a date, a hash or an address. */
static gboolean number_ends(const struct scan *s)
{
	char c = peek(s);

	/* In nearly all cases it is one of these. */
	if (at_end(s) || c == ' ' || c == '%')
		return TRUE;
	return !g_ascii_isalnum(c) && !strchr("_.:/-,", c);
}

static gboolean take_digits_and_exponent(struct scan *s)
{
	gsize digits = take_digits(s);

	/* "14321." is a number and a ruined mark: which one of them is cut cannot be told. */
	if (!digits || (take(s, '.') && !take_digits(s)))
		return FALSE;
	if (take(s, 'e')) {
		if (!take(s, '+'))
			take(s, '-');
		if (!take_digits(s))
			return FALSE;
	}
	return TRUE;
}

/* [+-]digits[.digits][e[+-]digits], [+-]Inf, NaN. */
static gboolean take_number(struct scan *s, struct slice *ret_text)
{
	struct scan from = *s;

	if (!take(s, '-'))
		take(s, '+');
	if ((take_word(s, "Inf") || take_word(s, "NaN") || take_digits_and_exponent(s)) &&
		number_ends(s)) {
		*ret_text = slice_between(from.at, s->at);
		return TRUE;
	}
	*s = from;
	return FALSE;
}

/*
 * The mark of the spread: "±", or what charsets and archives make of it: "A+-", "+-",
 * "+/-", "Â±", "Â", "ą", "?", ".", a bare byte B1, U+FFFD; "~" in 2013-14.  So: any
 * run of bytes beyond ASCII, with "A" or without, or one of those.
 */
static gboolean take_mark(struct scan *s)
{
	const char *from = s->at;

	if (take(s, '~') || take_word(s, "+-") || take_word(s, "+/-") || take_word(s, "A+-"))
		return TRUE;
	if (take(s, '.'))
		return TRUE;
	while (take(s, '?'))
		;
	if (s->at == from)
		take(s, 'A');

	const char *bare = s->at;

	while (s->at < s->end && (*s->at & 0x80) && !blank_at(slice_between(s->at, s->end)))
		s->at++;
	if (s->at > bare || (s->at > from && *from == '?'))
		return TRUE;
	s->at = from;
	return FALSE;
}

/* Whether it is the mark that was printed. */
static gboolean is_mark(struct slice mark, enum table_style style)
{
	return slice_is(mark, style == TABLE_OLD ? "~" : "\xc2\xb1") || slice_is(mark, "\xc2\xb1");
}

#define STDDEV_DIGITS_MAX 8

/* [-]digits% */
static gboolean take_spread(struct scan *s, int *ret_stddev)
{
	gboolean negative = take(s, '-');
	const char *from = s->at;
	gsize digits = take_digits(s);
	int value = 0;

	if (!digits || digits > STDDEV_DIGITS_MAX || !take(s, '%'))
		return FALSE;
	for (gsize i = 0; i < digits; i++)
		value = value * 10 + (from[i] - '0');
	*ret_stddev = negative ? -value : value;
	return TRUE;
}

/*
 * "± 3%".  `bare`: "3%" too, whose mark was lost with a wrong charset; only where
 * nothing else can stand without a sign.
 */
static gboolean take_stddev(struct scan *s, enum table_style style, gboolean bare, int *ret_stddev)
{
	struct scan from = *s;

	skip_blanks(s);

	const char *at = s->at;
	gboolean marked = take_mark(s);

	if (!is_mark(slice_between(at, s->at), style))
		s->repairs |= REPAIR_MARK;
	if (marked)
		skip_blanks(s);
	if ((marked || (bare && peek(s) != '-')) && take_spread(s, ret_stddev))
		return TRUE;
	*s = from;
	*ret_stddev = STDDEV_NONE;
	return FALSE;
}

static struct change no_change(void)
{
	return (struct change){SLICE_NULL, NAN, UNIT_PERCENT};
}

static gboolean read_change(struct slice number, gboolean percent, struct change *ret_change)
{
	double value = NAN;

	if (!slice_is(number, "NaN") && !literal_read(number, &value))
		return FALSE;
	*ret_change = (struct change){
		{number.at, number.len + percent}, value, percent ? UNIT_PERCENT : UNIT_POINTS};
	return TRUE;
}

/*
 * The change before a mean.  The usual tool always signs it; the older one prints
 * whole percents without a plus sign, and nothing when under 3 %.
 */
static gboolean take_change(struct scan *s, enum table_style style, struct change *ret_change)
{
	struct scan from;
	struct slice number;

	skip_blanks(s);
	from = *s;
	if (take_number(s, &number)) {
		gboolean percent = take(s, '%');
		gboolean is_signed = number.at[0] == '+' || number.at[0] == '-';

		if ((style == TABLE_COMPARE ? percent : is_signed) &&
			read_change(number, percent, ret_change))
			return TRUE;
	}
	*s = from;
	*ret_change = no_change();
	return style == TABLE_COMPARE;
}

static gboolean read_mean(struct slice number, struct cell *cell)
{
	cell->text = number;
	if (slice_is(number, "NaN"))
		return TRUE;
	return literal_mean(number, &cell->mean, &cell->means);
}

/* "[mean] [± N%]": a blank mean with a spread is of 2014, when small ones were left out. */
static gboolean take_mean(struct scan *s, enum table_style style, struct cell *cell)
{
	struct scan from;
	struct slice number;

	cell->text = SLICE_NULL;
	cell->mean = cell->means.low = cell->means.high = NAN;
	cell->fails = cell->runs = 0;
	skip_blanks(s);
	from = *s;
	if (take_number(s, &number) && peek(s) != '%') {
		if (!read_mean(number, cell))
			return FALSE;
		take_stddev(s, style, style != TABLE_COMPARE, &cell->stddev);
		return TRUE;
	}
	*s = from;
	return take_stddev(s, style, FALSE, &cell->stddev) || style == TABLE_OLD;
}

/* "[fails]:runs" */
static gboolean take_count(struct scan *s, struct cell *cell)
{
	const char *from;

	skip_blanks(s);
	from = s->at;
	take_digits(s);

	struct slice fails = slice_between(from, s->at);

	if (!take(s, ':'))
		return FALSE;

	const char *runs = s->at;

	take_digits(s);
	*cell = (struct cell){
		.mean = NAN, .means = {NAN, NAN}, .stddev = STDDEV_NONE, .change = no_change()};
	return (!fails.len || literal_count(fails, &cell->fails)) &&
	       literal_count(slice_between(runs, s->at), &cell->runs) &&
	       (at_end(s) || blank_at(slice_between(s->at, s->end)));
}

/* Whether a count begins here, readable or not. */
static gboolean is_count(struct scan s)
{
	take_digits(&s);
	return take(&s, ':') && take_digits(&s) &&
	       (at_end(&s) || blank_at(slice_between(s.at, s.end)));
}

/* The difference of two rates: "9297%", "-75%", "Inf%".  In points. */
static gboolean take_reproduction(struct scan *s, struct change *ret_change)
{
	struct slice number;

	skip_blanks(s);
	if (!take_number(s, &number) || !take(s, '%') || !read_change(number, TRUE, ret_change))
		return FALSE;
	ret_change->unit = UNIT_POINTS;
	return TRUE;
}

/*
 * A letter somewhere, and no number: that would be one more column than there are heads.
 * Nor the mark of a spread whose number stands on the next line.
 */
static gboolean is_name(struct slice word)
{
	struct scan s = {word.at, word.at + word.len, 0};
	struct slice number;

	if (take_mark(&s) && at_end(&s))
		return FALSE;
	s.at = word.at;
	if (take_number(&s, &number) && (at_end(&s) || slice_is(slice_between(s.at, s.end), "%")))
		return FALSE;
	for (gsize i = 0; i < word.len; i++)
		if (g_ascii_isalpha(word.at[i]))
			return TRUE;
	return FALSE;
}

/* Names stand behind two blanks; one alone is left where white space was collapsed. */
static guint repairs_of_gap(struct slice gap)
{
	if (gap.len == 1)
		return REPAIR_BLANKS;
	return memchr(gap.at, '\xc2', gap.len) ? REPAIR_NBSP : 0;
}

/*
 * Names hold no blanks but for a "TOTAL " or "GEO-MEAN " before them; what follows
 * is somebody's note.
 */
static gboolean take_name(struct scan *s, struct row *row)
{
	struct slice rest = blank_trim(slice_between(s->at, s->end)), word;

	if (rest.at == s->at || !word_next(&rest, &word) || !is_name(word))
		return FALSE;
	s->repairs |= repairs_of_gap(slice_between(s->at, word.at));
	row->stat = word;
	if (slice_is(word, "TOTAL") || slice_is(word, "GEO-MEAN")) {
		if (!word_next(&rest, &word)) {
			s->at = s->end;
			return FALSE;
		}
		row->stat.len = (gsize)(word.at + word.len - row->stat.at);
	}
	rest = blank_trim(rest);
	row->note = rest.len ? rest : SLICE_NULL;
	return TRUE;
}

/* What a line is that began as a row and could not be read up to here. */
static enum row_result stopped(struct scan *s)
{
	skip_blanks(s);
	struct scan mark = *s;

	if (take_mark(&mark) && at_end(&mark)) /* its number is on the next line */
		s->at = s->end;
	/* A sign may be parted from its number by a line's end. */
	if (!at_end(s) && s->end - s->at == 1 && (*s->at == '-' || *s->at == '+'))
		s->at++;
	return at_end(s) ? ROW_SHORT : ROW_BROKEN;
}

static enum row_result read_rest(
	struct scan *s, guint columns, enum table_style style, struct row *row, struct cell *cells)
{
	for (guint i = 1; i < columns; i++) {
		struct change change;
		gboolean read =
			row->kind == ROW_FAIL
				? take_reproduction(s, &change) && take_count(s, &cells[i])
				: take_change(s, style, &change) && take_mean(s, style, &cells[i]);

		if (!read)
			return stopped(s);
		cells[i].change = change;
	}
	if (!take_name(s, row))
		return stopped(s);
	row->repairs = s->repairs;
	return ROW_READ;
}

/* "14321. ": digits that are lost, or a ruined mark. */
static gboolean is_cut_number(struct scan s)
{
	return take_digits(&s) && take(&s, '.') && blank_at(slice_between(s.at, s.end));
}

enum row_result row_read(struct slice line, guint columns, enum table_style style,
	struct row *ret_row, struct cell *ret_cells)
{
	struct scan start = {line.at, line.at + line.len, 0}, s;

	skip_blanks(&start);
	s = start;
	*ret_row = (struct row){.kind = ROW_FAIL, .stat = SLICE_NULL, .note = SLICE_NULL};
	if (is_count(start))
		return take_count(&s, &ret_cells[0])
			       ? read_rest(&s, columns, style, ret_row, ret_cells)
			       : ROW_BROKEN;
	ret_row->kind = ROW_MEAN;
	if (!take_mean(&s, style, &ret_cells[0]) || s.at == start.at)
		return is_cut_number(start) ? ROW_BROKEN : ROW_NONE;
	ret_cells[0].change = no_change();
	return read_rest(&s, columns, style, ret_row, ret_cells);
}
