/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One kind of block of figures each; between themselves and parse/figures.c. */
#pragma once

#include "parse/figures.h"

/* Where a block may begin. */
struct figure_place {
	struct records *records;
	const GArray *lines;
	guint at;                      /* index of the line */
	const struct body_line *above; /* the last line of text that is in no block; NULL: none */
	const struct diag_sink *sink;
};

/* Each: lines of the block that begins there, its figures appended; 0: none begins there. */
guint perf_stat_read(const struct figure_place *place);
guint ratios_read(const struct figure_place *place);
guint samples_read(const struct figure_place *place);

/*
 * A figure of line i with the values that were appended to figure_values since `first`; of
 * the block that says it is `of` (null: nothing), cut to FIGURE_BLOCK_MAX.
 */
struct mail_figure *figure_add(const struct figure_place *place, enum figure_kind kind,
	struct slice of, guint i, guint first);

/* Nothing more is to be added. */
gboolean figures_are_full(const struct figure_place *place);

void figure_say_unreadable(const struct figure_place *place, guint i, const char *why);

/* Line i without blanks at its ends when it stands as deep as the block's first; else null. */
struct slice figure_line(const struct figure_place *place, guint i);
