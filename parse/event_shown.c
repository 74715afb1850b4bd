/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an answer shows beside its words: a table of runs under a profiler, and figures that
 * stand there by themselves, which are of a run of the writer's own.
 */
#include "parse/event_reader.h"

/* "debug-setup: profile" among its axes */
static gboolean is_profile(const struct event_reader *r, const struct table *table)
{
	for (guint i = 0; i < table->axes.count; i++) {
		const struct field *axis =
			RECORD(r->records->fields, struct field, table->axes.first + i);

		if (slice_is(axis->key, "debug-setup") && slice_find(axis->value, "profile"))
			return TRUE;
	}
	return FALSE;
}

static void read_profile(struct event_reader *r)
{
	for (guint i = 0; i < r->records->tables->len && !event_has(r, EVENT_PROFILED); i++) {
		const struct table *table = RECORD(r->records->tables, struct table, i);
		guint line = body_index(r->lines, table->part, table->line);

		if (!table->depth && slice_is_null(table->attachment) && is_profile(r, table))
			event_add(r, EVENT_PROFILED, line, slice_trim(body_own(r->lines, line)));
	}
}

/* Ratios compare what somebody else measured. */
static void read_measured(struct event_reader *r)
{
	for (guint i = 0; i < r->records->figures->len && !event_has(r, EVENT_MEASURED); i++) {
		const struct mail_figure *figure =
			RECORD(r->records->figures, struct mail_figure, i);
		guint line = body_index(r->lines, figure->part, figure->line);

		if (!figure->depth && figure->kind != FIGURE_RATIO && line != BODY_NO_LINE)
			event_add(r, EVENT_MEASURED, line, slice_trim(body_own(r->lines, line)));
	}
}

void event_shown_read(struct event_reader *r)
{
	read_profile(r);
	read_measured(r);
}
