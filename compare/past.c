/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/past.h"

#include <math.h>

static gboolean batch_variance(const struct batch *batch, enum unit unit, struct variance *ret)
{
	g_autofree double *values = g_new(double, batch->n + 1);
	guint n = 0;

	for (guint i = 0; i < batch->n; i++)
		if (isfinite(batch->values[i]))
			values[n++] = batch->values[i];
	return variance_of(values, n, unit, ret);
}

static void fit(struct past *past, const struct batch *batches, guint n, enum unit unit)
{
	g_autofree struct variance *groups = g_new(struct variance, n + 1);
	guint known = 0;

	for (guint i = 0; i < n; i++)
		known += batch_variance(&batches[i], unit, &groups[known]);
	past->has_prior = prior_fit(groups, known, unit, &past->prior);
}

/* Each batch against the last one of its commit. */
static void compare_with_last(struct past *past, struct judge *judge, const struct batch *batches,
	guint n, enum unit unit)
{
	const struct judge_options options = {unit, NULL, 0};
	g_autoptr(GHashTable) last = g_hash_table_new(NULL, NULL);
	g_autofree double *changes = g_new(double, n + 1);

	for (guint i = 0; i < n; i++) {
		gpointer commit = GUINT_TO_POINTER(batches[i].commit);
		const struct batch *before = g_hash_table_lookup(last, commit);
		struct judgement row;

		g_hash_table_insert(last, commit, (gpointer)&batches[i]);
		if (!before)
			continue;
		row = judge_runs(judge, before->values, before->n, batches[i].values, batches[i].n,
			&options);
		past->counts.graded[row.grade]++;
		if (row.unit == unit && isfinite(row.change))
			changes[past->changes++] = row.change;
	}
	past->floor = noise_floor(changes, past->changes, unit);
}

struct past past_of(struct judge *judge, const struct batch *batches, guint n, enum unit unit)
{
	struct past past = {0};

	if (n > PAST_BATCHES_MAX) {
		batches += n - PAST_BATCHES_MAX;
		n = PAST_BATCHES_MAX;
	}
	fit(&past, batches, n, unit);
	compare_with_last(&past, judge, batches, n, unit);
	return past;
}
