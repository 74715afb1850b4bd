/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_script.h"

#include "render/chart_layout.h"
#include "render/chart_svg.h"
#include "render/chart_text.h"

#include <math.h>

/* The sign of a cut bar, in its share of the width. */
#define ARROW .03
/* A picture of pixels has so many of them for a unit. */
#define PNG_SCALE 2

/* ---- one chart ------------------------------------------------------------------------------ */

/* Lines of the grid; their numbers are texts. */
static void add_grid(GString *out, const char *axis, const struct chart_range *range)
{
	double first = ceil(range->low / range->step);

	g_string_append_printf(out, "set %stics scale 0 (", axis);
	for (guint i = 0; i < CHART_TICKS_MAX && (first + i) * range->step <= range->high; i++) {
		g_string_append(out, i ? ", \"\"" : "\"\"");
		script_number(out, " ", (first + i) * range->step);
	}
	g_string_append(out, ")\n");
}

static void add_margins(struct script *script, const struct chart *chart)
{
	const struct chart_shape *shape = chart_shape(chart);
	guint above = shape->has_texts ? CHART_TOP : 0;
	double top = script->below + chart_height(chart) - above -
		     (shape->panel ? shape->band * chart_rows(chart) : 0);
	double width = shape->width;
	guint right = shape->has_texts ? CHART_MARGIN : 4;

	script_number(script->out, "set tmargin at screen ", top / script->height);
	script_number(script->out, "\nset bmargin at screen ",
		(double)(script->below + chart_bottom(chart)) / script->height);
	script_number(script->out, "\nset lmargin at screen ", chart_left(chart) / width);
	script_number(script->out, "\nset rmargin at screen ", 1 - right / width);
	g_string_append_c(script->out, '\n');
}

static gboolean has_columns(const struct chart *chart)
{
	return chart->kind == CHART_HEAT_MAP || chart->kind == CHART_TREND ||
	       chart->kind == CHART_SPARKLINE || chart->kind == CHART_HISTORY;
}

/* What a band is across: values, columns, or two panels side by side. */
static void add_x_range(GString *out, const struct chart *chart, const struct chart_range *range)
{
	if (has_columns(chart)) {
		g_string_append_printf(out, "set xrange [-.5:%u-.5]\n", chart_columns(chart));
		return;
	}
	script_number(out, "set xrange [", range->low);
	script_number(out, ":",
		chart->kind == CHART_PROFILE
			? range->low + (range->high - range->low) / CHART_PAIR_SHARE
			: range->high);
	g_string_append(out, "]\n");
}

static void add_y_range(GString *out, const struct chart *chart, const struct chart_range *range)
{
	if (chart->kind == CHART_HISTORY || chart->kind == CHART_SPARKLINE) {
		script_number(out, "set yrange [", range->low);
		script_number(out, ":", range->high);
		g_string_append(out, "]\n");
	} else {
		g_string_append_printf(out, "set yrange [%u.5:-0.5]\n", chart_rows(chart) - 1);
	}
}

static void add_settings(
	struct script *script, const struct chart *chart, const struct chart_range *range)
{
	GString *out = script->out;

	g_string_append(out, "unset label\nunset xtics\nunset ytics\n");
	add_margins(script, chart);
	script_number(out, "left = ", range->low);
	script_number(out, "\nright = ", range->high);
	script_number(out, "\ngap = ", ARROW * (range->high - range->low));
	g_string_append_c(out, '\n');
	add_x_range(out, chart, range);
	add_y_range(out, chart, range);
	if (chart->kind == CHART_HISTORY)
		add_grid(out, "y", range);
	else if (chart_shape(chart)->has_ticks && chart->kind != CHART_PROFILE)
		add_grid(out, "x", range);
	script->labels = 0;
	script_texts(script, chart, range);
}

static void add_svg(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	guint height = chart_height(chart);
	struct script script = {.out = out, .height = height};

	script_data(out, chart, index, range);
	g_string_append_printf(out,
		"set terminal svg noenhanced font \"sans-serif,%d\" size %u,%u\n", CHART_FONT,
		chart_shape(chart)->width, height);
	add_settings(&script, chart, range);
	g_string_append_printf(out, "set output \"" CHART_FILE "\"\n", index);
	script_marks(out, chart, index, range);
	g_string_append(out, "set output\n");
}

/* ---- all of them ----------------------------------------------------------------------------- */

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
	"set border 0\n"
	"set errorbars 1\n"
	"inside(x) = x < left ? left : x > right ? right : x\n"
	"bar(x) = x < left ? left + gap : x > right ? right - gap : x\n"
	"colour(tone) = tone == 1 ? 0xD55E00 : tone == 2 ? 0x0072B2 : 0x767676\n"
	"faint(tone, strength) = colour(tone) + 16777216 * int(255 * (.88 - .58 * strength))\n"
	"shape(tone) = tone == 1 ? 11 : tone == 2 ? 9 : 7\n";

static void begin(GString *out, const char *grid)
{
	g_string_append(out, settings);
	g_string_append_printf(out, "set grid xtics ytics linetype 1 linecolor rgb \"%s\"\n", grid);
}

char *charts_script_from(const struct chart *charts, guint n, guint first)
{
	GString *out = g_string_new(NULL);

	begin(out, CHART_FAINT_INK);
	for (guint i = first; i < n; i++) {
		struct chart_range range;

		if (chart_range(&charts[i], &range))
			add_svg(out, &charts[i], i, &range);
	}
	return g_string_free(out, FALSE);
}

char *charts_script(const struct chart *charts, guint n)
{
	return charts_script_from(charts, n, 0);
}

/* ---- pixels ---------------------------------------------------------------------------------- */

#define TITLE_HEIGHT 26

static guint64 height_of_all(const struct chart *charts, guint n)
{
	struct chart_range range;
	guint64 height = 0;

	for (guint i = 0; i < n; i++)
		if (chart_range(&charts[i], &range))
			height += TITLE_HEIGHT + chart_height(&charts[i]);
	return height;
}

static void add_png(struct script *script, const struct chart *chart, guint index,
	const struct chart_range *range)
{
	add_settings(script, chart, range);
	script_text(script, chart, chart_title(chart),
		(struct script_place){CHART_MARGIN, 6 - TITLE_HEIGHT / 2.0, SCRIPT_LEFT}, "title");
	script_marks(script->out, chart, index, range);
}

char *charts_script_png(const struct chart *charts, guint n)
{
	guint64 height = height_of_all(charts, n);
	struct script script = {g_string_new(NULL), TRUE, 0, (guint)height, (guint)height};
	struct chart_range range;

	if (!height || height > CHART_PNG_HEIGHT_MAX) {
		g_string_free(script.out, TRUE);
		return NULL;
	}
	begin(script.out, "#d8d8d8");
	for (guint i = 0; i < n; i++)
		if (chart_range(&charts[i], &range))
			script_data(script.out, &charts[i], i, &range);
	g_string_append_printf(script.out,
		"set terminal pngcairo noenhanced font \"sans-serif,%d\" fontscale %d linewidth %d "
		"pointscale %d size %u,%u\nset output \"" CHART_PNG "\"\nset multiplot\n",
		CHART_FONT * 3 / 4, PNG_SCALE, PNG_SCALE, PNG_SCALE, PNG_SCALE * CHART_WIDTH,
		PNG_SCALE * (guint)height);
	for (guint i = 0; i < n; i++)
		if (chart_range(&charts[i], &range)) {
			script.below -= TITLE_HEIGHT + chart_height(&charts[i]);
			add_png(&script, &charts[i], i, &range);
		}
	g_string_append(script.out, "unset multiplot\nset output\n");
	return g_string_free(script.out, FALSE);
}
