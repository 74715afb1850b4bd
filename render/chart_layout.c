/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_layout.h"

#include <math.h>
#include <stdlib.h>

/* A change so many times the median is cut at the chart's edge. */
#define OUTLIER 12
/* Of the range, left free at both sides. */
#define PADDING .05
/* Means of which one is less than this share of another are drawn from 0. */
#define FROM_ZERO .5

guint chart_rows(const struct chart *chart)
{
	return MIN(chart->n_rows, CHART_ROWS_MAX);
}

gboolean chart_has_mark(const struct chart *chart, guint i)
{
	return fabs(chart->rows[i].value) <= CHART_VALUE_MAX;
}

void chart_interval(const struct chart *chart, guint i, double *ret_low, double *ret_high)
{
	const struct chart_row *row = &chart->rows[i];
	gboolean known = !isnan(row->low) && !isnan(row->high);

	*ret_low = known ? CLAMP(row->low, -CHART_VALUE_MAX, row->value) : row->value;
	*ret_high = known ? CLAMP(row->high, row->value, CHART_VALUE_MAX) : row->value;
}

guint chart_height(const struct chart *chart)
{
	return CHART_TOP + CHART_BAND * chart_rows(chart) + CHART_BOTTOM;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median_size(const struct chart *chart)
{
	double sizes[CHART_ROWS_MAX];
	guint n = 0;

	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart_has_mark(chart, i) && chart->rows[i].value != 0)
			sizes[n++] = fabs(chart->rows[i].value);
	if (!n)
		return 0;
	qsort(sizes, n, sizeof *sizes, compare_doubles);
	return sizes[n / 2];
}

/* 1, 2 or 5 times a power of ten, so that four to eight ticks fit. */
static double step_for(double width)
{
	double rough = width / 6, power = pow(10, floor(log10(rough))), lead = rough / power;

	return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

/* What all marks and their intervals cover. */
static gboolean extent(const struct chart *chart, double limit, struct chart_range *range)
{
	gboolean any = FALSE;

	*range = (struct chart_range){INFINITY, -INFINITY, 0};
	for (guint i = 0; i < chart_rows(chart); i++) {
		double low, high;

		if (!chart_has_mark(chart, i))
			continue;
		chart_interval(chart, i, &low, &high);
		range->low = MIN(range->low, MAX(low, -limit));
		range->high = MAX(range->high, MIN(high, limit));
		any = TRUE;
	}
	return any;
}

/* An end that is infinite, or nearly, is cut: the values themselves set the scale. */
static double limit_of_values(const struct chart *chart)
{
	double largest = 0;

	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart_has_mark(chart, i))
			largest = MAX(largest, fabs(chart->rows[i].value));
	return 2 * largest;
}

static void pad(struct chart_range *range)
{
	double width = range->high - range->low;

	if (!(width > fabs(range->high) * 1e-9))
		width = MAX(fabs(range->high) * .1, 1e-9);
	range->low -= range->low == 0 ? 0 : PADDING * width;
	range->high += range->high == 0 ? 0 : PADDING * width;
	if (range->low == range->high)
		range->high = 1;
	range->step = step_for(range->high - range->low);
}

static gboolean is_near_zero(const struct chart_range *range)
{
	double a = fabs(range->low), b = fabs(range->high);

	return MIN(a, b) < FROM_ZERO * MAX(a, b);
}

gboolean chart_range(const struct chart *chart, struct chart_range *ret_range)
{
	double limit = limit_of_values(chart);

	if (chart->kind == CHART_CHANGES)
		limit = MIN(limit, OUTLIER * median_size(chart));
	if (!extent(chart, limit, ret_range))
		return FALSE;
	if (chart->kind == CHART_CHANGES || is_near_zero(ret_range)) {
		ret_range->low = MIN(ret_range->low, 0);
		ret_range->high = MAX(ret_range->high, 0);
	}
	pad(ret_range);
	return TRUE;
}
