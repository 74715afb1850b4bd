/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_document.h"

#include "render/chart_layout.h"
#include "render/chart_text.h"

#include <string.h>

#define TITLE_HEIGHT 28
#define NOTE_HEIGHT 24

static guint height_of(const struct chart *chart, const char *svg)
{
	return TITLE_HEIGHT + (svg ? chart_height(chart) + 8 : NOTE_HEIGHT);
}

static void add_text(GString *out, guint y, const char *attributes, const char *text)
{
	g_autofree char *escaped = g_markup_escape_text(text, -1);

	g_string_append_printf(
		out, "<text x=\"%d\" y=\"%u\"%s>%s</text>\n", CHART_MARGIN, y, attributes, escaped);
}

static void add_chart(GString *out, const struct chart *chart, const char *svg, guint y)
{
	g_autofree char *title = chart_title(chart);

	add_text(out, y + 20, " font-weight=\"bold\"", title);
	if (!svg) {
		add_text(out, y + TITLE_HEIGHT + 12, "", "This chart could not be drawn.");
		return;
	}
	g_string_append_printf(out, "<svg y=\"%u\" width=\"%u\" height=\"%u\" %s\n",
		y + TITLE_HEIGHT, chart_shape(chart)->width, chart_height(chart),
		svg + strlen("<svg "));
}

GString *charts_document(const struct chart *charts, guint n, const GPtrArray *svgs)
{
	GString *out = g_string_new(NULL);
	guint height = 0, y = 0;

	for (guint i = 0; i < n; i++)
		height += height_of(&charts[i], svgs->pdata[i]);
	g_string_append_printf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" "
		"font-family=\"sans-serif\" font-size=\"%d\" fill=\"currentColor\">\n"
		"<style>:root{color:#1a1a1a;background:#fff}"
		"@media(prefers-color-scheme:dark){:root{color:#e8e8e8;background:#161616}}"
		"</style>\n",
		CHART_WIDTH, height, CHART_FONT);
	for (guint i = 0; i < n; i++) {
		add_chart(out, &charts[i], svgs->pdata[i], y);
		y += height_of(&charts[i], svgs->pdata[i]);
	}
	g_string_append(out, "</svg>\n");
	return out;
}
