/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A git repository as a source; inner to ingest/. */
#pragma once

#include "ingest/reading.h"

/*
 * Hands the messages of a public-inbox archive on.  *ret_taken: it was one, or is a
 * bare repository, which holds nothing else to be read.  FALSE: the handler stopped
 * the run.
 */
gboolean repository_run(struct run *run, const char *git_dir, gboolean *ret_taken);
