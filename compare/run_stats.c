/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/run_stats.h"

#include "compare/average.h"

#include <string.h>

#define SAMPLES_TO_CUT 3   /* fewer points in time are no time line */
#define RELATIVE_START 2.0 /* a time line that starts later counts from its start */

gboolean run_stats_is_monitor(const struct rules *rules, const char *monitor)
{
	const struct program *program = rules_program(rules, monitor);
	gsize time = strlen(".time");

	if (program && program->kinds & PROGRAM_PARSER)
		return TRUE;
	return g_str_has_prefix(monitor, "ftrace.") ||
	       (strlen(monitor) > time && g_str_has_suffix(monitor, ".time"));
}

/* Samples [from, to) of every series count. */
struct cut {
	gboolean is_cut;
	guint from, to;
	guint longest; /* of all series */
};

static gboolean is_time(const char *monitor, const char *name)
{
	return g_str_has_prefix(name, monitor) && !strcmp(name + strlen(monitor), ".time");
}

static guint first_at(const struct run_series *time, double start, double moment)
{
	guint i = 0;

	while (i < time->n && number_real(time->values[i]) - start < moment)
		i++;
	return i;
}

static void cut_by_time(struct cut *cut, const struct run_series *time, const struct run_part *part)
{
	double start;

	if (!part->is_given || time->n < SAMPLES_TO_CUT)
		return;
	start = number_real(time->values[0]);
	if (start <= RELATIVE_START)
		start = 0;
	cut->is_cut = TRUE;
	cut->from = first_at(time, start, part->begin);
	cut->to = first_at(time, start, part->end);
}

static struct cut cut_of(
	const char *monitor, const struct run_series *series, guint n, const struct run_part *part)
{
	struct cut cut = {.is_cut = FALSE};

	for (guint i = 0; i < n; i++) {
		cut.longest = MAX(cut.longest, series[i].n);
		if (is_time(monitor, series[i].name))
			cut_by_time(&cut, &series[i], part);
	}
	return cut;
}

static struct number number_of(
	const struct rules *rules, const struct run_series *series, guint samples)
{
	struct slice name = slice_of(series->name);

	if (series->n == 1)
		return series->values[0];
	if (rules_is_sum(rules, name))
		return numbers_total(series->values, series->n);
	if (rules_is_growth(rules, name, NULL) == ANSWER_YES)
		return numbers_difference(series->values[series->n - 1], series->values[0]);
	return number_of_real(numbers_sum_as_floats(series->values, series->n) / samples);
}

static struct number largest_of(const struct run_series *series)
{
	struct number largest = series->values[0];

	for (guint i = 1; i < series->n; i++)
		if (number_compare(series->values[i], largest) > 0)
			largest = series->values[i];
	return largest;
}

static void tell(const struct rules *rules, const struct run_series *series, guint samples,
	run_stat_fn fn, void *data)
{
	fn(series->name, number_of(rules, series, samples), data);
	if (rules_has_max(rules, slice_of(series->name), NULL) == ANSWER_YES) {
		g_autofree char *name = g_strconcat(series->name, ".max", NULL);

		fn(name, largest_of(series), data);
	}
}

void run_stats_of_monitor(const struct rules *rules, const char *monitor,
	const struct run_series *series, guint n, const struct run_part *part, run_stat_fn fn,
	void *data)
{
	const struct cut cut = cut_of(monitor, series, n, part);

	for (guint i = 0; i < n; i++) {
		struct run_series own = series[i];
		guint samples = cut.longest;

		if (is_time(monitor, own.name))
			continue;
		if (cut.is_cut && own.n > 1 && !rules_is_uncut(rules, slice_of(own.name))) {
			guint to = MIN(cut.to, own.n);

			samples = cut.to > cut.from ? cut.to - cut.from : 0;
			own.values += MIN(cut.from, own.n);
			own.n = to > cut.from ? to - cut.from : 0;
		}
		if (own.n)
			tell(rules, &own, samples, fn, data);
	}
}
