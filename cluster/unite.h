/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The union while it is made, for the files of this folder that know a kind of edge:
 * changes are nodes (a commit by its whole id, or a posted patch by its Message-ID), an
 * edge says that two are one, and what shows it.
 */
#pragma once

#include "cluster/cluster.h"
#include "cluster/ids.h"

#define NO_NODE G_MAXUINT /* no index: of a change, a report */

struct node {
	const char *id;         /* whole; of a posted patch its Message-ID */
	gboolean is_reported;   /* a report blames it */
	gboolean is_patch;      /* a posted patch */
	gboolean is_upstream;   /* a backport names it as what stands upstream */
	gboolean is_picked;     /* a pick names it */
	gboolean is_superseded; /* an older version of a posted patch */
	gboolean is_split;      /* the user split it off */
	gboolean is_apart;      /* a report that the user split off; the id is its Message-ID */
	gint64 first;           /* its first report; DATE_UNKNOWN */
	const char *title;      /* that a report or patch tells */
	const char *author;     /* name, that a mail or patch tells */
	guint root;             /* the change that it is one with, on the way to the root */
};

struct edge {
	guint a, b; /* changes; b NO_NODE: it joins nothing, it tells why a is here */
	struct cluster_edge shown;
};

/* What the robot built of a posted patch. */
struct built_patch {
	guint commit, patch; /* changes */
};

struct unite {
	struct facts *facts; /* in order, see facts_order() */
	struct ids *ids;
	GArray *changes;                /* struct node */
	GHashTable *by_id;              /* whole id -> index + 1 */
	GArray *edges;                  /* struct edge */
	GArray *of_reports;             /* guint: the change of each report; NO_NODE */
	GArray *built;                  /* struct built_patch */
	GHashTable *reports, *messages; /* Message-ID -> index + 1 */
	GHashTable *shown;              /* Message-ID -> index + 1 of the first that it shows */
};

struct unite *unite_new(struct facts *facts);
void unite_free(struct unite *u);

/* The change of that id, which is made when missing. */
guint unite_change(struct unite *u, const char *id);
/* NO_NODE: nothing is known by that id, or it is ambiguous. */
guint unite_find(const struct unite *u, const char *id);
/* What a user names: a cluster's id, a commit or the beginning of one, a report; NO_NODE. */
guint unite_named(const struct unite *u, const char *name);
/* The report with that Message-ID; NO_NODE. */
guint unite_report(const struct unite *u, const char *message_id);

const struct fact_message *unite_message(const struct unite *u, const char *message_id);
/* The change of a posted patch, which is made when missing; NO_NODE for NULL. */
guint unite_patch(struct unite *u, const struct fact_message *message);

/* The id of the commit that the message of an event shows last before it; NULL. */
const char *unite_shown_above(const struct unite *u, const struct fact_event *event);
/* The "From:" line at the head of a posted patch; NULL. */
const struct fact_shown *unite_from_line(const struct unite *u, const char *message_id);

/* `shown` is copied, its strings live as long as the facts. */
void unite_edge(struct unite *u, guint a, guint b, const struct cluster_edge *shown);

/* Follows the edges; until then each change is its own root. */
void unite_all(struct unite *u);
guint unite_root(const struct unite *u, guint change);

/* The title of a change, where a tree, its first report or its patch tells; NULL. */
const char *unite_title(const struct unite *u, const struct node *change);

/*
 * Changes whose titles are told and differ are two, whatever a mail says.  Of two that are
 * not, one without a title takes the other's: it is no bridge between others.
 */
gboolean unite_may_be_one(struct unite *u, guint a, guint b);

/* Who wrote a commit, by a tree, a mail that shows it, or its patch; NULL. */
const char *unite_author(const struct unite *u, const char *id);

/* Each adds the edges that it knows, in this order. */
void unite_same_id(struct unite *u); /* E1, and all reports */
void unite_patches(struct unite *u);
void unite_names(struct unite *u);   /* E2 */
void unite_titles(struct unite *u);  /* E2, E5 */
void unite_reports(struct unite *u); /* E4 */
void unite_decisions(struct unite *u, const struct decisions *decisions);

/* Behind unite_all(): changes that have a title in common, and no more. */
void unite_suspects(struct unite *u);
