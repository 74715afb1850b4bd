/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: once each, and the better copy. */
#include "store/put.h"
#include "store/stale.h"

/* Of the largest double, its sign and the end. */
#define BIG_DIGITS_MAX 320

struct put_run {
	struct store *store;
	const struct store_run *run;
	const struct store_sample *samples;
	struct slice content;
	gint64 path;       /* of its directory */
	gboolean is_known; /* that held the same copy before */
};

struct kept {
	gint64 id; /* 0: there is none */
	gboolean is_same, is_held, is_complete;
	gint64 samples;
	gboolean is_larger; /* its content hash is the larger one */
};

/* *ret_run: what the directory held before; 0: nothing. */
static gboolean find_sighting(struct put_run *p, gint64 *ret_run, GError **error)
{
	enum step step;
	struct query q;

	*ret_run = 0;
	if (!query_open(&q, p->store,
		    "SELECT run, content = ? FROM run_sightings WHERE path_id = ?", error))
		return FALSE;
	query_blob(&q, p->content);
	query_int(&q, p->path);
	step = query_step(&q, error);
	if (step == STEP_ROW) {
		*ret_run = query_int_at(&q, 0);
		p->is_known = query_int_at(&q, 1) != 0;
	}
	query_close(&q);
	return step != STEP_FAILED;
}

static gboolean find_kept(struct put_run *p, struct kept *ret, GError **error)
{
	enum step step;
	struct query q;

	*ret = (struct kept){0};
	if (!query_open(&q, p->store,
		    "SELECT r.id, r.content = ?, EXISTS (SELECT 1 FROM run_sightings s "
		    "WHERE s.run = r.id AND s.content = r.content), "
		    "NOT r.incomplete, r.samples, r.content > ? FROM runs r "
		    "WHERE r.root = ? AND r.number = ? AND r.started = ?",
		    error))
		return FALSE;
	query_blob(&q, p->content);
	query_blob(&q, p->content);
	query_text(&q, p->run->root);
	query_int(&q, p->run->number);
	query_text(&q, p->run->started);
	step = query_step(&q, error);
	if (step == STEP_ROW)
		*ret = (struct kept){query_int_at(&q, 0), query_int_at(&q, 1) != 0,
			query_int_at(&q, 2) != 0, query_int_at(&q, 3) != 0, query_int_at(&q, 4),
			query_int_at(&q, 5) != 0};
	query_close(&q);
	return step != STEP_FAILED;
}

/* A copy that stands nowhere any more is kept by nobody: anything is better. */
static gboolean is_better(const struct put_run *p, const struct kept *kept)
{
	gboolean is_complete = !p->run->incomplete;

	if (kept->is_same)
		return FALSE;
	if (!kept->is_held)
		return TRUE;
	if (is_complete != kept->is_complete)
		return is_complete;
	if (p->run->n_samples != kept->samples)
		return p->run->n_samples > kept->samples;
	return kept->is_larger;
}

/* ---- writing -------------------------------------------------------------------------- */

static gboolean put_header(struct put_run *p, gint64 *ret_id, GError **error)
{
	const struct store_run *run = p->run;
	gboolean done;
	struct query q;

	if (!query_open(&q, p->store,
		    "INSERT INTO runs (root, number, started, content, testcase, tbox_group, "
		    "commit_id, state, incomplete, numbers, samples, job) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_text(&q, run->root);
	query_int(&q, run->number);
	query_text(&q, run->started);
	query_blob(&q, p->content);
	query_text(&q, run->testcase);
	query_text(&q, run->tbox_group);
	query_text(&q, run->commit);
	query_text(&q, run->state);
	query_int(&q, run->incomplete);
	query_text(&q, run->numbers);
	query_int(&q, run->n_samples);
	query_blob(&q, run->job);
	done = query_run(&q, error);
	query_close(&q);
	*ret_id = p->store->ops->last_id(p->store->engine);
	return done;
}

static void bind_sample(struct query *q, const struct store_sample *sample, char *digits)
{
	if (!sample->is_sound)
		query_null(q);
	else if (sample->value.kind == NUMBER_INTEGER)
		query_int(q, sample->value.integer);
	else if (sample->value.kind == NUMBER_FLOAT)
		query_real(q, sample->value.real);
	else
		query_text(q, g_ascii_formatd(digits, BIG_DIGITS_MAX, "%.0f", sample->value.real));
}

static gboolean put_samples(struct put_run *p, gint64 id, GError **error)
{
	char digits[BIG_DIGITS_MAX];
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, p->store,
		    "INSERT INTO samples (run, nr, stat, value) VALUES (?, ?, ?, ?)", error))
		return FALSE;
	for (guint i = 0; done && i < p->run->n_samples; i++) {
		const struct store_sample *sample = &p->samples[i];
		gint64 stat;

		done = put_stat(p->store, slice_of(sample->stat), &stat, error);
		if (!done)
			break;
		query_int(&q, id);
		query_int(&q, i);
		query_int(&q, stat);
		bind_sample(&q, sample, digits);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean put_fields_of(struct put_run *p, const char *sql, gint64 id,
	const struct store_field *fields, guint n, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, p->store, sql, error))
		return FALSE;
	for (guint i = 0; done && i < n; i++) {
		query_int(&q, id);
		query_int(&q, i);
		query_text(&q, fields[i].key);
		query_text(&q, fields[i].value);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean put_findings_of(struct put_run *p, gint64 id, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, p->store,
		    "INSERT INTO run_findings (run, nr, file, line, kind, text) "
		    "VALUES (?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint i = 0; done && i < p->run->n_findings; i++) {
		const struct store_run_finding *finding = &p->run->findings[i];

		query_int(&q, id);
		query_int(&q, i);
		query_text(&q, finding->file);
		query_int(&q, finding->line);
		query_text(&q, finding->kind);
		query_text(&q, finding->text);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean put_content(struct put_run *p, gint64 *ret_id, GError **error)
{
	const struct store_run *run = p->run;

	return put_header(p, ret_id, error) && put_samples(p, *ret_id, error) &&
	       put_fields_of(p, "INSERT INTO run_fields (run, nr, key, value) VALUES (?, ?, ?, ?)",
		       *ret_id, run->fields, run->n_fields, error) &&
	       put_fields_of(p, "INSERT INTO run_axes (run, nr, key, value) VALUES (?, ?, ?, ?)",
		       *ret_id, run->axes, run->n_axes, error) &&
	       put_findings_of(p, *ret_id, error);
}

static gboolean put_sighting(struct put_run *p, gint64 id, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, p->store,
		    "INSERT INTO run_sightings (path_id, run, content, reading) "
		    "VALUES (?, ?, ?, ?)",
		    error))
		return FALSE;
	query_int(&q, p->path);
	query_int(&q, id);
	query_blob(&q, p->content);
	query_int(&q, p->store->reading);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

/* ---- which copy ------------------------------------------------------------------------- */

/* The new copy takes the place of the old one, whose sightings it inherits. */
static gboolean replace(struct put_run *p, gint64 old, gint64 *ret_id, GError **error)
{
	return store_run(p->store, "UPDATE runs SET root = '', started = id WHERE id = ?", old, 0,
		       error) &&
	       put_content(p, ret_id, error) &&
	       store_run(p->store, "UPDATE run_sightings SET run = ? WHERE run = ?", *ret_id, old,
		       error) &&
	       store_run(p->store, "DELETE FROM runs WHERE id = ?", old, 0, error);
}

/* *ret_id: of the run that is kept in the end. */
static gboolean put_copy(struct put_run *p, const struct kept *kept, gint64 *ret_id,
	enum store_outcome *ret_outcome, GError **error)
{
	*ret_id = kept->id;
	*ret_outcome = kept->id ? STORE_DUPLICATE : STORE_STORED;
	if (!kept->id)
		return put_content(p, ret_id, error);
	return !is_better(p, kept) || replace(p, kept->id, ret_id, error);
}

/*
 * The kept copy is no more, and what took its place is the first that came along: the
 * others compete again.  Those of the source at hand do at its end, until which this one
 * counts as nobody's.
 */
static gboolean open_others(struct put_run *p, gint64 id, GError **error)
{
	gboolean again;

	return stale_open_other_runs(p->store, id, p->content, &again, error) &&
	       (!again || store_run(p->store, "UPDATE runs SET content = x'' WHERE id = ?", id, 0,
				  error));
}

/* What stood in the directory before stands there no more. */
static gboolean drop_sighting(struct put_run *p, gint64 run, GError **error)
{
	return store_run(p->store, "DELETE FROM run_sightings WHERE path_id = ?", p->path, 0,
		       error) &&
	       store_run(p->store, "DELETE FROM runs WHERE id = ? AND " UNSEEN_RUN, run, 0, error);
}

static gboolean put_elsewhere(
	struct put_run *p, gint64 before, enum store_outcome *ret_outcome, GError **error)
{
	struct kept kept;
	gint64 id;

	if ((before && !drop_sighting(p, before, error)) || !find_kept(p, &kept, error))
		return FALSE;
	return put_copy(p, &kept, &id, ret_outcome, error) && put_sighting(p, id, error) &&
	       (!kept.id || kept.is_held || open_others(p, id, error)) &&
	       (!before || before == kept.id ||
		       stale_open_unkept_runs(p->store, before, before, error));
}

/* A copy that was met before may be the better one now. */
static gboolean put_again(struct put_run *p, enum store_outcome *ret_outcome, GError **error)
{
	struct kept kept;
	gint64 id;

	return find_kept(p, &kept, error) && put_copy(p, &kept, &id, ret_outcome, error) &&
	       store_run(p->store, "UPDATE run_sightings SET reading = ? WHERE path_id = ?",
		       p->store->reading, p->path, error);
}

static gboolean put_run(struct put_run *p, enum store_outcome *ret_outcome, GError **error)
{
	gint64 before;

	if (!put_path(p->store, p->run->path, &p->path, error) || !find_sighting(p, &before, error))
		return FALSE;
	return p->is_known ? put_again(p, ret_outcome, error)
			   : put_elsewhere(p, before, ret_outcome, error);
}

gboolean store_put_run(struct store *store, const struct store_run *run,
	const struct store_sample *samples, const guint8 content[STORE_CONTENT_BYTES],
	enum store_outcome *ret_outcome, GError **error)
{
	struct put_run p = {
		store, run, samples, {(const char *)content, STORE_CONTENT_BYTES}, 0, FALSE};

	if (!store_must_write(store, error))
		return FALSE;
	if (put_run(&p, ret_outcome, error))
		return TRUE;
	store_rollback(store);
	return FALSE;
}
