/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E4: a report that links to, or names by its subject, an earlier one of the same change. */
#include "cluster/unite.h"

/* The change of the earlier report; NO_NODE. */
static guint earlier(const struct unite *u, const struct fact_event *e)
{
	guint report = unite_report(u, e->target);

	if (report != NO_NODE)
		return g_array_index(u->of_reports, guint, report);
	return e->kind == EVENT_REPORTED_BEFORE ? unite_find(u, e->commit) : NO_NODE;
}

static void read_event(struct unite *u, const struct fact_event *e)
{
	guint report = unite_report(u, e->message_id), before, change;

	if (report == NO_NODE || (e->kind != EVENT_REPORTED_BEFORE && e->kind != EVENT_LINK))
		return;
	change = g_array_index(u->of_reports, guint, report);
	before = earlier(u, e);
	if (change == NO_NODE || before == NO_NODE || !unite_may_be_one(u, change, before))
		return;

	const struct cluster_edge shown = {.rule = "E4",
		.from = e->message_id,
		.to = unite_report(u, e->target) == NO_NODE ? e->commit : e->target,
		.message_id = e->message_id,
		.line = e->line,
		.text = e->text};
	unite_edge(u, change, before, &shown);
}

void unite_reports(struct unite *u)
{
	for (guint i = 0; i < u->facts->events->len; i++)
		read_event(u, RECORD(u->facts->events, struct fact_event, i));
}
