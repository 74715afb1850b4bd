/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/severity.h"

#include <math.h>

/* A twentyfold change is as grave as can be: beyond, the base was all but nothing. */
#define SIZE_MAX_LOG 3
/* A claim whose size cannot be read counts as one percent: it was worth a report. */
#define SIZE_UNKNOWN .01
/* An improvement alone stands behind every regression that is worth a report. */
#define IMPROVEMENT_WEIGHT .001

static double size_of(const struct fact_claim *claim)
{
	double size;

	if (isnan(claim->change))
		return SIZE_UNKNOWN;
	if (claim->unit == UNIT_POINTS)
		size = fabs(claim->change) / 100;
	else if (claim->change <= -100)
		size = SIZE_MAX_LOG;
	else
		size = fabs(log1p(claim->change / 100));
	return MIN(size, SIZE_MAX_LOG);
}

/* Unknown names count as one. */
static double distinct(GHashTable *names)
{
	return MAX(1, g_hash_table_size(names));
}

static double severity_of_verdict(
	const struct facts *facts, const GArray *of_cluster, enum verdict verdict)
{
	g_autoptr(GHashTable) testcases = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) machines = g_hash_table_new(g_str_hash, g_str_equal);
	double worst = 0;

	for (guint i = 0; i < of_cluster->len; i++) {
		const struct fact_claim *c = RECORD(
			facts->claims, struct fact_claim, g_array_index(of_cluster, guint, i));

		if (c->verdict != verdict)
			continue;
		worst = MAX(worst, size_of(c));
		if (c->testcase)
			g_hash_table_add(testcases, (char *)c->testcase);
		if (c->tbox_group)
			g_hash_table_add(machines, (char *)c->tbox_group);
	}
	return 100 * worst * sqrt(distinct(testcases) * distinct(machines));
}

double severity_of_claims(const struct facts *facts, const GArray *of_cluster)
{
	double regression = severity_of_verdict(facts, of_cluster, VERDICT_REGRESSION);

	if (regression > 0)
		return regression;
	return IMPROVEMENT_WEIGHT * severity_of_verdict(facts, of_cluster, VERDICT_IMPROVEMENT);
}
