/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sources into the store: one reader, parser threads, one writer (the caller's
 * thread), in the order of the input whatever the number of threads.
 */
#pragma once

#include "cli/summary.h"
#include "compare/rules.h"
#include "store/store.h"

#include <glib.h>

#define PIPELINE_ERROR pipeline_error_quark()
GQuark pipeline_error_quark(void);

enum pipeline_error {
	PIPELINE_ERROR_INTERRUPTED,
};

struct pipeline_options {
	guint jobs; /* parser threads, at least 1 */
	/* Our own files, passed over where they lie below a source; NULL: none. */
	const char *const *own;
	/* The store's file, to know what was read before; NULL: nothing was. */
	const char *memory;
	gboolean again; /* all is read anew, whatever is known */
	const struct rules *rules;
	/* In the caller's thread, in the order of the input; may be NULL. */
	diag_fn diag;
	/* In the caller's thread, ten times a second or more often; may be NULL. */
	void (*progress)(const struct summary *so_far, const char *path, void *data);
	void *data;
};

/*
 * Memory is bounded by the bytes in flight, not by the size of the sources.  SIGINT,
 * SIGTERM and SIGHUP stop it between two batches.  FALSE with *error (the store's,
 * or PIPELINE_ERROR_INTERRUPTED): batches that were committed stay, the one under way
 * is kept (interrupted) or rolled back (failed).
 */
gboolean pipeline_run(struct store *store, const char *const *sources,
	const struct pipeline_options *options, struct summary *ret_summary, GError **error);
