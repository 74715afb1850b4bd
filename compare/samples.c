/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/samples.h"

#include "compare/matrix.h"

#include <string.h>

#define NO_DATA (-1.0)
/* Of a new series: many stats are not in all of very many runs. */
#define ROOM_MIN 4
#define ROOM_MAX 64

static void series_free(void *data)
{
	struct sample_series *series = data;

	g_free(series->values);
	g_free(series->runs);
	g_free(series);
}

struct samples *samples_new(GStringChunk *names)
{
	struct samples *samples = g_new0(struct samples, 1);

	samples->names = names;
	samples->series = g_ptr_array_new_with_free_func(series_free);
	samples->by_name = g_hash_table_new(g_str_hash, g_str_equal);
	samples->runs = g_ptr_array_new_with_free_func(g_free);
	samples->incomplete = g_array_new(FALSE, FALSE, sizeof(gboolean));
	return samples;
}

void samples_free(struct samples *samples)
{
	if (!samples)
		return;
	g_hash_table_unref(samples->by_name);
	g_ptr_array_unref(samples->series);
	g_ptr_array_unref(samples->runs);
	g_array_unref(samples->incomplete);
	g_free(samples);
}

const struct sample_series *samples_find(const struct samples *samples, const char *name)
{
	return g_hash_table_lookup(samples->by_name, name);
}

/* ---- filling ---------------------------------------------------------------------- */

static struct sample_series *series_new(struct samples *samples, const char *name)
{
	struct sample_series *series = g_new0(struct sample_series, 1);

	series->name = g_string_chunk_insert_const(samples->names, name);
	series->at = samples->series->len;
	g_ptr_array_add(samples->series, series);
	g_hash_table_insert(samples->by_name, (char *)series->name, series);
	return series;
}

/* Runs are alike: the one behind the last saves most look-ups. */
static struct sample_series *take_series(struct samples *samples, const char *name)
{
	struct sample_series *series = NULL;

	if (samples->next < samples->series->len)
		series = samples->series->pdata[samples->next];
	if (!series || strcmp(series->name, name))
		series = g_hash_table_lookup(samples->by_name, name);
	if (!series)
		series = series_new(samples, name);
	samples->next = series->at + 1;
	return series;
}

void samples_add(struct samples *samples, const char *name, double value)
{
	struct sample_series *series = take_series(samples, name);
	guint run = samples->runs->len;

	if (series->n && series->runs[series->n - 1] == run)
		series->n--;
	if (series->n == series->room) {
		series->room = series->room ? 2 * series->room
					    : CLAMP(samples->expected, ROOM_MIN, ROOM_MAX);
		series->values = g_renew(double, series->values, series->room);
		series->runs = g_renew(guint, series->runs, series->room);
	}
	series->values[series->n] = value;
	series->runs[series->n++] = run;
}

void samples_end_run(struct samples *samples, const char *run)
{
	const struct sample_series *flags = samples_find(samples, INCOMPLETE_RUN);
	gboolean incomplete = flags && flags->n && flags->values[flags->n - 1] == 1 &&
			      flags->runs[flags->n - 1] == samples->runs->len;

	g_array_append_val(samples->incomplete, incomplete);
	g_ptr_array_add(samples->runs, g_strdup(run));
	samples->next = 0;
}

/* ---- reading ---------------------------------------------------------------------- */

static gboolean is_incomplete(const struct samples *samples, guint run)
{
	return g_array_index(samples->incomplete, gboolean, run);
}

guint samples_count_incomplete(const struct samples *samples)
{
	guint n = 0;

	for (guint i = 0; i < samples->runs->len; i++)
		n += is_incomplete(samples, i);
	return n;
}

static gboolean smallest_is_no_data(const struct sample_side *side)
{
	gboolean any = FALSE;

	for (guint i = 0; i < side->n; i++) {
		if (side->values[i] < NO_DATA)
			return FALSE;
		any |= side->values[i] == NO_DATA;
	}
	return any;
}

static void drop_no_data(struct sample_side *side)
{
	guint kept = 0;

	if (!smallest_is_no_data(side))
		return;
	for (guint i = 0; i < side->n; i++)
		if (side->values[i] != NO_DATA) {
			side->of[kept] = side->of[i];
			side->values[kept++] = side->values[i];
		}
	side->no_data = side->n - kept;
	side->n = kept;
}

void sample_side_fill(
	struct sample_side *side, const struct samples *samples, const char *name, gboolean all)
{
	const struct sample_series *series = samples_find(samples, name);

	*side = (struct sample_side){.runs = samples->runs->len};
	if (!all)
		side->runs -= samples_count_incomplete(samples);
	side->values = g_new(double, series ? series->n : 0);
	side->of = g_new(guint, series ? series->n : 0);
	for (guint i = 0; series && i < series->n; i++)
		if (all || !is_incomplete(samples, series->runs[i])) {
			side->of[side->n] = series->runs[i];
			side->values[side->n++] = series->values[i];
		}
	side->missing = side->runs - side->n;
	drop_no_data(side);
}

void sample_side_clear(struct sample_side *side)
{
	g_clear_pointer(&side->values, g_free);
	g_clear_pointer(&side->of, g_free);
}
