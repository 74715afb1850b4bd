/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that a store holds, as if they were read where they once lay. */
#pragma once

#include "cli/run_numbers.h"
#include "ingest/result_root.h"

struct store;
struct stored_runs;

/* The store stays open for as long as they are used. */
struct stored_runs *stored_runs_new(struct store *store);
void stored_runs_free(struct stored_runs *runs); /* NULL is allowed */

/*
 * All result roots, by path; of struct result_root *.  Their paths begin at the test case.
 * Runs have no files but the one job.yaml that is looked at.  NULL with *error.
 */
GPtrArray *stored_runs_roots(struct stored_runs *runs, GError **error);

/* As run_numbers_read(), of a run of those roots. */
struct run_numbers *stored_runs_read(
	struct stored_runs *runs, const struct result_run *run, const struct diag_sink *sink);
