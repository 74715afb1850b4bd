/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/reproduction.h"

#include "compare/moments.h"
#include "compare/plan.h"
#include "compare/welch.h"

#include <math.h>
#include <string.h>

#define FLOOR .01           /* smaller changes are none */
#define MACHINES_LEAST .02  /* what two machines differ by */
#define MACHINES_SHARE .25  /* of the reported change */
#define BASELINE_SHARE 1.25 /* another baseline, whatever the spreads */
#define LEVEL .05
#define ONE_SIDED .05

const char *reproduction_name(enum reproduction verdict)
{
	static const char *const names[] = {"UNTESTABLE", "OPPOSITE", "REPRODUCED", "PARTIAL",
		"NOT REPRODUCED", "INCONCLUSIVE"};

	return names[verdict];
}

enum reproduction reproduction_by_name(const char *name)
{
	enum reproduction verdict = 0;

	while (verdict < REPRODUCTIONS && g_strcmp0(name, reproduction_name(verdict)))
		verdict++;
	return verdict;
}

/* ---- own runs -------------------------------------------------------------------------- */

/* Of the logarithms, or of the values as they are. */
static struct moments moments_of(const double *values, guint n, gboolean on_logs)
{
	g_autofree double *scaled = g_new(double, n + 1);
	guint there = 0;

	for (guint i = 0; i < n; i++)
		if (isfinite(values[i]))
			scaled[there++] = on_logs ? log(values[i]) : values[i];
	if (!there)
		return (struct moments){0, NAN, NAN};

	double mean = sample_mean(scaled, there);
	return (struct moments){there, mean, sqrt(sample_variance(scaled, there, mean))};
}

static gboolean has_logs(const double *values, guint n)
{
	for (guint i = 0; i < n; i++)
		if (isfinite(values[i]) && !(values[i] > 0))
			return FALSE;
	return TRUE;
}

static double variance_of_mean(const struct moments *moments)
{
	return moments->spread * moments->spread / moments->n;
}

static struct std_error error_of(const struct moments *base, const struct moments *head)
{
	return welch_error(
		variance_of_mean(base), base->n - 1.0, variance_of_mean(head), head->n - 1.0);
}

/* ---- the verdict --------------------------------------------------------------------------- */

struct judging {
	struct effect_middle row;
	struct moments base, head;
	struct std_error error;   /* of the own change */
	struct std_error of_both; /* of the difference of both changes */
	double level, floor, tau;
	struct reproduced *result;
};

static gboolean excludes_zero(struct interval interval)
{
	return interval.low > 0 || interval.high < 0;
}

static enum reproduction decide(const struct judging *j)
{
	const struct reproduced *r = j->result;
	double sign = r->reported < 0 ? -1 : 1, size = fabs(r->reported);
	double own = sign * r->found;
	gboolean is_significant = excludes_zero(r->ci);
	gboolean is_predicted = r->found >= r->prediction.low && r->found <= r->prediction.high;

	if (is_significant && own <= -j->floor)
		return REPRODUCTION_OPPOSITE;
	if (is_significant && own >= j->floor)
		return (is_predicted && own >= size / 2) || own > size ? REPRODUCTION_REPRODUCED
								       : REPRODUCTION_PARTIAL;
	if (r->bound < MAX(size / 2, j->floor))
		return REPRODUCTION_NOT;
	return REPRODUCTION_INCONCLUSIVE;
}

/*
 * Fieller: the ratios q for which found - q reported is within reach of 0.  When the reported
 * change is within reach of 0 itself, none is excluded.
 */
static struct interval interval_of_ratio(const struct judging *j)
{
	const struct reproduced *r = j->result;
	double t = welch_quantile_at(j->of_both, j->level / 2);
	double a = r->reported, b = r->found, sa = r->reported_se, sb = r->found_se;
	double wide = a * a - t * t * sa * sa;
	double root = t * sqrt(MAX(0, sa * sa * b * b + sb * sb * wide));
	double low = (a * b - root) / wide, high = (a * b + root) / wide;

	if (!(wide > 0))
		return (struct interval){-INFINITY, INFINITY};
	return (struct interval){MIN(low, high), MAX(low, high)};
}

/* The least number, more than there is, that detects half the reported change. */
static guint wanted_runs(const struct judging *j)
{
	guint there = MIN(j->base.n, j->head.n);
	double spread = common_spread(&j->base, &j->head);
	guint wanted = spread > 0 ? runs_to_detect(fabs(j->row.estimate) / 2 / spread) : there + 1;

	return wanted ? MAX(wanted, there + 1) : 0;
}

static void judge_baseline(const struct judging *j)
{
	struct reproduced *r = j->result;
	struct std_error error = welch_error(j->row.base_se * j->row.base_se, j->row.base_df,
		variance_of_mean(&j->base), j->base.n - 1.0);
	double most = r->unit == UNIT_PERCENT ? log(BASELINE_SHARE)
					      : (BASELINE_SHARE - 1) * fabs(j->row.base);

	r->baseline = j->base.mean - j->row.base;
	r->other_baseline =
		fabs(r->baseline) > welch_quantile(error) * error.se || fabs(r->baseline) > most;
}

/* What 1 is of the base: on logarithms itself. */
static double unit_of_base(const struct judging *j)
{
	return j->row.unit == UNIT_PERCENT ? 1 : fabs(j->row.base);
}

static void judge(struct judging *j, const struct reproduction_options *options)
{
	struct reproduced *r = j->result;
	double size = fabs(j->row.estimate), sign = j->row.estimate < 0 ? -1 : 1, reach;

	j->level = options->is_second ? LEVEL / 2 : LEVEL;
	j->floor = FLOOR * unit_of_base(j);
	j->tau = options->same_machine
			 ? 0
			 : MAX(MACHINES_LEAST * unit_of_base(j), MACHINES_SHARE * size);
	j->error = error_of(&j->base, &j->head);
	j->of_both = welch_error(
		j->row.se * j->row.se, j->row.df, j->error.se * j->error.se, MAX(j->error.df, 1));
	r->reported = j->row.estimate;
	r->reported_se = j->row.se;
	r->found = j->head.mean - j->base.mean;
	r->found_se = j->error.se;
	reach = welch_quantile_at(j->error, j->level / 2) * j->error.se;
	r->ci = (struct interval){r->found - reach, r->found + reach};
	reach = welch_quantile_at(j->of_both, j->level / 2) *
		sqrt(j->of_both.se * j->of_both.se + j->tau * j->tau);
	r->prediction = (struct interval){r->reported - reach, r->reported + reach};
	r->bound = sign * r->found +
		   welch_quantile_at(j->error, options->is_second ? ONE_SIDED / 2 : ONE_SIDED) *
			   j->error.se;
	r->ratio = r->found / r->reported;
	r->ratio_ci = interval_of_ratio(j);
	judge_baseline(j);
	r->verdict = decide(j);
	if (r->verdict == REPRODUCTION_INCONCLUSIVE)
		r->wanted = wanted_runs(j);
}

struct reproduced reproduction_of_row(const struct side *base, const struct side *head,
	enum unit unit, const double *own_base, guint n_base, const double *own_head, guint n_head,
	const struct reproduction_options *options)
{
	struct reproduced result = {REPRODUCTION_UNTESTABLE, unit, NAN, NAN, NAN, NAN, {NAN, NAN},
		{NAN, NAN}, NAN, {NAN, NAN}, NAN, {0, 0}, 0, NAN, FALSE};
	struct judging j = {.result = &result};
	gboolean on_logs = has_logs(own_base, n_base) && has_logs(own_head, n_head);

	j.row = effect_middle_of_row(base, head, on_logs ? unit : UNIT_POINTS);
	on_logs = j.row.unit == UNIT_PERCENT;
	result.unit = j.row.unit;
	j.base = moments_of(own_base, n_base, on_logs);
	j.head = moments_of(own_head, n_head, on_logs);
	result.runs[0] = j.base.n;
	result.runs[1] = j.head.n;
	result.reported = j.row.estimate;
	if (j.base.n && j.head.n)
		result.found = j.head.mean - j.base.mean;
	if (j.base.n > 1 && j.head.n > 1 && isfinite(j.row.estimate) && j.row.estimate != 0)
		judge(&j, options);
	return result;
}
