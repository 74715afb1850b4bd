/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"

#include "cluster/keep.h"

gboolean clustered(struct store *store, const struct options *options, GError **error)
{
	(void)options;
	return clusters_bring_up_to_date(store, NULL, NULL, NULL, error);
}
