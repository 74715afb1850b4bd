/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gnuplot is given.  Nothing of a chart but its numbers goes in here. */
#include "render/chart_layout.h"
#include "render/chart_script.h"
#include "render/chart_svg.h"
#include "render/chart_text.h"

#include <math.h>

/* Where in its band, from -.5 to .5, a row has its text and its mark. */
#define TEXT_AT "-.22"
#define MARK_AT ".2"
/* The sign of a cut bar, in its share of the width. */
#define ARROW .03
#define ARROW_FONT 22

/* As few digits as give the same double. */
static void add_number(GString *out, const char *before, double value)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(digits, sizeof digits, "%.15g", value);
	if (g_ascii_strtod(digits, NULL) != value)
		g_ascii_formatd(digits, sizeof digits, "%.17g", value);
	g_string_append(out, before);
	g_string_append(out, isnan(value) ? "NaN" : digits);
}

static void add_data(GString *out, const struct chart *chart, guint index)
{
	g_string_append_printf(out, "$chart%u << END\n", index);
	for (guint i = 0; i < chart_rows(chart); i++) {
		double value = NAN, low = NAN, high = NAN;

		if (chart_has_mark(chart, i)) {
			value = chart->rows[i].value;
			chart_interval(chart, i, &low, &high);
		}
		g_string_append_printf(out, "%u", i);
		add_number(out, " ", value);
		add_number(out, " ", low);
		add_number(out, " ", high);
		g_string_append_printf(out, " %d\n", chart->rows[i].tone);
	}
	g_string_append(out, "END\n");
}

/* Ticks are ours: gnuplot's number formats depend on the locale's and are too wide. */
static void add_ticks(GString *out, const struct chart_range *range)
{
	double first = ceil(range->low / range->step);

	g_string_append(out, "set xtics scale 0 (");
	for (guint i = 0; i < CHART_TICKS_MAX; i++) {
		double at = (first + i) * range->step;

		if (at > range->high)
			break;

		g_autofree char *number = chart_number(at, range->step);

		g_string_append_printf(out, "%s\"%s\"", i ? ", " : "", number);
		add_number(out, " ", at);
	}
	g_string_append(out, ") textcolor rgb \"" CHART_INK "\"\n");
}

/* Bars begin at 0, or at the mean of the base. */
static gboolean has_start(const struct chart *chart)
{
	return chart->kind == CHART_CHANGES || chart_has_mark(chart, 0);
}

static double start_of(const struct chart *chart)
{
	return chart->kind == CHART_CHANGES ? 0 : chart->rows[0].value;
}

static void add_settings(GString *out, const struct chart *chart, const struct chart_range *range)
{
	guint height = chart_height(chart);

	g_string_append_printf(out,
		"set terminal svg noenhanced font \"sans-serif,%d\" size %d,%u\n", CHART_FONT,
		CHART_WIDTH, height);
	add_number(out, "set tmargin at screen ", 1 - (double)CHART_TOP / height);
	add_number(out, "\nset bmargin at screen ", (double)CHART_BOTTOM / height);
	add_number(out, "\nset lmargin at screen ", (double)CHART_MARGIN / CHART_WIDTH);
	add_number(out, "\nset rmargin at screen ", 1 - (double)CHART_MARGIN / CHART_WIDTH);
	add_number(out, "\nset label 1 \"" CHART_PLACE_AXIS "\" at screen .5, screen ",
		(double)CHART_AXIS / height);
	add_number(out, " center textcolor rgb \"" CHART_INK "\"\nleft = ", range->low);
	add_number(out, "\nright = ", range->high);
	add_number(out, "\nstart = ", has_start(chart) ? start_of(chart) : range->low);
	add_number(out, "\ngap = ", ARROW * (range->high - range->low));
	g_string_append_printf(
		out, "\nset xrange [left:right]\nset yrange [%u.5:-0.5]\n", chart_rows(chart) - 1);
	add_ticks(out, range);
}

static gboolean is_inside(const struct chart_range *range, double value)
{
	return value >= range->low && value <= range->high;
}

/* An interval that nobody has is no series: an empty one ends gnuplot. */
static gboolean any_interval(const struct chart *chart, const struct chart_range *range)
{
	for (guint i = 0; i < chart_rows(chart); i++) {
		double low, high;

		chart_interval(chart, i, &low, &high);
		if (chart_has_mark(chart, i) && low < high &&
			is_inside(range, chart->rows[i].value))
			return TRUE;
	}
	return FALSE;
}

static gboolean any_outside(const struct chart *chart, const struct chart_range *range)
{
	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart_has_mark(chart, i) && !is_inside(range, chart->rows[i].value))
			return TRUE;
	return FALSE;
}

static void add_texts(GString *out, guint index)
{
	g_string_append_printf(out,
		"plot $chart%u using (left):($1" TEXT_AT
		"):(place($1, \"label\")) with labels left "
		"textcolor rgb \"" CHART_INK "\", \\\n"
		" $chart%u using (right):($1" TEXT_AT "):(place($1, \"value\")) with labels right "
		"textcolor rgb \"" CHART_INK "\"",
		index, index);
}

static void add_bars(GString *out, guint index, const char *half, const char *fill)
{
	g_string_append_printf(out,
		", \\\n $chart%u using (bar($2)):($1+" MARK_AT "):(start):(bar($2)):"
		"($1+" MARK_AT "-%s):($1+" MARK_AT "+%s):(colour($5)) "
		"with boxxyerror fillstyle solid %s noborder linecolor rgb variable",
		index, half, half, fill);
}

/* A piece of line in each band rather than one through all, which would cross the texts. */
static void add_starts(GString *out, guint index)
{
	g_string_append_printf(out,
		", \\\n $chart%u using (start):($1+" MARK_AT "-.24):(0):(.48) "
		"with vectors nohead linecolor rgb \"" CHART_INK "\"",
		index);
}

static void add_intervals(GString *out, guint index)
{
	g_string_append_printf(out,
		", \\\n $chart%u using ($3 < $4 && inside($2) == $2 ? $2 : NaN):($1+" MARK_AT "):"
		"(inside($3)):(inside($4)) "
		"with xerrorbars pointtype 7 pointsize 0 linecolor rgb \"" CHART_INK "\"",
		index);
}

static void add_points(GString *out, guint index)
{
	g_string_append_printf(out,
		", \\\n $chart%u using 2:($1+" MARK_AT "):(shape($5)):(colour($5)) "
		"with points pointsize 1.1 pointtype variable linecolor rgb variable",
		index);
}

/* The end of a bar that goes on beyond the edge. */
static void add_arrows(GString *out, guint index)
{
	g_string_append_printf(out,
		", \\\n $chart%u using ($2 < left || $2 > right ? (bar($2) + inside($2)) / 2 : "
		"NaN):"
		"($1+" MARK_AT "):($2 < left ? \"\302\253\" : \"\302\273\"):(colour($5)) "
		"with labels center font \",%d\" textcolor rgb variable",
		index, ARROW_FONT);
}

/*
 * The first plot of a process differs in some bytes from the same plot later on: one
 * is thrown away.
 */
static const char settings[] =
	"set encoding utf8\n"
	"set terminal svg noenhanced\n"
	"set output \"/dev/null\"\n"
	"plot [0:1] [0:1] x\n"
	"set output\n"
	"unset key\n"
	"unset ytics\n"
	"set border 0\n"
	"set errorbars 1\n"
	"set grid xtics linetype 1 linecolor rgb \"" CHART_FAINT_INK "\"\n"
	"place(row, what) = \"" CHART_PLACE_MARK
	"\" . int(row) . \".\" . what . \"" CHART_PLACE_MARK "\"\n"
	"inside(x) = x < left ? left : x > right ? right : x\n"
	"bar(x) = x < left ? left + gap : x > right ? right - gap : x\n"
	"colour(tone) = tone == 1 ? 0xD55E00 : tone == 2 ? 0x0072B2 : 0x767676\n"
	"shape(tone) = tone == 1 ? 11 : tone == 2 ? 9 : 7\n";

static void add_plot(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	gboolean changes = chart->kind == CHART_CHANGES;

	add_data(out, chart, index);
	add_settings(out, chart, range);
	g_string_append_printf(out, "set output \"" CHART_FILE "\"\n", index);
	add_texts(out, index);
	if (has_start(chart)) {
		add_bars(out, index, changes ? ".17" : ".06", changes ? ".85" : ".5");
		add_starts(out, index);
	}
	if (any_interval(chart, range))
		add_intervals(out, index);
	if (!changes)
		add_points(out, index);
	if (any_outside(chart, range))
		add_arrows(out, index);
	g_string_append(out, "\nset output\n");
}

char *charts_script_from(const struct chart *charts, guint n, guint first)
{
	GString *out = g_string_new(settings);

	for (guint i = first; i < n; i++) {
		struct chart_range range;

		if (chart_range(&charts[i], &range))
			add_plot(out, &charts[i], i, &range);
	}
	return g_string_free(out, FALSE);
}

char *charts_script(const struct chart *charts, guint n)
{
	return charts_script_from(charts, n, 0);
}
