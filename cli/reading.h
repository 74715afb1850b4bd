/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ingest` and `report` share: sources into a store, with talk. */
#pragma once

#include "cli/options.h"
#include "cli/summary.h"

/* A store's file and what SQLite keeps beside it; free with g_strfreev(). */
char **store_files(const char *store);

/*
 * Runs the pipeline past our `own` files, with what the store in the file `memory` knows (NULL:
 * it is new), shows progress and diagnostics as the options
 * say, and the summary on standard error unless -q or --json.
 */
gboolean read_sources(struct store *store, const struct options *options, const char *memory,
	const char *const *own, struct summary *ret_summary, GError **error);
