/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters are made by the first command that needs them, not by ingest. */
#pragma once

#include "cli/options.h"
#include "render/digest.h"

/* To be called before clusters are listed; FALSE with *error. */
gboolean clustered(struct store *store, const struct options *options, GError **error);

/* What a tree would tell of clusters, and none was given; NULL: one was. */
const char *clustered_unknown(const struct options *options);

/*
 * The digest of what the options take, of clusters that are up to date; as digest_new().
 * `for_others`: people's addresses are hidden unless the options show them.
 */
struct digest *clustered_digest(struct store *store, const struct options *options,
	gint64 generated, gboolean for_others, GError **error);
