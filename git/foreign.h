/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A git repository that may belong to anybody, opened to be read: no configuration is read,
 * neither its own nor the user's, so that nothing in it can name a program; no hook runs;
 * what objects/info/alternates names is not followed; nothing is written.
 *
 * libgit2's settings are the process's.  They are made here, once, before anything else asks
 * libgit2; it is never shut down, which would leak what it keeps for threads that are still
 * there.
 */
#pragma once

#include <git2.h>
#include <glib.h>

/*
 * By the folder that holds HEAD: no search above it, no .git file.  That of a linked work tree
 * leads to the repository's.  Loose objects of more than `bytes_max` are not read.  A libgit2
 * error code; free with git_repository_free().
 */
int foreign_open(git_repository **ret_repository, const char *git_dir, gsize bytes_max);

/* What libgit2 says of its last error, of foreign_open() or later; NULL: nothing. */
const char *foreign_error(void);

/* One more reader, for a thread of its own.  NULL: it cannot be read. */
git_odb *foreign_objects(git_repository *repository, gsize bytes_max);
