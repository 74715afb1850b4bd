/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of `perf stat`: counters, their spread over the runs, the time elapsed. */
#include "parse/figure_block.h"
#include "parse/scan.h"

#include <math.h>

#define NUMBER_BYTES 40
#define BLANK_LINES_MAX 2

/* "468,562,316,621" or "189.336404566". */
static gboolean read_number(struct slice word, double *ret_value)
{
	char digits[NUMBER_BYTES];
	gsize n = 0;

	for (gsize i = 0; i < word.len; i++) {
		if (word.at[i] == ',')
			continue;
		if (n == sizeof digits)
			return FALSE;
		digits[n++] = word.at[i];
	}
	return word.len && word.at[0] != ',' && literal_read((struct slice){digits, n}, ret_value);
}

/* Takes "<not supported>" or "<not counted>", which is no value, or a number. */
static gboolean take_value(struct slice *rest, GArray *values)
{
	struct slice after = *rest;
	double value;

	if (scan_text(rest, "<not supported>") || scan_text(rest, "<not counted>"))
		return TRUE;
	if (!read_number(scan_word(&after), &value))
		return FALSE;
	g_array_append_val(values, value);
	*rest = after;
	return TRUE;
}

/* "( +-  0.02% )" at the end, taken off. */
static double take_spread(struct slice *rest)
{
	const char *bracket = slice_find(*rest, "( +-");
	double percent = NAN;

	if (!bracket)
		return percent;
	struct slice inside = slice_skip(*rest, (gsize)(bracket + 4 - rest->at));
	struct slice word = scan_word(&inside);
	if (slice_ends(word, "%"))
		word.len--;
	literal_read(word, &percent);
	*rest = slice_trim(slice_between(rest->at, bracket));
	return percent;
}

/* "# 3.2 GHz" at the end, taken off; null: none. */
static struct slice take_comment(struct slice *rest)
{
	const char *hash = slice_find(*rest, "#");

	if (!hash)
		return SLICE_NULL;
	struct slice comment = slice_trim(slice_between(hash + 1, rest->at + rest->len));
	*rest = slice_trim(slice_between(rest->at, hash));
	return comment;
}

static struct slice take_unit(struct slice *rest)
{
	static const char *const units[] = {
		"seconds", "msec", "ms", "us", "ns", "Joules", "MiB", "GiB", "MB", "GB"};
	struct slice after = *rest, word = scan_word(&after);

	for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
		if (!slice_is(word, units[i]) || !slice_trim(after).len)
			continue;
		*rest = slice_trim(after);
		return word;
	}
	return SLICE_NULL;
}

/* "+- 0.0012" between the time and its unit is the spread in seconds; the percent says it. */
static void skip_absolute_spread(struct slice *rest)
{
	struct slice after = *rest;
	double ignored;

	scan_blanks(&after);
	if (scan_text(&after, "+- ") && literal_read(scan_word(&after), &ignored))
		*rest = after;
}

static gboolean read_counter(const struct figure_place *place, guint i, struct slice title)
{
	GArray *values = place->records->figure_values;
	struct slice rest = figure_line(place, i), comment, unit;
	guint first = values->len;
	double spread;

	if (!take_value(&rest, values))
		return FALSE;
	spread = take_spread(&rest);
	comment = take_comment(&rest);
	skip_absolute_spread(&rest);
	rest = slice_trim(rest);
	unit = take_unit(&rest);
	if (!rest.len || !g_ascii_isalpha(rest.at[0])) {
		g_array_set_size(values, first);
		return FALSE;
	}

	struct mail_figure *figure = figure_add(place, FIGURE_PERF_STAT, title, i, first);
	figure->name = rest;
	figure->unit = unit;
	figure->note = comment;
	figure->percent = spread;
	return TRUE;
}

static gboolean may_be_counter(struct slice line)
{
	return line.len && (g_ascii_isdigit(line.at[0]) || line.at[0] == '<');
}

guint perf_stat_read(const struct figure_place *place)
{
	struct slice title = figure_line(place, place->at);
	guint last = place->at, blank = 0, counters = 0;

	if (!scan_text(&title, "Performance counter stats for"))
		return 0;
	title = slice_trim(title);
	if (slice_ends(title, ":"))
		title.len--;
	for (guint i = place->at + 1; blank <= BLANK_LINES_MAX && !figures_are_full(place); i++) {
		struct slice line = figure_line(place, i);

		if (slice_is_null(line) || (line.len && !may_be_counter(line)))
			break;
		if (!line.len) {
			blank++;
			continue;
		}
		blank = 0;
		last = i;
		if (read_counter(place, i, title))
			counters++;
		else
			figure_say_unreadable(place, i, "a counter cannot be read");
	}
	if (!counters)
		figure_say_unreadable(place, place->at, "no counter follows");
	return last - place->at + 1;
}
