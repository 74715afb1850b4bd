/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/past_nodes.h"

#include <string.h>

/* ---- when runs ended --------------------------------------------------------------------- */

static guint day_of_run(struct comparing *c, const struct result_run *run)
{
	static const char *const names[] = {"job.yaml", NULL};
	gboolean has_job = run->day == G_MAXUINT && result_run_first(run, names);
	struct job_tree *job = has_job ? result_run_job(run, &c->sink) : NULL;
	guint n, day = run->day;

	if (job) {
		const struct job_field *fields = job_tree_fields(job, &n);

		day = axes_day(fields, n);
		job_tree_free(job);
	}
	return day;
}

/* A run that is not sound is none of the samples'. */
guint *past_nodes_days(struct comparing *c, const struct node *node, const struct samples *samples)
{
	const GPtrArray *runs = node->root->runs;
	guint *days = g_new(guint, samples->runs->len);
	guint at = 0;

	for (guint i = 0; i < runs->len && at < samples->runs->len; i++) {
		const struct result_run *run = runs->pdata[i];

		if (!strcmp(run->name, samples->runs->pdata[at]))
			days[at++] = day_of_run(c, run);
	}
	while (at < samples->runs->len)
		days[at++] = PAST_DAY_UNKNOWN;
	return days;
}

/* ---- which nodes -------------------------------------------------------------------------- */

static gboolean is_in(const GArray *group, guint node)
{
	for (guint i = 0; i < group->len; i++)
		if (g_array_index(group, guint, i) == node)
			return TRUE;
	return FALSE;
}

/* Axes that are not compared, in a line -> GArray of guint. */
static GHashTable *index_nodes(const struct comparing *c)
{
	const char *const *compared = (const char *const *)c->options->axes;
	GHashTable *alike = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);

	for (guint i = 0; i < c->nodes->nodes->len; i++) {
		char *line = axes_line(comparing_node(c, i)->axes, compared, FALSE);
		GArray *nodes = g_hash_table_lookup(alike, line);

		if (nodes) {
			g_free(line);
		} else {
			nodes = g_array_new(FALSE, FALSE, sizeof(guint));
			g_hash_table_insert(alike, line, nodes);
		}
		g_array_append_val(nodes, i);
	}
	return alike;
}

static GArray *others_of(struct comparing *c, const GArray *group)
{
	const char *const *compared = (const char *const *)c->options->axes;
	const struct node *base = comparing_node(c, g_array_index(group, guint, 0));
	g_autofree char *key = axes_line(base->axes, compared, FALSE);
	GArray *others = g_array_new(FALSE, FALSE, sizeof(guint));
	const GArray *alike;

	if (!c->alike)
		c->alike = index_nodes(c);
	alike = g_hash_table_lookup(c->alike, key);
	for (guint i = 0; alike && i < alike->len; i++)
		if (!is_in(group, g_array_index(alike, guint, i)))
			g_array_append_val(others, g_array_index(alike, guint, i));
	g_array_sort_with_data(others, comparing_by_day, c); /* which is stable */
	if (others->len > PAST_NODES_MAX)
		g_array_remove_range(others, 0, others->len - PAST_NODES_MAX);
	return others;
}

struct past_nodes *past_nodes_of(struct comparing *c, const GArray *group)
{
	g_autoptr(GArray) others = others_of(c, group);
	struct past_nodes *past;

	if (!others->len)
		return NULL;
	past = g_new0(struct past_nodes, 1);
	past->runs = past_runs_new();
	past->samples = g_ptr_array_new_with_free_func((GDestroyNotify)samples_free);
	for (guint i = 0; i < others->len; i++) {
		struct node *node = comparing_node(c, g_array_index(others, guint, i));
		struct samples *samples = node_take_samples(c->nodes, node);
		g_autofree guint *days = past_nodes_days(c, node, samples);

		past_runs_add(past->runs, samples, days);
		g_ptr_array_add(past->samples, samples);
	}
	return past;
}

void past_nodes_free(struct past_nodes *past)
{
	if (!past)
		return;
	past_runs_free(past->runs);
	g_ptr_array_unref(past->samples);
	g_free(past);
}
