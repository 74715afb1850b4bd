/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/csv.h"

#include "base/show.h"

#include <math.h>
#include <string.h>

static void separate(GString *out)
{
	if (out->len && out->str[out->len - 1] != '\n')
		g_string_append_c(out, ',');
}

/* What begins so, blanks before it or not; some take the wide forms of '=', '+', '-', '@', too. */
static gboolean would_run(const char *text)
{
	static const gunichar wide[] = {0xff1d, 0xff0b, 0xff0d, 0xff20, 0x2212};

	while (g_unichar_isspace(g_utf8_get_char(text)))
		text = g_utf8_next_char(text);

	gunichar first = g_utf8_get_char(text);

	for (gsize i = 0; i < G_N_ELEMENTS(wide); i++)
		if (first == wide[i])
			return TRUE;
	return first && first < 0x80 && strchr("=+-@", (int)first);
}

void csv_text(GString *out, const char *text)
{
	g_autofree char *safe = show_line(slice_of(text ? text : ""));

	separate(out);
	g_string_append_c(out, '"');
	if (would_run(safe))
		g_string_append_c(out, '\'');
	for (const char *at = safe; *at; at++) {
		if (*at == '"')
			g_string_append_c(out, '"');
		g_string_append_c(out, *at);
	}
	g_string_append_c(out, '"');
}

void csv_figure(GString *out, const char *format, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	separate(out);
	if (!isnan(value))
		g_string_append(out, g_ascii_formatd(text, sizeof(text), format, value));
}

void csv_real(GString *out, double value)
{
	csv_figure(out, "%.15g", value);
}

void csv_count(GString *out, guint64 value)
{
	separate(out);
	g_string_append_printf(out, "%" G_GUINT64_FORMAT, value);
}

void csv_nothing(GString *out)
{
	separate(out);
}

void csv_end(GString *out)
{
	g_string_append_c(out, '\n');
}
