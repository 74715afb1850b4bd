/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loose objects of a foreign repository, for libgit2 to read: a file each, deflated.
 *
 * libgit2 1.5 has a backend of its own, but believes the size in an object's header: more
 * data behind a smaller size is written past the end of its buffer.  Here the size must
 * be that of the data; an object that unpacks to more than is allowed is not read.
 */
#pragma once

#include <git2.h>

/*
 * Below the folder "objects"; objects of more than `bytes_max` are not read.  libgit2 frees it
 * with the database to which it is added.
 */
git_odb_backend *gitloose_new(const char *objects, size_t bytes_max);
