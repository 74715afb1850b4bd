/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/clustered.h"

#include "cli/addresses.h"
#include "cli/overrides.h"
#include "cli/talk.h"
#include "cluster/keep.h"
#include "tree/tree.h"

const char *clustered_unknown(const struct options *options)
{
	return options->linux_tree
		       ? NULL
		       : "without --linux: whether a fix is in mainline, in which release, "
			 "and who maintains the files";
}

gboolean clustered(struct store *store, const struct options *options, GError **error)
{
	const struct diag_sink sink = talk_sink(options->quiet, options->hide_addresses);
	struct decisions *decisions = NULL;
	struct tree *tree = NULL;
	gboolean done;

	if (options->linux_tree && !(tree = tree_open(options->linux_tree, error)))
		return FALSE;
	done = overrides_read(options, &decisions, error) &&
	       clusters_bring_up_to_date(store, tree, decisions, &sink, error);
	decisions_free(decisions);
	tree_close(tree);
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
