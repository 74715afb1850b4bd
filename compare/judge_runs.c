/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/judge_runs.h"

#include "compare/bimodal.h"
#include "compare/welch.h"

#include <gsl/gsl_sort.h>
#include <math.h>

/* One side, sorted upward: the values, and the same on the scale on which they are judged. */
struct sample {
	GArray *values, *scaled; /* of double */
	double mean, variance;   /* of the scaled; NAN: fewer than two */
};

struct judge {
	struct ranks *ranks;
	struct sample base, head;
};

static struct sample sample_new(void)
{
	return (struct sample){.values = g_array_new(FALSE, FALSE, sizeof(double)),
		.scaled = g_array_new(FALSE, FALSE, sizeof(double))};
}

struct judge *judge_new(void)
{
	struct judge *judge = g_new(struct judge, 1);

	*judge = (struct judge){.ranks = ranks_new(), .base = sample_new(), .head = sample_new()};
	return judge;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	ranks_free(judge->ranks);
	g_array_unref(judge->base.values);
	g_array_unref(judge->base.scaled);
	g_array_unref(judge->head.values);
	g_array_unref(judge->head.scaled);
	g_free(judge);
}

const char *robustness_name(enum robustness robustness)
{
	static const char *const names[] = {"cannot tell", "agrees", "disagrees"};

	return names[robustness];
}

const char *judge_note_text(enum judge_note note)
{
	switch (note) {
	case NOTE_POINTS:
		return "a value is not above 0, so the difference is judged, not the ratio";
	case NOTE_FEW_RUNS:
		return "so few runs cannot reach .05 in the rank test";
	case NOTE_DEMOTED:
		return "graded lower than p alone says: noise gets there too often with such runs";
	case NOTE_BIMODAL:
		return "the runs of a side fall into two clusters";
	case NOTE_SMALL:
		return "smaller than what batches of one commit differ by";
	case NOTE_MODERATED:
		return "the spread of earlier runs on this machine was taken into account";
	case NOTE_COARSE:
		return "the runs of a side hardly differ; the step between values stands for their "
		       "spread";
	case NOTE_APPROXIMATE:
		return "so many runs that the rank test is approximated";
	case NOTES_END:
		break;
	}
	g_assert_not_reached();
}

/* ---- the two samples --------------------------------------------------------------------- */

static double *numbers(const GArray *array)
{
	return (double *)(gpointer)array->data;
}

static void take(struct sample *sample, const double *values, guint n)
{
	g_array_set_size(sample->values, 0);
	for (guint i = 0; i < n; i++)
		if (isfinite(values[i]))
			g_array_append_val(sample->values, values[i]);
	gsl_sort(numbers(sample->values), 1, sample->values->len);
}

static gboolean is_above_zero(const struct sample *sample)
{
	return sample->values->len > 0 && numbers(sample->values)[0] > 0;
}

/* `unit` POINTS: by a factor, so that squares neither overflow nor vanish. */
static void scale(struct sample *sample, enum unit unit, double factor)
{
	guint n = sample->values->len;
	const double *from = numbers(sample->values);
	double *to;

	g_array_set_size(sample->scaled, n);
	to = numbers(sample->scaled);
	for (guint i = 0; i < n; i++)
		to[i] = unit == UNIT_PERCENT ? log(from[i]) : from[i] * factor;
	sample->mean = sample_mean(to, n);
	sample->variance = sample_variance(to, n, sample->mean);
}

static double largest(const struct sample *sample)
{
	guint n = sample->values->len;

	return n ? MAX(fabs(numbers(sample->values)[0]), fabs(numbers(sample->values)[n - 1])) : 0;
}

/* A power of two: the products are exact. */
static double factor_for(const struct sample *base, const struct sample *head)
{
	int exponent;

	frexp(MAX(largest(base), largest(head)), &exponent);
	return ldexp(1, CLAMP(-exponent, -1000, 1000));
}

static struct moments moments_of(const struct sample *sample)
{
	guint n = sample->values->len;
	const double *values = numbers(sample->values);
	double mean = n ? sample_mean(values, n) : NAN;

	return (struct moments){n, mean, sqrt(sample_variance(values, n, mean))};
}

/* ---- Welch's test ------------------------------------------------------------------------ */

/* The least step between two values that differ; 0: all are equal. */
static double step_of(const struct sample *base, const struct sample *head)
{
	const double *a = numbers(base->scaled), *b = numbers(head->scaled);
	guint n_a = base->scaled->len, n_b = head->scaled->len, i = 0, j = 0;
	double step = INFINITY, last = NAN;

	while (i < n_a || j < n_b) {
		double value = j == n_b || (i < n_a && a[i] < b[j]) ? a[i++] : b[j++];

		if (value > last)
			step = MIN(step, value - last);
		last = value;
	}
	return isinf(step) ? 0 : step;
}

#define LESS (1 + 1e-9) /* by more than rounding */

/*
 * Values known in steps are uncertain by a step: a variance of step^2 / 12 at least
 * (Sheppard), or three runs that all print 5 would be certain to be 5.
 */
static gboolean is_coarse(const struct sample *sample, double step)
{
	return sample->variance * LESS < step * step / 12;
}

static struct variance variance_to_trust(
	const struct sample *sample, double step, const struct variance_prior *prior, double factor)
{
	struct variance own = {MAX(sample->variance, step * step / 12), sample->scaled->len - 1.0};
	struct variance_prior scaled;

	if (!prior)
		return own;
	scaled = *prior;
	scaled.variance *= factor * factor;
	return variance_moderated(&scaled, &own);
}

/* What both sides and the prior have together bounds the degrees of freedom. */
static struct std_error error_between(const struct judge *judge, const struct variance *a,
	const struct variance *b, double df_prior)
{
	guint n_a = judge->base.scaled->len, n_b = judge->head.scaled->len;
	struct std_error error = welch_error(a->value / n_a, a->df, b->value / n_b, b->df);

	error.df = MIN(error.df, df_prior + n_a + n_b - 2);
	return error;
}

static double percent_of_log(double log_ratio)
{
	return 100 * expm1(log_ratio);
}

/* From the scale of judgement to the unit of the row. */
static double shown(double difference, enum unit unit, double factor)
{
	return unit == UNIT_PERCENT ? percent_of_log(difference) : difference / factor;
}

static struct interval interval_shown(struct interval i, enum unit unit, double factor)
{
	return (struct interval){shown(i.low, unit, factor), shown(i.high, unit, factor)};
}

static double test_by(const struct judge *judge, double step, const struct variance_prior *prior,
	double factor, struct std_error *ret_error)
{
	struct variance a = variance_to_trust(&judge->base, step, prior, factor);
	struct variance b = variance_to_trust(&judge->head, step, prior, factor);

	*ret_error = error_between(judge, &a, &b, prior ? prior->df : 0);
	return welch_p(judge->head.mean - judge->base.mean, *ret_error);
}

static void test_means(struct judge *judge, const struct variance_prior *prior, double factor,
	struct judgement *row)
{
	double step = step_of(&judge->base, &judge->head);
	double difference = judge->head.mean - judge->base.mean;
	struct std_error own, moderated;
	double p_own = test_by(judge, step, NULL, factor, &own);
	double p = prior ? test_by(judge, step, prior, factor, &moderated) : p_own;
	struct interval ci = welch_interval(difference, prior ? moderated : own);

	row->estimate = shown(difference, row->unit, factor);
	row->ci = interval_shown(ci, row->unit, factor);
	row->p = p;
	row->p_counted = (struct interval){p, MAX(p, p_own)};
	if (prior)
		row->notes |= NOTE_MODERATED;
	if (is_coarse(&judge->base, step) || is_coarse(&judge->head, step))
		row->notes |= NOTE_COARSE;
}

/* ---- the rank test beside it ----------------------------------------------------------------- */

static enum robustness robustness_of(const struct judgement *row)
{
	gboolean by_rank = row->rank.p <= P_SUPPORTED, by_mean = row->p <= P_SUPPORTED;

	if (isnan(row->p) || row->rank.p_least > P_SUPPORTED)
		return ROBUSTNESS_CANNOT_TELL;
	if (by_rank != by_mean)
		return ROBUSTNESS_DISAGREES;
	return by_mean && row->rank.delta * row->estimate < 0 ? ROBUSTNESS_DISAGREES
							      : ROBUSTNESS_AGREES;
}

static void test_ranks(struct judge *judge, double factor, struct judgement *row)
{
	const struct sample *base = &judge->base, *head = &judge->head;
	guint n_a = base->values->len, n_b = head->values->len;
	struct shift shift =
		shift_between(judge->ranks, numbers(base->scaled), n_a, numbers(head->scaled), n_b);

	row->rank = rank_test(judge->ranks, numbers(base->values), n_a, numbers(head->values), n_b);
	row->shift = (struct shift){shown(shift.median, row->unit, factor),
		interval_shown(shift.ci, row->unit, factor)};
	if (!row->rank.is_exact)
		row->notes |= NOTE_APPROXIMATE;
	if (row->rank.p_least > P_SUPPORTED)
		row->notes |= NOTE_FEW_RUNS;
}

/* ---- the row ---------------------------------------------------------------------- */

static struct judgement row_of(const struct judge *judge, const struct judge_options *options)
{
	struct judgement row = {
		.base = moments_of(&judge->base),
		.head = moments_of(&judge->head),
		.unit = options->unit,
		.change = NAN,
		.estimate = NAN,
		.ci = {NAN, NAN},
		.p = NAN,
		.p_counted = {NAN, NAN},
		.grade = GRADE_UNTESTABLE,
		.limit = GRADE_UNTESTABLE,
		.rank = {NAN, NAN, NAN, FALSE},
		.shift = {NAN, {NAN, NAN}},
		.hedges_g = NAN,
		.snr = NAN,
	};

	if (!row.base.n || !row.head.n)
		return row;
	if (row.unit == UNIT_PERCENT &&
		!(is_above_zero(&judge->base) && is_above_zero(&judge->head))) {
		row.unit = UNIT_POINTS;
		row.notes |= NOTE_POINTS;
	}
	row.change = row.unit == UNIT_POINTS ? row.head.mean - row.base.mean
					     : 100 * (row.head.mean / row.base.mean - 1);
	row.hedges_g = hedges_g(&row.base, &row.head);
	row.snr = signal_to_noise(&row.base, &row.head);
	return row;
}

#define ALONE_MIN 3 /* runs a side for which Welch's test holds alone, */
#define ALONE_MAX 5
#define ALONE_APART 1 /* and one side may have so many more */

/* Does Welch's test hold without the rank test?  By what is in doc/calibration.md. */
static gboolean holds_alone(guint n_a, guint n_b)
{
	guint few = MIN(n_a, n_b), many = MAX(n_a, n_b);

	return few >= ALONE_MIN && many <= ALONE_MAX && many - few <= ALONE_APART;
}

/* With a prior Welch's own p has to agree where the rank test has not. */
static void grade(struct judgement *row)
{
	gboolean alone = holds_alone(row->base.n, row->head.n);

	if (!alone)
		row->p_counted.high = MAX(row->p, row->rank.p);
	row->limit = alone ? GRADE_SUPPORTED : GRADE_STRONG;
	row->grade = MIN(grade_of_p(row->p_counted), row->limit);
	if (row->grade < grade_of_p((struct interval){row->p, row->p}))
		row->notes |= NOTE_DEMOTED;
}

static gboolean has_two_modes(const struct sample *sample)
{
	guint below;

	return is_bimodal(numbers(sample->scaled), sample->scaled->len, &below);
}

struct judgement judge_runs(struct judge *judge, const double *base, guint n_base,
	const double *head, guint n_head, const struct judge_options *options)
{
	const struct variance_prior *prior = options->prior;
	struct judgement row;
	double factor;

	take(&judge->base, base, n_base);
	take(&judge->head, head, n_head);
	row = row_of(judge, options);
	if (!row.base.n || !row.head.n)
		return row;

	factor = row.unit == UNIT_POINTS ? factor_for(&judge->base, &judge->head) : 1;
	scale(&judge->base, row.unit, factor);
	scale(&judge->head, row.unit, factor);
	test_ranks(judge, factor, &row);
	if (row.base.n >= 2 && row.head.n >= 2) {
		test_means(judge, prior && prior->unit == row.unit ? prior : NULL, factor, &row);
		grade(&row);
	}
	row.robustness = robustness_of(&row);
	if (has_two_modes(&judge->base) || has_two_modes(&judge->head))
		row.notes |= NOTE_BIMODAL;
	if (row.unit == options->unit && fabs(row.change) < options->floor)
		row.notes |= NOTE_SMALL;
	return row;
}
