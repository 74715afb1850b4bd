/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Result roots as LKP lays them out:
 *
 *   RESULTS/TESTCASE/PARAMETERS/MACHINE/ROOTFS/KCONFIG/COMPILER/COMMIT/RUN/job.yaml
 *
 * The directory above runs (ingest/result_run.h) is a result root: all runs of one job on
 * one commit.  How many levels lie above depends on the test case and on what the job
 * names, so none is wanted.
 */
#pragma once

#include "base/diag.h"
#include "ingest/result_run.h"
#include "parse/job_tree.h"

#include <glib.h>

#define RESULT_ROOTS_MAX 100000
#define RESULT_RUNS_MAX 10000 /* of one result root */

struct result_root {
	char *path;      /* below RESULTS, or in the archive */
	char *dir;       /* RESULTS/path, ARCHIVE!path */
	GPtrArray *runs; /* of struct result_run *; by number */
};

struct result_root *result_root_new(const char *path, const char *dir); /* without runs */
void result_root_free(struct result_root *root);

/*
 * All below the directory or in the archive `results`, by path; of struct result_root *.
 * NULL with *error.
 */
GPtrArray *result_roots_find(const char *results, const struct diag_sink *sink, GError **error);

/*
 * Puts them into the order in which LKP indexed them: `order` names one path a line.
 * Those that it does not name come first, by path; a name without a result root is told.
 */
void result_roots_order(
	GPtrArray *roots, struct slice order, const char *name, const struct diag_sink *sink);

/*
 * Does the directory, as the user names it, hold the result root?  *ret_run, when it is one
 * of its runs: that run's name, g_free(), else NULL.
 */
gboolean result_root_is_in(const struct result_root *root, const char *dir, char **ret_run);

/* NULL: told. */
struct job_tree *result_run_job(const struct result_run *run, const struct diag_sink *sink);

/* The job of the first run by text (so of 10 before 9) whose job can be read.  NULL: told. */
struct job_tree *result_root_job(const struct result_root *root, const struct diag_sink *sink);
