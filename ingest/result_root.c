/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/result_root.h"

#include "ingest/codec.h"
#include "ingest/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <sys/stat.h>
#include <unistd.h>

#define RATIO_MAX 2000.0 /* unpacked to packed; JSON of zeroes packs well */

static struct origin origin_of(const char *path)
{
	return (struct origin){path, -1, NULL, 0, 0};
}

/* ---- reading files ------------------------------------------------------------------ */

static char *read_packed(int fd, gsize most, gsize *ret_len, char **ret_why)
{
	const struct stream_limits limits = {most, RATIO_MAX};
	struct stream *stream = stream_open(fd, &limits);
	g_autoptr(GString) text = g_string_new(NULL);
	char block[65536];
	gsize n;

	while ((n = stream_read(stream, block, sizeof(block))))
		g_string_append_len(text, block, (gssize)n);
	if (stream_state(stream) != STREAM_END)
		*ret_why = g_strdup(stream_detail(stream));
	stream_close(stream);
	if (*ret_why)
		return NULL;
	*ret_len = text->len;
	return g_string_free(g_steal_pointer(&text), FALSE);
}

/* A stream takes a fingerprint of each file, which costs more than reading plain text. */
static char *read_plain(int fd, gsize size, gsize *ret_len)
{
	g_autofree char *text = g_malloc(size + 1);
	gssize n = 1;
	gsize len = 0;

	while (len < size && n > 0) {
		n = read(fd, text + len, size - len);
		if (n > 0)
			len += (gsize)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	close(fd);
	if (n < 0)
		return NULL;
	text[len] = 0;
	*ret_len = len;
	return g_steal_pointer(&text);
}

static gboolean is_packed(int fd)
{
	char head[16];
	gssize n = pread(fd, head, sizeof(head), 0);

	return n > 0 && codec_recognise((struct slice){head, (gsize)n});
}

/* Unpacked.  NULL: *ret_why, or errno when that is NULL, too. */
static char *read_all(const char *path, gsize most, gsize *ret_len, char **ret_why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat about;

	*ret_why = NULL;
	if (fd < 0)
		return NULL;
	if (fstat(fd, &about) || !S_ISREG(about.st_mode) || (guint64)about.st_size > most) {
		close(fd);
		*ret_why = g_strdup("it is no regular file, or larger than is allowed");
		return NULL;
	}
	return is_packed(fd) ? read_packed(fd, most, ret_len, ret_why)
			     : read_plain(fd, (gsize)about.st_size, ret_len);
}

char *result_read_file(const char *path, gsize most, gsize *ret_len, const struct diag_sink *sink)
{
	struct origin at = origin_of(path);
	g_autofree char *why = NULL;
	char *text = read_all(path, most, ret_len, &why);

	if (!text)
		diag_emit(sink, DIAG_SOURCE_UNREADABLE, &at, SLICE_NULL, "%s",
			why ? why : g_strerror(errno));
	return text;
}

/* DIR/NAME.json.gz or DIR/NAME.json, whichever is there; NULL: neither. */
static char *json_path(const char *dir, const char *name)
{
	static const char *const endings[] = {".json.gz", ".json"};

	for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
		g_autofree char *path = g_strconcat(dir, "/", name, endings[i], NULL);

		if (g_file_test(path, G_FILE_TEST_EXISTS))
			return g_steal_pointer(&path);
	}
	return NULL;
}

gboolean result_read_json(const char *dir, const char *name, stats_json_fn fn, void *data,
	char **ret_text, const struct diag_sink *sink)
{
	g_autofree char *path = json_path(dir, name);
	struct stats_json_fault fault;
	gsize len;

	*ret_text = NULL;
	if (!path)
		return TRUE;
	*ret_text = result_read_file(path, RESULT_FILE_MAX, &len, sink);
	if (!*ret_text)
		return FALSE;
	if (stats_json_read(*ret_text, len, fn, data, &fault))
		return TRUE;

	struct origin at = origin_of(path);
	at.offset = (gint64)fault.at;
	at.line = fault.line;
	diag_emit(sink, DIAG_STATS_UNREADABLE, &at, SLICE_NULL, "%s", fault.why);
	return FALSE;
}

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *result_json_names(const char *dir)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GDir) opened = g_dir_open(dir, 0, NULL);
	const char *name;

	while (opened && (name = g_dir_read_name(opened))) {
		gsize len = strlen(name);

		if (g_str_has_suffix(name, ".json.gz"))
			len -= strlen(".json.gz");
		else if (g_str_has_suffix(name, ".json"))
			len -= strlen(".json");
		else
			continue;
		g_autofree char *stem = g_strndup(name, len);
		if (g_hash_table_contains(seen, stem))
			continue;
		g_ptr_array_add(names, stem);
		g_hash_table_add(seen, g_steal_pointer(&stem));
	}
	g_ptr_array_sort(names, by_text);
	return names;
}

/* ---- finding result roots ----------------------------------------------------------- */

static void root_free(void *data)
{
	struct result_root *root = data;

	g_free(root->path);
	g_free(root->dir);
	g_ptr_array_unref(root->runs);
	g_free(root);
}

static gboolean is_number(const char *name)
{
	return *name && strspn(name, "0123456789") == strlen(name) && strlen(name) < 10;
}

/* Directories in it, sorted; links are not followed, so there is no loop. */
static GPtrArray *directories_of(const char *dir, const struct diag_sink *sink)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GError) error = NULL;
	g_autoptr(GDir) opened = g_dir_open(dir, 0, &error);
	struct origin at = origin_of(dir);
	const char *name;

	if (!opened)
		diag_emit(sink, DIAG_SOURCE_UNREADABLE, &at, SLICE_NULL, "%s", error->message);
	while (opened && (name = g_dir_read_name(opened))) {
		g_autofree char *path = g_build_filename(dir, name, NULL);
		struct stat about;

		if (!lstat(path, &about) && S_ISDIR(about.st_mode))
			g_ptr_array_add(names, g_strdup(name));
	}
	g_ptr_array_sort(names, by_text);
	return names;
}

static gboolean is_run(const char *dir, const char *name)
{
	g_autofree char *job = g_build_filename(dir, name, "job.yaml", NULL);

	return is_number(name) && g_file_test(job, G_FILE_TEST_IS_REGULAR);
}

static int by_number(gconstpointer a, gconstpointer b)
{
	guint64 x = g_ascii_strtoull(*(char *const *)a, NULL, 10);
	guint64 y = g_ascii_strtoull(*(char *const *)b, NULL, 10);

	return x == y ? by_text(a, b) : x < y ? -1 : 1;
}

struct finder {
	const char *results;
	GPtrArray *roots;
	const struct diag_sink *sink;
};

static void add_root(struct finder *f, const char *path, const char *dir, GPtrArray *runs)
{
	struct result_root *root = g_new0(struct result_root, 1);

	root->path = g_strdup(path);
	root->dir = g_strdup(dir);
	root->runs = runs;
	g_ptr_array_sort(runs, by_number);
	g_ptr_array_add(f->roots, root);
}

static void refuse(struct finder *f, const char *dir, const char *why)
{
	struct origin at = origin_of(dir);

	diag_emit(f->sink, DIAG_SOURCE_UNREADABLE, &at, SLICE_NULL, "%s", why);
}

static void find_below(struct finder *f, const char *path, guint depth)
{
	g_autofree char *dir =
		*path ? g_build_filename(f->results, path, NULL) : g_strdup(f->results);
	g_autoptr(GPtrArray) names = directories_of(dir, f->sink);
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < names->len; i++) {
		const char *name = names->pdata[i];
		g_autofree char *below =
			*path ? g_build_filename(path, name, NULL) : g_strdup(name);

		if (is_run(dir, name))
			g_ptr_array_add(runs, g_strdup(name));
		else if (depth < RESULT_DEPTH_MAX)
			find_below(f, below, depth + 1);
		else
			refuse(f, dir, "nested deeper than result roots are; not entered");
	}
	if (runs->len > RESULT_RUNS_MAX)
		refuse(f, dir, "it has more runs than are read");
	else if (f->roots->len == RESULT_ROOTS_MAX && runs->len)
		refuse(f, dir, "there are more result roots than are read");
	else if (runs->len)
		add_root(f, path, dir, g_steal_pointer(&runs));
}

static int by_path(gconstpointer a, gconstpointer b)
{
	const struct result_root *x = *(struct result_root *const *)a;
	const struct result_root *y = *(struct result_root *const *)b;

	return strcmp(x->path, y->path);
}

GPtrArray *result_roots_find(const char *results, const struct diag_sink *sink, GError **error)
{
	struct finder f = {results, NULL, sink};

	if (!g_file_test(results, G_FILE_TEST_IS_DIR)) {
		g_set_error(error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY,
			"%s: there is no such directory", results);
		return NULL;
	}
	f.roots = g_ptr_array_new_with_free_func(root_free);
	find_below(&f, "", 0);
	g_ptr_array_sort(f.roots, by_path);
	return f.roots;
}

/* ---- the order of the index --------------------------------------------------------- */

static gint by_place(gconstpointer a, gconstpointer b, void *data)
{
	GHashTable *places = data;
	const struct result_root *x = *(struct result_root *const *)a;
	const struct result_root *y = *(struct result_root *const *)b;
	guint i = GPOINTER_TO_UINT(g_hash_table_lookup(places, x->path));
	guint k = GPOINTER_TO_UINT(g_hash_table_lookup(places, y->path));

	return i == k ? strcmp(x->path, y->path) : i < k ? -1 : 1;
}

static struct slice without_slashes(struct slice path)
{
	while (path.len && path.at[path.len - 1] == '/')
		path.len--;
	return path;
}

void result_roots_order(
	GPtrArray *roots, struct slice order, const char *name, const struct diag_sink *sink)
{
	g_autoptr(GHashTable) places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
	struct origin at = origin_of(name);
	struct slice line;

	for (guint i = 0; i < roots->len; i++)
		g_hash_table_add(known, ((struct result_root *)roots->pdata[i])->path);
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

struct job_tree *result_root_job(const struct result_root *root, const struct diag_sink *sink)
{
	const char *first = root->runs->pdata[0];
	g_autofree char *path = NULL, *text = NULL;
	gsize len;

	for (guint i = 1; i < root->runs->len; i++)
		if (strcmp(root->runs->pdata[i], first) < 0)
			first = root->runs->pdata[i];
	path = g_build_filename(root->dir, first, "job.yaml", NULL);
	text = result_read_file(path, JOB_TREE_BYTES_MAX, &len, sink);
	if (!text)
		return NULL;

	struct origin at = origin_of(path);
	return job_tree_read((struct slice){text, len}, &at, sink);
}
