/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compared.h"

#include "cli/past_nodes.h"
#include "compare/average.h"

static void compared_free(void *data)
{
	struct compared *group = data;

	g_free(group->members);
	comparison_free(group->judged);
	g_ptr_array_unref(group->rows);
	g_free(group);
}

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In the full style the order of the runs decides nothing. */
static GPtrArray *chosen_stats(struct comparing *c, const struct select_members *members)
{
	GPtrArray *names = select_stats(&c->options->select, c->book, members);

	if (c->options->form != COMPARE_LKP)
		g_ptr_array_sort(names, by_name);
	return names;
}

static struct compared *compared_new(
	struct comparing *c, const struct select_members *members, const struct member *counted)
{
	struct compared *group = g_new0(struct compared, 1);
	g_autoptr(GPtrArray) names = chosen_stats(c, members);

	group->n = members->n;
	group->members = g_new0(struct lkp_member, members->n);
	group->apart = c->apart;
	group->rows = rows_make(c->book, names, counted, members->n);
	return group;
}

static void judge(struct comparing *c, struct compared *group, const struct select_members *members,
	const struct member *counted, const struct samples *const *samples,
	const struct past_runs *past)
{
	g_autofree struct comparison_member *judged = g_new(struct comparison_member, group->n);
	const struct comparison_request request = {&c->options->select, members, judged,
		group->rows, (const char *const *)c->options->explain, past};

	for (guint i = 0; i < group->n; i++)
		judged[i] =
			(struct comparison_member){counted[i].all, counted[i].complete, samples[i]};
	group->judged = comparison_new(c->book, &request);
}

static void judge_nodes(struct comparing *c, struct compared *group,
	const struct select_members *members, const struct member *counted,
	const struct samples *const *samples, const GArray *indexes)
{
	struct past_nodes *past = c->apart ? NULL : past_nodes_of(c, indexes);

	judge(c, group, members, counted, samples, past ? past->runs : NULL);
	past_nodes_free(past);
}

static struct compared *compare_nodes(struct comparing *c, const GArray *indexes)
{
	guint n = indexes->len;
	g_autofree const struct matrix **all = g_new(const struct matrix *, n);
	g_autofree struct matrix **complete = g_new(struct matrix *, n);
	g_autofree struct member *counted = g_new0(struct member, n);
	g_autofree const struct samples **samples = g_new(const struct samples *, n);
	const struct select_members members = {all, n, NULL};
	struct compared *group;

	for (guint i = 0; i < n; i++) {
		struct node *node = comparing_node(c, g_array_index(indexes, guint, i));

		all[i] = node_matrix(c->nodes, node);
		samples[i] = node_samples(node);
		complete[i] = matrix_complete(all[i]);
		counted[i] = (struct member){
			all[i], complete[i] ? complete[i] : all[i], all[i]->columns};
	}
	group = compared_new(c, &members, counted);
	if (c->options->form != COMPARE_LKP)
		judge_nodes(c, group, &members, counted, samples, indexes);
	for (guint i = 0; i < n; i++) {
		struct node *node = comparing_node(c, g_array_index(indexes, guint, i));

		group->members[i].axes = node->axes;
		matrix_free(complete[i]);
		node_release(node); /* of many groups only the rows are kept */
	}
	return group;
}

/* A single run has one number a stat: the mean of what its monitors saw over time. */
static struct samples *samples_of_run(
	struct comparing *c, const struct matrix *matrix, const char *run)
{
	struct samples *samples = samples_new(c->nodes->names);

	for (guint i = 0; i < matrix->series->len; i++) {
		const struct series *series = matrix->series->pdata[i];

		if (series->n)
			samples_add(samples, series->name, numbers_mean(series->values, series->n));
	}
	samples_end_run(samples, run);
	return samples;
}

static void judge_single_runs(struct comparing *c, struct compared *group,
	const struct select_members *members, const struct member *counted)
{
	g_autoptr(GPtrArray) samples = g_ptr_array_new_with_free_func((GDestroyNotify)samples_free);

	for (guint i = 0; i < members->n; i++)
		g_ptr_array_add(
			samples, samples_of_run(c, members->matrix[i], group->members[i].run));
	judge(c, group, members, counted, (const struct samples *const *)samples->pdata, NULL);
}

/* LKP counts the bits of 1 for the runs of a run: one for the first, none for the others. */
static struct compared *compare_runs(struct comparing *c, struct node *node)
{
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)matrix_free);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autofree struct member *counted = g_new0(struct member, c->runs->len);

	for (guint i = 0; i < c->runs->len; i++) {
		struct matrix *matrix = node_run_matrix(c->nodes, node, c->runs->pdata[i]);

		if (!matrix)
			continue;
		counted[all->len] = (struct member){matrix, matrix, all->len == 0};
		g_ptr_array_add(all, matrix);
		g_ptr_array_add(names, c->runs->pdata[i]);
	}
	if (all->len < 2)
		return NULL;

	const struct select_members members = {
		(const struct matrix *const *)all->pdata, all->len, node_matrix(c->nodes, node)};
	struct compared *group = compared_new(c, &members, counted);
	for (guint i = 0; i < all->len; i++)
		group->members[i] = (struct lkp_member){node->axes, names->pdata[i]};
	if (c->options->form != COMPARE_LKP)
		judge_single_runs(c, group, &members, counted);
	return group;
}

GPtrArray *compared_all(struct comparing *c)
{
	GPtrArray *groups = g_ptr_array_new_with_free_func(compared_free);

	if (c->runs) {
		struct compared *group =
			compare_runs(c, comparing_node(c, g_array_index(c->found, guint, 0)));

		if (group)
			g_ptr_array_add(groups, group);
		return groups;
	}
	g_autoptr(GPtrArray) grouped = comparing_groups(c);
	comparing_read_ahead(c, grouped);
	for (guint i = 0; i < grouped->len; i++) {
		comparing_drop_lost(c, grouped->pdata[i]);
		if (((GArray *)grouped->pdata[i])->len > 1)
			g_ptr_array_add(groups, compare_nodes(c, grouped->pdata[i]));
	}
	return groups;
}
