/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/result_run.h"

#include "ingest/codec.h"
#include "ingest/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- runs ---------------------------------------------------------------------------- */

struct result_file *result_file_new(const char *name, GBytes *bytes)
{
	struct result_file *file = g_new0(struct result_file, 1);

	file->name = g_strdup(name);
	file->bytes = g_bytes_ref(bytes);
	return file;
}

void result_file_free(struct result_file *file)
{
	g_free(file->name);
	g_bytes_unref(file->bytes);
	g_free(file);
}

struct result_run *result_run_new(const char *dir, const char *name, gboolean is_held)
{
	struct result_run *run = g_new0(struct result_run, 1);

	run->name = g_strdup(name);
	run->dir = g_strdup(dir);
	run->is_held = is_held;
	run->day = G_MAXUINT;
	run->files = g_ptr_array_new_with_free_func((GDestroyNotify)result_file_free);
	return run;
}

void result_run_hold(struct result_run *run, const char *name, GBytes *bytes)
{
	g_ptr_array_add(run->files, result_file_new(name, bytes));
}

void result_run_free(struct result_run *run)
{
	if (!run)
		return;
	g_free(run->name);
	g_free(run->dir);
	g_ptr_array_unref(run->files);
	g_free(run);
}

gboolean result_is_run_name(const char *name)
{
	gsize digits = strspn(name, "0123456789");

	return digits && !name[digits] && digits <= RESULT_NUMBER_DIGITS &&
	       (name[0] != '0' || digits == 1);
}

gboolean result_is_made_name(const char *name, gboolean is_beside_runs)
{
	static const char *const names[] = {"matrix.json", "matrix.json.gz", "avg.json",
		"avg.json.gz", "stddev.json", "stddev.json.gz", "desc.yaml", ".indexed", NULL};

	return !strcmp(name, "params.yaml") || (is_beside_runs && g_strv_contains(names, name));
}

/* Of the files of one name the last one counts, as when an archive is unpacked. */
static GBytes *held_file(const struct result_run *run, const char *name)
{
	for (guint i = run->files->len; i > 0; i--) {
		const struct result_file *file = run->files->pdata[i - 1];

		if (!strcmp(file->name, name))
			return file->bytes;
	}
	return NULL;
}

static char *path_of(const struct result_run *run, const char *name)
{
	return g_strconcat(run->dir, "/", name, NULL);
}

/* Links count: what they stand for is not there, and reading them tells it. */
static gboolean has_file(const struct result_run *run, const char *name)
{
	g_autofree char *path = NULL;
	struct stat about;

	if (run->is_held)
		return held_file(run, name) != NULL;
	path = path_of(run, name);
	return !lstat(path, &about);
}

const char *result_run_first(const struct result_run *run, const char *const *names)
{
	for (; *names; names++)
		if (has_file(run, *names))
			return *names;
	return NULL;
}

gsize result_run_weight(const struct result_run *run)
{
	static const char *const large[] = {"stats.json", "stats.json.gz"};
	gsize weight = 0;

	for (guint i = 0; i < run->files->len; i++)
		weight += g_bytes_get_size(((struct result_file *)run->files->pdata[i])->bytes);
	for (guint i = 0; !run->is_held && i < G_N_ELEMENTS(large); i++) {
		g_autofree char *path = path_of(run, large[i]);
		struct stat about;

		if (!lstat(path, &about) && S_ISREG(about.st_mode))
			weight += (gsize)MIN(about.st_size, RESULT_FILE_MAX);
	}
	return weight;
}

/* ---- files --------------------------------------------------------------------------- */

static gsize read_fully(int fd, char *to, gsize size, gboolean *ret_failed)
{
	gssize n = 1;
	gsize len = 0;

	while (len < size && n > 0) {
		n = read(fd, to + len, size - len);
		if (n > 0)
			len += (gsize)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	*ret_failed = n < 0;
	return len;
}

/* NULL: *ret_why. */
static GBytes *load(const char *path, gsize most, const char **ret_why)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW);
	gboolean failed = FALSE;
	struct stat about;

	if (fd < 0) {
		*ret_why =
			errno == ELOOP ? "it is a link, which is not followed" : g_strerror(errno);
		return NULL;
	}
	if (fstat(fd, &about) || !S_ISREG(about.st_mode) || (guint64)about.st_size > most) {
		close(fd);
		*ret_why = "it is no regular file, or larger than is allowed";
		return NULL;
	}
	char *text = g_malloc(MAX((gsize)about.st_size, 1));
	gsize len = read_fully(fd, text, (gsize)about.st_size, &failed);
	*ret_why = failed ? g_strerror(errno) : NULL;
	close(fd);
	if (!failed)
		return g_bytes_new_take(text, len);
	g_free(text);
	return NULL;
}

static GBytes *packed_bytes(
	const struct result_run *run, const char *name, gsize most, const char **ret_why)
{
	g_autofree char *path = NULL;
	GBytes *held;

	if (!run->is_held) {
		path = path_of(run, name);
		return load(path, most, ret_why);
	}
	held = held_file(run, name);
	*ret_why = held ? "it is larger than is allowed" : "it is not there";
	return held && g_bytes_get_size(held) <= most ? g_bytes_ref(held) : NULL;
}

/* NULL: *ret_why.  Takes the bytes over. */
static char *unpacked_text(GBytes *bytes, gsize most, gsize *ret_len, const char **ret_why)
{
	gsize len;
	const char *at = g_bytes_get_data(bytes, &len);
	struct unpacked text;

	if (!codec_recognise((struct slice){at ? at : "", len})) {
		at = g_bytes_unref_to_data(bytes, ret_len);
		return at ? (char *)at : g_strdup("");
	}
	text = unpack((struct slice){at, len}, most + 1);
	g_bytes_unref(bytes);
	*ret_why = text.damage;
	*ret_len = text.len;
	if (text.damage)
		g_clear_pointer(&text.bytes, g_free);
	return text.bytes;
}

char *result_run_read(const struct result_run *run, const char *name, gsize most, gsize *ret_len,
	const struct diag_sink *sink)
{
	const char *why;
	GBytes *bytes = packed_bytes(run, name, most, &why);
	char *text = bytes ? unpacked_text(bytes, most, ret_len, &why) : NULL;

	if (!text) {
		g_autofree char *path = path_of(run, name);
		struct origin at = {path, -1, NULL, 0, 0};

		diag_emit(sink, DIAG_SOURCE_UNREADABLE, &at, SLICE_NULL, "%s", why);
	}
	return text;
}

/* ---- JSON ------------------------------------------------------------------------------ */

static void tell_fault(const struct result_run *run, const char *name,
	const struct stats_json_fault *fault, const struct diag_sink *sink)
{
	g_autofree char *path = path_of(run, name);
	struct origin at = {path, (gint64)fault->at, NULL, 0, fault->line};

	diag_emit(sink, DIAG_STATS_UNREADABLE, &at, SLICE_NULL, "%s", fault->why);
}

gboolean result_run_json(const struct result_run *run, const char *name, stats_json_fn fn,
	void *data, char **ret_text, const struct diag_sink *sink)
{
	g_autofree char *packed = g_strconcat(name, ".json.gz", NULL);
	g_autofree char *plain = g_strconcat(name, ".json", NULL);
	const char *const names[] = {packed, plain, NULL};
	const char *found = result_run_first(run, names);
	struct stats_json_fault fault;
	gsize len;

	*ret_text = NULL;
	if (!found)
		return TRUE;
	*ret_text = result_run_read(run, found, RESULT_FILE_MAX, &len, sink);
	if (!*ret_text)
		return FALSE;
	if (stats_json_read(*ret_text, len, fn, data, &fault))
		return TRUE;
	tell_fault(run, found, &fault, sink);
	return FALSE;
}

static void add_json_name(const char *name, GPtrArray *names, GHashTable *seen)
{
	static const char *const endings[] = {".json.gz", ".json"};

	for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
		char *stem;

		if (!g_str_has_suffix(name, endings[i]) || strchr(name, '/'))
			continue;
		stem = g_strndup(name, strlen(name) - strlen(endings[i]));
		if (g_hash_table_add(seen, stem))
			g_ptr_array_add(names, g_strdup(stem));
		return;
	}
}

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void tell_crowd(const struct result_run *run, const struct diag_sink *sink)
{
	struct origin at = {run->dir, -1, NULL, 0, 0};

	diag_emit(sink, DIAG_LIMIT_MEMBERS, &at, SLICE_NULL, "more than %d files are in a run",
		RESULT_FILES_MAX);
}

GPtrArray *result_run_json_names(const struct result_run *run, const struct diag_sink *sink)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GDir) dir = run->is_held ? NULL : g_dir_open(run->dir, 0, NULL);
	const char *name = NULL;

	for (guint i = 0; i < run->files->len; i++)
		add_json_name(((struct result_file *)run->files->pdata[i])->name, names, seen);
	for (guint n = 0; dir && n < RESULT_FILES_MAX && (name = g_dir_read_name(dir)); n++)
		add_json_name(name, names, seen);
	if (name)
		tell_crowd(run, sink);
	g_ptr_array_sort(names, by_text);
	return names;
}
