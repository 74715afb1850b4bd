/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what --strict or --fail-on names was found: the difference between exit 0 and 1. */
#pragma once

#include "cli/exit.h"
#include "cli/options.h"
#include "cli/summary.h"
#include "render/digest.h"

struct findings {
	guint64 failed;                       /* documents */
	guint64 regressions, new_regressions; /* clusters */
	guint64 reached[STATES];              /* regressions that came to a state */
	guint64 inconsistent;                 /* rows */
	guint64 different, missing;           /* rows of a table, held against runs */
	guint64 diags[DIAG_COUNT];
};

/* What an ingest found; no regressions. */
struct findings findings_of_summary(const struct summary *summary);

/* What a comparison was told, DIAG_COUNT of them; nothing else. */
struct findings findings_of_diags(const guint64 *diags);

/*
 * What the filter of the options takes in a store.  A regression that is settled is none; it
 * is new when its cluster's first report lies in the period and it was not taken back; it came
 * to the state in which it is when it changed in the period.  FALSE with *error.
 */
gboolean findings_of_store(struct store *store, const struct options *options,
	struct findings *ret_findings, GError **error);

/* The same, of the clusters as they stand at the end of the digest's period. */
gboolean findings_of_digest(const struct digest *digest, struct store *store,
	const struct options *options, struct findings *ret_findings, GError **error);

/* EXIT_FOUND, after having said what was found, or EXIT_DONE. */
enum exit_status findings_status(const struct findings *findings, const struct options *options);
