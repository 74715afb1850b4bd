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
	gint64 first;           /* its first report; DATE_UNKNOWN */
	const char *title;      /* that a report or patch tells */
	guint root;             /* the change that it is one with, on the way to the root */
};

struct edge {
	guint a, b; /* changes; b NO_NODE: it joins nothing, it tells why a is here */
	struct cluster_edge shown;
};

struct unite {
	struct facts *facts; /* in order, see facts_order() */
	struct ids *ids;
	GArray *changes;     /* struct node */
	GHashTable *by_id;   /* whole id -> index + 1 */
	GArray *edges;       /* struct edge */
	GArray *of_reports;  /* guint: the change of each report; NO_NODE */
	GHashTable *reports; /* Message-ID -> index + 1 */
};

struct unite *unite_new(struct facts *facts);
void unite_free(struct unite *u);

/* The change of that id, which is made when missing. */
guint unite_change(struct unite *u, const char *id);
/* NO_NODE: nothing is known by that id, or it is ambiguous. */
guint unite_find(const struct unite *u, const char *id);
/* The report with that Message-ID; NO_NODE. */
guint unite_report(const struct unite *u, const char *message_id);

/* `shown` is copied, its strings live as long as the facts. */
void unite_edge(struct unite *u, guint a, guint b, const struct cluster_edge *shown);

/* Follows the edges; until then each change is its own root. */
void unite_all(struct unite *u);
guint unite_root(const struct unite *u, guint change);

/* The title of a change, where a tree, its first report or its patch tells; NULL. */
const char *unite_title(const struct unite *u, const struct node *change);

/* Each adds the edges that it knows: E1, with all reports, goes first. */
void unite_same_id(struct unite *u);
