/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/failure_rate.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

#define CONFIDENCE .975 /* each side of a 95 % interval */
#define ALIKE 1e-7      /* tables as likely as the one at hand, but for rounding */

static double fisher_p(struct failures base, struct failures head)
{
	guint fails = (guint)(base.fails + head.fails), n_base = (guint)base.runs;
	guint passes = (guint)(base.runs + head.runs) - fails;
	guint from = n_base > passes ? n_base - passes : 0, to = MIN(fails, n_base);
	double seen = gsl_ran_hypergeometric_pdf((guint)base.fails, fails, passes, n_base), p = 0;

	for (guint k = from; k <= to; k++) {
		double likely = gsl_ran_hypergeometric_pdf(k, fails, passes, n_base);

		if (likely <= seen * (1 + ALIKE))
			p += likely;
	}
	return MIN(1, p);
}

/* Of a share, by its score. */
static struct interval wilson(struct failures of)
{
	double z = gsl_cdf_ugaussian_Pinv(CONFIDENCE), n = (double)of.runs;
	double rate = (double)of.fails / n;
	double middle = rate + z * z / (2 * n);
	double reach = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n));

	return (struct interval){
		(middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)};
}

static struct interval newcombe(struct failures base, struct failures head)
{
	double a = (double)base.fails / (double)base.runs;
	double b = (double)head.fails / (double)head.runs;
	struct interval of_a = wilson(base), of_b = wilson(head);

	return (struct interval){100 * (b - a - hypot(b - of_b.low, of_a.high - a)),
		100 * (b - a + hypot(of_b.high - b, a - of_a.low))};
}

static gboolean is_testable(struct failures of)
{
	return of.runs && of.runs <= FAILURE_RUNS_MAX && of.fails <= of.runs;
}

static double rate_of(struct failures of)
{
	return of.runs ? 100 * (double)of.fails / (double)of.runs : NAN;
}

struct failure_judgement judge_failures(struct failures base, struct failures head)
{
	struct failure_judgement row = {
		.rate_base = rate_of(base),
		.rate_head = rate_of(head),
		.ci = {NAN, NAN},
		.p = NAN,
		.grade = GRADE_UNTESTABLE,
	};

	row.change = row.rate_head - row.rate_base;
	if (!is_testable(base) || !is_testable(head))
		return row;
	row.ci = newcombe(base, head);
	row.p = fisher_p(base, head);
	row.grade = grade_of_p((struct interval){row.p, row.p});
	return row;
}
