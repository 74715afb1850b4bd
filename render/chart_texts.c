/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the texts of a chart stand. */
#include "render/chart_script.h"
#include "render/chart_svg.h"
#include "render/chart_text.h"

#include <math.h>
#include <string.h>

/* ---- one text ---------------------------------------------------------------------------- */

static double screen_y(const struct script *script, const struct chart *chart, double y)
{
	return (script->below + chart_height(chart) - y) / script->height;
}

/* `quoted` is of our own making: places, octal digits, words. */
static void add_label(struct script *script, const struct chart *chart, const char *quoted,
	struct script_place at)
{
	static const char *const aligns[] = {"left", "center", "right", "right rotate by 90"};

	g_string_append_printf(
		script->out, "set label %u \"%s\" at screen ", ++script->labels, quoted);
	script_number(script->out, "", at.x / chart_shape(chart)->width);
	script_number(script->out, ", screen ", screen_y(script, chart, at.y));
	g_string_append_printf(
		script->out, " %s front textcolor rgb \"" CHART_INK "\"\n", aligns[at.align]);
}

/* Digits and backslashes alone: no byte of the text is itself there. */
static char *as_octal(const char *text)
{
	GString *octal = g_string_new(NULL);

	for (; *text; text++)
		g_string_append_printf(octal, "\\%03o", (guint8)*text);
	return g_string_free(octal, FALSE);
}

void script_text(struct script *script, const struct chart *chart, char *text,
	struct script_place at, const char *format, ...)
{
	g_autofree char *octal = script->is_png ? as_octal(text) : NULL;
	g_autofree char *name = NULL;
	va_list arguments;

	va_start(arguments, format);
	name = g_strdup_vprintf(format, arguments);
	va_end(arguments);

	g_autofree char *place = g_strdup_printf(CHART_PLACE_MARK "%s" CHART_PLACE_MARK, name);

	add_label(script, chart, octal ? octal : place, at);
	g_free(text);
}

void script_word(
	struct script *script, const struct chart *chart, const char *word, struct script_place at)
{
	add_label(script, chart, word, at);
}

/* ---- ticks ------------------------------------------------------------------------------- */

double script_x(const struct chart *chart, const struct chart_range *range, double value)
{
	double left = chart_left(chart), room = CHART_WIDTH - CHART_MARGIN - left;

	return left + (value - range->low) / (range->high - range->low) * room;
}

/* Centred, unless it would stand out of the picture. */
static struct script_place centred(double x, double y, guint width)
{
	double half = width * CHART_DIGIT / 2.0;

	if (x - half < 0)
		return (struct script_place){0, y, SCRIPT_LEFT};
	if (x + half > CHART_WIDTH)
		return (struct script_place){CHART_WIDTH, y, SCRIPT_RIGHT};
	return (struct script_place){x, y, SCRIPT_CENTRE};
}

/* Ticks of `range` on an axis that may go on beyond it. */
static void add_ticks(struct script *script, const struct chart *chart,
	const struct chart_range *axis, const struct chart_range *range, struct script_place at)
{
	double first = ceil(range->low / range->step);

	for (guint i = 0; i < CHART_TICKS_MAX && (first + i) * range->step <= range->high; i++) {
		double value = (first + i) * range->step;
		g_autofree char *number = chart_number(value, range->step);

		script_word(script, chart, number,
			centred(at.x + script_x(chart, axis, value), at.y,
				chart_text_width(number)));
	}
}

static void add_panel_ticks(
	struct script *script, const struct chart *chart, const struct chart_range *range)
{
	double foot = chart_height(chart) - chart_bottom(chart);
	double first = ceil(range->low / range->step);

	for (guint i = 0; i < CHART_TICKS_MAX && (first + i) * range->step <= range->high; i++) {
		double at = (first + i) * range->step;
		double share = (at - range->low) / (range->high - range->low);
		g_autofree char *number = chart_number(at, range->step);

		script_word(script, chart, number,
			(struct script_place){chart_left(chart) - 6,
				foot - share * chart_shape(chart)->panel, SCRIPT_RIGHT});
	}
}

/* Self and children have an axis each, side by side. */
static void add_pair_ticks(
	struct script *script, const struct chart *chart, const struct chart_range *range, double y)
{
	static const char *const names[] = {"self", "children"};
	struct chart_range both = *range;
	double shift = (CHART_WIDTH - 2 * CHART_MARGIN) * (1 - CHART_PAIR_SHARE);

	both.high = range->low + (range->high - range->low) / CHART_PAIR_SHARE;
	for (guint i = 0; i < 2; i++) {
		add_ticks(script, chart, &both, range, (struct script_place){i * shift, y});
		script_word(script, chart, names[i],
			centred(script_x(chart, &both, 0) + i * shift, y + CHART_LINE,
				chart_text_width(names[i])));
	}
}

/* ---- columns ------------------------------------------------------------------------------ */

static double column_x(const struct chart *chart, guint k)
{
	return CHART_MARGIN + (k + .5) * (CHART_WIDTH - 2 * CHART_MARGIN) / chart_columns(chart);
}

static void add_columns(struct script *script, const struct chart *chart, double y)
{
	gboolean upright = chart_columns_are_upright(chart);
	guint step = chart_column_step(chart);

	for (guint k = 0; k < chart_columns(chart); k++) {
		if (!chart_has_column_label(chart, step, k))
			continue;

		char *label = chart_column(chart, k);
		double x = column_x(chart, k);
		struct script_place at =
			upright ? (struct script_place){x, y - CHART_LINE / 2.0 + 2, SCRIPT_UPRIGHT}
				: centred(x, y, chart_text_width(label));

		script_text(script, chart, label, at, "%u.column", k);
	}
}

static void add_cells(struct script *script, const struct chart *chart)
{
	const struct chart_shape *shape = chart_shape(chart);

	for (guint i = 0; i < chart_rows(chart); i++)
		for (guint k = 0; k < chart_values(chart, i); k++) {
			g_autofree char *cell = chart_cell(chart, i, k);

			script_word(script, chart, cell,
				(struct script_place){column_x(chart, k),
					CHART_TOP + i * shape->band + shape->marks, SCRIPT_CENTRE});
		}
}

/* The sign of a series before its name. */
static void add_sign(struct script *script, const struct chart *chart, guint i, double y)
{
	static const char *const colours[] = {"#767676", "#D55E00", "#0072B2"};

	g_string_append_printf(script->out, "set label %u \"\" at screen ", ++script->labels);
	script_number(script->out, "", (CHART_MARGIN + 5.0) / CHART_WIDTH);
	script_number(script->out, ", screen ", screen_y(script, chart, y));
	g_string_append_printf(script->out,
		" front point pointtype %d pointsize .8 linewidth 1.5 linecolor rgb \"%s\"\n",
		i ? CHART_BAD_POINT : CHART_GOOD_POINT, colours[chart->rows[i].tone]);
}

/* ---- all of them ---------------------------------------------------------------------------- */

static void add_rows(struct script *script, const struct chart *chart)
{
	const struct chart_shape *shape = chart_shape(chart);
	guint indent = shape->panel ? 16 : 0; /* room for the sign of a series */

	for (guint i = 0; i < chart_rows(chart); i++) {
		double top = CHART_TOP + i * shape->band, y = top + shape->text;

		if (shape->panel)
			add_sign(script, chart, i, y);
		script_text(script, chart, chart_label(chart, i),
			(struct script_place){CHART_MARGIN + indent, y, SCRIPT_LEFT}, "%u.label",
			i);
		script_text(script, chart, chart_value(chart, i),
			(struct script_place){
				CHART_WIDTH - CHART_MARGIN, top + shape->value, SCRIPT_RIGHT},
			"%u.value", i);
	}
}

static void add_foot(struct script *script, const struct chart *chart)
{
	double y = chart_height(chart) - 4 - CHART_LINE / 2.0;

	if (chart->source) {
		script_text(script, chart, chart_source(chart),
			(struct script_place){CHART_WIDTH / 2.0, y, SCRIPT_CENTRE}, "source");
		y -= CHART_LINE;
	}
	script_text(script, chart, chart_axis(chart, TRUE),
		(struct script_place){CHART_WIDTH / 2.0, y, SCRIPT_CENTRE}, "axis");
}

void script_texts(struct script *script, const struct chart *chart, const struct chart_range *range)
{
	double y = chart_height(chart) - chart_bottom(chart) + CHART_LINE / 2.0 + 1;

	if (!chart_shape(chart)->has_texts)
		return;
	add_rows(script, chart);
	if (chart->kind == CHART_PROFILE)
		add_pair_ticks(script, chart, range, y);
	else if (chart->kind == CHART_HISTORY)
		add_panel_ticks(script, chart, range);
	else if (chart_shape(chart)->has_ticks)
		add_ticks(script, chart, range, range, (struct script_place){0, y});
	else
		add_columns(script, chart, y);
	if (chart->kind == CHART_HEAT_MAP)
		add_cells(script, chart);
	add_foot(script, chart);
}
