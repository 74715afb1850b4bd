/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which commits a tree is asked for, and what it answers; inner to cluster/ask_tree.c. */
#pragma once

#include "cluster/ask_tree.h"
#include "tree/tree.h"

struct tree_history;

struct asked {
	struct tree_commit *commit;
	gboolean is_change; /* it is reported, or told of as a change: no parent or base alone */
};

struct ask {
	struct facts *facts;
	struct tree *tree;
	const struct diag_sink *sink;
	GHashTable *names;            /* an id, as the facts or a commit have it -> the whole one */
	GHashTable *commits;          /* whole id -> struct asked */
	struct tree_history *history; /* of ask_walk() */
};

/* All that the facts name, and what those take over from. */
struct ask *ask_new(struct facts *facts, struct tree *tree, const struct diag_sink *sink);
void ask_free(struct ask *ask);

/* Adds those of the main branch and the releases that have to do with them. */
void ask_walk(struct ask *ask);

/* By its whole id.  FALSE: the tree lacks it. */
gboolean ask_add(struct ask *ask, const char *id, gboolean is_change);

/* Looks ids up (const char *), each once; what is ambiguous is told. */
void ask_look_up(struct ask *ask, const GPtrArray *ids);

/* The ids that the messages of its commits name are looked up, too. */
void ask_look_up_named(struct ask *ask);

/* The whole id where it was looked up and found, else the same; NULL stays NULL. */
const char *ask_whole(const struct ask *ask, const char *id);
