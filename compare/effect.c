/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/effect.h"

#include "compare/moments.h"
#include "compare/plan.h"
#include "compare/welch.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define LOGS_MAX .30     /* the largest cv for which logarithms are near enough to normal */
#define RUNS_MAX 10000   /* more degrees of freedom change no digit */
#define SPREAD_BLANK .02 /* a spread is printed when it is above 2 % */

/* ---- Welch's test at a point ------------------------------------------------ */

/* The spreads are the population's, hence n - 1. */
static struct std_error error_of(double spread_a, guint runs_a, double spread_b, guint runs_b)
{
	double df_a = MIN(runs_a, RUNS_MAX) - 1.0, df_b = MIN(runs_b, RUNS_MAX) - 1.0;

	return welch_error(spread_a * spread_a / df_a, df_a, spread_b * spread_b / df_b, df_b);
}

static double percent_of_log(double r)
{
	return 100 * expm1(r);
}

static struct interval percents_of_logs(struct interval r)
{
	return (struct interval){percent_of_log(r.low), percent_of_log(r.high)};
}

struct effect_point effect_at(
	double mean_a, double cv_a, guint runs_a, double mean_b, double cv_b, guint runs_b)
{
	double r = log(mean_b / mean_a);
	struct std_error error = error_of(cv_a, runs_a, cv_b, runs_b);

	return (struct effect_point){
		percent_of_log(r), percents_of_logs(welch_interval(r, error)), welch_p(r, error)};
}

static struct effect_point points_at(
	double mean_a, double cv_a, guint runs_a, double mean_b, double cv_b, guint runs_b)
{
	double difference = mean_b - mean_a;
	struct std_error error = error_of(cv_a * mean_a, runs_a, cv_b * mean_b, runs_b);

	return (struct effect_point){
		difference, welch_interval(difference, error), welch_p(difference, error)};
}

/*
 * Fieller: the ratios rho for which mean_b - rho * mean_a is within reach of 0.  When
 * the base itself is within reach of 0, no ratio is excluded.
 */
static struct interval fieller(double a, double sa, double b, double sb, double t)
{
	double wide = a * a - t * t * sa * sa;
	double root = t * sqrt(MAX(0, sa * sa * b * b + sb * sb * wide));

	if (wide <= 0)
		return (struct interval){-INFINITY, INFINITY};
	return (struct interval){
		100 * ((a * b - root) / wide - 1), 100 * ((a * b + root) / wide - 1)};
}

static struct effect_point ratio_at(
	double mean_a, double cv_a, guint runs_a, double mean_b, double cv_b, guint runs_b)
{
	double spread_a = cv_a * mean_a, spread_b = cv_b * mean_b;
	struct std_error error = error_of(spread_a, runs_a, spread_b, runs_b);
	double sa = spread_a / sqrt(runs_a - 1.0), sb = spread_b / sqrt(runs_b - 1.0);

	return (struct effect_point){100 * (mean_b / mean_a - 1),
		fieller(mean_a, sa, mean_b, sb, welch_quantile(error)),
		welch_p(mean_b - mean_a, error)};
}

/* ---- the hull over what is not known ----------------------------------------- */

typedef struct effect_point (*method_fn)(double, double, guint, double, double, guint);

/* A printed k stands for k to k + 1, but 2 begins above 2; blank for 0 to 2. */
static struct interval cv_of(int stddev)
{
	if (stddev == G_MININT)
		return (struct interval){0, SPREAD_BLANK};
	return (struct interval){stddev / 100.0, (stddev + 1.0) / 100.0};
}

/*
 * No spread is known of a negative mean (LKP prints none, or a made-up one) nor of a
 * single run.
 */
static gboolean is_testable(const struct side *side)
{
	return isfinite(side->mean) && isfinite(side->means.low) && isfinite(side->means.high) &&
	       side->mean >= 0 && (side->stddev >= 0 || side->stddev == G_MININT) &&
	       side->runs.low >= 2 && side->runs.high >= side->runs.low;
}

/* A side, and what it may be. */
struct ends {
	double printed, mean[2], cv[2];
	guint runs[2];
};

static struct ends ends_of(const struct side *side)
{
	struct interval cv = cv_of(side->stddev);

	return (struct ends){side->mean, {MAX(0, side->means.low), side->means.high},
		{cv.low, cv.high}, {side->runs.low, side->runs.high}};
}

static void widen(struct effect *effect, const struct effect_point *point)
{
	effect->ci.low = MIN(effect->ci.low, point->ci.low);
	effect->ci.high = MAX(effect->ci.high, point->ci.high);
	effect->p.low = MIN(effect->p.low, point->p);
	effect->p.high = MAX(effect->p.high, point->p);
}

/* Over the corners of both spreads and both numbers of runs, for two given means. */
static void hull_of_spreads(struct effect *hull, method_fn method, const struct ends *a,
	double mean_a, const struct ends *b, double mean_b)
{
	hull->ci = hull->p = (struct interval){INFINITY, -INFINITY};
	for (guint corner = 0; corner < 16; corner++) {
		struct effect_point point =
			method(mean_a, a->cv[corner & 1], a->runs[corner >> 1 & 1], mean_b,
				b->cv[corner >> 2 & 1], b->runs[corner >> 3 & 1]);

		widen(hull, &point);
	}
}

/*
 * What the rounding of the means hides may take support away, never give it: it
 * widens the interval and raises p.high, but p.low is that of the printed means.
 */
static void hull_of_row(
	struct effect *effect, method_fn method, const struct ends *a, const struct ends *b)
{
	hull_of_spreads(effect, method, a, a->printed, b, b->printed);
	for (guint corner = 0; corner < 4; corner++) {
		struct effect hidden;

		hull_of_spreads(&hidden, method, a, a->mean[corner & 1], b, b->mean[corner >> 1]);
		effect->ci.low = MIN(effect->ci.low, hidden.ci.low);
		effect->ci.high = MAX(effect->ci.high, hidden.ci.high);
		effect->p.high = MAX(effect->p.high, hidden.p.high);
	}
	/* The means may be equal, though no corner is. */
	if (a->mean[0] <= b->mean[1] && b->mean[0] <= a->mean[1])
		effect->p.high = 1;
}

static method_fn method_of(const struct side *base, const struct side *head, enum unit unit)
{
	if (unit == UNIT_POINTS)
		return points_at;
	if (head->means.low <= 0 || cv_of(base->stddev).low >= LOGS_MAX ||
		cv_of(head->stddev).low >= LOGS_MAX)
		return ratio_at;
	return effect_at;
}

/* ---- at the middle -------------------------------------------------------------------- */

static double middle_cv(const struct side *side)
{
	struct interval cv = cv_of(side->stddev);

	return (cv.low + cv.high) / 2;
}

static guint middle_runs(const struct side *side)
{
	return side->runs.low + (side->runs.high - side->runs.low) / 2;
}

/* The printed spread is the population's. */
static struct moments moments_of(const struct side *side)
{
	guint n = middle_runs(side);

	return (struct moments){n, side->mean, middle_cv(side) * side->mean * sqrt(n / (n - 1.0))};
}

static void size_of_row(
	struct effect *effect, method_fn method, const struct side *base, const struct side *head)
{
	struct moments a = moments_of(base), b = moments_of(head);
	struct effect_point point = method(base->mean, middle_cv(base), middle_runs(base),
		head->mean, middle_cv(head), middle_runs(head));

	effect->hedges_g = hedges_g(&a, &b);
	effect->snr = signal_to_noise(&a, &b);
	/* z of the same p, since t of few runs promises more than it holds. */
	effect->planned = effect->change * screened_share(gsl_cdf_ugaussian_Qinv(point.p / 2));
}

struct effect effect_of_row(const struct side *base, const struct side *head, enum unit unit)
{
	struct effect effect = {unit, NAN, {NAN, NAN}, {NAN, NAN}, GRADE_UNTESTABLE, NAN, NAN, NAN};

	if (unit == UNIT_PERCENT && base->means.low <= 0)
		effect.unit = UNIT_POINTS;
	effect.change = effect.unit == UNIT_POINTS ? head->mean - base->mean
						   : 100 * (head->mean / base->mean - 1);
	if (!is_testable(base) || !is_testable(head))
		return effect;

	method_fn method = method_of(base, head, effect.unit);
	struct ends a = ends_of(base), b = ends_of(head);

	hull_of_row(&effect, method, &a, &b);
	size_of_row(&effect, method, base, head);
	effect.grade = grade_of_p(effect.p);
	return effect;
}

/* ---- one point of it ------------------------------------------------------------------- */

struct effect_middle effect_middle_of_row(
	const struct side *base, const struct side *head, enum unit unit)
{
	struct effect_middle middle = {unit, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	gboolean has_logs = base->means.low > 0 && head->means.low > 0;

	if (!has_logs)
		middle.unit = unit = UNIT_POINTS;
	if (!is_testable(base) || !is_testable(head))
		return middle;

	guint na = middle_runs(base), nb = middle_runs(head);
	double a = middle_cv(base), b = middle_cv(head);
	if (unit == UNIT_POINTS) {
		a *= base->mean;
		b *= head->mean;
	}
	struct std_error error = error_of(a, na, b, nb);
	struct moments of_base = {na, 0, a * sqrt(na / (na - 1.0))};
	struct moments of_head = {nb, 0, b * sqrt(nb / (nb - 1.0))};

	middle.base = unit == UNIT_POINTS ? base->mean : log(base->mean);
	middle.estimate =
		unit == UNIT_POINTS ? head->mean - base->mean : log(head->mean / base->mean);
	middle.se = error.se;
	middle.df = error.df;
	middle.spread = common_spread(&of_base, &of_head);
	middle.base_se = a / sqrt(na - 1.0);
	middle.base_df = na - 1.0;
	return middle;
}
