/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gnuplot draws of each kind.  A series without a point would end it, so each is asked for
 * only where it has one. */
#include "render/chart_script.h"
#include "render/chart_svg.h"

#include <math.h>

/* The sign of a cut bar. */
#define ARROW_FONT 22
/* From units below the upper edge of a band to gnuplot's share of it, -.5 to .5. */
static double in_band(const struct chart *chart, double units)
{
	return units / chart_shape(chart)->band - .5;
}

/* A further series of the plot at hand. */
static void series(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void series(GString *out, const char *format, ...)
{
	va_list arguments;

	g_string_append(out, g_str_has_suffix(out->str, "plot") ? " " : ", \\\n ");
	va_start(arguments, format);
	g_string_append_vprintf(out, format, arguments);
	va_end(arguments);
}

/* ---- one value a row ----------------------------------------------------------------------- */

static gboolean starts_at_zero(const struct chart *chart)
{
	return chart->kind == CHART_CHANGES || chart->kind == CHART_PROFILE;
}

/* Bars begin at 0, or at the mean of the base. */
static gboolean has_start(const struct chart *chart)
{
	return starts_at_zero(chart) || chart_has_mark(chart, 0);
}

static double start_of(const struct chart *chart, const struct chart_range *range)
{
	if (!has_start(chart))
		return range->low;
	return starts_at_zero(chart) ? 0 : chart->rows[0].value;
}

static gboolean is_inside(const struct chart_range *range, double value)
{
	return value >= range->low && value <= range->high;
}

static gboolean any_mark(const struct chart *chart)
{
	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart_has_mark(chart, i))
			return TRUE;
	return FALSE;
}

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

static void add_bars(GString *out, guint index, const char *half, const char *fill)
{
	series(out,
		"$chart%u using (bar($2)):($1+mark):(start):(bar($2)):"
		"($1+mark-%s*half):($1+mark+%s*half):(colour($5)) "
		"with boxxyerror fillstyle solid %s noborder linecolor rgb variable",
		index, half, half, fill);
}

/* A piece of line in each band rather than one through all, which would cross the texts. */
static void add_starts(GString *out, guint index)
{
	series(out,
		"$chart%u using (start):($1+lower-band):(0):(band) "
		"with vectors nohead linecolor rgb \"" CHART_INK "\"",
		index);
}

static void add_intervals(GString *out, guint index)
{
	series(out,
		"$chart%u using ($3 < $4 && inside($2) == $2 ? $2 : NaN):($1+mean):"
		"(inside($3)):(inside($4)) "
		"with xerrorbars pointtype 7 pointsize 0 linecolor rgb \"" CHART_INK "\"",
		index);
}

static void add_points(GString *out, guint index)
{
	series(out,
		"$chart%u using 2:($1+mean):(shape($5)):(colour($5)) "
		"with points pointsize 1.1 pointtype variable linecolor rgb variable",
		index);
}

/* The end of a bar that goes on beyond the edge. */
static void add_arrows(GString *out, guint index)
{
	series(out,
		"$chart%u using ($2 < left || $2 > right ? (bar($2) + inside($2)) / 2 : NaN):"
		"($1+mark):($2 < left ? \"\302\253\" : \"\302\273\"):(colour($5)) "
		"with labels center font \",%d\" textcolor rgb variable",
		index, ARROW_FONT);
}

static void add_changes(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	add_bars(out, index, "1", ".85");
	add_starts(out, index);
	if (any_interval(chart, range))
		add_intervals(out, index);
	if (any_outside(chart, range))
		add_arrows(out, index);
}

static void add_means(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	if (has_start(chart)) {
		add_bars(out, index, ".36", ".5");
		add_starts(out, index);
	}
	if (any_interval(chart, range))
		add_intervals(out, index);
	add_points(out, index);
	if (any_outside(chart, range))
		add_arrows(out, index);
}

/* ---- runs ----------------------------------------------------------------------------------- */

static void add_strip(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	if (has_start(chart))
		add_starts(out, index);
	if (chart_has_runs(chart))
		series(out,
			"$values%u using 3:($1+mark+lane*$5):(colour($4)) "
			"with points pointtype 6 pointsize .6 linewidth 1.4 linecolor rgb variable",
			index);
	if (any_interval(chart, range))
		add_intervals(out, index);
	if (any_mark(chart))
		add_points(out, index);
}

/* ---- columns -------------------------------------------------------------------------------- */

static gboolean any_better(const struct chart *chart)
{
	for (guint i = 0; i < chart_rows(chart); i++)
		for (guint k = 0; k < chart_values(chart, i); k++)
			if (chart_has_value(chart, i, k) && chart_tone(chart, i, k) == CHART_BETTER)
				return TRUE;
	return FALSE;
}

/* What got worse is filled, what got better framed, so that paper shows it, too. */
static void add_cells(GString *out, const struct chart *chart, guint index)
{
	series(out,
		"$values%u using ($3 == $3 ? $2 : "
		"NaN):($1+mark):($2-.47):($2+.47):($1+mark-half):($1+mark+half):"
		"(faint($4, $5)) with boxxyerror fillstyle solid noborder linecolor rgb variable",
		index);
	if (!any_better(chart))
		return;
	series(out,
		"$values%u using ($4 == 2 && $3 == $3 ? $2 : "
		"NaN):($1+mark):($2-.45):($2+.45):($1+mark-.9*half):"
		"($1+mark+.9*half) with boxxyerror fillstyle empty linewidth 2 "
		"linecolor rgb \"#0072B2\"",
		index);
}

static void add_columns(GString *out, guint index)
{
	series(out,
		"$values%u using "
		"2:($1+mark):($2-.4):($2+.4):($1+lower-band*($3-left)/(right-left)):"
		"($1+lower):(colour($4)) with boxxyerror fillstyle solid .85 noborder "
		"linecolor rgb variable",
		index);
	series(out,
		"$chart%u using (-.5):($1+lower):(columns):(0) "
		"with vectors nohead linecolor rgb \"" CHART_INK "\"",
		index);
}

static guint last_value(const struct chart *chart)
{
	guint last = 0;

	for (guint k = 0; k < chart_values(chart, 0); k++)
		if (chart_has_value(chart, 0, k))
			last = k;
	return last;
}

static void add_sparkline(GString *out, const struct chart *chart, guint index)
{
	series(out, "$values%u using 2:3 with lines linewidth 1.5 linecolor rgb \"" CHART_INK "\"",
		index);
	series(out,
		"$values%u using ($2 == %u ? $2 : NaN):3:(shape($4)):(colour($4)) "
		"with points pointsize .9 pointtype variable linecolor rgb variable",
		index, last_value(chart));
}

static void add_history(GString *out, const struct chart *chart, guint index)
{
	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart_has_values(chart, i))
			series(out,
				"$values%u using ($1 == %u ? $2 : NaN):3:(colour($4)) with points "
				"pointtype %d pointsize .8 linewidth 1.5 linecolor rgb variable",
				index, i, i ? CHART_BAD_POINT : CHART_GOOD_POINT);
}

/* ---- self and children ----------------------------------------------------------------------- */

static void add_pairs(GString *out, guint index)
{
	series(out,
		"$values%u using ($2*shift+$3):($1+mark):($2*shift):($2*shift+$3):($1+mark-half):"
		"($1+mark+half):(colour($4)) with boxxyerror fillstyle solid .85 noborder "
		"linecolor rgb variable",
		index);
	for (int i = 0; i < 2; i++)
		series(out,
			"$chart%u using (%d*shift):($1+lower-band):(0):(band) "
			"with vectors nohead linecolor rgb \"" CHART_INK "\"",
			index, i);
}

/* ---- the plot -------------------------------------------------------------------------------- */

static void add_sizes(GString *out, const struct chart *chart, const struct chart_range *range)
{
	const struct chart_shape *shape = chart_shape(chart);
	guint mean = chart_mean_at(chart), lower = mean + shape->half + 2;

	script_number(out, "start = ", start_of(chart, range));
	script_number(out, "\nmark = ", in_band(chart, shape->marks));
	script_number(out, "\nmean = ", in_band(chart, mean));
	script_number(out, "\nhalf = ", (double)shape->half / shape->band);
	script_number(out, "\nlower = ", in_band(chart, lower));
	script_number(
		out, "\nband = ", (double)(lower - shape->marks + shape->half + 2) / shape->band);
	script_number(out, "\nlane = ", (double)CHART_RUN / shape->band);
	script_number(out, "\nshift = ",
		(range->high - range->low) * (1 - CHART_PAIR_SHARE) / CHART_PAIR_SHARE);
	g_string_append_printf(out, "\ncolumns = %u\n", chart_columns(chart));
}

void script_marks(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	add_sizes(out, chart, range);
	g_string_append(out, "plot");
	switch (chart->kind) {
	case CHART_CHANGES:
		add_changes(out, chart, index, range);
		break;
	case CHART_STRIP:
		add_strip(out, chart, index, range);
		break;
	case CHART_HEAT_MAP:
		add_cells(out, chart, index);
		break;
	case CHART_TREND:
		add_columns(out, index);
		break;
	case CHART_SPARKLINE:
		add_sparkline(out, chart, index);
		break;
	case CHART_PROFILE:
		add_pairs(out, index);
		break;
	case CHART_HISTORY:
		add_history(out, chart, index);
		break;
	default:
		add_means(out, chart, index, range);
		break;
	}
	g_string_append_c(out, '\n');
}
