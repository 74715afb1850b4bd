/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Facts to clusters: one change to the kernel and all that was said about it, as one
 * entry.  A union-find over sorted edges, each of which keeps what shows it:
 *
 *   E1  the same commit: equal ids, or an abbreviation that fits one known id only
 *   E2  the same change under another id: a backport or a pick names it, its patch-id is
 *       equal, or its normalised title and its author are
 *   E3  In-Reply-To and References, or where mails between are lacking the commit in the
 *       subject of an answer: what is said there are events of it, no members
 *   E4  a link in the body to an earlier report of the same commit
 *   E5  versions of one posted patch: same title and author; the older is superseded
 *
 * Commits whose titles are known and differ are two, whatever a mail says (of E2 and E4).
 * An equal title alone is a suspicion, told as evidence that made no edge.  What belongs
 * to a cluster without being it (parent, revert, fix, ...) is a link.  The user's decisions
 * come last.  The order of the facts changes nothing.
 */
#pragma once

#include "cluster/facts.h"

struct cluster_commit {
	const char *id, *title, *role; /* see struct store_cluster_commit */
};

struct cluster_edge {
	const char *rule;      /* "E1" ... "E5", "suspect", "override" */
	const char *from, *to; /* commits or Message-IDs */
	const char *message_id;
	guint line; /* 0: the subject, or the whole message */
	const char *text;
};

struct cluster_link {
	const char *kind, *to, *message_id, *text;
	guint line;
};

struct cluster {
	const char *id;
	GPtrArray *aliases; /* const char *, sorted */
	GArray *commits;    /* struct cluster_commit; the first names the cluster */
	GArray *reports;    /* guint, into facts->reports, by date, then Message-ID */
	GArray *claims;     /* guint, into facts->claims, by |change| falling, ... */
	GArray *events;     /* guint, into facts->events, by date, then Message-ID, line, nr */
	GArray *superseded; /* guint, reports of older versions of its patch */
	GArray *evidence;   /* struct cluster_edge, sorted */
	GArray *links;      /* struct cluster_link, sorted */
	const char *title, *author, *subsystem;
	gint64 first, last; /* of its reports; DATE_UNKNOWN */
	gboolean regresses, improves;
	guint testcases, machines; /* distinct, of the claims that count */
	double severity;           /* of those, see cluster/severity.h */
};

struct decisions; /* cluster/decisions.h: what the user decided; NULL: nothing */

/* Sorted by id.  Strings live as long as the facts.  Free with g_ptr_array_unref(). */
GPtrArray *clusters_of(struct facts *facts, const struct decisions *decisions);

/*
 * What reports claim that were taken back (guint, into facts->reports) counts no longer: not in
 * the severity, and not in how many test cases and machines there are.  The claims stay.
 */
void cluster_weigh_without(
	struct cluster *cluster, const struct facts *facts, const GArray *retracted);
