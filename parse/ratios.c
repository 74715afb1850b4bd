/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of "name old new ratio%", as people compare /proc/vmstat and meminfo. */
#include "parse/figure_block.h"
#include "parse/scan.h"

#include <math.h>

/* Fewer lines of that form are chance. */
#define RATIO_LINES_MIN 3
/* Ratios are printed with two decimals. */
#define RATIO_SLACK 0.00501

struct ratio {
	struct slice name;
	double old, new, percent;
};

static gboolean read_line(struct slice line, struct ratio *ret_ratio)
{
	struct slice name, percent;

	if (!slice_ends(line, "%") || !(g_ascii_isalpha(line.at[0]) || line.at[0] == '_'))
		return FALSE;
	name = scan_word(&line);
	if (!literal_read(scan_word(&line), &ret_ratio->old) ||
		!literal_read(scan_word(&line), &ret_ratio->new))
		return FALSE;
	percent = scan_word(&line);
	if (!percent.len || slice_trim(line).len)
		return FALSE;
	percent.len--;
	if (slice_ends(name, ":"))
		name.len--;
	ret_ratio->name = name;
	return name.len && literal_read(percent, &ret_ratio->percent);
}

/* The ratio is that of the numbers; of nothing it is said to be 0. */
static gboolean is_true(const struct ratio *r)
{
	if (r->old == 0)
		return r->percent == 0;
	return fabs(r->new / r->old * 100 - r->percent) <= RATIO_SLACK;
}

static guint count_lines(const struct figure_place *place, guint *ret_true)
{
	struct ratio ratio;
	guint n = 0;

	*ret_true = 0;
	while (read_line(figure_line(place, place->at + n), &ratio)) {
		*ret_true += is_true(&ratio);
		n++;
	}
	return n;
}

static void add(const struct figure_place *place, guint i, const struct ratio *ratio)
{
	GArray *values = place->records->figure_values;
	guint first = values->len;

	g_array_append_val(values, ratio->old);
	g_array_append_val(values, ratio->new);

	struct mail_figure *figure = figure_add(place, FIGURE_RATIO, SLICE_NULL, i, first);
	figure->name = ratio->name;
	figure->percent = ratio->percent;
}

guint ratios_read(const struct figure_place *place)
{
	struct ratio ratio;
	guint right, n = count_lines(place, &right);

	if (right < RATIO_LINES_MIN)
		return n; /* so are the lines that follow */
	for (guint i = place->at; i < place->at + n && !figures_are_full(place); i++) {
		read_line(figure_line(place, i), &ratio);
		if (is_true(&ratio))
			add(place, i, &ratio);
		else
			figure_say_unreadable(place, i, "the ratio is not that of its numbers");
	}
	return n;
}
