/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of a chart, as gnuplot reads them. */
#include "render/chart_script.h"
#include "render/chart_text.h"

#include <math.h>

void script_number(GString *out, const char *before, double value)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];

	chart_digits(digits, value);
	g_string_append(out, before);
	g_string_append(out, isnan(value) ? "NaN" : digits);
}

static void add_rows(GString *out, const struct chart *chart, guint index)
{
	g_string_append_printf(out, "$chart%u << END\n", index);
	for (guint i = 0; i < chart_rows(chart); i++) {
		double value = NAN, low = NAN, high = NAN;

		if (chart->kind != CHART_PROFILE && chart_has_mark(chart, i)) {
			value = chart->rows[i].value;
			chart_interval(chart, i, &low, &high);
		}
		g_string_append_printf(out, "%u", i);
		script_number(out, " ", value);
		script_number(out, " ", low);
		script_number(out, " ", high);
		g_string_append_printf(out, " %u\n", chart->rows[i].tone);
	}
	g_string_append(out, "END\n");
}

static void add_value(
	GString *out, guint row, guint column, double value, enum chart_tone tone, double place)
{
	g_string_append_printf(out, "%u %u", row, column);
	script_number(out, " ", value);
	g_string_append_printf(out, " %u", tone);
	script_number(out, " ", place);
	g_string_append_c(out, '\n');
}

/* A change of half the largest one is drawn in most of the colour: the eye tells small ones
 * apart, not large ones. */
static double strength(const struct chart_range *range, double value)
{
	double most = MAX(fabs(range->low), fabs(range->high));

	return sqrt(MIN(fabs(value) / most, 1));
}

static void add_values_of_row(
	GString *out, const struct chart *chart, guint i, const struct chart_range *range)
{
	double lanes[CHART_VALUES_MAX];

	if (chart->kind == CHART_STRIP)
		chart_lanes(chart, i, range, lanes);
	for (guint k = 0; k < chart_values(chart, i); k++) {
		double value = chart_has_value(chart, i, k) ? chart->rows[i].values[k] : NAN;
		double place = chart->kind == CHART_STRIP      ? lanes[k]
			       : chart->kind == CHART_HEAT_MAP ? strength(range, value)
							       : 0;

		add_value(out, i, k, value, chart_tone(chart, i, k), place);
	}
}

static void add_pair(GString *out, const struct chart *chart, guint i)
{
	const struct chart_row *row = &chart->rows[i];
	double both[] = {row->value, row->other};

	for (guint k = 0; k < 2; k++)
		add_value(
			out, i, k, fabs(both[k]) <= CHART_VALUE_MAX ? both[k] : NAN, row->tone, 0);
}

void script_data(
	GString *out, const struct chart *chart, guint index, const struct chart_range *range)
{
	add_rows(out, chart, index);
	if (chart->kind == CHART_CHANGES || chart->kind == CHART_BEFORE_AFTER)
		return;
	g_string_append_printf(out, "$values%u << END\n", index);
	for (guint i = 0; i < chart_rows(chart); i++) {
		if (chart->kind == CHART_PROFILE)
			add_pair(out, chart, i);
		else
			add_values_of_row(out, chart, i, range);
	}
	g_string_append(out, "END\n");
}
