/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/moderate.h"

#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#define NEAR_NOTHING 1e-5 /* of the median variance: in the place of 0, which has no logarithm */

gboolean variance_of(const double *values, guint n, enum unit unit, struct variance *ret_variance)
{
	double sum = 0, squares = 0;

	if (n < 2)
		return FALSE;
	for (guint i = 0; i < n; i++) {
		if (unit == UNIT_PERCENT && !(values[i] > 0))
			return FALSE;
		sum += unit == UNIT_PERCENT ? log(values[i]) : values[i];
	}
	for (guint i = 0; i < n; i++) {
		double off = (unit == UNIT_PERCENT ? log(values[i]) : values[i]) - sum / n;

		squares += off * off;
	}
	*ret_variance = (struct variance){squares / (n - 1), n - 1};
	return isfinite(squares);
}

#define STEPS_MAX 50

/* Newton's steps on 1 / trigamma, which is nearly straight (Smyth's appendix). */
double trigamma_inverse(double y)
{
	double x = .5 + 1 / y;

	if (y > 1e7)
		return 1 / sqrt(y);
	if (y < 1e-6)
		return 1 / y;
	for (guint step = 0; step < STEPS_MAX; step++) {
		double at = gsl_sf_psi_1(x);
		double move = at * (1 - at / y) / gsl_sf_psi_n(2, x);

		x += move;
		if (fabs(move) < 1e-10 * x)
			break;
	}
	return x;
}

static double median_variance(const struct variance *groups, guint n)
{
	g_autofree double *values = g_new(double, n);

	for (guint i = 0; i < n; i++)
		values[i] = groups[i].value;
	gsl_sort(values, 1, n);
	return gsl_stats_median_from_sorted_data(values, 1, n);
}

/* Means of e = log s^2 - psi(d / 2) + log(d / 2) and of the trigammas, and e's variance. */
struct log_moments {
	double mean, variance, trigamma;
};

/* Added in order of size, so that the order of the groups changes nothing. */
static double sum_sorted(double *values, guint n)
{
	double sum = 0;

	gsl_sort(values, 1, n);
	for (guint i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

static struct log_moments log_moments_of(const struct variance *groups, guint n, double least)
{
	g_autofree double *e = g_new(double, n), *trigamma = g_new(double, n);
	struct log_moments m;

	for (guint i = 0; i < n; i++) {
		double half = groups[i].df / 2;

		e[i] = log(MAX(groups[i].value, least)) - gsl_sf_psi(half) + log(half);
		trigamma[i] = gsl_sf_psi_1(half);
	}
	m.trigamma = sum_sorted(trigamma, n) / n;
	m.mean = sum_sorted(e, n) / n;
	m.variance = gsl_stats_variance_m(e, 1, n, m.mean);
	return m;
}

gboolean prior_fit(
	const struct variance *groups, guint n, enum unit unit, struct variance_prior *ret_prior)
{
	if (n < PRIOR_GROUPS_MIN)
		return FALSE;

	double median = median_variance(groups, n);

	if (!(median > 0))
		return FALSE;

	struct log_moments m = log_moments_of(groups, n, NEAR_NOTHING * median);
	double surplus = m.variance - m.trigamma;
	struct variance_prior prior = {unit, n, INFINITY, exp(m.mean)};

	if (surplus > 0) {
		double half = trigamma_inverse(surplus);

		prior.df = 2 * half;
		prior.variance = exp(m.mean + gsl_sf_psi(half) - log(half));
	}
	*ret_prior = prior;
	return prior.variance > 0 && isfinite(prior.variance);
}

struct variance variance_moderated(const struct variance_prior *prior, const struct variance *own)
{
	if (isinf(prior->df))
		return (struct variance){prior->variance, INFINITY};
	return (struct variance){
		(prior->df * prior->variance + own->df * own->value) / (prior->df + own->df),
		prior->df + own->df};
}
