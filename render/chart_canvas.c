/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_canvas.h"

#include "render/chart_text.h"

#include <math.h>

struct canvas canvas_new(guint n)
{
	struct canvas canvas = {g_new(gunichar, n), n};

	for (guint i = 0; i < n; i++)
		canvas.cells[i] = ' ';
	return canvas;
}

void canvas_clear(struct canvas *canvas)
{
	g_clear_pointer(&canvas->cells, g_free);
}

void canvas_put(struct canvas *canvas, guint at, gunichar glyph)
{
	if (at < canvas->n)
		canvas->cells[at] = glyph;
}

gunichar canvas_at(const struct canvas *canvas, guint at)
{
	return at < canvas->n ? canvas->cells[at] : ' ';
}

void canvas_fill(struct canvas *canvas, guint from, guint to, gunichar glyph)
{
	for (guint i = MIN(from, to); i <= MAX(from, to); i++)
		canvas_put(canvas, i, glyph);
}

void canvas_add_to(const struct canvas *canvas, GString *out)
{
	for (guint i = 0; i < canvas->n; i++)
		g_string_append_unichar(out, canvas->cells[i]);
}

guint canvas_place(const struct chart_range *range, double value, guint n)
{
	double share = (value - range->low) / (range->high - range->low);

	return (guint)lround(CLAMP(share, 0, 1) * (n - 1));
}

gunichar glyph_of_bar(enum chart_tone tone)
{
	static const gunichar glyphs[] = {0x2592, 0x2588, 0x2591}; /* ▒ █ ░ */

	return glyphs[tone];
}

gunichar glyph_of_mean(enum chart_tone tone)
{
	static const gunichar glyphs[] = {0x25CF, 0x25BC, 0x25B2}; /* ● ▼ ▲ */

	return glyphs[tone];
}

#define HEIGHTS 8
#define GLYPH_HEIGHTS 0x2581 /* ▁ ... █ */

gunichar glyph_of_height(double share)
{
	if (!(share > 0))
		return ' ';
	return GLYPH_HEIGHTS + (guint)CLAMP(lround(share * HEIGHTS) - 1, 0, HEIGHTS - 1);
}

static char ascii_of(gunichar c)
{
	static const struct {
		gunichar from;
		char to;
	} table[] = {{0x2502, '|'}, {0x2500, '-'}, {0x251C, '['}, {0x2524, ']'}, {0xB7, '.'},
		{0xAB, '<'}, {0xBB, '>'}, {0x2592, '%'}, {0x2588, '#'}, {0x2591, '='},
		{0x25CF, 'o'}, {0x25BC, 'v'}, {0x25B2, '^'}, {0x2581, '_'}, {0x2582, '.'},
		{0x2583, ':'}, {0x2584, '-'}, {0x2585, '='}, {0x2586, '+'}, {0x2587, '*'},
		{0x2212, '-'}, {0x2026, '~'}};

	if (c < 0x80)
		return (char)c;
	for (guint i = 0; i < G_N_ELEMENTS(table); i++)
		if (table[i].from == c)
			return table[i].to;
	return '?';
}

char *glyphs_to_ascii(const char *text)
{
	GString *out = g_string_new(NULL);

	for (; *text; text = g_utf8_next_char(text)) {
		gunichar c = g_utf8_get_char(text);

		if (!g_unichar_iszerowidth(c))
			g_string_append_c(out, ascii_of(c));
	}
	return g_string_free(out, FALSE);
}
