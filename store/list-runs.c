/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs and their samples. */
#include "store/list.h"

enum { FINDINGS };

struct places {
	struct item *item;
	struct store_run *run;
};

static void add_place(struct query *q, void *data)
{
	struct places *places = data;

	if (!places->run->sightings++)
		places->run->path = item_text(places->item, q, 0);
}

static void add_finding(struct query *q, void *data)
{
	struct item *item = data;
	struct store_run_finding finding = {item_text(item, q, 0), query_uint_at(q, 1),
		item_text(item, q, 2), item_text(item, q, 3)};

	g_array_append_val(item_array(item, FINDINGS, sizeof finding), finding);
}

static gboolean read_findings(struct item *item, struct store_run *run, GError **error)
{
	const GArray *findings = item_array(item, FINDINGS, sizeof(struct store_run_finding));
	gboolean done = query_each(item->store,
		"SELECT file, line, kind, text FROM run_findings WHERE run = ? ORDER BY nr",
		run->id, 0, add_finding, item, error);

	run->findings = (const struct store_run_finding *)(gpointer)findings->data;
	run->n_findings = findings->len;
	return done;
}

static gboolean read_fields(struct item *item, struct store_run *run, GError **error)
{
	gboolean done =
		item_fields(item, "SELECT key, value FROM run_axes WHERE run = ? ORDER BY nr",
			run->id, 0, &run->n_axes, error) &&
		item_fields(item, "SELECT key, value FROM run_fields WHERE run = ? ORDER BY nr",
			run->id, 0, &run->n_fields, error);

	run->axes = item_all_fields(item);
	run->fields = run->axes + run->n_axes;
	return done;
}

static gboolean fill_run(struct item *item, struct query *q, struct store_run *run, GError **error)
{
	struct places places = {item, run};

	*run = (struct store_run){
		.id = query_int_at(q, 0),
		.name = item_text(item, q, 1),
		.root = item_text(item, q, 2),
		.number = query_uint_at(q, 3),
		.started = item_text(item, q, 4),
		.testcase = item_text(item, q, 5),
		.tbox_group = item_text(item, q, 6),
		.commit = item_text(item, q, 7),
		.state = item_text(item, q, 8),
		.incomplete = query_int_at(q, 9) != 0,
		.numbers = item_text(item, q, 10),
		.n_samples = query_uint_at(q, 11),
		.job = query_blob_at(q, 12),
	};
	return query_each(item->store,
		       "SELECT p.path FROM run_sightings s JOIN paths p ON p.id = s.path_id "
		       "WHERE s.run = ? ORDER BY p.path",
		       run->id, 0, add_place, &places, error) &&
	       read_fields(item, run, error) && read_findings(item, run, error);
}

static const struct list_query query_of_runs = {
	"SELECT run.id, run.root || '/' || run.number, run.root, run.number, run.started, "
	"run.testcase, run.tbox_group, run.commit_id, run.state, run.incomplete, run.numbers, "
	"run.samples, run.job FROM runs run",
	select_where_run, " ORDER BY run.root, run.number, run.started", .has_no_message = TRUE};

STORE_LIST(run)

/* ---- samples ---------------------------------------------------------------------------- */

/* As store/put-runs.c wrote it. */
static struct number number_at(struct query *q, guint column, gboolean *ret_is_sound)
{
	struct number number = number_of_integer(0);

	*ret_is_sound = TRUE;
	switch (query_type_at(q, column)) {
	case COLUMN_INTEGER:
		return number_of_integer(query_int_at(q, column));
	case COLUMN_REAL:
		return number_of_real(query_real_at(q, column));
	case COLUMN_TEXT:
		number = number_of_real(g_ascii_strtod(query_word_at(q, column), NULL));
		number.kind = NUMBER_BIG;
		return number;
	default:
		*ret_is_sound = FALSE;
		return number;
	}
}

gboolean store_list_samples(struct store *store, gint64 run,
	gboolean (*each)(const struct store_sample *, void *), void *data, GError **error)
{
	enum step step;
	struct query q;

	if (!store_read_begin(store, error))
		return FALSE;
	if (!query_open(&q, store,
		    "SELECT n.name, s.value FROM samples s JOIN stats n ON n.id = s.stat "
		    "WHERE s.run = ? ORDER BY s.nr",
		    error))
		return store_read_end(store, FALSE, error);
	query_int(&q, run);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		struct store_sample sample = {.stat = query_word_at(&q, 0)};

		sample.value = number_at(&q, 1, &sample.is_sound);
		if (!each(&sample, data))
			break;
	}
	query_close(&q);
	return store_read_end(store, step != STEP_FAILED, error);
}
