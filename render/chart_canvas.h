/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of characters to draw in, and the characters of charts. */
#pragma once

#include "render/chart_layout.h"

#define GLYPH_ZERO 0x2502   /* │ */
#define GLYPH_SPAN 0x2500   /* ─ */
#define GLYPH_LOW 0x251C    /* ├ */
#define GLYPH_HIGH 0x2524   /* ┤ */
#define GLYPH_RUN 0x00B7    /* · */
#define GLYPH_RUNS ':'      /* several in one place */
#define GLYPH_BEFORE 0x00AB /* « */
#define GLYPH_BEYOND 0x00BB /* » */

struct canvas {
	gunichar *cells;
	guint n;
};

struct canvas canvas_new(guint n);
void canvas_clear(struct canvas *canvas); /* frees */

/* Outside of it nothing is put. */
void canvas_put(struct canvas *canvas, guint at, gunichar glyph);
gunichar canvas_at(const struct canvas *canvas, guint at); /* ' ' outside */
/* All from one to the other, in any order. */
void canvas_fill(struct canvas *canvas, guint from, guint to, gunichar glyph);
void canvas_add_to(const struct canvas *canvas, GString *out);

/* Where a value stands among n places; those outside of the range at its ends. */
guint canvas_place(const struct chart_range *range, double value, guint n);

gunichar glyph_of_bar(enum chart_tone tone);
gunichar glyph_of_mean(enum chart_tone tone);
/* Eight heights and none, of a share from 0 to 1; what is above 0 is seen. */
gunichar glyph_of_height(double share);

/* Replaces each character by one of ASCII. */
char *glyphs_to_ascii(const char *text);

/* ---- kinds with more than a line a row, each in its own file --------------------------------- */

void chart_heat_map_chars(GString *out, const struct chart *chart, guint width);
void chart_history_chars(
	GString *out, const struct chart *chart, const struct chart_range *range, guint width);
