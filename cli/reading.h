/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ingest` and `report` share: sources into a store, with talk. */
#pragma once

#include "cli/options.h"
#include "cli/summary.h"

/* A store's file and what SQLite keeps beside it; free with g_strfreev(). */
char **store_files(const char *store);

/*
 * Runs the pipeline past our `own` files, with what the store in the file `memory` knows (NULL:
 * it is new), shows progress and diagnostics as the options say.
 */
gboolean read_sources(struct store *store, const struct options *options, const char *memory,
	const char *const *own, struct summary *ret_summary, GError **error);

/*
 * What a run ends with that would end with `status`: a source that the user names and that is
 * not there, cannot be opened, or is neither file, directory nor pipe is a failed document; and
 * when no other was named, nothing was done.
 */
enum exit_status read_sources_status(const struct options *options, enum exit_status status);

/* For people, on standard error; nothing with -q or --json. */
void read_summary_say(const struct summary *summary, const struct options *options);
