/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"

#include "cli/overrides.h"
#include "cluster/keep.h"

gboolean clustered(struct store *store, const struct options *options, GError **error)
{
	struct decisions *decisions;
	gboolean done;

	if (!overrides_read(options, &decisions, error))
		return FALSE;
	done = clusters_bring_up_to_date(store, NULL, decisions, NULL, error);
	decisions_free(decisions);
	return done;
}
