/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clusters are made by the first command that needs them, not by ingest. */
#pragma once

#include "cli/options.h"

/* To be called before clusters are listed; FALSE with *error. */
gboolean clustered(struct store *store, const struct options *options, GError **error);
