/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers beside the tables. */
#include "store/put.h"

static gboolean put_figure(
	struct put *put, guint nr, const struct mail_figure *figure, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO figures (message, nr, kind, part, line, depth, block, name, unit, "
		    "percent, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, nr);
	query_text(&q, figure_kind_name(figure->kind));
	query_int(&q, figure->part);
	query_int(&q, figure->line);
	query_int(&q, figure->depth);
	query_slice(&q, figure->block);
	query_slice(&q, figure->name);
	query_slice(&q, figure->unit);
	query_real(&q, figure->percent);
	query_slice(&q, figure->note);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gboolean put_values(struct put *put, guint nr, struct span values, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO figure_values (message, figure, nr, value) VALUES (?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint i = 0; done && i < values.count; i++) {
		query_int(&q, put->message);
		query_int(&q, nr);
		query_int(&q, i);
		query_real(&q, *RECORD(put->records->figure_values, double, values.first + i));
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

gboolean put_figures(struct put *put, GError **error)
{
	const GArray *figures = put->records->figures;

	for (guint nr = 0; nr < figures->len; nr++) {
		const struct mail_figure *figure = RECORD(figures, struct mail_figure, nr);

		if (!put_figure(put, nr, figure, error) ||
			!put_values(put, nr, figure->values, error))
			return FALSE;
	}
	return TRUE;
}
