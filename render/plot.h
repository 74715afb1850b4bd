/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts of stats, made of runs or of what mails print: what `plot` shows, and what a page may
 * show of a report.  Every chart lives as long as its `struct plots`, and so does all that is
 * handed over to it, which is copied.
 */
#pragma once

#include "compare/samples.h"
#include "compare/stat_facts.h"
#include "render/chart.h"
#include "render/people.h"
#include "store/store.h"

/* Moves of a profile that are worth a row, the largest first. */
#define PLOT_MOVES_MAX 12
#define PLOT_WEEKS_MAX 60 /* of a trend, the last ones */

struct plots;

struct plots *plots_new(void);
void plots_free(struct plots *plots); /* NULL is allowed */

/* Whose addresses no chart shows; before anything is added.  Lives as long as they; NULL: all. */
void plots_hide(struct plots *plots, const struct people *people);

/* All charts so far, in the order in which they were begun; valid until more are added. */
const struct chart *plots_charts(struct plots *plots, guint *ret_n);

/* ---- of runs -------------------------------------------------------------------------------- */

struct plot_side { /* a commit */
	const char *label;
	const char *source; /* its result root */
	const struct samples *samples;
};

struct plot_test {        /* the same test on the same machine, the base first */
	const char *key;  /* tells it from all others */
	const char *name; /* for people */
	const struct plot_side *sides;
	guint n;
};

/*
 * Adds what the kind shows of the stat: a chart of its own for the test, or, of CHART_CHANGES and
 * CHART_HEAT_MAP, rows of the stat's one chart.  CHART_PROFILE is of all of the test.
 * FALSE: no side has the stat, or no other than the first where two are needed, or the kind is not
 * made of runs.  Tones are of significant changes, by the stat's better way.
 */
gboolean plots_add_runs(struct plots *plots, enum chart_kind kind, struct stat_book *book,
	const char *stat, const struct plot_test *test);

/* ---- of mails ------------------------------------------------------------------------------- */

/*
 * The same of a row of a table.  A printed mean has the widest 95 % interval that its printed
 * spread and number of runs allow; of CHART_BEFORE_AFTER one standard deviation.
 */
gboolean plots_add_row(struct plots *plots, enum chart_kind kind, const struct rules *rules,
	const struct store_table *table, const struct store_row *row);

/* What tells a test from others, but for what it was compiled and started with: test case, machine,
 * parameters: "unixbench / lituya / nr_task=1".  NULL: there is nothing.  Free with g_free(). */
char *plot_name_of(const struct store_field *axes, guint n);
char *plot_test_name(const struct store_table *table); /* else the table's id */

/* The moves of a table's perf-profile, collected row by row, then added as a chart. */
struct plot_moves;

struct plot_moves *plot_moves_new(void);
void plot_moves_free(struct plot_moves *moves); /* NULL is allowed */
/* One stat and its change in points; others than those of perf-profile are passed over. */
void plot_moves_see(struct plot_moves *moves, const char *stat, double change);
gboolean plots_add_moves(
	struct plots *plots, const struct plot_moves *moves, const char *test, const char *source);

/* The good and the bad samples of a bisection. */
gboolean plots_add_history(struct plots *plots, const struct store_plot *plot);

/* ---- over time ------------------------------------------------------------------------------ */

struct plot_state { /* a row of a trend */
	const char *label;
	enum chart_tone tone;
	const double *counts; /* by week */
};

enum chart_tone plot_state_tone(enum state state);

void plots_add_trend(struct plots *plots, const char *title, const char *source,
	const char *const *weeks, guint n_weeks, const struct plot_state *states, guint n);

/*
 * The clusters that the filter takes, of those with a claim on the stat (NULL: any) that slow
 * something or make it faster: how many stood in each state at the end of each week, from the first
 * report to the last change.  *ret_any: there are some.  FALSE with *error.
 */
gboolean plots_add_clusters(struct plots *plots, struct store *store,
	const struct store_filter *filter, const char *stat, gboolean *ret_any, GError **error);
