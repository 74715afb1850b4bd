/* SPDX-License-Identifier: GPL-3.0-or-later */
/* E2 by names: a backport or a pick names its commit; a tree knows patch-ids. */
#include "cluster/unite.h"

/*
 * What a message speaks of where it says "commit ... upstream.": the commit that it shows
 * above, the one that it reports, or itself, a patch; NO_NODE: talk speaks of nothing.
 */
static guint subject_of(struct unite *u, const struct fact_event *e)
{
	const struct fact_message *message = unite_message(u, e->message_id);
	guint report = unite_report(u, e->message_id);
	const char *shown = unite_shown_above(u, e);

	if (shown)
		return unite_change(u, shown);
	if (report != NO_NODE)
		return g_array_index(u->of_reports, guint, report);
	return message->kind == MESSAGE_PATCH ? unite_patch(u, message) : NO_NODE;
}

static void read_event(struct unite *u, const struct fact_event *e)
{
	gboolean upstream = e->kind == EVENT_UPSTREAM;
	guint subject, named;

	if ((!upstream && e->kind != EVENT_CHERRY_PICK) || !e->commit ||
		!unite_message(u, e->message_id))
		return;
	subject = subject_of(u, e);
	if (subject == NO_NODE)
		return;
	named = unite_change(u, e->commit);

	struct node *original = RECORD(u->changes, struct node, named);
	gboolean one = unite_may_be_one(u, subject, named);
	const struct cluster_edge shown = {.rule = one ? "E2" : "suspect",
		.from = RECORD(u->changes, struct node, subject)->id,
		.to = original->id,
		.message_id = e->message_id,
		.line = e->line,
		.text = e->text};

	if (!one) {
		unite_edge(u, subject, NO_NODE, &shown);
		return;
	}
	original->is_upstream |= upstream;
	original->is_picked |= !upstream;
	unite_edge(u, subject, named, &shown);
}

static void read_tree(struct unite *u)
{
	g_autoptr(GHashTable) by_patch = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < u->facts->commits->len; i++) {
		const struct fact_commit *c = RECORD(u->facts->commits, struct fact_commit, i);
		guint change = unite_change(u, c->id);
		const char *first = c->patch_id ? g_hash_table_lookup(by_patch, c->patch_id) : NULL;

		if (c->upstream) {
			const struct cluster_edge shown = {.rule = "E2",
				.from = c->id,
				.to = c->upstream,
				.text = "the tree's commit names it"};
			guint original = unite_change(u, c->upstream);

			RECORD(u->changes, struct node, original)->is_upstream = TRUE;
			unite_edge(u, change, original, &shown);
		}
		if (first) {
			const struct cluster_edge shown = {
				.rule = "E2", .from = c->id, .to = first, .text = "equal patch-id"};

			unite_edge(u, unite_change(u, first), change, &shown);
		} else if (c->patch_id) {
			g_hash_table_insert(by_patch, (char *)c->patch_id, (char *)c->id);
		}
	}
}

/* A commit that no report tells has the title that a mail shows it with. */
static void read_titles(struct unite *u)
{
	for (guint i = 0; i < u->facts->shown->len; i++) {
		const struct fact_shown *s = RECORD(u->facts->shown, struct fact_shown, i);
		struct node *change =
			s->commit ? RECORD(u->changes, struct node, unite_change(u, s->commit))
				  : NULL;

		if (change && !change->title)
			change->title = s->title;
	}
}

void unite_names(struct unite *u)
{
	read_titles(u);
	for (guint i = 0; i < u->facts->events->len; i++)
		read_event(u, RECORD(u->facts->events, struct fact_event, i));
	read_tree(u);
}
