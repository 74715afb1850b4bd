/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cluster/claim_aliases.h"

/* Of one report: it is no mail of the robot's that claims more. */
#define CLAIMS_COMPARED_MAX 100

static gboolean say_one_thing(const struct fact_claim *a, const struct fact_claim *b)
{
	return a->text && !g_strcmp0(a->text, b->text) && a->unit == b->unit &&
	       a->verdict == b->verdict && !g_strcmp0(a->testcase, b->testcase) &&
	       !g_strcmp0(a->tbox_group, b->tbox_group) && !g_strcmp0(a->params, b->params);
}

static void add_metric(struct facts *facts, struct fact_claim *claim, const char *metric)
{
	g_autofree char *longer =
		claim->aliases ? g_strconcat(claim->aliases, ", ", metric, NULL) : g_strdup(metric);

	if (metric && g_strcmp0(metric, claim->metric))
		claim->aliases = facts_keep(facts, longer);
}

void claim_aliases(struct facts *facts)
{
	GArray *claims = facts->claims;
	guint first = 0;

	for (guint i = 0; i < claims->len; i++) {
		struct fact_claim *claim = RECORD(claims, struct fact_claim, i);

		if (RECORD(claims, struct fact_claim, first)->report != claim->report)
			first = i;
		claim->alias_of = i;
		for (guint k = first; k < i && k < first + CLAIMS_COMPARED_MAX; k++) {
			struct fact_claim *earlier = RECORD(claims, struct fact_claim, k);

			if (earlier->alias_of != k || !say_one_thing(earlier, claim))
				continue;
			claim->alias_of = k;
			add_metric(facts, earlier, claim->metric);
			break;
		}
	}
}
