/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_text.h"

#include "base/show.h"
#include "render/chart_layout.h"

#include <math.h>
#include <string.h>

#define LINE_WIDTH ((CHART_WIDTH - 2 * CHART_MARGIN) / CHART_DIGIT)
#define VALUE_WIDTH_MAX 30
#define LABEL_WIDTH_MIN 20

#define MINUS "\342\210\222"    /* U+2212 */
#define ELLIPSIS "\342\200\246" /* U+2026 */

static guint width_of(gunichar c)
{
	if (g_unichar_iszerowidth(c))
		return 0;
	return g_unichar_iswide(c) ? 2 : 1;
}

guint chart_text_width(const char *text)
{
	guint width = 0;

	for (; *text; text = g_utf8_next_char(text))
		width += width_of(g_utf8_get_char(text));
	return width;
}

/* The longest beginning, or end, of text that is no wider. */
static gsize beginning_within(const char *text, guint width)
{
	const char *at = text;

	for (; *at; at = g_utf8_next_char(at)) {
		guint wide = width_of(g_utf8_get_char(at));

		if (wide > width)
			break;
		width -= wide;
	}
	return (gsize)(at - text);
}

static const char *end_within(const char *text, guint width)
{
	const char *at = text + strlen(text);

	while (at > text) {
		const char *before = g_utf8_prev_char(at);
		guint wide = width_of(g_utf8_get_char(before));

		if (wide > width)
			break;
		width -= wide;
		at = before;
	}
	return at;
}

/* Both ends matter: a test's name begins, the metric's own part ends. */
static char *cut_middle(const char *text, guint width)
{
	if (chart_text_width(text) <= width)
		return g_strdup(text);

	guint first = (width - 1) / 2;

	return g_strdup_printf("%.*s" ELLIPSIS "%s", (int)beginning_within(text, first), text,
		end_within(text, width - 1 - first));
}

static char *shown(const char *text)
{
	return show_line(slice_of(text ? text : ""));
}

/* ---- numbers ------------------------------------------------------------------------ */

/* 1234567.5 as "1,234,567.5"; U+2212 for the sign. */
static char *with_commas(const char *digits)
{
	GString *out = g_string_new(NULL);
	gsize whole;

	if (*digits == '-') {
		g_string_append(out, MINUS);
		digits++;
	}
	whole = strspn(digits, "0123456789");
	for (gsize i = 0; digits[i]; i++) {
		if (i > 0 && i < whole && (whole - i) % 3 == 0)
			g_string_append_c(out, ',');
		g_string_append_c(out, digits[i]);
	}
	return g_string_free(out, FALSE);
}

static char *number(double value, const char *format)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];

	return with_commas(g_ascii_formatd(digits, sizeof digits, format, value));
}

/* Like LKP's own: two decimals below 1,000, then whole, then four digits. */
static char *plain_number(double value)
{
	double size = fabs(value);

	return number(value, size < 1000 ? "%.2f" : size <= 1e8 ? "%.0f" : "%.4g");
}

static char *signed_number(double value)
{
	g_autofree char *plain = number(value, fabs(value) < 1e5 ? "%.1f" : "%.2g");

	return g_strconcat(value < 0 ? "" : "+", plain, NULL);
}

char *chart_number(double value, double step)
{
	if (fabs(value) < step / 2)
		return g_strdup("0");
	if (step < 1e-4 || fabs(value) >= 1e7)
		return number(value, "%.4g");

	int decimals = CLAMP((int)ceil(-log10(step) - 1e-9), 0, 5);
	char format[8];

	g_snprintf(format, sizeof format, "%%.%df", decimals);
	return number(value, format);
}

/* ---- texts -------------------------------------------------------------------------- */

static char *made_value(const struct chart *chart, double value)
{
	if (!isfinite(value))
		return g_strdup("?");

	g_autofree char *digits =
		chart->kind == CHART_CHANGES ? signed_number(value) : plain_number(value);
	g_autofree char *unit = shown(chart->unit);

	return g_strconcat(digits, *unit ? " " : "", unit, NULL);
}

char *chart_value(const struct chart *chart, guint i)
{
	static const char *const words[] = {"", " worse", " better"};
	const struct chart_row *row = &chart->rows[i];
	g_autofree char *text = row->text ? shown(row->text) : made_value(chart, row->value);
	g_autofree char *cut = cut_middle(text, VALUE_WIDTH_MAX);

	return g_strconcat(cut, words[row->tone], NULL);
}

char *chart_label(const struct chart *chart, guint i)
{
	g_autofree char *value = chart_value(chart, i);
	g_autofree char *label = shown(chart->rows[i].label);
	guint room = LINE_WIDTH - MIN(chart_text_width(value) + 2, LINE_WIDTH - LABEL_WIDTH_MIN);

	return cut_middle(label, room);
}

char *chart_axis(const struct chart *chart)
{
	g_autofree char *name = shown(chart->axis);
	g_autofree char *unit = shown(chart->unit);
	g_autofree char *left_out = chart->n_rows > CHART_ROWS_MAX
					    ? g_strdup_printf(" (the first %d of %u rows)",
						      CHART_ROWS_MAX, chart->n_rows)
					    : g_strdup("");
	g_autofree char *both = g_strconcat(name, *name && *unit ? ", " : "", unit, NULL);
	g_autofree char *cut = cut_middle(both, LINE_WIDTH - (guint)strlen(left_out));

	return g_strconcat(cut, left_out, NULL);
}
