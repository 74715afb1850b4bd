/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of tree/ share; inner to it. */
#pragma once

#include "base/slice.h"
#include "tree/tree.h"

#include <git2.h>

struct tree {
	char *path; /* as the user named it */
	git_repository *repository;
	git_odb *odb;
	GHashTable *tags; /* commit -> the tag that is shown */
	GArray *releases; /* struct tree_release, oldest first */
	char *main;       /* the main branch's reference; NULL: none */
	git_oid tip;      /* of it */
	struct tree_gaps gaps;
	guint refreshes; /* see tree_read() */
};

struct tree_release {
	git_oid id;
	char *tag;
};

/*
 * An object of that type; free with git_odb_object_free().  FALSE: it is missing, damaged, of
 * another type or too large, and counted among the gaps.
 */
gboolean tree_read(
	struct tree *tree, const git_oid *id, git_object_t type, git_odb_object **ret_object);

/* What an object holds; it lives as long as the object. */
struct slice tree_bytes(git_odb_object *object);
