/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_chars.h"

#include "base/show.h"
#include "render/chart_canvas.h"
#include "render/chart_text.h"

#include <math.h>

#define MARKS_MIN 16
#define VALUES_MAX 34

struct frame { /* how wide things are */
	guint label, marks, value;
};

/* ---- marks of a row ------------------------------------------------------------------------ */

static void put_interval(struct canvas *canvas, const struct chart *chart, guint i,
	const struct chart_range *range, gboolean over_all)
{
	double low, high;

	chart_interval(chart, i, &low, &high);
	if (!(low < high))
		return;

	guint from = canvas_place(range, low, canvas->n), to = canvas_place(range, high, canvas->n);

	for (guint at = from; at <= to; at++)
		if (over_all || canvas_at(canvas, at) == ' ')
			canvas_put(canvas, at, GLYPH_SPAN);
	canvas_put(canvas, from, GLYPH_LOW);
	canvas_put(canvas, to, GLYPH_HIGH);
}

static void put_beyond(struct canvas *canvas, const struct chart_range *range, double value)
{
	if (value < range->low)
		canvas_put(canvas, 0, GLYPH_BEFORE);
	if (value > range->high)
		canvas_put(canvas, canvas->n - 1, GLYPH_BEYOND);
}

static void put_bar(
	struct canvas *canvas, const struct chart_range *range, double value, enum chart_tone tone)
{
	guint zero = canvas_place(range, 0, canvas->n);
	guint end = canvas_place(range, value, canvas->n);

	if (value != 0 && isfinite(value))
		canvas_fill(canvas, zero, end, glyph_of_bar(tone));
	canvas_put(canvas, zero, GLYPH_ZERO);
	if (isfinite(value))
		put_beyond(canvas, range, value);
}

static void put_change(
	struct canvas *canvas, const struct chart *chart, guint i, const struct chart_range *range)
{
	const struct chart_row *row = &chart->rows[i];
	gboolean has = chart_has_mark(chart, i);

	put_bar(canvas, range, has ? row->value : NAN, row->tone);
	if (has && row->value >= range->low && row->value <= range->high)
		put_interval(canvas, chart, i, range, FALSE);
}

static void put_runs(
	struct canvas *canvas, const struct chart *chart, guint i, const struct chart_range *range)
{
	for (guint k = 0; k < chart_values(chart, i); k++) {
		if (!chart_has_value(chart, i, k))
			continue;

		guint at = canvas_place(range, chart->rows[i].values[k], canvas->n);
		gunichar there = canvas_at(canvas, at);

		canvas_put(canvas, at,
			there == GLYPH_RUN || there == GLYPH_RUNS ? GLYPH_RUNS : GLYPH_RUN);
	}
}

static void put_mean(
	struct canvas *canvas, const struct chart *chart, guint i, const struct chart_range *range)
{
	const struct chart_row *row = &chart->rows[i];

	if (chart_has_mark(chart, 0))
		canvas_put(
			canvas, canvas_place(range, chart->rows[0].value, canvas->n), GLYPH_ZERO);
	if (chart_has_mark(chart, i))
		put_interval(canvas, chart, i, range, TRUE);
	if (chart->kind == CHART_STRIP)
		put_runs(canvas, chart, i, range);
	if (!chart_has_mark(chart, i))
		return;
	canvas_put(canvas, canvas_place(range, row->value, canvas->n), glyph_of_mean(row->tone));
	put_beyond(canvas, range, row->value);
}

/* Of several columns in one place the last one, which is the news. */
static void put_heights(
	struct canvas *canvas, const struct chart *chart, guint i, const struct chart_range *range)
{
	guint columns = chart_columns(chart);
	double from = chart->kind == CHART_TREND ? MIN(range->low, 0) : range->low;

	for (guint at = 0; at < canvas->n; at++) {
		guint k = columns > canvas->n ? (at + 1) * columns / canvas->n - 1
					      : at * columns / canvas->n;

		if (chart_has_value(chart, i, k))
			canvas_put(canvas, at,
				glyph_of_height(
					(chart->rows[i].values[k] - from) / (range->high - from)));
	}
}

static void put_pair(
	struct canvas *canvas, const struct chart *chart, guint i, const struct chart_range *range)
{
	const struct chart_row *row = &chart->rows[i];
	guint half = (canvas->n - 1) / 2;
	struct canvas self = {canvas->cells, half}, children = {canvas->cells + half + 1, half};

	put_bar(&self, range, row->value, row->tone);
	put_bar(&children, range, row->other, row->tone);
}

static void put_marks(
	struct canvas *canvas, const struct chart *chart, guint i, const struct chart_range *range)
{
	switch (chart->kind) {
	case CHART_CHANGES:
		put_change(canvas, chart, i, range);
		break;
	case CHART_TREND:
	case CHART_SPARKLINE:
		put_heights(canvas, chart, i, range);
		break;
	case CHART_PROFILE:
		put_pair(canvas, chart, i, range);
		break;
	default:
		put_mean(canvas, chart, i, range);
		break;
	}
}

/* ---- lines --------------------------------------------------------------------------------- */

static void add_cut(GString *out, const char *text, guint width)
{
	g_autofree char *whole = show_line(slice_of(text));
	g_autofree char *cut = chart_cut(whole, width);

	g_string_append(out, cut);
	g_string_append_c(out, '\n');
}

static void add_padded(GString *out, const char *text, guint width, gboolean right)
{
	guint wide = chart_text_width(text);
	int blanks = wide < width ? (int)(width - wide) : 0;

	g_string_append_printf(
		out, "%*s%s%*s", right ? blanks : 0, "", text, right ? 0 : blanks, "");
}

static void trim_end(GString *out)
{
	while (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
}

static void add_row(GString *out, const struct chart *chart, guint i,
	const struct chart_range *range, const struct frame *frame)
{
	g_autofree char *label =
		show_line(slice_of(chart->rows[i].label ? chart->rows[i].label : ""));
	g_autofree char *cut_label = chart_cut(label, frame->label);
	g_autofree char *value = chart_value(chart, i);
	g_autofree char *cut_value = chart_cut(value, frame->value);
	struct canvas canvas = canvas_new(frame->marks);

	put_marks(&canvas, chart, i, range);
	add_padded(out, cut_label, frame->label, FALSE);
	g_string_append_c(out, ' ');
	canvas_add_to(&canvas, out);
	g_string_append_c(out, ' ');
	add_padded(out, cut_value, frame->value, TRUE);
	trim_end(out);
	g_string_append_c(out, '\n');
	canvas_clear(&canvas);
}

static void put_word(struct canvas *canvas, guint at, const char *word)
{
	for (; *word; word = g_utf8_next_char(word))
		canvas_put(canvas, at++, g_utf8_get_char(word));
}

/* Numbers under the ticks that have room for theirs. */
static void put_ticks(struct canvas *canvas, const struct chart_range *range)
{
	guint free_from = 0;
	double first = ceil(range->low / range->step);

	for (guint i = 0; i < CHART_TICKS_MAX && (first + i) * range->step <= range->high; i++) {
		double at = (first + i) * range->step;
		g_autofree char *number = chart_number(at, range->step);
		guint wide = chart_text_width(number), place = canvas_place(range, at, canvas->n);
		guint from = place > wide / 2 ? place - wide / 2 : 0;

		from = MIN(from, canvas->n - MIN(wide, canvas->n));
		if (i && from < free_from)
			continue;
		put_word(canvas, from, number);
		free_from = from + wide + 1;
	}
}

static void put_names(struct canvas *canvas, const struct chart *chart)
{
	g_autofree char *first = chart_column(chart, 0);
	g_autofree char *last = chart_column(chart, chart_columns(chart) - 1);
	guint wide = chart_text_width(last);

	put_word(canvas, 0, first);
	if (chart_columns(chart) > 1 && chart_text_width(first) + 1 + wide <= canvas->n)
		put_word(canvas, canvas->n - wide, last);
}

static void add_canvas(GString *out, const struct canvas *canvas, guint indent)
{
	g_string_append_printf(out, "%*s", (int)indent, "");
	canvas_add_to(canvas, out);
	trim_end(out);
	g_string_append_c(out, '\n');
}

/* Which of the two is which, below their zeroes. */
static void add_pair_names(GString *out, const struct frame *frame)
{
	struct canvas canvas = canvas_new(frame->marks);
	guint half = (canvas.n - 1) / 2;

	put_word(&canvas, half / 2 - MIN(half / 2, 2), "self");
	put_word(&canvas, half + 1 + half / 2 - MIN(half / 2, 4), "children");
	add_canvas(out, &canvas, frame->label + 1);
	canvas_clear(&canvas);
}

static void add_axis(GString *out, const struct chart *chart, const struct chart_range *range,
	const struct frame *frame)
{
	struct canvas canvas = canvas_new(frame->marks);
	guint half = (canvas.n - 1) / 2;
	struct canvas self = {canvas.cells, half}, children = {canvas.cells + half + 1, half};

	if (chart->kind == CHART_PROFILE) {
		put_ticks(&self, range);
		put_ticks(&children, range);
	} else if (chart->kind == CHART_TREND) {
		put_names(&canvas, chart);
	} else {
		put_ticks(&canvas, range);
	}
	add_canvas(out, &canvas, frame->label + 1);
	canvas_clear(&canvas);
	if (chart->kind == CHART_PROFILE)
		add_pair_names(out, frame);
}

static struct frame frame_of(const struct chart *chart, guint width)
{
	struct frame frame = {1, 0, 1};

	for (guint i = 0; i < chart_rows(chart); i++) {
		g_autofree char *label =
			show_line(slice_of(chart->rows[i].label ? chart->rows[i].label : ""));
		g_autofree char *value = chart_value(chart, i);

		frame.label = MAX(frame.label, chart_text_width(label));
		frame.value = MAX(frame.value, chart_text_width(value));
	}
	frame.value = MIN(frame.value, MIN(VALUES_MAX, (width - MARKS_MIN) / 2));
	frame.label = MIN(frame.label, MAX((width - frame.value - 2) / 2, 4));
	frame.label = MIN(frame.label, width - frame.value - 2 - MARKS_MIN);
	frame.marks = width - frame.label - frame.value - 2;
	return frame;
}

static void add_bands(
	GString *out, const struct chart *chart, const struct chart_range *range, guint width)
{
	struct frame frame = frame_of(chart, width);

	for (guint i = 0; i < chart_rows(chart); i++)
		add_row(out, chart, i, range, &frame);
	add_axis(out, chart, range, &frame);
}

static void add_line(
	GString *out, const struct chart *chart, const struct chart_range *range, guint width)
{
	struct canvas canvas = canvas_new(MIN(width, MAX(chart_columns(chart), 1)));

	put_marks(&canvas, chart, 0, range);
	canvas_add_to(&canvas, out);
	g_string_append_c(out, '\n');
	canvas_clear(&canvas);
}

static const char key_of_runs[] = "· a run, : several; ● mean, ├─┤ its 95 % interval";
static const char key_of_means[] = "● mean, ├─┤ its 95 % interval";

static void add_whole(
	GString *out, const struct chart *chart, const struct chart_range *range, guint width)
{
	g_autofree char *axis = chart_axis(chart, FALSE);

	add_cut(out, chart->title ? chart->title : "", width);
	if (chart->kind == CHART_HEAT_MAP)
		chart_heat_map_chars(out, chart, width);
	else if (chart->kind == CHART_HISTORY)
		chart_history_chars(out, chart, range, width);
	else
		add_bands(out, chart, range, width);
	add_cut(out, axis, width);
	if (chart->kind == CHART_STRIP)
		add_cut(out, chart_has_runs(chart) ? key_of_runs : key_of_means, width);
	if (chart->source)
		add_cut(out, chart->source, width);
}

char *chart_chars(const struct chart *chart, guint width, gboolean ascii)
{
	g_autoptr(GString) out = g_string_new(NULL);
	struct chart_range range;

	width = MAX(width, CHART_CHARS_WIDTH_MIN);
	if (!chart_range(chart, &range))
		return NULL;
	if (chart->kind == CHART_SPARKLINE)
		add_line(out, chart, &range, width);
	else
		add_whole(out, chart, &range, width);
	return ascii ? glyphs_to_ascii(out->str) : g_strdup(out->str);
}
