/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Character plots and their samples. */
#include "store/put.h"

static gboolean put_plot(struct put *put, guint nr, const struct plot *plot, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO plots (message, nr, line, depth, title, line_count, column_count, "
		    "low, high) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, nr);
	query_int(&q, plot->line);
	query_int(&q, plot->depth);
	query_slice(&q, plot->title);
	if (plot->lines) {
		query_int(&q, plot->lines);
		query_int(&q, plot->columns);
	} else {
		query_null(&q);
		query_null(&q);
	}
	query_real(&q, plot->low);
	query_real(&q, plot->high);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* Both series, numbered through. */
static gboolean put_samples(struct put *put, guint nr, const struct plot *plot, GError **error)
{
	const struct span series[] = {plot->good, plot->bad};
	gint64 sample_nr = 0;
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO plot_samples (message, plot, nr, series, col, value) "
		    "VALUES (?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint s = 0; s < G_N_ELEMENTS(series); s++) {
		for (guint i = 0; done && i < series[s].count; i++) {
			const struct plot_sample *sample = RECORD(put->records->plot_samples,
				struct plot_sample, series[s].first + i);

			query_int(&q, put->message);
			query_int(&q, nr);
			query_int(&q, sample_nr++);
			query_text(&q, s ? "bad" : "good");
			query_int(&q, sample->column);
			query_real(&q, sample->value);
			done = query_run(&q, error);
		}
	}
	query_close(&q);
	return done;
}

gboolean put_plots(struct put *put, GError **error)
{
	const GArray *plots = put->records->plots;

	for (guint nr = 0; nr < plots->len; nr++) {
		const struct plot *plot = RECORD(plots, struct plot, nr);

		if (!put_plot(put, nr, plot, error) || !put_samples(put, nr, plot, error))
			return FALSE;
	}
	return TRUE;
}
