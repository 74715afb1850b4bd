/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"
#include "cli/plot_options.h"
#include "cli/plotting.h"
#include "store/clusters.h"

#include <string.h>

struct reader {
	struct plotting *p;
	const gboolean *done; /* by operand: found before */
	GError **error;
	gboolean failed;
	/* Of the table at hand: */
	const struct store_table *table;
	struct plot_moves *moves;
	guint has; /* an operand that it has, G_MAXUINT: none */
};

/* ---- rows ----------------------------------------------------------------------------------- */

static gboolean see_row(const struct store_row *row, void *data)
{
	struct reader *r = data;
	struct plotting *p = r->p;

	if (!row->stat)
		return TRUE;

	guint operand = plotting_meet(p, row->stat);

	if (row->kind != ROW_MEAN)
		return TRUE;
	if (p->wanted->kind == CHART_PROFILE) {
		if (operand != G_MAXUINT)
			r->has = operand;
		if (row->n_cells > 1)
			plot_moves_see(r->moves, row->stat, row->changes[row->n_cells - 2].value);
	} else if (operand != G_MAXUINT && !r->done[operand]) {
		p->found[operand] |=
			plots_add_row(p->plots, p->wanted->kind, p->options->rules, r->table, row);
	}
	return TRUE;
}

static void add_moves(struct reader *r)
{
	g_autofree char *test = plot_test_name(r->table);

	if (r->has != G_MAXUINT && !r->done[r->has])
		r->p->found[r->has] |= plots_add_moves(r->p->plots, r->moves, test, r->table->id);
}

/* A copy says nothing that its original does not. */
static gboolean see_table(const struct store_table *table, void *data)
{
	struct reader *r = data;
	struct store_filter filter = STORE_FILTER_ALL;

	if (table->copy_of)
		return TRUE;
	filter.table = table->id;
	r->table = table;
	r->has = G_MAXUINT;
	r->moves = plot_moves_new();
	r->failed = !store_list_rows(r->p->store, &filter, see_row, r, r->error);
	if (!r->failed)
		add_moves(r);
	plot_moves_free(r->moves);
	return !r->failed;
}

/* ---- plots, clusters ------------------------------------------------------------------------ */

static gboolean see_plot(const struct store_plot *plot, void *data)
{
	struct reader *r = data;
	guint operand = plot->title && !plot->depth ? plotting_meet(r->p, plot->title) : G_MAXUINT;

	if (operand != G_MAXUINT)
		r->p->found[operand] |= plots_add_history(r->p->plots, plot);
	return TRUE;
}

static gboolean see_member(const struct store_cluster_member *member, void *data)
{
	if (member->metric)
		plotting_meet(((struct reader *)data)->p, member->metric);
	return TRUE;
}

static gboolean see_cluster(const struct store_cluster *cluster, void *data)
{
	struct reader *r = data;

	r->failed = !store_list_cluster_members(r->p->store, cluster->id, see_member, r, r->error);
	return !r->failed;
}

static gboolean plot_clusters(struct reader *r, GError **error)
{
	struct plotting *p = r->p;
	const struct options *o = p->options;

	if (!clustered(p->store, o, error) ||
		!store_list_clusters(p->store, &o->filter, see_cluster, r, error) || r->failed)
		return FALSE;
	for (guint k = 0; k < o->n_arguments; k++)
		if (!plots_add_clusters(
			    p->plots, p->store, &o->filter, o->arguments[k], &p->found[k], error))
			return FALSE;
	return TRUE;
}

gboolean plot_mails(struct plotting *p, GError **error)
{
	const struct store_filter *filter = &p->options->filter;
	g_autofree gboolean *done = g_memdup2(p->found, p->options->n_arguments * sizeof *p->found);
	struct reader r = {p, done, error, FALSE, NULL, NULL, G_MAXUINT};

	if (p->wanted->kind == CHART_TREND)
		return plot_clusters(&r, error);
	if (p->wanted->kind == CHART_HISTORY)
		return store_list_plots(p->store, filter, see_plot, &r, error);
	return store_list_tables(p->store, filter, see_table, &r, error) && !r.failed;
}
