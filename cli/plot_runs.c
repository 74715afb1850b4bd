/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/plot_options.h"
#include "cli/plotting.h"
#include "cli/result_nodes.h"

#include <string.h>

#define DAY_SECONDS (24 * 60 * 60)
#define ID_DIGITS 12

static const char *const compared[] = {"commit", NULL};

/* ---- which nodes ---------------------------------------------------------------------------- */

static gboolean is_value(const struct node *node, const char *axis, const char *wanted)
{
	return !wanted || !g_strcmp0(axes_value(node->axes, axis), wanted);
}

static gboolean is_of_commit(const struct node *node, const char *wanted)
{
	const char *commit = axes_value(node->axes, "commit");

	return !wanted || (commit && g_str_has_prefix(commit, wanted));
}

static gboolean is_in_period(const struct node *node, const struct store_filter *filter)
{
	gint64 ended = (gint64)node->axes->day * DAY_SECONDS;

	if (filter->since == DATE_UNKNOWN && filter->until == DATE_UNKNOWN)
		return TRUE;
	return node->axes->day != G_MAXUINT &&
	       (filter->since == DATE_UNKNOWN || ended + DAY_SECONDS > filter->since) &&
	       (filter->until == DATE_UNKNOWN || ended < filter->until);
}

/* What is asked of mails fits no run. */
static gboolean is_wanted(const struct node *node, const struct store_filter *filter)
{
	return !filter->subsystem && !filter->list && is_of_commit(node, filter->commit) &&
	       is_value(node, "testcase", filter->testcase) &&
	       is_value(node, "tbox_group", filter->machine) && is_in_period(node, filter);
}

static int by_day(gconstpointer a, gconstpointer b)
{
	guint x = (*(struct node *const *)a)->axes->day, y = (*(struct node *const *)b)->axes->day;

	return (x > y) - (x < y);
}

/* Names of tests in their order, and by name their nodes, by day. */
static GHashTable *tests_of(
	const struct nodes *nodes, const struct store_filter *filter, GPtrArray *names)
{
	GHashTable *tests = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);

	for (guint i = 0; i < nodes->nodes->len; i++) {
		struct node *node = nodes->nodes->pdata[i];

		if (!is_wanted(node, filter))
			continue;

		char *name = axes_line(node->axes, compared, FALSE);
		GPtrArray *of = g_hash_table_lookup(tests, name);

		if (of) {
			g_free(name);
		} else {
			of = g_ptr_array_new();
			g_hash_table_insert(tests, name, of);
			g_ptr_array_add(names, name);
		}
		g_ptr_array_add(of, node);
	}
	for (guint i = 0; i < names->len; i++) /* which is stable */
		g_ptr_array_sort(g_hash_table_lookup(tests, names->pdata[i]), by_day);
	return tests;
}

/* ---- one test ------------------------------------------------------------------------------- */

/* As tables of mails name theirs. */
static char *name_of(const struct axes *axes)
{
	g_autofree struct store_field *fields = g_new(struct store_field, axes->n);

	for (guint i = 0; i < axes->n; i++)
		fields[i] = (struct store_field){axes->axis[i].name, axes->axis[i].value};
	return plot_name_of(fields, axes->n);
}

static void meet_all(struct plotting *p, const struct samples *samples)
{
	for (guint i = 0; i < samples->series->len; i++) {
		const struct sample_series *series = samples->series->pdata[i];

		plotting_meet(p, series->name);
	}
}

static void plot_test(struct plotting *p, struct nodes *nodes, const char *key, const GPtrArray *of)
{
	g_autofree struct plot_side *sides = g_new0(struct plot_side, of->len);
	g_autoptr(GPtrArray) samples = g_ptr_array_new_with_free_func((GDestroyNotify)samples_free);
	g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *name = name_of(((struct node *)of->pdata[0])->axes);
	const struct plot_test test = {key, name ? name : key, sides, of->len};

	for (guint i = 0; i < of->len; i++) {
		struct node *node = of->pdata[i];
		const char *commit = axes_value(node->axes, "commit");
		char *label = g_strndup(commit ? commit : node->root->path,
			commit ? ID_DIGITS : strlen(node->root->path));
		struct samples *own = node_take_samples(nodes, node);

		g_ptr_array_add(labels, label);
		g_ptr_array_add(samples, own);
		meet_all(p, own);
		sides[i] = (struct plot_side){label, node->root->path, own};
	}
	for (guint k = 0; k < p->options->n_arguments; k++)
		p->found[k] |= plots_add_runs(
			p->plots, p->wanted->kind, p->book, p->options->arguments[k], &test);
}

gboolean plot_runs(struct plotting *p, GError **error)
{
	const struct rules *rules = p->options->rules;
	const struct plot_options *o = p->wanted;
	struct nodes *nodes = p->store ? nodes_of_store(rules, p->store, o->order, &p->sink, error)
				       : nodes_find(rules, o->results, o->order, &p->sink, error);
	g_autoptr(GPtrArray) names = g_ptr_array_new();

	if (!nodes)
		return FALSE;
	nodes->wants_samples = TRUE;

	g_autoptr(GHashTable) tests = tests_of(nodes, &p->options->filter, names);

	for (guint i = 0; i < names->len; i++)
		plot_test(p, nodes, names->pdata[i], g_hash_table_lookup(tests, names->pdata[i]));
	nodes_free(nodes);
	return TRUE;
}
