/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart.h"

#include "render/chart_layout.h"
#include "render/chart_script.h"
#include "render/chart_svg.h"
#include "render/gnuplot.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

/* gnuplot ends at its first error.  After the chart that has it, it is started again
 * for the others; a few times, as it may be gnuplot that is ill and not a chart. */
#define RESTARTS_MAX 3

struct drawing {
	const struct chart *charts;
	guint n;
	const struct diag_sink *sink;
	const char *folder;
	GPtrArray *svgs; /* as many as have been dealt with */
};

/* The first chart from `first` on that has something to show; n when there is none. */
static guint next_drawable(const struct drawing *d, guint first)
{
	struct chart_range range;

	while (first < d->n && !chart_range(&d->charts[first], &range))
		first++;
	return first;
}

static char *read_drawing(const char *folder, guint index, gsize *ret_len)
{
	g_autofree char *name = g_strdup_printf(CHART_FILE, index);
	g_autofree char *path = g_build_filename(folder, name, NULL);
	char *drawing = NULL;

	return g_file_get_contents(path, &drawing, ret_len, NULL) ? drawing : NULL;
}

static char *finish(const struct drawing *d, guint index, GError **error)
{
	gsize len;
	g_autofree char *drawing = read_drawing(d->folder, index, &len);

	if (drawing)
		return chart_svg_finish(
			&d->charts[index], index - d->charts[index].first, drawing, len, error);
	g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "gnuplot drew nothing");
	return NULL;
}

static void give_up(struct drawing *d, const char *reason)
{
	const char *title = d->charts[d->svgs->len].title;

	diag_emit(d->sink, DIAG_CHART_FAILED, NULL, slice_of(title ? title : ""), "%s", reason);
	g_ptr_array_add(d->svgs, NULL);
}

/*
 * Takes the drawings in order, up to and without the first that is missing because
 * gnuplot came to an end (where it did): that one is the culprit.
 */
static void collect(struct drawing *d, const GError *end)
{
	while (d->svgs->len < d->n) {
		guint index = d->svgs->len;
		g_autoptr(GError) error = NULL;

		if (next_drawable(d, index) != index) {
			give_up(d, "no row has a value to show");
			continue;
		}

		char *svg = finish(d, index, &error);

		if (!svg && end)
			return;
		if (svg)
			g_ptr_array_add(d->svgs, svg);
		else
			give_up(d, error->message);
	}
}

static void draw_all(struct drawing *d, const char *gnuplot, double seconds)
{
	for (guint starts = 0; next_drawable(d, d->svgs->len) < d->n; starts++) {
		g_autoptr(GError) end = NULL;
		g_autofree char *script = charts_script_from(d->charts, d->n, d->svgs->len);

		gnuplot_run(gnuplot, script, d->folder, seconds, &end);
		collect(d, end);
		if (d->svgs->len == d->n)
			return;
		give_up(d, end->message);
		if (starts < RESTARTS_MAX &&
			g_error_matches(end, GNUPLOT_ERROR, GNUPLOT_ERROR_EXIT))
			continue;
		while (d->svgs->len < d->n)
			give_up(d, end->message);
	}
	collect(d, NULL);
}

/* The folder is ours and holds files only. */
static void remove_folder(const char *folder)
{
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);

		g_unlink(path);
	}
	g_clear_pointer(&dir, g_dir_close);
	g_rmdir(folder);
}

GPtrArray *charts_draw_within(const struct chart *charts, guint n, const char *gnuplot,
	double seconds, const struct diag_sink *sink)
{
	GPtrArray *svgs = g_ptr_array_new_full(n, g_free);
	g_autoptr(GError) error = NULL;
	g_autofree char *folder = g_dir_make_tmp("lkpdigest-charts-XXXXXX", &error);
	struct drawing d = {charts, n, sink, folder, svgs};

	if (folder) {
		draw_all(&d, gnuplot ? gnuplot : "gnuplot", seconds);
		remove_folder(folder);
	}
	while (svgs->len < n)
		give_up(&d, error->message);
	return svgs;
}

GPtrArray *charts_draw(
	const struct chart *charts, guint n, const char *gnuplot, const struct diag_sink *sink)
{
	return charts_draw_within(charts, n, gnuplot, CHART_SECONDS, sink);
}

/* ---- pixels -------------------------------------------------------------------------------- */

static GBytes *read_png(const char *folder, GError **error)
{
	g_autofree char *path = g_build_filename(folder, CHART_PNG, NULL);
	char *bytes = NULL;
	gsize len = 0;

	return g_file_get_contents(path, &bytes, &len, error) ? g_bytes_new_take(bytes, len) : NULL;
}

static GBytes *draw_png(const char *script, const char *gnuplot, GError **error)
{
	g_autofree char *folder = g_dir_make_tmp("lkpdigest-charts-XXXXXX", error);
	GBytes *png = NULL;

	if (!folder)
		return NULL;
	if (gnuplot_run(gnuplot ? gnuplot : "gnuplot", script, folder, CHART_SECONDS, error))
		png = read_png(folder, error);
	remove_folder(folder);
	return png;
}

GBytes *charts_draw_png(
	const struct chart *charts, guint n, const char *gnuplot, const struct diag_sink *sink)
{
	g_autofree char *script = charts_script_png(charts, n);
	g_autoptr(GError) error = NULL;
	GBytes *png = script ? draw_png(script, gnuplot, &error) : NULL;

	if (!png)
		diag_emit(sink, DIAG_CHART_FAILED, NULL, SLICE_NULL, "%s",
			error ? error->message
			      : "there is nothing to show, or more than a picture has room for");
	return png;
}
