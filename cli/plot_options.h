/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that only `plot` has. */
#pragma once

#include "render/chart.h"

#include <glib.h>

enum plot_form {
	PLOT_TEXT,
	PLOT_SVG,
	PLOT_PNG,
	PLOT_JSON,
};

struct plot_options {
	char *kind_name, *format, *results, *order, *from;
	gboolean ascii;

	/* Understood: */
	enum chart_kind kind;
	enum plot_form form;
	gboolean of_runs, of_mails; /* neither: of runs, or where there are none of mails */
};

struct plot_options *plot_options_new(void);
void plot_options_free(struct plot_options *options); /* NULL is allowed */

void plot_options_add(GOptionContext *context, struct plot_options *options);

/*
 * `output`: the file to write, NULL: standard output; its name may tell the form.  FALSE: the error
 * was said.
 */
gboolean plot_options_understand(struct plot_options *options, gboolean json, const char *output);
