/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/result_nodes.h"

#include "cli/run_ahead.h"
#include "cli/stored_runs.h"

#define ORDER_MAX (64 << 20) /* bytes of the list of result roots */

/* ---- finding ------------------------------------------------------------------------ */

static void node_free(void *data)
{
	struct node *node = data;

	axes_free(node->axes);
	matrix_free(node->matrix);
	samples_free(node->samples);
	g_free(node);
}

static struct node *node_new(const struct nodes *nodes, const struct result_root *root)
{
	struct job_tree *job = result_root_job(root, &nodes->sink);
	const struct job_field *fields;
	struct node *node;
	guint n;

	if (!job)
		return NULL;
	fields = job_tree_fields(job, &n);
	node = g_new0(struct node, 1);
	node->root = root;
	node->axes = axes_of_job(nodes->rules, fields, n);
	job_tree_free(job);
	return node;
}

/* The last of those with the same axes stays. */
static void add_nodes(struct nodes *nodes)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) latest_first = g_ptr_array_new();

	for (guint i = nodes->roots->len; i > 0; i--) {
		struct node *node = node_new(nodes, nodes->roots->pdata[i - 1]);

		if (node && g_hash_table_add(seen, node->axes->line))
			g_ptr_array_add(latest_first, node);
		else if (node)
			node_free(node);
	}
	for (guint i = latest_first->len; i > 0; i--)
		g_ptr_array_add(nodes->nodes, latest_first->pdata[i - 1]);
}

static gboolean read_order(struct nodes *nodes, const char *order, GError **error)
{
	g_autofree char *text = NULL;
	gsize len;

	if (!order)
		return TRUE;
	if (!g_file_get_contents(order, &text, &len, error))
		return FALSE;
	if (len > ORDER_MAX) {
		g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
			"%s: larger than is allowed for a list of result roots", order);
		return FALSE;
	}
	result_roots_order(nodes->roots, (struct slice){text, len}, order, &nodes->sink);
	return TRUE;
}

static struct nodes *nodes_new(const struct rules *rules, const struct diag_sink *sink)
{
	struct nodes *nodes = g_new0(struct nodes, 1);

	nodes->rules = rules;
	nodes->sink = *sink;
	nodes->names = g_string_chunk_new(1 << 16);
	nodes->nodes = g_ptr_array_new_with_free_func(node_free);
	return nodes;
}

/* NULL with *error when there are no roots, or no order of them. */
static struct nodes *nodes_fill(struct nodes *nodes, const char *order, GError **error)
{
	if (!nodes->roots || !read_order(nodes, order, error)) {
		nodes_free(nodes);
		return NULL;
	}
	add_nodes(nodes);
	return nodes;
}

struct nodes *nodes_find(const struct rules *rules, const char *results, const char *order,
	const struct diag_sink *sink, GError **error)
{
	struct nodes *nodes = nodes_new(rules, sink);

	nodes->roots = result_roots_find(results, sink, error);
	return nodes_fill(nodes, order, error);
}

struct nodes *nodes_of_store(const struct rules *rules, struct store *store, const char *order,
	const struct diag_sink *sink, GError **error)
{
	struct nodes *nodes = nodes_new(rules, sink);

	nodes->stored = stored_runs_new(store);
	nodes->roots = stored_runs_roots(nodes->stored, error);
	return nodes_fill(nodes, order, error);
}

void nodes_free(struct nodes *nodes)
{
	if (!nodes)
		return;
	run_ahead_free(nodes->ahead);
	g_ptr_array_unref(nodes->nodes);
	if (nodes->roots)
		g_ptr_array_unref(nodes->roots);
	stored_runs_free(nodes->stored);
	g_string_chunk_free(nodes->names);
	g_free(nodes);
}

/* ---- loading -------------------------------------------------------------------------- */

static void add_samples(struct samples *samples, const struct run_numbers *numbers, const char *run)
{
	for (guint i = 0; i < numbers->items->len; i++) {
		const struct run_number *item =
			&g_array_index(numbers->items, struct run_number, i);

		if (item->is_sound)
			samples_add(samples, item->name, number_real(item->value));
	}
	samples_end_run(samples, run);
}

static struct run_numbers *read_run(struct nodes *nodes, const struct result_run *run)
{
	return nodes->stored ? stored_runs_read(nodes->stored, run, &nodes->sink)
			     : run_ahead_take(nodes->ahead, run, nodes->rules, &nodes->sink);
}

static void add_run(struct nodes *nodes, struct node *node, const struct result_run *run)
{
	struct matrix *matrix = node->matrix;
	struct run_numbers *numbers = read_run(nodes, run);

	if (!numbers)
		return;
	for (guint i = 0; i < numbers->items->len; i++) {
		const struct run_number *item =
			&g_array_index(numbers->items, struct run_number, i);

		if (item->is_sound)
			matrix_add(matrix, item->name, item->value);
		else
			matrix_add_unsound(matrix, item->name);
	}
	matrix_end_run(matrix);
	if (node->samples)
		add_samples(node->samples, numbers, run->name);
	run_numbers_free(numbers);
}

void nodes_read_ahead(struct nodes *nodes, struct node *const *order, guint n)
{
	GPtrArray *runs;

	if (nodes->stored)
		return;
	runs = g_ptr_array_new();
	for (guint i = 0; i < n; i++) {
		const struct result_root *root = order[i]->root;

		for (guint k = 0; !order[i]->matrix && k < root->runs->len; k++)
			g_ptr_array_add(runs, root->runs->pdata[k]);
	}
	run_ahead_free(nodes->ahead);
	nodes->ahead = run_ahead_new(nodes->rules, runs);
}

const struct matrix *node_matrix(struct nodes *nodes, struct node *node)
{
	if (node->matrix)
		return node->matrix;
	node->matrix = matrix_new(nodes->names);
	node->matrix->expected = node->root->runs->len;
	node->samples = nodes->wants_samples ? samples_new(nodes->names) : NULL;
	if (node->samples)
		node->samples->expected = node->root->runs->len;
	for (guint i = 0; i < node->root->runs->len; i++)
		add_run(nodes, node, node->root->runs->pdata[i]);
	matrix_pad(node->matrix);
	return node->matrix;
}

const struct samples *node_samples(const struct node *node)
{
	return node->samples;
}

struct samples *node_take_samples(struct nodes *nodes, struct node *node)
{
	struct samples *samples;

	node_matrix(nodes, node);
	samples = g_steal_pointer(&node->samples);
	node_release(node);
	return samples;
}

void node_release(struct node *node)
{
	g_clear_pointer(&node->matrix, matrix_free);
	g_clear_pointer(&node->samples, samples_free);
}

struct series_reader {
	struct matrix *matrix;
	const struct diag_sink *sink;
	struct origin at;
};

static void add_series(const struct stats_json_item *item, void *data)
{
	struct series_reader *r = data;

	if (item->kind == STATS_JSON_OTHER)
		diag_emit(r->sink, DIAG_STAT_NO_NUMBER, &r->at, slice_of(item->name), "%s",
			item->why);
	if (item->kind > STATS_JSON_LIST)
		matrix_add_unsound(r->matrix, item->name);
	else
		matrix_add_series(r->matrix, item->name, item->values, item->n);
}

static const struct result_run *run_named(const struct node *node, const char *name)
{
	for (guint i = 0; i < node->root->runs->len; i++) {
		const struct result_run *run = node->root->runs->pdata[i];

		if (!strcmp(run->name, name))
			return run;
	}
	return NULL;
}

struct matrix *node_run_matrix(struct nodes *nodes, const struct node *node, const char *name)
{
	const struct result_run *run = run_named(node, name);
	struct matrix *matrix = matrix_new(nodes->names);
	struct origin at = {run ? run->dir : node->root->dir, -1, NULL, 0, 0};
	struct series_reader reader = {matrix, &nodes->sink, at};
	g_autofree char *text = NULL;
	gboolean done =
		!run || result_run_json(run, "matrix", add_series, &reader, &text, &nodes->sink);

	if (done && text) {
		matrix_end_series(matrix);
		return matrix;
	}
	if (done)
		diag_emit(&nodes->sink, DIAG_STATS_UNREADABLE, &at, SLICE_NULL,
			"the run has no matrix.json");
	matrix_free(matrix);
	return NULL;
}
