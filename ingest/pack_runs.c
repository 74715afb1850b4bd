/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/pack_runs.h"

#include "ingest/held_runs.h"

#define BLOCK_BYTES (64 << 10)

struct pack_runs {
	struct reading *reading;
	struct held_runs *held;
	GHashTable *told; /* directories of which some member is left out, which was told */
};

struct pack_runs *pack_runs_new(struct reading *reading)
{
	struct pack_runs *runs = g_new0(struct pack_runs, 1);

	runs->reading = reading;
	runs->told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	runs->held =
		held_runs_new(reading->path, reading->run->only_runs ? HELD_SERIES : HELD_LOGS);
	return runs;
}

static gboolean hand_on(struct result_run *one, void *data)
{
	struct reading *reading = ((struct pack_runs *)data)->reading;
	const struct ingest_handler *handler = reading->run->handler;

	reading->documents++;
	reading->run->counts->runs++;
	return handler->run(one, handler->data);
}

static void tell_lost(const char *dir, const char *why, void *data)
{
	struct reading *reading = ((struct pack_runs *)data)->reading;

	reading->documents++;
	reading->run->counts->not_runs++;
	run_complain(reading->run, DIAG_NOT_A_RUN, dir, -1, SLICE_NULL, why);
}

/* ---- members ------------------------------------------------------------------------ */

static void complain(struct pack_runs *runs, const char *name, enum diag_id id, const char *why)
{
	g_autofree char *path = g_strconcat(runs->reading->path, "!", name, NULL);

	run_complain(runs->reading->run, id, path, -1, SLICE_NULL, why);
	runs->reading->complete = FALSE;
}

/* Of each directory the first. */
static void complain_once(
	struct pack_runs *runs, const char *name, enum diag_id id, const char *why)
{
	if (g_hash_table_add(runs->told, g_path_get_dirname(name)))
		complain(runs, name, id, why);
}

/* As it lies in the archive; NULL: told. */
static GBytes *read_member(struct pack_runs *runs, struct pack *pack, const char *name)
{
	g_autofree char *block = g_malloc(BLOCK_BYTES);
	g_autoptr(GByteArray) bytes = g_byte_array_new();
	struct stream_end end = {STREAM_END, NULL};
	gsize n;

	while ((n = pack_pull(pack, block, BLOCK_BYTES, &end))) {
		if (bytes->len + n > RESULT_FILE_MAX) {
			complain(runs, name, DIAG_LIMIT_BYTES, "a run's file is too large");
			return NULL;
		}
		g_byte_array_append(bytes, (const guint8 *)block, (guint)n);
	}
	if (end.state != STREAM_END) {
		complain(runs, name, run_diag_of(end.state), end.detail);
		return NULL;
	}
	return g_byte_array_free_to_bytes(g_steal_pointer(&bytes));
}

static gboolean hold(struct pack_runs *runs, struct pack *pack, const char *name)
{
	const struct held_receiver receiver = {hand_on, tell_lost, runs};
	GBytes *bytes = read_member(runs, pack, name);

	if (!bytes)
		return TRUE;
	held_runs_add(runs->held, name, bytes);
	g_bytes_unref(bytes);
	return held_runs_make_room(runs->held,
		runs->reading->run->only_runs ? INGEST_ONLY_RUNS_HELD_MAX : INGEST_RUNS_HELD_MAX,
		&receiver);
}

gboolean pack_runs_take(
	struct pack_runs *runs, struct pack *pack, const char *name, gboolean *ret_taken)
{
	enum held_verdict verdict = held_runs_judge(runs->held, name);

	*ret_taken = verdict != HELD_FOREIGN;
	if (verdict == HELD_LATE)
		complain_once(runs, name, DIAG_LIMIT_MEMORY,
			"it comes so late that its run was handed on without it");
	else if (verdict == HELD_CROWD)
		complain_once(runs, name, DIAG_LIMIT_MEMBERS, "its run has too many files");
	return verdict != HELD_KEEP || hold(runs, pack, name);
}

gboolean pack_runs_end(struct pack_runs *runs, gboolean want)
{
	const struct held_receiver receiver = {hand_on, tell_lost, runs};
	gboolean go_on = !want || held_runs_end(runs->held, &receiver);

	held_runs_free(runs->held);
	g_hash_table_unref(runs->told);
	g_free(runs);
	return go_on;
}
