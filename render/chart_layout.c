/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_layout.h"

#include "render/chart_text.h"

#include <math.h>
#include <stdlib.h>

#define BESIDE(band, text, marks, half, has_ticks)                                                 \
	{                                                                                          \
		CHART_WIDTH, band, text, text, marks, half, 0, TRUE, has_ticks                     \
	}
#define BELOW(band, text, marks, half, has_ticks)                                                  \
	{                                                                                          \
		CHART_WIDTH, (band) + CHART_LINE, text, (text) + CHART_LINE, (marks) + CHART_LINE, \
			half, 0, TRUE, has_ticks                                                   \
	}

static const struct chart_shape shapes[CHART_KINDS] = {
	[CHART_CHANGES] = BESIDE(42, 12, 29, 7, TRUE),
	[CHART_BEFORE_AFTER] = BESIDE(42, 12, 29, 7, TRUE),
	[CHART_STRIP] = BESIDE(58, 12, 29, 7, TRUE),
	[CHART_HEAT_MAP] = BESIDE(48, 11, 33, 12, FALSE),
	[CHART_TREND] = BESIDE(48, 11, 33, 12, FALSE),
	[CHART_SPARKLINE] = {120, 28, 0, 0, 14, 11, 0, FALSE, FALSE},
	[CHART_PROFILE] = BESIDE(42, 12, 29, 7, TRUE),
	[CHART_HISTORY] = {CHART_WIDTH, 20, 10, 10, 10, 7, 190, TRUE, TRUE},
};
/* Of kinds whose labels are names of tests, machines and symbols. */
static const struct chart_shape tall_shapes[CHART_KINDS] = {
	[CHART_CHANGES] = BELOW(42, 12, 29, 7, TRUE),
	[CHART_BEFORE_AFTER] = BELOW(42, 12, 29, 7, TRUE),
	[CHART_STRIP] = BELOW(58, 12, 29, 7, TRUE),
	[CHART_PROFILE] = BELOW(42, 12, 29, 7, TRUE),
};
/* Of a line, what "-98.4% worse, n 3-6" leaves, or the two values of a profile do. */
#define LABEL_BESIDE (CHART_LINE_WIDTH - 21)
#define LABEL_BESIDE_PAIR (CHART_LINE_WIDTH - 28)

/* Between runs and the mean below them. */
#define BELOW_RUNS 17

gboolean chart_is_tall(const struct chart *chart)
{
	guint room = chart->kind == CHART_PROFILE ? LABEL_BESIDE_PAIR : LABEL_BESIDE;

	if (!tall_shapes[chart->kind].band)
		return FALSE;
	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart->rows[i].label && chart_is_wider(chart->rows[i].label, room))
			return TRUE;
	return FALSE;
}

const struct chart_shape *chart_shape(const struct chart *chart)
{
	gboolean has_means_only = chart->kind == CHART_STRIP && !chart_has_runs(chart);
	enum chart_kind kind = has_means_only ? CHART_BEFORE_AFTER : chart->kind;

	return chart_is_tall(chart) ? &tall_shapes[kind] : &shapes[kind];
}

guint chart_mean_at(const struct chart *chart)
{
	gboolean apart = chart->kind == CHART_STRIP && chart_has_runs(chart);

	return chart_shape(chart)->marks + (apart ? BELOW_RUNS : 0);
}

guint chart_rows(const struct chart *chart)
{
	return MIN(chart->n_rows, chart->kind == CHART_SPARKLINE ? 1 : CHART_ROWS_MAX);
}

static guint values_max(const struct chart *chart)
{
	return chart->kind == CHART_HEAT_MAP ? CHART_CELLS_MAX : CHART_VALUES_MAX;
}

guint chart_values(const struct chart *chart, guint i)
{
	return MIN(chart->rows[i].n_values, values_max(chart));
}

guint chart_columns(const struct chart *chart)
{
	guint n = chart->columns ? MIN(chart->n_columns, values_max(chart)) : 0;

	for (guint i = 0; i < chart_rows(chart); i++)
		n = MAX(n, chart_values(chart, i));
	return n;
}

static gboolean is_drawable(double value)
{
	return fabs(value) <= CHART_VALUE_MAX;
}

gboolean chart_has_mark(const struct chart *chart, guint i)
{
	return is_drawable(chart->rows[i].value) ||
	       (chart->kind == CHART_PROFILE && is_drawable(chart->rows[i].other));
}

gboolean chart_has_value(const struct chart *chart, guint i, guint k)
{
	return k < chart_values(chart, i) && is_drawable(chart->rows[i].values[k]);
}

gboolean chart_has_values(const struct chart *chart, guint i)
{
	for (guint k = 0; k < chart_values(chart, i); k++)
		if (chart_has_value(chart, i, k))
			return TRUE;
	return FALSE;
}

gboolean chart_has_runs(const struct chart *chart)
{
	for (guint i = 0; i < chart_rows(chart); i++)
		if (chart_has_values(chart, i))
			return TRUE;
	return FALSE;
}

enum chart_tone chart_tone(const struct chart *chart, guint i, guint k)
{
	const struct chart_row *row = &chart->rows[i];

	if (chart->kind == CHART_HEAT_MAP)
		return row->tones ? row->tones[k] : CHART_NEUTRAL;
	return row->tone;
}

void chart_interval(const struct chart *chart, guint i, double *ret_low, double *ret_high)
{
	const struct chart_row *row = &chart->rows[i];
	gboolean known = !isnan(row->low) && !isnan(row->high);

	*ret_low = known ? CLAMP(row->low, -CHART_VALUE_MAX, row->value) : row->value;
	*ret_high = known ? CLAMP(row->high, row->value, CHART_VALUE_MAX) : row->value;
}

/* ---- columns ---------------------------------------------------------------------------- */

static guint widest_column(const struct chart *chart)
{
	guint widest = 0;

	for (guint k = 0; k < chart_columns(chart); k++) {
		g_autofree char *label = chart_column(chart, k);

		widest = MAX(widest, chart_text_width(label));
	}
	return widest;
}

static double column_room(const struct chart *chart)
{
	return (double)(CHART_WIDTH - 2 * CHART_MARGIN) / MAX(chart_columns(chart), 1);
}

gboolean chart_columns_are_upright(const struct chart *chart)
{
	return chart->kind == CHART_HEAT_MAP &&
	       widest_column(chart) * CHART_DIGIT + 4 > column_room(chart);
}

guint chart_column_step(const struct chart *chart)
{
	if (!chart->columns || (chart->kind != CHART_HEAT_MAP && chart->kind != CHART_TREND))
		return 0;
	if (chart->kind == CHART_HEAT_MAP)
		return 1;

	double wide = (widest_column(chart) + 2) * CHART_DIGIT;

	return MAX((guint)ceil(wide / column_room(chart)), 1);
}

gboolean chart_has_column_label(const struct chart *chart, guint step, guint k)
{
	guint columns = chart_columns(chart);

	return step && k < columns && k < chart->n_columns && chart->columns[k] &&
	       (columns - 1 - k) % step == 0;
}

/* ---- sizes ------------------------------------------------------------------------------- */

static guint columns_height(const struct chart *chart)
{
	return chart_columns_are_upright(chart) ? 8 + CHART_DIGIT * widest_column(chart)
						: CHART_LINE;
}

guint chart_bottom(const struct chart *chart)
{
	const struct chart_shape *shape = chart_shape(chart);

	if (!shape->has_texts)
		return 0;

	guint ticks = chart->kind == CHART_PROFILE   ? 2 * CHART_LINE
		      : chart->kind == CHART_HISTORY ? 4
		      : shape->has_ticks             ? CHART_LINE
						     : columns_height(chart);

	return ticks + CHART_LINE * (chart->source ? 2 : 1) + 8;
}

guint chart_height(const struct chart *chart)
{
	const struct chart_shape *shape = chart_shape(chart);
	guint top = shape->has_texts ? CHART_TOP : 0;

	return top + shape->band * chart_rows(chart) + shape->panel + chart_bottom(chart);
}

guint chart_left(const struct chart *chart)
{
	struct chart_range range;
	guint widest = 0;

	if (!chart_shape(chart)->panel || !chart_range(chart, &range))
		return chart_shape(chart)->has_texts ? CHART_MARGIN : 4;
	for (double at = ceil(range.low / range.step); at * range.step <= range.high; at++) {
		g_autofree char *number = chart_number(at * range.step, range.step);

		widest = MAX(widest, chart_text_width(number));
	}
	return CHART_MARGIN + CHART_DIGIT * widest;
}

guint chart_places(const struct chart *chart)
{
	guint step = chart_column_step(chart), places = 0;

	if (!chart_shape(chart)->has_texts)
		return 0;
	for (guint k = 0; k < chart_columns(chart); k++)
		places += chart_has_column_label(chart, step, k);
	return places + 2 * chart_rows(chart) + 1 + (chart->source ? 1 : 0);
}

/* ---- ranges --------------------------------------------------------------------------------- */

/* A change so many times the median is cut at the chart's edge. */
#define OUTLIER 12
/* Of the range, left free at both sides. */
#define PADDING .05
/* Means of which one is less than this share of another are drawn from 0. */
#define FROM_ZERO .5

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

/* 1, 2 or 5 times a power of ten, so that `ticks` of them or a few more fit. */
static double step_for(double width, double ticks)
{
	double rough = width / ticks, power = pow(10, floor(log10(rough))), lead = rough / power;

	return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

static void widen(struct chart_range *range, double low, double high)
{
	range->low = MIN(range->low, low);
	range->high = MAX(range->high, high);
}

static void widen_by_pair(struct chart_range *range, const struct chart_row *row)
{
	if (is_drawable(row->value))
		widen(range, row->value, row->value);
	if (is_drawable(row->other))
		widen(range, row->other, row->other);
}

/* What all marks, their intervals and the values cover; of the ends no more than the limit. */
static gboolean extent(const struct chart *chart, double limit, struct chart_range *range)
{
	*range = (struct chart_range){INFINITY, -INFINITY, 0};
	for (guint i = 0; i < chart_rows(chart); i++) {
		double low, high;

		for (guint k = 0; k < chart_values(chart, i); k++)
			if (chart_has_value(chart, i, k))
				widen(range, chart->rows[i].values[k], chart->rows[i].values[k]);
		if (!chart_has_mark(chart, i))
			continue;
		if (chart->kind == CHART_PROFILE) {
			widen_by_pair(range, &chart->rows[i]);
			continue;
		}
		chart_interval(chart, i, &low, &high);
		widen(range, MAX(low, -limit), MIN(high, limit));
	}
	return range->low <= range->high;
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
	range->step = step_for(range->high - range->low, 5);
}

static gboolean is_near_zero(const struct chart_range *range)
{
	double a = fabs(range->low), b = fabs(range->high);

	return MIN(a, b) < FROM_ZERO * MAX(a, b);
}

/* Two panels side by side, each with its zero in the middle, so one range does for both. */
static void make_even(struct chart_range *range)
{
	double most = MAX(fabs(range->low), fabs(range->high));

	most = most > 0 ? most * (1 + PADDING) : 1;
	*range = (struct chart_range){-most, most, step_for(2 * most, 3)};
}

gboolean chart_range(const struct chart *chart, struct chart_range *ret_range)
{
	gboolean from_zero = chart->kind == CHART_CHANGES || chart->kind == CHART_TREND;
	double limit = limit_of_values(chart);

	if (chart->kind == CHART_CHANGES)
		limit = MIN(limit, OUTLIER * median_size(chart));
	if (!extent(chart, limit, ret_range))
		return FALSE;
	if (chart->kind == CHART_PROFILE) {
		make_even(ret_range);
		return TRUE;
	}
	if (from_zero || (chart->kind != CHART_SPARKLINE && is_near_zero(ret_range))) {
		ret_range->low = MIN(ret_range->low, 0);
		ret_range->high = MAX(ret_range->high, 0);
	}
	pad(ret_range);
	return TRUE;
}

/* ---- runs ----------------------------------------------------------------------------------- */

#define LANES 3

struct run {
	double value;
	guint at;
};

static int compare_runs(const void *a, const void *b)
{
	const struct run *x = a, *y = b;
	int order = compare_doubles(&x->value, &y->value);

	return order ? order : (x->at > y->at) - (x->at < y->at);
}

static guint free_lane(const double *ends, double from)
{
	guint best = 0;

	for (guint lane = 0; lane < LANES; lane++) {
		if (ends[lane] <= from)
			return lane;
		if (ends[lane] < ends[best])
			best = lane;
	}
	return best;
}

void chart_lanes(const struct chart *chart, guint i, const struct chart_range *range, double *lanes)
{
	static const double places[LANES] = {0, -1, 1};
	double point = (range->high - range->low) * CHART_RUN / CHART_WIDTH;
	double ends[LANES] = {-INFINITY, -INFINITY, -INFINITY};
	guint n = 0;
	struct run runs[CHART_VALUES_MAX];

	for (guint k = 0; k < chart_values(chart, i); k++) {
		lanes[k] = 0;
		if (chart_has_value(chart, i, k))
			runs[n++] = (struct run){chart->rows[i].values[k], k};
	}
	qsort(runs, n, sizeof *runs, compare_runs);
	for (guint k = 0; k < n; k++) {
		guint lane = free_lane(ends, runs[k].value);

		ends[lane] = runs[k].value + point;
		lanes[runs[k].at] = places[lane];
	}
}
