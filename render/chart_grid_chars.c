/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of characters that are a grid: test cases by commits, and the samples of a bisection. */
#include "base/show.h"
#include "render/chart_canvas.h"
#include "render/chart_text.h"

#include <math.h>

/* ---- heat map ------------------------------------------------------------------------------ */

#define CELL_WIDTH 10

static void add_padded(GString *out, const char *text, guint width, gboolean right)
{
	g_autofree char *cut = chart_cut(text, width);
	int blanks = (int)(width - chart_text_width(cut));

	g_string_append_printf(
		out, "%*s%s%*s", right ? blanks : 0, "", cut, right ? 0 : blanks, "");
}

static char *label_of(const struct chart *chart, guint i)
{
	return show_line(slice_of(chart->rows[i].label ? chart->rows[i].label : ""));
}

/* Commits are told apart by their first digits. */
static void add_head(GString *out, const struct chart *chart, guint k)
{
	g_autofree char *whole = chart_column(chart, k);
	g_autofree char *head =
		g_utf8_substring(whole, 0, MIN(g_utf8_strlen(whole, -1), CELL_WIDTH - 1));

	add_padded(out, head, CELL_WIDTH, TRUE);
}

static void add_cell(GString *out, const struct chart *chart, guint i, guint k)
{
	static const char *const signs[] = {" ", "!", "*"};
	g_autofree char *number = chart_cell(chart, i, k);
	g_autofree char *cell = g_strconcat(
		number, chart_has_value(chart, i, k) ? signs[chart_tone(chart, i, k)] : " ", NULL);

	add_padded(out, cell, CELL_WIDTH, TRUE);
}

static void end_line(GString *out)
{
	while (out->len && out->str[out->len - 1] == ' ')
		g_string_truncate(out, out->len - 1);
	g_string_append_c(out, '\n');
}

static gboolean has_any(const struct chart *chart, guint i, guint first, guint last)
{
	for (guint k = first; k < last; k++)
		if (chart_has_value(chart, i, k))
			return TRUE;
	return FALSE;
}

/* Columns from the first to without the last, as many as fit beside each other. */
static void add_block(GString *out, const struct chart *chart, guint label, guint first, guint last)
{
	add_padded(out, "", label, FALSE);
	for (guint k = first; k < last; k++)
		add_head(out, chart, k);
	end_line(out);
	for (guint i = 0; i < chart_rows(chart); i++) {
		g_autofree char *name = label_of(chart, i);

		if (!has_any(chart, i, first, last))
			continue;
		add_padded(out, name, label, FALSE);
		for (guint k = first; k < last; k++)
			add_cell(out, chart, i, k);
		end_line(out);
	}
}

void chart_heat_map_chars(GString *out, const struct chart *chart, guint width)
{
	guint columns = chart_columns(chart), label = 1;

	for (guint i = 0; i < chart_rows(chart); i++) {
		g_autofree char *name = label_of(chart, i);

		label = MAX(label, chart_text_width(name));
	}
	label = MIN(label, MAX(width / 2, width - MIN(columns * CELL_WIDTH, width)));

	guint fit = (width - label) / CELL_WIDTH;

	for (guint first = 0; first < columns; first += fit)
		add_block(out, chart, label, first, MIN(first + fit, columns));
	g_string_append(out, "! worse, * better\n");
}

/* ---- history ------------------------------------------------------------------------------- */

#define LINES 12
#define NUMBER_WIDTH 10

static gunichar glyph_of_sample(guint row)
{
	return row ? 'O' : '*'; /* as the mails have them */
}

static void put_samples(struct canvas *canvas, const struct chart *chart, guint line,
	const struct chart_range *range)
{
	guint columns = MAX(chart_columns(chart), 1);

	for (guint i = 0; i < chart_rows(chart); i++)
		for (guint k = 0; k < chart_values(chart, i); k++)
			if (chart_has_value(chart, i, k) &&
				canvas_place(range, chart->rows[i].values[k], LINES) == line)
				canvas_put(canvas,
					columns > 1 ? k * (canvas->n - 1) / (columns - 1) : 0,
					glyph_of_sample(i));
}

/* The number of the tick that stands there, if any does. */
static void add_tick(GString *out, const struct chart_range *range, guint line)
{
	double first = ceil(range->low / range->step);

	for (guint i = 0; i < CHART_TICKS_MAX && (first + i) * range->step <= range->high; i++) {
		double at = (first + i) * range->step;

		if (canvas_place(range, at, LINES) != line)
			continue;

		g_autofree char *number = chart_number(at, range->step);

		add_padded(out, number, NUMBER_WIDTH, TRUE);
		return;
	}
	add_padded(out, "", NUMBER_WIDTH, TRUE);
}

static void add_names(GString *out, const struct chart *chart, guint width)
{
	for (guint i = 0; i < chart_rows(chart); i++) {
		g_autofree char *name = label_of(chart, i);
		g_autofree char *value = chart_value(chart, i);
		g_autofree char *line =
			g_strdup_printf("%c %s: %s", (char)glyph_of_sample(i), name, value);
		g_autofree char *cut = chart_cut(line, width);

		g_string_append_printf(out, "%s\n", cut);
	}
}

void chart_history_chars(
	GString *out, const struct chart *chart, const struct chart_range *range, guint width)
{
	add_names(out, chart, width);
	for (guint line = LINES; line-- > 0;) {
		struct canvas canvas = canvas_new(width - NUMBER_WIDTH - 2);

		add_tick(out, range, line);
		g_string_append_c(out, ' ');
		g_string_append_unichar(out, GLYPH_ZERO);
		put_samples(&canvas, chart, line, range);
		canvas_add_to(&canvas, out);
		end_line(out);
		canvas_clear(&canvas);
	}
}
