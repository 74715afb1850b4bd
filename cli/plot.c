/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/addresses.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/plot_options.h"
#include "cli/plotting.h"
#include "cli/talk.h"
#include "render/chart_chars.h"
#include "render/chart_document.h"
#include "render/chart_table.h"
#include "render/json_text.h"

#include <string.h>

#define NAMES_TOLD_MAX 5

static void say_diag(const struct diag *diag, void *data)
{
	const struct plotting *p = data;

	if (!p->options->quiet && diag_level(diag->id) != DIAG_NOTE)
		talk_diag(diag, p->options->hide_addresses);
}

/* ---- what is looked for ------------------------------------------------------------------- */

guint plotting_meet(struct plotting *p, const char *stat)
{
	for (guint k = 0; k < p->options->n_arguments; k++)
		if (!strcmp(stat, p->options->arguments[k])) {
			p->known[k] = TRUE;
			return k;
		}
	for (guint k = 0; k < p->options->n_arguments; k++)
		if (strstr(stat, p->options->arguments[k]))
			g_hash_table_add(p->names, g_strdup(stat));
	return G_MAXUINT;
}

static gboolean is_any_missing(const struct plotting *p)
{
	for (guint k = 0; k < p->options->n_arguments; k++)
		if (!p->found[k])
			return TRUE;
	return FALSE;
}

static gboolean gather(struct plotting *p, GError **error)
{
	const struct plot_options *o = p->wanted;

	if (!o->results && !(p->store = store_open(p->options->store, STORE_READ, error)))
		return FALSE;
	if (!addresses_take(p->options, FALSE, p->store, &p->people, error))
		return FALSE;
	plots_hide(p->plots, p->people);
	if (!o->of_mails && !plot_runs(p, error))
		return FALSE;
	if (o->of_runs || !is_any_missing(p))
		return TRUE;
	return plot_mails(p, error);
}

/* ---- what is not there -------------------------------------------------------------------- */

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void tell_similar(const struct plotting *p, const char *stat)
{
	g_autoptr(GPtrArray) similar = g_ptr_array_new();
	GHashTableIter at;
	gpointer name;

	g_hash_table_iter_init(&at, p->names);
	while (g_hash_table_iter_next(&at, &name, NULL))
		if (strstr(name, stat))
			g_ptr_array_add(similar, name);
	g_ptr_array_sort(similar, by_text);
	for (guint i = 0; i < MIN(similar->len, NAMES_TOLD_MAX); i++)
		talk("there is %s", (const char *)similar->pdata[i]);
	if (similar->len > NAMES_TOLD_MAX)
		talk("and there are %u more of such names", similar->len - NAMES_TOLD_MAX);
}

static enum exit_status tell_missing(const struct plotting *p)
{
	enum exit_status status = EXIT_DONE;

	for (guint k = 0; k < p->options->n_arguments; k++) {
		const char *stat = p->options->arguments[k];

		if (p->found[k])
			continue;
		status = EXIT_FOUND;
		if (p->known[k]) {
			talk("plot: %s: there is nothing of it to show as %s", stat,
				chart_kind_name(p->wanted->kind));
		} else {
			talk("plot: %s: there is no such stat", stat);
			tell_similar(p, stat);
		}
	}
	return status;
}

/* ---- forms ---------------------------------------------------------------------------------- */

struct drawn {
	char *bytes; /* NULL: nothing could be drawn */
	gsize len;
	gboolean is_whole;
};

static struct drawn drawn_of(GString *text, gboolean is_whole)
{
	gsize len = text->len;

	return (struct drawn){g_string_free(text, FALSE), len, is_whole};
}

static struct drawn draw_text(const struct plotting *p, const struct chart *charts, guint n)
{
	gboolean is_terminal = !p->options->output && output_width();
	guint width = is_terminal ? MIN(output_width(), CHART_CHARS_WIDTH) : CHART_CHARS_WIDTH;
	GString *out = g_string_new(NULL);
	gboolean is_whole = TRUE;

	for (guint i = 0; i < n; i++) {
		g_autofree char *text = chart_chars(&charts[i], width, p->wanted->ascii);

		is_whole &= text != NULL;
		g_string_append_printf(out, "%s%s", i ? "\n" : "",
			text ? text : "This chart has nothing to show.\n");
	}
	return drawn_of(out, is_whole);
}

static struct drawn draw_json(const struct chart *charts, guint n)
{
	json_t *object = json_object(), *list = json_array();

	for (guint i = 0; i < n; i++)
		json_array_append_new(list, chart_json(&charts[i]));
	json_object_set_new(object, "charts", list);

	GString *text = json_text(object, JSON_INDENT(1) | JSON_SORT_KEYS);

	json_decref(object);
	g_string_append_c(text, '\n');
	return drawn_of(text, TRUE);
}

static struct drawn draw_svg(const struct plotting *p, const struct chart *charts, guint n)
{
	g_autoptr(GPtrArray) svgs = charts_draw(charts, n, NULL, &p->sink);
	guint drawn = 0;

	for (guint i = 0; i < n; i++)
		drawn += svgs->pdata[i] != NULL;
	return drawn_of(charts_document(charts, n, svgs), drawn == n);
}

static struct drawn draw_png(const struct plotting *p, const struct chart *charts, guint n)
{
	GBytes *png = charts_draw_png(charts, n, NULL, &p->sink);
	struct drawn drawn = {NULL, 0, png != NULL};

	if (png)
		drawn.bytes = g_bytes_unref_to_data(png, &drawn.len);
	return drawn;
}

static struct drawn draw(const struct plotting *p)
{
	guint n;
	const struct chart *charts = plots_charts(p->plots, &n);

	switch (p->wanted->form) {
	case PLOT_JSON:
		return draw_json(charts, n);
	case PLOT_SVG:
		return draw_svg(p, charts, n);
	case PLOT_PNG:
		return draw_png(p, charts, n);
	default:
		return draw_text(p, charts, n);
	}
}

/* ---- the command ----------------------------------------------------------------------------- */

static gboolean write_out(const struct plotting *p, const struct drawn *drawn, GError **error)
{
	const char *output = p->options->output;

	if (!drawn->bytes)
		return TRUE;
	if (output && strcmp(output, "-"))
		return output_write_file(output, drawn->bytes, drawn->len, error);
	output_bytes(drawn->bytes, drawn->len);
	return TRUE;
}

static gboolean is_any_chart(const struct plotting *p)
{
	guint n;

	plots_charts(p->plots, &n);
	return n > 0;
}

static enum exit_status plot(struct plotting *p, GError **error)
{
	if (!gather(p, error))
		return EXIT_SYSTEM;

	enum exit_status status = tell_missing(p);

	if (!is_any_chart(p) && p->wanted->form != PLOT_JSON)
		return status;

	struct drawn drawn = draw(p);
	gboolean written = write_out(p, &drawn, error);

	g_free(drawn.bytes);
	if (!written)
		return EXIT_SYSTEM;
	return drawn.is_whole ? status : EXIT_FOUND;
}

enum exit_status command_plot(const struct options *options)
{
	struct plotting p = {.options = options, .wanted = options->plot};
	struct rules_asker asker = {&p.sink, ORIGIN_NONE};
	g_autoptr(GError) error = NULL;

	p.sink = (struct diag_sink){say_diag, &p};
	p.book = stat_book_new(options->rules, &asker);
	p.plots = plots_new();
	p.found = g_new0(gboolean, options->n_arguments);
	p.known = g_new0(gboolean, options->n_arguments);
	p.names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	enum exit_status status = plot(&p, &error);

	if (error)
		talk_system(error);
	g_hash_table_unref(p.names);
	g_free(p.known);
	g_free(p.found);
	plots_free(p.plots);
	people_free(p.people);
	stat_book_free(p.book);
	store_close(p.store, NULL);
	return status;
}
