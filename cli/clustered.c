/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"

#include "cli/addresses.h"
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

struct digest *clustered_digest(struct store *store, const struct options *options,
	gint64 generated, gboolean for_others, GError **error)
{
	struct digest *digest = NULL;
	struct people *people;

	if (!addresses_take(options, for_others, store, &people, error))
		return NULL;
	const struct digest_options wanted = {
		options->filter, options->period, generated, options->rules, people};
	if (clustered(store, options, error))
		digest = digest_new(store, &wanted, error);
	people_free(people); /* its texts are in the digest by now */
	return digest;
}
