/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user merges and splits, against or beyond the evidence; in the order of the file. */
#include "cluster/unite.h"

#include "cluster/decisions.h"

#include <string.h>

guint unite_named(const struct unite *u, const char *name)
{
	guint report = unite_report(u, name);
	const char *digits = g_str_has_prefix(name, "c-") ? name + 2 : name;

	if (report != NO_NODE)
		return g_array_index(u->of_reports, guint, report);
	return unite_find(u, ids_begun(u->ids, digits));
}

static const char *keep_text(const struct unite *u, const struct decision *d)
{
	g_autofree char *text = g_strconcat(decision_kind_name(d->kind), ": ", d->reason, NULL);

	return facts_keep(u->facts, text);
}

static struct cluster_edge tell(const struct unite *u, const struct decision *d)
{
	return (struct cluster_edge){.rule = "override",
		.from = facts_keep(u->facts, d->subject),
		.to = facts_keep(u->facts, d->other),
		.line = d->line,
		.text = keep_text(u, d)};
}

static void merge(struct unite *u, const struct decision *d)
{
	guint a = unite_named(u, d->subject), b = unite_named(u, d->other);
	const struct cluster_edge shown = tell(u, d);

	if (a != NO_NODE && b != NO_NODE)
		unite_edge(u, a, b, &shown);
}

/* All that joins a change to others is taken back. */
static void cut_off(struct unite *u, guint change)
{
	for (guint i = u->edges->len; i-- > 0;) {
		const struct edge *edge = RECORD(u->edges, struct edge, i);

		if (edge->b != NO_NODE && (edge->a == change || edge->b == change))
			g_array_remove_index(u->edges, i);
	}
}

/* A report gets a change of its own, and takes along what tells why it was where it was. */
static guint set_apart(struct unite *u, guint report)
{
	const char *id = RECORD(u->facts->reports, struct fact_report, report)->message_id;
	guint change = unite_change(u, id);
	struct node *node = RECORD(u->changes, struct node, change);

	node->is_apart = node->is_reported = TRUE;
	node->title = RECORD(u->facts->reports, struct fact_report, report)->title;
	for (guint i = 0; i < u->edges->len; i++) {
		struct edge *edge = RECORD(u->edges, struct edge, i);

		if (edge->b == NO_NODE && !g_strcmp0(edge->shown.message_id, id))
			edge->a = change;
	}
	g_array_index(u->of_reports, guint, report) = change;
	return change;
}

static void split(struct unite *u, const struct decision *d)
{
	guint from = unite_named(u, d->subject), report = unite_report(u, d->other);
	guint apart = unite_named(u, d->other);
	const struct cluster_edge shown = tell(u, d);

	if (apart == NO_NODE)
		return;
	if (report != NO_NODE)
		apart = set_apart(u, report);
	else
		cut_off(u, apart);
	RECORD(u->changes, struct node, apart)->is_split = TRUE;
	unite_edge(u, apart, NO_NODE, &shown);
	if (from != NO_NODE && from != apart)
		unite_edge(u, from, NO_NODE, &shown);
}

void unite_decisions(struct unite *u, const struct decisions *decisions)
{
	for (guint i = 0; decisions && i < decisions->all->len; i++) {
		const struct decision *d = &g_array_index(decisions->all, struct decision, i);

		if (d->kind == DECISION_MERGE)
			merge(u, d);
		else if (d->kind == DECISION_SPLIT)
			split(u, d);
	}
}
