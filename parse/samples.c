/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The runs of a stat as JSON in prose: a list, perhaps cut out of a matrix.json by grep,
 * which puts the file's name before each line, or one number a file:
 *
 *	v6.12-rc4/matrix.json:  "will-it-scale.per_process_ops": [
 *	v6.12-rc4/matrix.json-    188545955,
 *	1/stats.json:  "unixbench.score": 14321,
 *
 * or as a list in a line of its own:
 *
 *	will-it-scale.per_process_ops: 188545955, 188681834, 188907282
 */
#include "parse/figure_block.h"
#include "parse/scan.h"

#define NAME_BYTES_MAX 256
#define PLAIN_MIN 3 /* numbers of a list without quotation marks */

/* Takes "dir/matrix.json:" or "dir/matrix.json-" off the front; null: none. */
static struct slice take_file(struct slice *rest)
{
	struct slice after = *rest, word = scan_word(&after);

	if (!slice_ends(word, ".json:") && !slice_ends(word, ".json-"))
		return SLICE_NULL;
	scan_blanks(&after);
	*rest = after;
	word.len--;
	return word;
}

/* Takes `"name" :` off the front; null: none. */
static struct slice take_name(struct slice *rest)
{
	struct slice after = *rest, name;

	if (!slice_starts(after, "\""))
		return SLICE_NULL;
	after = slice_skip(after, 1);
	name = scan_before(&after, "\"");
	scan_blanks(&after);
	if (!name.len || name.len > NAME_BYTES_MAX || !slice_starts(after, ":"))
		return SLICE_NULL;
	after = slice_skip(after, 1);
	scan_blanks(&after);
	*rest = after;
	return name;
}

/* The next number, its comma too. */
static gboolean take_number(struct slice *rest, double *ret_value)
{
	gsize n = 0;

	scan_blanks(rest);
	while (n < rest->len && !strchr(", \t]", rest->at[n]))
		n++;
	if (!literal_read((struct slice){rest->at, n}, ret_value))
		return FALSE;
	*rest = slice_skip(*rest, n);
	scan_blanks(rest);
	if (slice_starts(*rest, ","))
		*rest = slice_skip(*rest, 1);
	return TRUE;
}

/* The numbers of a line up to ']'; FALSE when something else stands there. */
static gboolean take_numbers(struct slice rest, GArray *values, gboolean *ret_closed)
{
	double value;

	*ret_closed = FALSE;
	while (slice_trim(rest).len) {
		scan_blanks(&rest);
		if (slice_starts(rest, "]")) {
			*ret_closed = TRUE;
			return TRUE;
		}
		if (!take_number(&rest, &value) || values->len >= FIGURE_VALUES_MAX)
			return FALSE;
		g_array_append_val(values, value);
	}
	return TRUE;
}

/* Lines of the list whose '[' was taken off `rest`; 0: it is none of numbers. */
static guint read_list(const struct figure_place *place, struct slice rest)
{
	GArray *values = place->records->figure_values;
	guint first = values->len;
	gboolean closed;

	for (guint i = place->at; i < place->at + FIGURE_LIST_LINES_MAX;) {
		if (!take_numbers(rest, values, &closed))
			break;
		i++;
		if (closed)
			return values->len > first ? i - place->at : 0;
		rest = figure_line(place, i);
		if (slice_is_null(rest))
			break;
		take_file(&rest);
	}
	if (values->len > first)
		figure_say_unreadable(place, place->at, "a list of samples cannot be read");
	g_array_set_size(values, first);
	return 0;
}

/* Lines that give one number of the same name each. */
static guint read_files(const struct figure_place *place, struct slice name)
{
	GArray *values = place->records->figure_values;
	guint n = 0;

	for (;; n++) {
		struct slice rest = figure_line(place, place->at + n);
		double value;

		if (!take_file(&rest).at || !slice_equal(take_name(&rest), name) ||
			!take_number(&rest, &value) || slice_trim(rest).len)
			return n;
		g_array_append_val(values, value);
	}
}

/* "fsmark.files_per_sec:", "fsmark.files_per_sec =": a stat's name with a point in it. */
static struct slice take_stat(struct slice *rest)
{
	struct slice after = *rest, name = scan_word(&after);
	const char *point = name.len ? memchr(name.at, '.', name.len) : NULL;

	if (!point || !g_ascii_isalpha(name.at[0]) || name.len > NAME_BYTES_MAX)
		return SLICE_NULL;
	scan_blanks(&after);
	if (slice_ends(name, ":"))
		name.len--;
	else if (slice_starts(after, "=") || slice_starts(after, ":"))
		after = slice_skip(after, 1);
	else
		return SLICE_NULL;
	*rest = after;
	return point + 1 < name.at + name.len ? name : SLICE_NULL;
}

/* A line that is a name and numbers, and nothing else; FALSE: it is none. */
static gboolean read_plain(const struct figure_place *place, struct slice *ret_name)
{
	GArray *values = place->records->figure_values;
	struct slice rest = figure_line(place, place->at);
	guint first = values->len;
	gboolean closed, bracket;

	*ret_name = take_stat(&rest);
	scan_blanks(&rest);
	bracket = slice_starts(rest, "[");
	if (ret_name->len && take_numbers(slice_skip(rest, bracket), values, &closed) &&
		closed == bracket && values->len >= first + PLAIN_MIN)
		return TRUE;
	g_array_set_size(values, first);
	return FALSE;
}

static struct slice text_above(const struct figure_place *place)
{
	return place->above ? place->above->text : SLICE_NULL;
}

guint samples_read(const struct figure_place *place)
{
	struct slice rest = figure_line(place, place->at), file = take_file(&rest);
	struct slice name = take_name(&rest);
	guint first = place->records->figure_values->len, n;

	if (!name.len && !file.len && read_plain(place, &name)) {
		struct mail_figure *plain =
			figure_add(place, FIGURE_SAMPLES, text_above(place), place->at, first);

		plain->name = name;
		return 1;
	}
	if (!name.len)
		return 0;
	if (slice_starts(rest, "["))
		n = read_list(place, slice_skip(rest, 1));
	else
		n = file.len ? read_files(place, name) : 0;
	if (!n)
		return 0;

	struct mail_figure *figure = figure_add(
		place, FIGURE_SAMPLES, file.len ? file : text_above(place), place->at, first);
	figure->name = name;
	return n;
}
