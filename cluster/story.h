/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What became of a cluster: a pure fold over its dated events.  Each step says in one
 * sentence what happened, who said it and where, and whether it changed the state.
 */
#pragma once

#include "cluster/cluster.h"

struct story_step {
	gint64 date;
	const char *kind; /* event_kind_name(), "report", "override" */
	const char *message_id, *who, *text, *told;
	guint line;
	enum state before, after; /* equal: nothing changed */
};

struct story {
	GArray *steps; /* struct story_step, by date (unknown last), then message, line */
	enum state state;
	guint flags;          /* 1 << enum state_flag */
	const char *still_on; /* trees, joined by ", "; NULL */
	gint64 changed;       /* the last change of the state; DATE_UNKNOWN */
	gint64 heard;         /* the last step */
};

/*
 * `now`: for what is stale; DATE_UNKNOWN: nothing is.  The facts tell whether a fix is in
 * the tree; without a tree FIXED needs a robot's mail that says so, else CLAIMED_FIXED.
 */
struct story *story_of(struct facts *facts, const struct cluster *cluster,
	const struct decisions *decisions, gint64 now);
void story_free(struct story *story);
