/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/held_runs.h"

#include <string.h>

#define FILE_WEIGHT 512 /* what a file takes beside its bytes */

struct held_runs {
	char *archive;
	guint wants;
	GHashTable *runs;     /* directory -> struct result_run * */
	GHashTable *matrices; /* directory -> struct result_file *, of the result root */
	GHashTable *done;     /* directories that were handed out, and result roots of such */
	char *last;           /* directory of the member that was added last */
	gsize bytes;
};

/* ---- names ----------------------------------------------------------------------------- */

/* "./a//b" is "a/b".  NULL: it leads out, or to nowhere. */
static char *plain_name(const char *member)
{
	g_auto(GStrv) parts = g_strsplit(member, "/", -1);
	GString *name = g_string_new(NULL);

	for (char **part = parts; *part; part++) {
		if (!strcmp(*part, "..")) {
			g_string_free(name, TRUE);
			return NULL;
		}
		if (**part && strcmp(*part, "."))
			g_string_append_printf(name, "%s%s", name->len ? "/" : "", *part);
	}
	return g_string_free(name, FALSE);
}

struct place {
	char *dir;        /* "." where there is none */
	char *file;       /* the member's own name */
	gboolean in_run;  /* the directory's name is a number */
	gboolean is_sure; /* and the one above it a commit */
};

static gboolean is_commit(const char *name)
{
	return strlen(name) == 40 && strspn(name, "0123456789abcdef") == 40;
}

static gboolean place_of(const char *member, struct place *ret)
{
	g_autofree char *name = plain_name(member);

	*ret = (struct place){0};
	if (!name || !*name)
		return FALSE;
	ret->dir = g_path_get_dirname(name);
	ret->file = g_path_get_basename(name);

	g_autofree char *own = g_path_get_basename(ret->dir);
	g_autofree char *above = g_path_get_dirname(ret->dir);
	g_autofree char *root = g_path_get_basename(above);
	ret->in_run = result_is_run_name(own);
	ret->is_sure = ret->in_run && is_commit(root);
	return TRUE;
}

static void place_clear(struct place *place)
{
	g_free(place->dir);
	g_free(place->file);
}

static gboolean is_json(const char *file, const char *stem)
{
	gsize len = strlen(stem);

	return !strncmp(file, stem, len) &&
	       (!strcmp(file + len, ".json") || !strcmp(file + len, ".json.gz"));
}

static gboolean is_any_json(const char *file)
{
	return g_str_has_suffix(file, ".json") || g_str_has_suffix(file, ".json.gz");
}

static gboolean is_log(const char *file)
{
	return g_str_has_prefix(file, "dmesg") || g_str_has_prefix(file, "kmsg");
}

/* ---- holding ---------------------------------------------------------------------------- */

struct held_runs *held_runs_new(const char *archive, guint wants)
{
	struct held_runs *held = g_new0(struct held_runs, 1);

	held->archive = g_strdup(archive);
	held->wants = wants;
	held->runs = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)result_run_free);
	held->matrices = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, (GDestroyNotify)result_file_free);
	held->done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return held;
}

void held_runs_free(struct held_runs *held)
{
	if (!held)
		return;
	g_hash_table_unref(held->runs);
	g_hash_table_unref(held->matrices);
	g_hash_table_unref(held->done);
	g_free(held->archive);
	g_free(held->last);
	g_free(held);
}

static gboolean has_file(const struct result_run *run, const char *name)
{
	const char *const names[] = {name, NULL};

	return run && result_run_first(run, names);
}

static gboolean has_stats(const struct result_run *run)
{
	static const char *const names[] = {"stats.json", "stats.json.gz", NULL};

	return run && result_run_first(run, names);
}

static enum held_verdict judge_in_run(const struct held_runs *held, const struct place *place)
{
	const struct result_run *run = g_hash_table_lookup(held->runs, place->dir);

	gboolean is_done = g_hash_table_contains(held->done, place->dir);

	if (run && run->files->len >= RESULT_FILES_MAX)
		return HELD_CROWD;
	if (!strcmp(place->file, "job.yaml") || is_json(place->file, "stats"))
		return is_done ? HELD_LATE : HELD_KEEP;
	if (is_done)
		return HELD_PASS;
	if (is_json(place->file, "matrix"))
		return held->wants & HELD_SERIES ? HELD_KEEP : HELD_PASS;
	if (is_any_json(place->file))
		return has_stats(run) ? HELD_PASS : HELD_KEEP;
	if (is_log(place->file))
		return held->wants & HELD_LOGS ? HELD_KEEP : HELD_PASS;
	return place->is_sure || has_file(run, "job.yaml") ? HELD_PASS : HELD_FOREIGN;
}

enum held_verdict held_runs_judge(struct held_runs *held, const char *member)
{
	enum held_verdict verdict = HELD_FOREIGN;
	struct place place;

	if (place_of(member, &place)) {
		if (place.in_run)
			verdict = judge_in_run(held, &place);
		else if (is_json(place.file, "matrix"))
			verdict = HELD_KEEP;
		else if (result_is_made_name(place.file, TRUE))
			verdict = HELD_PASS;
	}
	place_clear(&place);
	return verdict;
}

static void hold_in_run(struct held_runs *held, const struct place *place, GBytes *bytes)
{
	struct result_run *run = g_hash_table_lookup(held->runs, place->dir);

	if (!run) {
		g_autofree char *path = g_strconcat(held->archive, "!", place->dir, NULL);
		g_autofree char *name = g_path_get_basename(place->dir);

		run = result_run_new(path, name, TRUE);
		g_hash_table_insert(held->runs, g_strdup(place->dir), run);
	}
	result_run_hold(run, place->file, bytes);
}

/* That it was there is remembered, in case that no run of it comes. */
static void empty_matrix(void *dir, void *matrix, void *data)
{
	struct held_runs *held = data;
	struct result_file *file = matrix;

	(void)dir;
	if (!file->bytes)
		return;
	held->bytes -= g_bytes_get_size(file->bytes) + FILE_WEIGHT;
	g_clear_pointer(&file->bytes, g_bytes_unref);
}

static void hold_matrix(struct held_runs *held, const struct place *place, GBytes *bytes)
{
	struct result_file *old = g_hash_table_lookup(held->matrices, place->dir);
	g_autofree char *name = g_strconcat("../", place->file, NULL);

	if (old)
		empty_matrix(NULL, old, held);
	g_hash_table_replace(held->matrices, g_strdup(place->dir), result_file_new(name, bytes));
}

void held_runs_add(struct held_runs *held, const char *member, GBytes *bytes)
{
	struct place place;

	if (place_of(member, &place)) {
		held->bytes += g_bytes_get_size(bytes) + FILE_WEIGHT;
		if (place.in_run)
			hold_in_run(held, &place, bytes);
		else
			hold_matrix(held, &place, bytes);
		g_free(held->last);
		held->last = g_strdup(place.dir);
	}
	place_clear(&place);
}

/* ---- handing out --------------------------------------------------------------------------- */

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static gsize held_weight(const struct result_run *run)
{
	return result_run_weight(run) + run->files->len * FILE_WEIGHT;
}

/* A run without numbers of its own has them from there. */
static void add_matrix(struct held_runs *held, const char *root, struct result_run *run)
{
	const struct result_file *matrix = g_hash_table_lookup(held->matrices, root);

	if (matrix && matrix->bytes && !has_stats(run))
		result_run_hold(run, matrix->name, matrix->bytes);
}

static gboolean hand_out(
	struct held_runs *held, const char *dir, const struct held_receiver *receiver)
{
	char *root = g_path_get_dirname(dir);
	struct result_run *run;
	void *key, *value;

	g_hash_table_steal_extended(held->runs, dir, &key, &value);
	run = value;
	g_hash_table_add(held->done, key);
	held->bytes -= held_weight(run);
	if (!has_file(run, "job.yaml")) {
		receiver->lost(run->dir, "it has a run's files, and no job.yaml", receiver->data);
		result_run_free(run);
		g_free(root);
		return TRUE;
	}
	add_matrix(held, root, run);
	g_hash_table_add(held->done, root);
	return receiver->run(run, receiver->data);
}

/* Keys in order, without `but` (NULL: all of them). */
static GPtrArray *sorted_keys(GHashTable *table, const char *but)
{
	GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
	GHashTableIter iter;
	void *key;

	g_hash_table_iter_init(&iter, table);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		if (g_strcmp0(key, but))
			g_ptr_array_add(keys, g_strdup(key));
	g_ptr_array_sort(keys, by_text);
	return keys;
}

static gboolean hand_out_all(
	struct held_runs *held, const char *but, const struct held_receiver *receiver)
{
	g_autoptr(GPtrArray) dirs = sorted_keys(held->runs, but);

	for (guint i = 0; i < dirs->len; i++)
		if (!hand_out(held, dirs->pdata[i], receiver))
			return FALSE;
	return TRUE;
}

gboolean held_runs_make_room(
	struct held_runs *held, gsize most, const struct held_receiver *receiver)
{
	if (held->bytes <= most)
		return TRUE;
	if (!hand_out_all(held, held->last, receiver))
		return FALSE;
	g_hash_table_foreach(held->matrices, empty_matrix, held);
	return held->bytes <= most || hand_out_all(held, NULL, receiver);
}

static void tell_lone_matrices(struct held_runs *held, const struct held_receiver *receiver)
{
	g_autoptr(GPtrArray) dirs = sorted_keys(held->matrices, NULL);

	for (guint i = 0; i < dirs->len; i++) {
		g_autofree char *path = g_strconcat(held->archive, "!", dirs->pdata[i], NULL);

		if (!g_hash_table_contains(held->done, dirs->pdata[i]))
			receiver->lost(path, "it has a matrix.json, and no run", receiver->data);
	}
}

gboolean held_runs_end(struct held_runs *held, const struct held_receiver *receiver)
{
	if (!hand_out_all(held, NULL, receiver))
		return FALSE;
	tell_lone_matrices(held, receiver);
	return TRUE;
}
