/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user decided, as the last steps of a story. */
#include "cluster/story_fold.h"

static gboolean is_subject(const struct fold *f, const struct decision *decision)
{
	return cluster_is_named(f->index->facts, f->cluster, decision->subject);
}

static enum state after_decision(const struct fold *f, const struct decision *decision)
{
	enum state state = f->story->state;
	gboolean subject = is_subject(f, decision);

	switch (decision->kind) {
	case DECISION_INVALID:
		return subject ? STATE_INVALID : state;
	case DECISION_STATE:
		return subject ? decision->state : state;
	case DECISION_DUP:
		return subject && !cluster_is_named(f->index->facts, f->cluster, decision->other)
			       ? STATE_SUPERSEDED
			       : state;
	case DECISION_UNDUP:
		return subject && state == STATE_SUPERSEDED ? f->alone : state;
	default:
		return state;
	}
}

static char *told_of_decision(const struct decision *d)
{
	return g_strdup_printf("say %s %s%s%s%s%s: %s", decision_kind_name(d->kind), d->subject,
		d->other ? " " : "", d->other ? d->other : "", d->kind == DECISION_STATE ? " " : "",
		d->kind == DECISION_STATE ? state_name(d->state) : "", d->reason);
}

void story_tell_decision(struct fold *f, const struct story_item *item)
{
	const struct story_step step = {.kind = "override",
		.who = "overrides",
		.text = facts_keep(f->index->facts, item->decision->reason)};

	story_tell(
		f, item, step, told_of_decision(item->decision), after_decision(f, item->decision));
}
