/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loose objects of a foreign repository, for libgit2 to read: a file each, deflated.
 *
 * libgit2 1.5 has a backend of its own, but believes the size in an object's header: more
 * data behind a smaller size is written past the end of its buffer.  Here the size must
 * be that of the data; an object over GITLOOSE_BYTES_MAX is not read.
 */
#pragma once

#include "ingest/ingest.h"

#include <git2.h>

#define GITLOOSE_BYTES_MAX INGEST_MAIL_MAX /* of one object, unpacked */

/* Below the folder "objects"; libgit2 frees it with the database to which it is added. */
git_odb_backend *gitloose_new(const char *objects);
