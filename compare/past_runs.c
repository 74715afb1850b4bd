/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/past_runs.h"

struct commit {
	const struct samples *samples;
	guint *batch_of; /* by run */
	guint batches;
};

struct past_runs {
	GArray *commits; /* of struct commit */
};

static void commit_clear(void *data)
{
	g_free(((struct commit *)data)->batch_of);
}

struct past_runs *past_runs_new(void)
{
	struct past_runs *past = g_new0(struct past_runs, 1);

	past->commits = g_array_new(FALSE, FALSE, sizeof(struct commit));
	g_array_set_clear_func(past->commits, commit_clear);
	return past;
}

void past_runs_free(struct past_runs *past)
{
	if (!past)
		return;
	g_array_unref(past->commits);
	g_free(past);
}

/* ---- batches ---------------------------------------------------------------------------- */

static gint by_number(gconstpointer a, gconstpointer b)
{
	guint x = *(const guint *)a, y = *(const guint *)b;

	return (x > y) - (x < y);
}

/* Days that are there, each once, rising. */
static GArray *distinct_days(const guint *days, guint n)
{
	GArray *distinct = g_array_new(FALSE, FALSE, sizeof(guint));
	guint kept = 0;

	g_array_append_vals(distinct, days, n);
	g_array_sort(distinct, by_number);
	for (guint i = 0; i < n; i++) {
		guint day = g_array_index(distinct, guint, i);

		if (!kept || day != g_array_index(distinct, guint, kept - 1))
			g_array_index(distinct, guint, kept++) = day;
	}
	g_array_set_size(distinct, kept);
	return distinct;
}

static void batch_by_day(struct commit *commit, const guint *days, GArray *distinct)
{
	commit->batches = distinct->len;
	for (guint i = 0; i < commit->samples->runs->len; i++)
		g_array_binary_search(distinct, &days[i], by_number, &commit->batch_of[i]);
}

static void batch_by_halves(struct commit *commit)
{
	guint runs = commit->samples->runs->len;

	commit->batches = runs >= PAST_HALVES_MIN ? 2 : 1;
	for (guint i = 0; i < runs; i++)
		commit->batch_of[i] = commit->batches == 2 && i >= runs / 2;
}

void past_runs_add(struct past_runs *past, const struct samples *samples, const guint *days)
{
	guint runs = samples->runs->len;
	struct commit commit = {samples, g_new0(guint, runs), 1};
	g_autoptr(GArray) distinct = distinct_days(days, runs);

	if (distinct->len > 1)
		batch_by_day(&commit, days, distinct);
	else
		batch_by_halves(&commit);
	g_array_append_val(past->commits, commit);
}

/* ---- one stat ----------------------------------------------------------------------------- */

struct place { /* of a batch in the piece that holds all values */
	guint commit, begin, n;
};

static void add_batches(
	const struct commit *commit, guint at, const char *stat, GArray *values, GArray *batches)
{
	struct sample_side side;

	sample_side_fill(&side, commit->samples, stat, FALSE);
	for (guint b = 0; b < commit->batches; b++) {
		struct place place = {at, values->len, 0};

		for (guint i = 0; i < side.n; i++)
			if (commit->batch_of[side.of[i]] == b)
				g_array_append_val(values, side.values[i]);
		place.n = values->len - place.begin;
		if (place.n)
			g_array_append_val(batches, place);
	}
	sample_side_clear(&side);
}

struct past past_runs_look(
	const struct past_runs *past, struct judge *judge, const char *stat, enum unit unit)
{
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
	g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct place));
	g_autofree struct batch *batches = NULL;

	for (guint i = 0; i < past->commits->len; i++)
		add_batches(
			&g_array_index(past->commits, struct commit, i), i, stat, values, places);
	batches = g_new(struct batch, places->len + 1);
	for (guint i = 0; i < places->len; i++) {
		const struct place *place = &g_array_index(places, struct place, i);

		batches[i] = (struct batch){place->commit,
			(const double *)(gconstpointer)values->data + place->begin, place->n};
	}
	return past_of(judge, batches, places->len, unit);
}
