/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the main branch and the releases contain, since a date: read once, in one walk, for any
 * number of questions.
 *
 * Dates: the walk ends at commits that are more than HISTORY_SLACK older than the date.  A
 * committer's clock that was further off hides what is reached through his commit alone; one
 * that stood before git was made, or cannot be read, tells nothing and hides nothing.
 * Memory: some 100 bytes for a commit.  Missing commits (tree_gaps()) end the walk there.
 */
#pragma once

#include "tree/commit_text.h"
#include "tree/tree.h"

#define HISTORY_SLACK (30 * 24 * 3600) /* seconds */
#define HISTORY_GIT_BEGAN 1112832000   /* 2005-04-07 */
#define HISTORY_COMMITS_MAX 8000000    /* that are read; the kernel has 1.3 million */
#define HISTORY_MISSING_MAX 1000000    /* that are named and not there; then it ends */

struct tree_history;

/* A commit on the way, in no order; `text` lives during the call. */
typedef void (*tree_history_fn)(const char *id, const struct commit_text *text, void *data);

/* `each` may be NULL. */
struct tree_history *tree_history_read(
	struct tree *tree, gint64 since, tree_history_fn each, void *data);
void tree_history_free(struct tree_history *history); /* NULL is allowed */

/* Whether the main branch contains it; FALSE, too, for what is older than the walk. */
gboolean tree_history_is_mainline(const struct tree_history *history, const char *id);

/* The first release that contains it ("v6.9-rc1" before "v6.9").  NULL: none. */
const char *tree_history_release(const struct tree_history *history, const char *id);

guint tree_history_commits(const struct tree_history *history);   /* that were read */
gboolean tree_history_is_cut(const struct tree_history *history); /* by these */
