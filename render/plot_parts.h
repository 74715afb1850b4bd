/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart while it is made; shared by the files that make charts of stats. */
#pragma once

#include "base/terms.h"
#include "render/plot.h"

struct plotted {
	struct chart chart;  /* but for rows and columns */
	const char *key;     /* tells it from others of its kind */
	GArray *rows;        /* of struct chart_row */
	GPtrArray *row_keys; /* of const char *: kept; of a heat map's rows */
	GPtrArray *columns;  /* of const char *: kept */
};

/* Copies that live as long as the plots. */
const char *plots_keep(struct plots *plots, const char *text); /* NULL stays NULL */
const char *plots_keepf(struct plots *plots, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Of NANs; of neutral ones. */
double *plots_numbers(struct plots *plots, guint n);
enum chart_tone *plots_tones(struct plots *plots, guint n);

/* That of the kind and key, begun where there is none. */
struct plotted *plots_get(struct plots *plots, enum chart_kind kind, const char *key);

void plot_add(struct plotted *plot, struct chart_row row);

/* The row of a heat map with that key, begun where there is none, with room for all columns. */
struct chart_row *plot_row_of(
	struct plots *plots, struct plotted *plot, const char *key, const char *label);
/* The column of that name, added where it is new; G_MAXUINT: there is no room. */
guint plot_column(struct plots *plots, struct plotted *plot, const char *name);
/* One cell. */
void plot_put(struct chart_row *row, guint column, double value, enum chart_tone tone);

/* A change that is significant, by the better way. */
enum chart_tone plot_tone(enum direction direction, double change, gboolean is_significant);
