/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot reader on any bytes: samples lie on the scale and in the frame. */
#include "parse/plot.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void drop(const struct diag *d, void *data)
{
	(void)data;
	g_assert_nonnull(d->detail);
}

static void check_series(const struct records *records, const struct plot *plot, struct span series)
{
	g_assert_cmpuint(series.first + series.count, <=, records->plot_samples->len);
	g_assert_cmpuint(series.count, <=, plot->columns);
	for (guint i = 0; i < series.count; i++) {
		const struct plot_sample *sample =
			RECORD(records->plot_samples, struct plot_sample, series.first + i);

		g_assert_cmpuint(sample->column, <, plot->columns);
		g_assert_true(i == 0 || sample->column >= sample[-1].column);
		g_assert_true(sample->value >= plot->low && sample->value <= plot->high);
	}
}

static void check(const struct records *records, guint lines)
{
	g_assert_cmpuint(records->plots->len, <=, lines);
	for (guint i = 0; i < records->plots->len; i++) {
		const struct plot *plot = RECORD(records->plots, struct plot, i);

		if (plot->lines)
			g_assert_true(isfinite(plot->low) && plot->low < plot->high);
		else
			g_assert_true(plot->good.count + plot->bad.count == 0);
		check_series(records, plot, plot->good);
		check_series(records, plot, plot->bad);
	}
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct diag_sink sink = {drop, NULL};
	struct mail *mail = mail_new(&origin);
	struct mail_part *part = mail_add_part(mail);
	struct records *records = records_new(mail);

	part->type = g_strdup("text/plain");
	part->is_text = TRUE;
	part->bytes = (struct slice){(const char *)data, size};
	g_autoptr(GArray) lines = body_lines(mail, &sink);
	plots_read(records, lines, &sink);
	check(records, lines->len);
	records_free(records);
	mail_free(mail);
	return 0;
}
