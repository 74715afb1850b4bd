/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/plot_options.h"

#include "cli/output.h"
#include "cli/talk.h"

#include <string.h>
#include <unistd.h>

#define TEXT G_OPTION_ARG_FILENAME

struct plot_options *plot_options_new(void)
{
	return g_new0(struct plot_options, 1);
}

void plot_options_free(struct plot_options *o)
{
	if (!o)
		return;
	g_free(o->kind_name);
	g_free(o->format);
	g_free(o->results);
	g_free(o->order);
	g_free(o->from);
	g_free(o);
}

void plot_options_add(GOptionContext *context, struct plot_options *o)
{
	const GOptionEntry entries[] = {
		{"kind", 0, 0, TEXT, &o->kind_name,
			"strip (default), changes, before-after, heat-map, trend, sparkline, "
			"profile, history",
			"KIND"},
		{"format", 0, 0, TEXT, &o->format,
			"text, svg, png or json; default: by the name of the file, else text on a "
			"terminal and svg elsewhere",
			"FORM"},
		{"from", 0, 0, TEXT, &o->from,
			"runs or mails; default: runs, or mails where no run has the stat", "WHAT"},
		{"results", 0, 0, TEXT, &o->results, "a directory or an archive of result roots",
			"DIR|ARCHIVE"},
		{"order", 0, 0, TEXT, &o->order,
			"result roots in the order in which they were indexed, one a line", "FILE"},
		{"ascii", 0, 0, G_OPTION_ARG_NONE, &o->ascii, "characters of ASCII alone", NULL},
		{NULL},
	};

	g_option_context_add_main_entries(context, entries, NULL);
}

static gboolean refuse(const char *option, const char *value, const char *wanted)
{
	talk("--%s %s: %s", option, value, wanted);
	return FALSE;
}

static gboolean understand_kind(struct plot_options *o)
{
	o->kind = o->kind_name ? chart_kind_by_name(o->kind_name) : CHART_STRIP;
	if (o->kind == CHART_KINDS)
		return refuse("kind", o->kind_name,
			"a kind is strip, changes, before-after, heat-map, trend, sparkline, "
			"profile or history");
	return TRUE;
}

/* Those that are made of one of the two alone. */
static gboolean is_of_mails_alone(enum chart_kind kind)
{
	return kind == CHART_TREND || kind == CHART_HISTORY;
}

static gboolean understand_from(struct plot_options *o)
{
	o->of_runs = o->results || !g_strcmp0(o->from, "runs");
	o->of_mails = !g_strcmp0(o->from, "mails");
	if (o->from && !o->of_mails && strcmp(o->from, "runs"))
		return refuse("from", o->from, "is neither runs nor mails");
	if (o->results && o->of_mails)
		return refuse("from", o->from, "goes not with --results");
	if (is_of_mails_alone(o->kind) && o->of_runs)
		return refuse("kind", o->kind_name, "is made of mails, not of runs");
	o->of_mails |= is_of_mails_alone(o->kind);
	return TRUE;
}

/* By enum plot_form. */
static const char *const forms[] = {"text", "svg", "png", "json", NULL};

static enum plot_form form_of_output(const char *output)
{
	if (!output || !strcmp(output, "-"))
		return isatty(STDOUT_FILENO) ? PLOT_TEXT : PLOT_SVG;
	if (g_str_has_suffix(output, ".png"))
		return PLOT_PNG;
	if (g_str_has_suffix(output, ".txt"))
		return PLOT_TEXT;
	return g_str_has_suffix(output, ".json") ? PLOT_JSON : PLOT_SVG;
}

static gboolean understand_form(struct plot_options *o, gboolean json, const char *output)
{
	o->form = json ? PLOT_JSON : form_of_output(output);
	if (!o->format)
		return TRUE;
	if (!g_strv_contains(forms, o->format))
		return refuse("format", o->format, "a form is text, svg, png or json");
	if (json && strcmp(o->format, "json"))
		return refuse("format", o->format, "goes not with --json");
	for (guint i = 0; forms[i]; i++)
		if (!strcmp(forms[i], o->format))
			o->form = (enum plot_form)i;
	return TRUE;
}

gboolean plot_options_understand(struct plot_options *o, gboolean json, const char *output)
{
	if (!understand_kind(o) || !understand_from(o) || !understand_form(o, json, output))
		return FALSE;
	if (o->form == PLOT_PNG && (!output || !strcmp(output, "-")) && isatty(STDOUT_FILENO))
		return refuse("format", "png", "is not for a terminal; -o FILE writes it");
	return TRUE;
}
