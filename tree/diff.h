/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that differ between two trees of git; inner to tree/. */
#pragma once

#include "tree/parts.h"

struct change {
	char *path;
	guint32 old_mode, new_mode; /* 0: it is not there */
	git_oid old_id, new_id;
};

/*
 * struct change, in git's order, of a commit against its first parent; of a merge none.  NULL:
 * as tree_changed_paths().  Free with g_array_unref().
 */
GArray *changes_of(struct tree *tree, const char *id);
