/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/stored_runs.h"

#include "compare/axes.h"
#include "store/store.h"

struct stored_runs {
	struct store *store;
	GHashTable *ids;  /* const struct result_run * -> gint64 *, of those that have numbers */
	GPtrArray *roots; /* while they are listed */
};

struct stored_runs *stored_runs_new(struct store *store)
{
	struct stored_runs *runs = g_new0(struct stored_runs, 1);

	runs->store = store;
	runs->ids = g_hash_table_new_full(NULL, NULL, NULL, g_free);
	return runs;
}

void stored_runs_free(struct stored_runs *runs)
{
	if (!runs)
		return;
	g_hash_table_unref(runs->ids);
	g_free(runs);
}

/* Of the first run by text alone the job is wanted. */
static void hold_job(struct result_root *root, struct result_run *run, struct slice job)
{
	g_autoptr(GBytes) bytes = NULL;

	for (guint i = 0; i < root->runs->len; i++) {
		struct result_run *other = root->runs->pdata[i];

		if (other->files->len && strcmp(other->name, run->name) <= 0)
			return;
		g_ptr_array_set_size(other->files, 0);
	}
	bytes = g_bytes_new(job.at, job.len);
	result_run_hold(run, "job.yaml", bytes);
}

static struct result_root *root_of(struct stored_runs *runs, const char *path)
{
	guint n = runs->roots->len;
	struct result_root *root = n ? runs->roots->pdata[n - 1] : NULL;

	if (root && !strcmp(root->path, path))
		return root;
	root = result_root_new(path, path);
	g_ptr_array_add(runs->roots, root);
	return root;
}

static guint day_of(const struct store_run *stored)
{
	for (guint i = 0; i < stored->n_fields; i++)
		if (!strcmp(stored->fields[i].key, AXES_END_TIME) && stored->fields[i].value)
			return axes_day_of_time(stored->fields[i].value);
	return G_MAXUINT;
}

static gboolean add_run(const struct store_run *stored, void *data)
{
	struct stored_runs *runs = data;
	struct result_root *root = root_of(runs, stored->root);
	g_autofree char *name = g_strdup_printf("%u", stored->number);
	struct result_run *run = result_run_new(stored->name, name, TRUE);

	run->day = day_of(stored);
	hold_job(root, run, stored->job);
	g_ptr_array_add(root->runs, run);
	if (stored->numbers)
		g_hash_table_insert(runs->ids, run, g_memdup2(&stored->id, sizeof stored->id));
	return TRUE;
}

GPtrArray *stored_runs_roots(struct stored_runs *runs, GError **error)
{
	const struct store_filter all = STORE_FILTER_ALL;
	GPtrArray *roots = g_ptr_array_new_with_free_func((GDestroyNotify)result_root_free);

	runs->roots = roots;
	if (!store_list_runs(runs->store, &all, add_run, runs, error))
		g_clear_pointer(&roots, g_ptr_array_unref);
	runs->roots = NULL;
	return roots;
}

static gboolean add_number(const struct store_sample *sample, void *data)
{
	struct run_numbers *numbers = data;
	struct run_number item = {g_string_chunk_insert(numbers->text, sample->stat), sample->value,
		sample->is_sound};

	g_array_append_val(numbers->items, item);
	return TRUE;
}

struct run_numbers *stored_runs_read(
	struct stored_runs *runs, const struct result_run *run, const struct diag_sink *sink)
{
	const gint64 *id = g_hash_table_lookup(runs->ids, run);
	struct origin at = {run->dir, -1, NULL, 0, 0};
	struct run_numbers *numbers = id ? run_numbers_new() : NULL;
	g_autoptr(GError) error = NULL;

	if (!id || store_list_samples(runs->store, *id, add_number, numbers, &error))
		return numbers;
	diag_emit(sink, DIAG_STATS_UNREADABLE, &at, SLICE_NULL, "%s", error->message);
	run_numbers_free(numbers);
	return NULL;
}
