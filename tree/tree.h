/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A git tree of the kernel, asked for names and the order of commits.
 *
 * The repository is only read: no hook runs, no configuration of the user or the system
 * is read, and it may belong to somebody else.
 */
#pragma once

#include <glib.h>

#define TREE_ERROR tree_error_quark()
GQuark tree_error_quark(void);

enum tree_error {
	TREE_ERROR_OPEN, /* no repository, or a damaged one */
};

struct tree;

/* The repository at `path` itself, not one above it.  NULL with *error. */
struct tree *tree_open(const char *path, GError **error);
void tree_close(struct tree *tree); /* NULL is allowed */

/* The 40 digits of the commit that a tag or an id, whole or short, names.  NULL: none. */
char *tree_resolve(struct tree *tree, const char *name);

/* The tag of a commit: a release ("v6.10-rc1") before others, by name.  NULL: none. */
const char *tree_tag(struct tree *tree, const char *commit);

/* Is `older` the commit or one of its ancestors? */
gboolean tree_contains(struct tree *tree, const char *commit, const char *older);
