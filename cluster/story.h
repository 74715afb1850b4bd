/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What became of a cluster: a pure fold over its dated events.  Each step says in one
 * sentence what happened, who said it and where, and whether it changed the state.  The rules
 * are in cluster/story_rule.h, the flags' in cluster/story_flags.h.
 */
#pragma once

#include "cluster/cluster.h"

/* Facts that stories look up: made once for all of them. */
struct story_index;
struct story_index *story_index_new(struct facts *facts); /* which it borrows */
void story_index_free(struct story_index *index);         /* NULL is allowed */

struct story_step {
	gint64 date;      /* DATE_UNKNOWN */
	const char *kind; /* event_kind_name(), "report", "override", "measured-here" */
	/* The message; NULL: the tree of the kernel says it, or the user. */
	const char *message_id;
	/* "robot", a name, "somebody", "tree", "overrides"; NULL: own runs */
	const char *who;
	const char *text; /* the words that show it; NULL: none */
	const char *told; /* what it means here, behind who: "could not reproduce it"; NULL: nothing
			   * that a reader of the story wants to know */
	guint line;       /* 0: the subject, or the whole message */
	enum state before, after; /* equal: nothing changed */
};

struct story {
	GArray *steps; /* struct story_step, by date (unknown last: those by their place in what
			* held them), then message, line; what the user decided last */
	enum state state;
	guint flags;       /* 1 << enum state_flag */
	GArray *retracted; /* guint, into facts->reports, by their order in the cluster: those that
			    * were taken back or called wrong by whom they concern */
	gboolean disputed; /* somebody called it nothing whom it does not concern */
	const char *still_on; /* trees, joined by ", "; NULL */
	const char *verdict;  /* of own runs, the last of each report; NULL */
	gint64 changed;       /* the last change of the state that has a date; DATE_UNKNOWN */
	gint64 heard;         /* the last message that has one */
};

/*
 * `now`: for what is stale; DATE_UNKNOWN: nothing is.  The facts tell whether a fix is in
 * the tree; without a tree FIXED needs a robot's mail that says so, else CLAIMED_FIXED.
 * Strings live as long as the facts.
 */
struct story *story_of(const struct story_index *index, const struct cluster *cluster,
	const struct decisions *decisions, gint64 now);
void story_free(struct story *story); /* NULL is allowed */
