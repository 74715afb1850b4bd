/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files a commit changes against its first parent. */
#pragma once

#include "tree/maintainers.h"
#include "tree/tree.h"

#define CHANGES_MAX 20000    /* files of a commit; of more none are told */
#define CHANGES_DEPTH_MAX 64 /* of folders */

/*
 * Their paths, in git's order; of a first commit all.  A merge changes nothing here.  NULL:
 * objects are missing (tree_gaps()), or there are too many.  Free with g_ptr_array_unref().
 */
GPtrArray *tree_changed_paths(struct tree *tree, const char *id);

/*
 * The stable patch-id, as `git diff-tree -p ID | git patch-id --stable` has it: equal for
 * patches that do the same in the same surroundings.  NULL: a merge, an empty or a binary
 * change, or objects are missing or too large to be compared.  Free with g_free().
 */
char *tree_patch_id(struct tree *tree, const char *id);

/*
 * The newest MAINTAINERS of the main branch, else of HEAD.  NULL: there is none.  Free with
 * maintainers_free().
 */
struct maintainers *tree_maintainers(struct tree *tree);
