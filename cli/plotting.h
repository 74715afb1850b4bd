/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `plot` works on: stats that are looked for, and the charts made of what is found. */
#pragma once

#include "cli/options.h"
#include "compare/stat_facts.h"
#include "render/plot.h"

struct plotting {
	const struct options *options;
	const struct plot_options *wanted;
	struct diag_sink sink;
	struct stat_book *book;
	struct store *store;   /* NULL: results are read where they lie */
	struct people *people; /* whose addresses are hidden; NULL: nobody's */
	struct plots *plots;
	gboolean *found;   /* by operand: there is such a stat, and something to show of it */
	gboolean *known;   /* by operand: there is such a stat */
	GHashTable *names; /* set of char *: stats that were met and hold the text of an operand */
};

/* Notes a stat that was met; gives the operand that it is, G_MAXUINT: none. */
guint plotting_meet(struct plotting *p, const char *stat);

/* Charts of the runs that the filter takes.  FALSE with *error. */
gboolean plot_runs(struct plotting *p, GError **error);

/* Charts of what the mails print of the stats that were not found so far. */
gboolean plot_mails(struct plotting *p, GError **error);
