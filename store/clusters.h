/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Clusters as the store keeps them: derived from all else that it holds, and made anew
 * when that has changed, or the tree and the decisions that they were made with.  A
 * cluster is one change to the kernel and all that was said about it.
 *
 * A store that cannot be written keeps them for the process alone.
 */
#pragma once

#include "store/store.h"

struct store_cluster_commit {
	const char *id;    /* as long as known */
	const char *title; /* NULL: unknown */
	const char *role;  /* "reported", "mainline", "upstream", "picked", "version", "alias" */
};

struct store_cluster {
	const char *id;                             /* "c-" and 12 digits or more */
	const char *const *aliases;                 /* further ids, by name; NULL-terminated */
	const struct store_cluster_commit *commits; /* the one that names it first */
	guint n_commits;
	const char *title, *author, *subsystem; /* "mm"; NULL */
	const char *subsystems;                 /* of MAINTAINERS; NULL without a tree */
	const char *lists;                      /* of its reports, joined by ", " */
	const char *tag;                        /* the first release that has it; NULL */
	enum state state;                       /* at the end of all that is known */
	guint flags;                            /* 1 << enum state_flag */
	const char *still_on;                   /* trees, joined by ", "; NULL */
	const char *verdict;   /* of the user's own runs, see store/verdict_words.h; NULL */
	gint64 first, last;    /* reports; DATE_UNKNOWN */
	gint64 changed, heard; /* last change of state; last event of any kind */
	gboolean regresses, improves;
	gboolean performs; /* it has a claim on a metric; functional reports have none */
	guint reports, members, testcases, machines;
	double severity; /* of its claims, without those taken back, see cluster/severity.h */
};

struct store_cluster_member {
	const char *cluster;
	const char *message_id;
	guint line; /* 0: unknown */
	gint64 date;
	const char *testcase, *params, *tbox_group, *compiler, *kconfig, *governor, *microcode;
	const char *metric;
	const char *aliases; /* metrics of the report that say the same, joined by ", "; NULL */
	struct store_change change;
	enum verdict verdict;
};

/* The kind of an event that tells of own runs; its text is their verdict in a few words. */
#define KIND_MEASURED_HERE "measured-here"

struct store_cluster_event { /* a step of the story, see cluster/story.h */
	const char *cluster;
	gint64 date;
	const char *kind; /* event_kind_name(), "report", "override", "measured-here" */
	const char *message_id;
	guint line;
	const char *who;  /* who says it: a name, "robot"; NULL: the user's own runs */
	const char *text; /* the words that show it */
	const char *told; /* what it means here, a sentence of ours */
	gboolean changes; /* the state: from .. to */
	enum state before, after;
};

struct store_cluster_link {
	const char *cluster;
	const char *kind; /* "parent", "revert-of", "fix-of", "base", "competes-with", ... */
	const char *to;   /* a cluster's id, else a commit */
	const char *message_id;
	guint line;
	const char *text;
};

struct store_cluster_evidence { /* an edge of the union, or a suspicion that made none */
	const char *cluster;
	const char *rule;      /* "E1" ... "E5", "override" */
	const char *from, *to; /* commits or Message-IDs */
	const char *message_id;
	guint line;
	const char *text;
};

/*
 * Which clusters: those that the filter takes by any of their reports (period, commit,
 * subsystem, test case, machine, list), and those that have an event in the period.
 */
/* By severity falling, then id. */
gboolean store_list_clusters(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_cluster *, void *), void *data, GError **error);
/* Of one cluster by its id; members by |change| falling, events by date, then by name. */
gboolean store_list_cluster_members(struct store *store, const char *cluster,
	gboolean (*each)(const struct store_cluster_member *, void *), void *data, GError **error);
gboolean store_list_cluster_events(struct store *store, const char *cluster,
	gboolean (*each)(const struct store_cluster_event *, void *), void *data, GError **error);
gboolean store_list_cluster_links(struct store *store, const char *cluster,
	gboolean (*each)(const struct store_cluster_link *, void *), void *data, GError **error);
gboolean store_list_cluster_evidence(struct store *store, const char *cluster,
	gboolean (*each)(const struct store_cluster_evidence *, void *), void *data,
	GError **error);

/*
 * The ids of the clusters that have that id or alias, begin so ("c-" and 7 digits or more),
 * have that commit (7 digits or more) or report, else an event of that message; by name.
 */
gboolean store_find_cluster(
	struct store *store, const char *name, GPtrArray *ret_ids, GError **error);

/*
 * How many clusters (that the filter takes) stood where just before each of n moments, of those
 * with a claim on a metric, which functional reports do not have.  `ret_counts`
 * holds STATES numbers for each.
 */
gboolean store_states_at(struct store *store, const struct store_filter *filter,
	const gint64 *moments, guint n, guint *ret_counts, GError **error);

/*
 * Whether the kept clusters are those of what the store holds now, made with the same: the
 * tree, the decisions, the program.
 */
gboolean store_clusters_are_fresh(
	struct store *store, const char *made_with, gboolean *ret_fresh, GError **error);

/*
 * store_begin() for the following alone, also of a store opened for reading.  Where it
 * cannot be written (STORE_ERROR_READONLY, LOCKED, FULL), `alone` keeps them for this
 * process; its tables hide those of the store from then on.
 */
gboolean store_begin_keeping(struct store *store, gboolean alone, GError **error);

/*
 * Replaces all; the structs' ids tie them together: a cluster goes before what is its own.
 * Clusters by id, what is theirs in the order in which it is listed.  A failure rolls back.
 */
struct store_clusters;
struct store_clusters *store_clusters_begin(
	struct store *store, const char *made_with, GError **error);
gboolean store_put_cluster(
	struct store_clusters *to, const struct store_cluster *cluster, GError **error);
gboolean store_put_cluster_member(
	struct store_clusters *to, const struct store_cluster_member *member, GError **error);
gboolean store_put_cluster_event(
	struct store_clusters *to, const struct store_cluster_event *event, GError **error);
gboolean store_put_cluster_link(
	struct store_clusters *to, const struct store_cluster_link *link, GError **error);
gboolean store_put_cluster_evidence(
	struct store_clusters *to, const struct store_cluster_evidence *evidence, GError **error);
/* What was doubtful of a message: COMMIT_AMBIGUOUS; nothing where they are kept alone. */
gboolean store_put_cluster_diag(
	struct store_clusters *to, const char *message_id, const struct diag *diag, GError **error);
void store_clusters_end(struct store_clusters *to); /* NULL is allowed */
