/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/plan_parts.h"

#include "compare/plan.h"

#include <math.h>

gboolean plan_runs_agree(const GPtrArray *told)
{
	guint low = 0, high = G_MAXUINT;

	for (guint i = 0; i < told->len; i++) {
		const struct reported_runs *runs = told->pdata[i];

		low = MAX(low, runs->runs.low);
		high = MIN(high, runs->runs.high);
	}
	return low <= high;
}

/* The number of runs: the least whose detectable change is at most half the effect. */
struct plan_runs plan_runs_of_row(const struct side *base, const struct side *head, enum unit unit)
{
	struct plan_runs plan = {.agree = TRUE};
	struct effect_middle row = effect_middle_of_row(base, head, unit);
	guint wanted;

	if (!(row.spread > 0) || !isfinite(row.estimate))
		return plan;
	wanted = runs_to_detect(fabs(row.estimate) / 2 / row.spread);
	plan.is_enough = wanted && wanted <= PLAN_RUNS_MAX;
	plan.runs = plan.is_enough ? MAX(wanted, PLAN_RUNS_MIN) : PLAN_RUNS_MAX;
	plan.has_points = row.unit == UNIT_POINTS;
	plan.effect = plan.has_points ? row.estimate : 100 * expm1(row.estimate);
	plan.spread = plan.has_points ? row.spread : 100 * row.spread;
	plan.least = detectable_change(plan.runs) * plan.spread;
	return plan;
}
