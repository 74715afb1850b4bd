/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/figures.h"

#include "parse/figure_block.h"

#include <math.h>

struct mail_figure *figure_add(const struct figure_place *place, enum figure_kind kind,
	struct slice of, guint i, guint first)
{
	struct records *r = place->records;
	const struct body_line *line = BODY_LINE(place->lines, i);
	struct mail_figure figure = {
		.kind = kind,
		.part = line->part,
		.line = line->number,
		.depth = line->depth,
		.block = slice_cut(slice_trim(of), FIGURE_BLOCK_MAX),
		.values = {first, r->figure_values->len - first},
		.percent = NAN,
	};

	g_array_append_val(r->figures, figure);
	return RECORD(r->figures, struct mail_figure, r->figures->len - 1);
}

void figure_say_unreadable(const struct figure_place *place, guint i, const char *why)
{
	const struct body_line *line = BODY_LINE(place->lines, i);
	struct origin at = origin_at(&place->records->mail->origin, line->part, line->number);

	diag_emit(place->sink, DIAG_FIGURES_UNREADABLE, &at, line->text, "%s", why);
}

struct slice figure_line(const struct figure_place *place, guint i)
{
	const struct body_line *first = BODY_LINE(place->lines, place->at);

	if (i >= place->lines->len || BODY_LINE(place->lines, i)->depth != first->depth)
		return SLICE_NULL;
	return slice_trim(BODY_LINE(place->lines, i)->text);
}

gboolean figures_are_full(const struct figure_place *place)
{
	const struct records *r = place->records;

	return r->figures->len >= FIGURES_MAX || r->figure_values->len >= FIGURE_VALUES_MAX;
}

static guint read_block(const struct figure_place *place)
{
	guint (*const readers[])(const struct figure_place *) = {
		perf_stat_read, samples_read, ratios_read};
	guint lines = 0;

	for (guint i = 0; i < G_N_ELEMENTS(readers) && !lines; i++)
		lines = readers[i](place);
	return lines;
}

void figures_read(struct records *records, const GArray *lines, const struct diag_sink *sink)
{
	struct figure_place place = {.records = records, .lines = lines, .sink = sink};

	while (place.at < lines->len) {
		const struct body_line *line = BODY_LINE(lines, place.at);
		guint read = line->first && !line->is_row ? read_block(&place) : 0;

		if (read && figures_are_full(&place)) {
			figure_say_unreadable(&place, place.at, "there are too many figures");
			return;
		}
		if (!read && line->first)
			place.above = line;
		place.at += MAX(read, 1);
	}
}
