/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/welch.h"

#include <glib.h>
#include <gsl/gsl_cdf.h>
#include <math.h>

#define CONFIDENCE .975 /* each side of a 95 % interval */
#define DF_MAX 20000.0  /* more degrees of freedom change no digit that is printed */

struct std_error welch_error(double variance_a, double df_a, double variance_b, double df_b)
{
	double sum = variance_a + variance_b;
	double share_a = variance_a / sum, share_b = variance_b / sum;

	if (!(sum > 0))
		return (struct std_error){0, 0};
	return (struct std_error){
		sqrt(sum), MIN(DF_MAX, 1 / (share_a * share_a / df_a + share_b * share_b / df_b))};
}

double welch_p(double difference, struct std_error error)
{
	if (error.se > 0 && error.df > 0)
		return 2 * gsl_cdf_tdist_Q(fabs(difference) / error.se, error.df);
	return difference == 0 ? 1 : 0;
}

double welch_quantile(struct std_error error)
{
	return error.df > 0 ? gsl_cdf_tdist_Pinv(CONFIDENCE, error.df) : 0;
}

double welch_quantile_at(struct std_error error, double tail)
{
	return error.df > 0 ? gsl_cdf_tdist_Qinv(tail, error.df) : 0;
}

struct interval welch_interval(double estimate, struct std_error error)
{
	double reach = welch_quantile(error) * error.se;

	return (struct interval){estimate - reach, estimate + reach};
}
