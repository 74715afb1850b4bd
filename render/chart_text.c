/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_text.h"

#include "base/show.h"
#include "render/chart_layout.h"

#include <math.h>
#include <string.h>

#define VALUE_WIDTH_MAX 30
#define LABEL_WIDTH_MIN 14
#define COLUMN_WIDTH_MAX 12
#define RUNS_WIDTH_MAX 10

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

/* Stops as soon as it is known: a stranger's name may be long. */
gboolean chart_is_wider(const char *text, guint width)
{
	guint sum = 0;

	for (; *text && sum <= width; text = g_utf8_next_char(text))
		sum += width_of(g_utf8_get_char(text));
	return sum > width;
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
char *chart_cut(const char *text, guint width)
{
	if (chart_text_width(text) <= width)
		return g_strdup(text);
	if (!width)
		return g_strdup("");

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

void chart_digits(char *digits, double value)
{
	g_ascii_formatd(digits, G_ASCII_DTOSTR_BUF_SIZE, "%.15g", value);
	if (g_ascii_strtod(digits, NULL) != value)
		g_ascii_formatd(digits, G_ASCII_DTOSTR_BUF_SIZE, "%.17g", value);
}

/* ---- values ------------------------------------------------------------------------- */

static gboolean is_change(const struct chart *chart)
{
	return chart->kind == CHART_CHANGES || chart->kind == CHART_PROFILE;
}

static char *number_of(const struct chart *chart, double value)
{
	if (!isfinite(value))
		return g_strdup("?");
	return is_change(chart) ? signed_number(value) : plain_number(value);
}

static char *with_unit(const struct chart *chart, const char *digits)
{
	g_autofree char *unit = shown(chart->unit);

	return g_strconcat(digits, *unit ? " " : "", unit, NULL);
}

static char *made_value(const struct chart *chart, double value)
{
	if (!isfinite(value))
		return g_strdup("?");

	g_autofree char *digits = number_of(chart, value);

	return with_unit(chart, digits);
}

static char *value_of_pair(const struct chart *chart, guint i)
{
	const struct chart_row *row = &chart->rows[i];
	g_autofree char *self = number_of(chart, row->value);
	g_autofree char *children = number_of(chart, row->other);

	if (!isfinite(row->value) || !isfinite(row->other))
		return isfinite(row->other) ? g_strdup_printf("children %s", children)
					    : g_strdup_printf("self %s", self);
	return g_strdup_printf("self %s, children %s", self, children);
}

static double last_of(const struct chart *chart, guint i)
{
	double last = NAN;

	for (guint k = 0; k < chart_values(chart, i); k++)
		if (chart_has_value(chart, i, k))
			last = chart->rows[i].values[k];
	return last;
}

static char *last_value(const struct chart *chart, guint i)
{
	double last = last_of(chart, i);
	g_autofree char *digits =
		isfinite(last) ? number(last, fabs(last) < 1e7 ? "%.10g" : "%.4g") : g_strdup("?");

	return with_unit(chart, digits);
}

/* How many samples, and from where to where. */
static char *span_of(const struct chart *chart, guint i)
{
	double low = INFINITY, high = -INFINITY;
	guint n = 0;

	for (guint k = 0; k < chart_values(chart, i); k++)
		if (chart_has_value(chart, i, k)) {
			low = MIN(low, chart->rows[i].values[k]);
			high = MAX(high, chart->rows[i].values[k]);
			n++;
		}
	if (!n)
		return g_strdup("none");

	g_autofree char *from = plain_number(low);
	g_autofree char *to = plain_number(high);

	return g_strdup_printf("%u from %s to %s", n, from, to);
}

static char *value_text(const struct chart *chart, guint i)
{
	if (chart->rows[i].text)
		return shown(chart->rows[i].text);
	switch (chart->kind) {
	case CHART_PROFILE:
		return value_of_pair(chart, i);
	case CHART_HISTORY:
		return span_of(chart, i);
	case CHART_TREND:
	case CHART_SPARKLINE:
		return last_value(chart, i);
	case CHART_HEAT_MAP:
		return g_strdup("");
	default:
		return made_value(chart, chart->rows[i].value);
	}
}

/* What a tone says beside its colour; of some kinds the row has no tone of its own. */
static const char *word_of(const struct chart *chart, enum chart_tone tone)
{
	static const char *const words[] = {"", " worse", " better"};

	return chart->kind == CHART_TREND || chart->kind == CHART_HEAT_MAP ||
			       chart->kind == CHART_HISTORY || chart->kind == CHART_PROFILE
		       ? ""
		       : words[tone];
}

/* A value is short beside its word and n, so that the label has its room, or else fits a line. */
char *chart_value(const struct chart *chart, guint i)
{
	const struct chart_row *row = &chart->rows[i];
	const char *word = word_of(chart, row->tone);
	g_autofree char *runs = row->n ? shown(row->n) : NULL;
	g_autofree char *n = runs ? chart_cut(runs, RUNS_WIDTH_MAX) : NULL;
	guint beside = (guint)strlen(word) + (n ? 4 + chart_text_width(n) : 0);
	g_autofree char *text = value_text(chart, i);
	g_autofree char *cut = chart_cut(
		text, MIN(VALUE_WIDTH_MAX, CHART_LINE_WIDTH - 2 - LABEL_WIDTH_MIN - beside));

	return g_strconcat(cut, word, n ? *cut ? ", n " : "n " : "", n, NULL);
}

/* Whole, as a cell is narrow; what got worse or better is told by its look, too. */
char *chart_cell(const struct chart *chart, guint i, guint k)
{
	if (!chart_has_value(chart, i, k))
		return g_strdup("");

	double value = chart->rows[i].values[k];

	if (fabs(value) < .05)
		return g_strdup("0");

	g_autofree char *digits = number(value, fabs(value) < 9.95   ? "%.1f"
						: fabs(value) < 9999 ? "%.0f"
								     : "%.0e");

	return g_strconcat(value < 0 ? "" : "+", digits, NULL);
}

/* ---- texts -------------------------------------------------------------------------- */

char *chart_label(const struct chart *chart, guint i)
{
	g_autofree char *value = chart_value(chart, i);
	g_autofree char *label = shown(chart->rows[i].label);
	guint width = CHART_LINE_WIDTH - (chart->kind == CHART_HISTORY ? 2 : 0);

	if (chart_is_tall(chart))
		return chart_cut(label, width);

	guint room = width - MIN(chart_text_width(value) + 2, width - LABEL_WIDTH_MIN);

	return chart_cut(label, room);
}

char *chart_column(const struct chart *chart, guint k)
{
	gboolean has = chart->columns && k < chart->n_columns;
	g_autofree char *label = shown(has ? chart->columns[k] : NULL);

	return chart_cut(label, COLUMN_WIDTH_MAX);
}

static char *cut_line(const char *text)
{
	g_autofree char *whole = shown(text);

	return chart_cut(whole, CHART_LINE_WIDTH);
}

char *chart_source(const struct chart *chart)
{
	return cut_line(chart->source);
}

char *chart_title(const struct chart *chart)
{
	return cut_line(chart->title);
}

/* What the looks of a kind mean, where the axis' name does not tell. */
static const char *key_of(const struct chart *chart)
{
	switch (chart->kind) {
	case CHART_HEAT_MAP:
		return " (filled: worse, framed: better)";
	case CHART_STRIP:
		return chart_has_runs(chart) ? " (runs; below: mean, 95 %)" : " (mean, 95 %)";
	default:
		return "";
	}
}

static char *left_out_of(const struct chart *chart)
{
	guint columns = 0;

	if (chart->n_rows > CHART_ROWS_MAX && chart->kind != CHART_SPARKLINE)
		return g_strdup_printf(" (the first %d of %u rows)", CHART_ROWS_MAX, chart->n_rows);
	for (guint i = 0; i < chart_rows(chart); i++)
		columns = MAX(columns, chart->rows[i].n_values);
	if (columns > chart_columns(chart))
		return g_strdup_printf(" (the first %u of %u)", chart_columns(chart), columns);
	return g_strdup("");
}

char *chart_axis(const struct chart *chart, gboolean is_drawn)
{
	g_autofree char *name = shown(chart->axis);
	g_autofree char *unit = shown(chart->unit);
	g_autofree char *missing = left_out_of(chart);
	const char *left_out = *missing || !is_drawn ? missing : key_of(chart);
	g_autofree char *both = g_strconcat(name, *name && *unit ? ", " : "", unit, NULL);
	guint room = is_drawn ? CHART_LINE_WIDTH - (guint)strlen(left_out) : G_MAXINT;
	g_autofree char *cut = chart_cut(both, room);

	return g_strconcat(cut, left_out, NULL);
}
