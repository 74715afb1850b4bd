/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `compare` works on, and which result roots stand against each other. */
#pragma once

#include "cli/compare_options.h"
#include "cli/result_nodes.h"
#include "compare/stat_facts.h"
#include "tree/tree.h"

struct comparing {
	const struct compare_options *options;
	const struct options *command; /* all that was said */
	gboolean quiet;
	const struct rules *rules;
	struct rules_asker asker;
	struct diag_sink sink;
	struct tree *tree;   /* NULL: none */
	struct store *store; /* NULL: results are read where they lie */
	struct nodes *nodes;
	struct stat_book *book;
	GArray *found;     /* of guint: nodes, the base first */
	GPtrArray *runs;   /* single runs of one node are compared: their names; NULL: not so */
	GHashTable *alike; /* private to cli/past_nodes: nodes by what is not compared; NULL */
	gboolean apart;    /* the other axes of what is compared differ */
	guint64 diags[DIAG_COUNT]; /* how often each was told */
};

/* Fills `found`, `runs` and `apart`, in the order of history where a tree tells it. */
void comparing_search(struct comparing *c, char *const *commits);
/* All result roots, by the day on which they ended: a history of which nothing is named. */
void comparing_take_all(struct comparing *c);

/* Groups of those found, of GArray of guint. */
GPtrArray *comparing_groups(const struct comparing *c);

/* Reads the runs of the groups ahead of comparing_drop_lost(), called for each in order. */
void comparing_read_ahead(struct comparing *c, const GPtrArray *groups);

/* All runs of a result root may be lost, which is told; that is no reason to hold zeroes
 * against it.  Reads the runs of the group. */
void comparing_drop_lost(struct comparing *c, GArray *group);

/* A GCompareDataFunc of guint, nodes of `comparing`: by the day on which they ended. */
gint comparing_by_day(gconstpointer a, gconstpointer b, void *comparing);

struct node *comparing_node(const struct comparing *c, guint index);

/* What stands for the value of an axis: a tag for a commit.  `comparing` is the last one. */
const char *comparing_shown(const char *axis, const char *value, void *comparing);
