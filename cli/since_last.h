/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --since-last: from the end of the last digest of the same filters to now. */
#pragma once

#include "cli/options.h"

/*
 * `*ret` is the options with that period, in place of none; its strings are those of
 * `options` but `period`, which is freed with g_free().  `now`: seconds since 1970.  FALSE
 * with *error.
 */
gboolean since_last_begin(struct store *store, const struct options *options, gint64 now,
	struct options *ret, GError **error);

/* So that the next one begins where this one ended; in a transaction of its own. */
gboolean since_last_end(struct store *store, const struct options *options, GError **error);
