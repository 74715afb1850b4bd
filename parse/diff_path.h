/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How diffs name files, by git, quilt and diff alike.  A name is text: as printed, without
 * the prefix of its side, and never used as a path.
 */
#pragma once

#include "base/slice.h"

struct diff_paths {
	struct slice old, new; /* null: /dev/null, or not known */
};

/*
 * Of "--- old" and "+++ new", the marks off.  FALSE when nothing marks them as a patch's:
 * they want "a/" and "b/" (or quilt's and git's other pairs) before them, or /dev/null
 * on one side; `git`: none of it, but relative names.
 */
gboolean diff_paths_of_names(
	struct slice old, struct slice new, gboolean git, struct diff_paths *ret_paths);

/* Of "a/old b/new" behind "diff --git"; nulls where it is not clear what parts the two. */
struct diff_paths diff_paths_of_git(struct slice both);

/* Of "rename from name" and the like, which has no prefix. */
struct slice diff_path_of_rename(struct slice name);
