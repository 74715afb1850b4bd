/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/digest_text.h"

#include "render/chart_chars.h"

void text_heading(GString *out, const char *text, char line)
{
	g_autofree char *safe = wrap_safe(text);
	guint columns = MIN(wrap_columns(safe), WRAP_COLUMNS);

	g_string_append_c(out, '\n');
	wrap_to(out, "", "", safe);
	for (guint i = 0; i < columns; i++)
		g_string_append_c(out, line);
	g_string_append_c(out, '\n');
}

void text_item(GString *out, const char *label, const char *text)
{
	g_autofree char *first = g_strdup_printf("  %-*s", TEXT_LABEL, label);
	g_autofree char *rest = g_strnfill(TEXT_LABEL + 2, ' ');
	g_autofree char *safe = wrap_safe(text);

	wrap_to(out, first, rest, safe);
}

void text_item_if(GString *out, const char *label, const char *text)
{
	if (text && *text)
		text_item(out, label, text);
}

void text_itemf(GString *out, const char *label, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);

	text_item(out, label, text);
}

void text_paragraphf(GString *out, const char *first, const char *rest, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	g_autofree char *text = g_strdup_vprintf(format, ap);
	va_end(ap);

	wrap_to(out, first, rest, text);
}

void text_more(GString *out, const char *indent, guint64 n)
{
	if (n)
		text_paragraphf(out, indent, indent, "... and %" G_GUINT64_FORMAT " more", n);
}

void text_chart(GString *out, const struct digest_chart *chart, guint rows_min)
{
	static const char indent[] = "  ";

	if (!chart || chart->drawn.n_rows < rows_min)
		return;

	g_autofree char *drawn =
		chart_chars(&chart->drawn, CHART_CHARS_WIDTH - (guint)strlen(indent), FALSE);
	g_auto(GStrv) lines = g_strsplit(drawn ? drawn : "", "\n", -1);

	for (guint i = 0; lines[i] && lines[i + 1]; i++)
		g_string_append_printf(
			out, "%s%s%s\n", i ? "" : "\n", *lines[i] ? indent : "", lines[i]);
}
