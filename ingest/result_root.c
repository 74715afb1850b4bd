/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/result_root.h"

#include "ingest/ingest.h"

#include <gio/gio.h>
#include <stdlib.h>

/* ---- finding result roots ----------------------------------------------------------- */

struct finder {
	const char *results;
	GHashTable *by_dir; /* directory -> struct result_root * */
	const struct diag_sink *sink;
};

struct result_root *result_root_new(const char *path, const char *dir)
{
	struct result_root *root = g_new0(struct result_root, 1);

	root->path = g_strdup(path);
	root->dir = g_strdup(dir);
	root->runs = g_ptr_array_new_with_free_func((GDestroyNotify)result_run_free);
	return root;
}

void result_root_free(struct result_root *root)
{
	g_free(root->path);
	g_free(root->dir);
	g_ptr_array_unref(root->runs);
	g_free(root);
}

/* "RESULTS/a/b" and "RESULTS!a/b" are a/b; of an archive in an archive it is the last part. */
static char *path_below(const char *results, const char *dir)
{
	const char *path = dir + strlen(results), *member = strrchr(path, '!');

	if (*path == '!' && member)
		path = member;
	while (*path == '/' || *path == '!')
		path++;
	return g_strdup(path);
}

static struct result_root *root_of(struct finder *f, const char *dir)
{
	struct result_root *root = g_hash_table_lookup(f->by_dir, dir);
	g_autofree char *path = NULL;

	if (root)
		return root;
	path = path_below(f->results, dir);
	root = result_root_new(path, dir);
	g_hash_table_insert(f->by_dir, root->dir, root);
	return root;
}

static void refuse(struct finder *f, const char *dir, const char *why)
{
	struct origin at = {dir, -1, NULL, 0, 0};

	diag_emit(f->sink, DIAG_LIMIT_MEMBERS, &at, SLICE_NULL, "%s", why);
}

/* Of a run at the top of an archive it is "ARCHIVE!". */
static char *root_dir(const struct result_run *run)
{
	gsize len = strlen(run->dir) - strlen(run->name);

	return g_strndup(run->dir, len && run->dir[len - 1] == '/' ? len - 1 : len);
}

static gboolean take_run(struct result_run *run, void *data)
{
	struct finder *f = data;
	g_autofree char *dir = root_dir(run);
	gboolean is_full = g_hash_table_size(f->by_dir) == RESULT_ROOTS_MAX &&
			   !g_hash_table_contains(f->by_dir, dir);
	struct result_root *root = is_full ? NULL : root_of(f, dir);

	if (root && root->runs->len < RESULT_RUNS_MAX) {
		g_ptr_array_add(root->runs, run);
		return TRUE;
	}
	refuse(f, run->dir,
		is_full ? "there are more result roots than are read"
			: "its result root has more runs than are read");
	result_run_free(run);
	return TRUE;
}

static int by_number(gconstpointer a, gconstpointer b)
{
	const struct result_run *x = *(struct result_run *const *)a;
	const struct result_run *y = *(struct result_run *const *)b;
	guint64 i = g_ascii_strtoull(x->name, NULL, 10), k = g_ascii_strtoull(y->name, NULL, 10);

	return i == k ? strcmp(x->name, y->name) : i < k ? -1 : 1;
}

static int by_path(gconstpointer a, gconstpointer b)
{
	const struct result_root *x = *(struct result_root *const *)a;
	const struct result_root *y = *(struct result_root *const *)b;

	return strcmp(x->path, y->path);
}

static GPtrArray *roots_of(const struct finder *f)
{
	GPtrArray *roots = g_ptr_array_new_with_free_func((GDestroyNotify)result_root_free);
	GHashTableIter iter;
	void *root;

	g_hash_table_iter_init(&iter, f->by_dir);
	while (g_hash_table_iter_next(&iter, NULL, &root)) {
		g_ptr_array_sort(((struct result_root *)root)->runs, by_number);
		g_ptr_array_add(roots, root);
	}
	g_ptr_array_sort(roots, by_path);
	return roots;
}

GPtrArray *result_roots_find(const char *results, const struct diag_sink *sink, GError **error)
{
	g_autoptr(GHashTable) by_dir = g_hash_table_new(g_str_hash, g_str_equal);
	const char *const sources[] = {results, NULL};
	const struct ingest_options options = {.only_runs = TRUE};
	struct finder f = {results, by_dir, sink};
	const struct ingest_handler handler = {.run = take_run, .diags = *sink, .data = &f};
	struct ingest_counts counts;

	if (!g_file_test(results, G_FILE_TEST_EXISTS)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
			"%s: there is no such directory or archive", results);
		return NULL;
	}
	ingest_run(sources, &options, &handler, &counts, NULL); /* nobody stops it */
	return roots_of(&f);
}

/* ---- the order of the index --------------------------------------------------------- */

/* The line of a list that names the path, or its end: lists begin at the test case. */
static guint place_of(GHashTable *places, const char *path)
{
	guint place = 0;

	for (const char *end = path; end; end = strchr(end, '/')) {
		end += *end == '/';
		place = MAX(place, GPOINTER_TO_UINT(g_hash_table_lookup(places, end)));
	}
	return place;
}

static gint by_place(gconstpointer a, gconstpointer b, void *data)
{
	const struct result_root *x = *(struct result_root *const *)a;
	const struct result_root *y = *(struct result_root *const *)b;
	guint i = place_of(data, x->path), k = place_of(data, y->path);

	return i == k ? strcmp(x->path, y->path) : i < k ? -1 : 1;
}

static struct slice without_slashes(struct slice path)
{
	while (path.len && path.at[path.len - 1] == '/')
		path.len--;
	return path;
}

static void add_ends(GHashTable *known, const char *path)
{
	for (const char *end = path; end; end = strchr(end, '/')) {
		end += *end == '/';
		g_hash_table_add(known, (char *)end);
	}
}

void result_roots_order(
	GPtrArray *roots, struct slice order, const char *name, const struct diag_sink *sink)
{
	g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
	struct origin at = {name, -1, NULL, 0, 0};
	struct slice line;

	for (guint i = 0; i < roots->len; i++)
		add_ends(known, ((struct result_root *)roots->pdata[i])->path);
	while (slice_next_line(&order, &line)) {
		g_autofree char *path = slice_dup(without_slashes(slice_trim(line)));

		at.line++;
		if (!*path)
			continue;
		if (!g_hash_table_contains(known, path))
			diag_emit(sink, DIAG_RESULT_ROOT_MISSING, &at, line,
				"there is no such result root");
		g_hash_table_insert(places, g_steal_pointer(&path), GUINT_TO_POINTER(at.line));
	}
	g_ptr_array_sort_with_data(roots, by_place, places);
}

/* ---- directories ------------------------------------------------------------------------ */

static gboolean is_below(const char *path, const char *dir)
{
	gsize len = strlen(dir);

	return !strncmp(path, dir, len) && (path[len] == '/' || !path[len]);
}

static gboolean is_at(const char *own, const char *dir, char **ret_run)
{
	g_autofree char *parent = g_path_get_dirname(dir);
	gboolean is_run = !strcmp(own, parent);

	*ret_run = is_run ? g_path_get_basename(dir) : NULL;
	return is_run || is_below(own, dir);
}

/* In an archive or a store names are all there is; the user's may begin further up. */
static gboolean is_named(const char *path, const char *dir, char **ret_run)
{
	g_autofree char *absolute = g_canonicalize_filename(dir, "/");

	for (const char *end = absolute; end && end[1]; end = strchr(end + 1, '/'))
		if (is_at(path, end + 1, ret_run))
			return TRUE;
	return FALSE;
}

static char *real_path(const char *path)
{
	g_autofree char *full = g_canonicalize_filename(path, NULL);
	char *real = realpath(full, NULL), *copy = g_strdup(real);

	free(real);
	return copy;
}

gboolean result_root_is_in(const struct result_root *root, const char *dir, char **ret_run)
{
	const struct result_run *run = root->runs->pdata[0];
	g_autofree char *own = NULL, *real = NULL;

	*ret_run = NULL;
	if (run->is_held)
		return is_named(root->path, dir, ret_run);
	own = real_path(root->dir);
	real = real_path(dir);
	return own && real && is_at(own, real, ret_run);
}

/* ---- jobs -------------------------------------------------------------------------------- */

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(
		(*(struct result_run *const *)a)->name, (*(struct result_run *const *)b)->name);
}

struct job_tree *result_run_job(const struct result_run *run, const struct diag_sink *sink)
{
	g_autofree char *path = g_strconcat(run->dir, "/job.yaml", NULL);
	struct origin at = {path, -1, NULL, 0, 0};
	struct slice text;

	text.at = result_run_read(run, "job.yaml", JOB_TREE_BYTES_MAX, &text.len, sink);
	if (!text.at)
		return NULL;

	struct job_tree *job = job_tree_read(text, &at, sink);
	g_free((char *)text.at);
	return job;
}

struct job_tree *result_root_job(const struct result_root *root, const struct diag_sink *sink)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_copy(root->runs, NULL, NULL);
	struct job_tree *job = NULL;

	g_ptr_array_set_free_func(runs, NULL);
	g_ptr_array_sort(runs, by_name);
	for (guint i = 0; i < runs->len && !job; i++)
		job = result_run_job(runs->pdata[i], sink);
	return job;
}
