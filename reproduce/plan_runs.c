/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/plan_parts.h"

#include "compare/plan.h"

#include <math.h>

#define MIB ((guint64)1 << 20)
#define PROCESSES_MAX 32768
#define DISK_MAX (1024 * MIB)
#define MEMORY_UNKNOWN (2048 * MIB)
#define SECONDS_UNKNOWN 3600 /* of a run whose duration nobody tells */
#define SECONDS_MORE 300     /* than three times what is told */

static gboolean runs_agree(const GPtrArray *told)
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

/* ---- order --------------------------------------------------------------------------------- */

const char *plan_order_name(enum plan_order order)
{
	static const char *const names[] = {"one side", "in turns"};

	return names[order];
}

const char *plan_order_why(enum plan_order order)
{
	static const char *const why[] = {
		"one kernel is one side; the other one runs when its kernel is booted",
		"base, changed, changed, base, and so on: both sides run on this kernel, and what "
		"drifts falls on both alike"};

	return why[order];
}

static void add_warm_up(struct plan *plan, const struct plan_wishes *wishes)
{
	double seconds = plan->reported->seconds;

	if (wishes->has_warm_up) {
		plan->warm_up = wishes->warm_up;
		plan->warm_up_why = "as you say";
	} else if (isnan(seconds)) {
		plan->warm_up_why = "nobody tells how long a run takes";
	} else if (seconds < PLAN_WARM_BELOW) {
		plan->warm_up = 1;
		plan->warm_up_why = "the first of so short runs may be a cold one";
	} else {
		plan->warm_up_why = "a run is long enough to warm up by itself";
	}
}

/* ---- limits -------------------------------------------------------------------------------- */

static guint64 otherwise(guint64 wish, guint64 planned)
{
	return wish ? wish : planned;
}

/* A quarter of the memory is left to the system; what lies in the scratch folder is memory. */
static void add_limits(struct plan *plan, const struct sandbox_limits *wishes)
{
	guint64 memory = otherwise(plan->machine->memory, MEMORY_UNKNOWN);
	double seconds = plan->reported->seconds;

	plan->limits = (struct sandbox_limits){
		.seconds = (guint)otherwise(wishes->seconds,
			isnan(seconds) ? SECONDS_UNKNOWN : (guint)(3 * seconds) + SECONDS_MORE),
		.memory = otherwise(wishes->memory, memory / 4 * 3),
		.disk = otherwise(wishes->disk, MAX(MIN(DISK_MAX, memory / 8), MIB)),
		.processes = (guint)otherwise(wishes->processes, PROCESSES_MAX),
	};
}

void plan_add_runs(struct plan *plan, const struct plan_wishes *wishes)
{
	const struct reported *reported = plan->reported;

	if (reported->has_row)
		plan->runs =
			plan_runs_of_row(&reported->side[0], &reported->side[1], reported->unit);
	plan->runs.agree = runs_agree(reported->runs);
	plan->wanted = wishes->runs ? wishes->runs : MAX(plan->runs.runs, PLAN_RUNS_MIN);
	plan->order = wishes->has_two_sides ? PLAN_IN_TURNS : PLAN_ONE_SIDE;
	add_warm_up(plan, wishes);
	add_limits(plan, &wishes->limits);
	plan->seconds = plan->runs.runs || wishes->runs
				? 2 * (plan->wanted + plan->warm_up) * reported->seconds
				: NAN;
}
