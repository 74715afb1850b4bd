/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Result roots as LKP lays them out:
 *
 *   RESULTS/TESTCASE/PARAMETERS/MACHINE/ROOTFS/KCONFIG/COMPILER/COMMIT/RUN/job.yaml
 *
 * A directory is a run when its name is a number and it holds a job.yaml; the directory
 * above is a result root: all runs of one job on one commit.  How many levels lie above
 * depends on the test case and on what the job names, so none is wanted.
 */
#pragma once

#include "base/diag.h"
#include "ingest/stats_json.h"
#include "parse/job_tree.h"

#include <glib.h>

#define RESULT_ROOTS_MAX 100000
#define RESULT_RUNS_MAX 10000       /* of one result root */
#define RESULT_DEPTH_MAX 16         /* directories below RESULTS */
#define RESULT_FILE_MAX (256 << 20) /* bytes of one file, unpacked */

struct result_root {
	char *path;      /* below RESULTS, without a slash at its end */
	char *dir;       /* RESULTS/path */
	GPtrArray *runs; /* of char *: "0", "1", ...; by number */
};

/* All below `results`, by path; of struct result_root *.  NULL with *error. */
GPtrArray *result_roots_find(const char *results, const struct diag_sink *sink, GError **error);

/*
 * Puts them into the order in which LKP indexed them: `order` names one path a line.
 * Those that it does not name come first, by path; a name without a result root is told.
 */
void result_roots_order(
	GPtrArray *roots, struct slice order, const char *name, const struct diag_sink *sink);

/* The job of the first run by text (so of 10 before 9).  NULL: told. */
struct job_tree *result_root_job(const struct result_root *root, const struct diag_sink *sink);

/*
 * The flat JSON file DIR/NAME.json.gz, else DIR/NAME.json.  FALSE: it is damaged or
 * unreadable, which is told; *ret_text is NULL when there is none, else what the items'
 * names point into, to be freed with g_free().
 */
gboolean result_read_json(const char *dir, const char *name, stats_json_fn fn, void *data,
	char **ret_text, const struct diag_sink *sink);

/* Names without .json or .json.gz of such files in DIR, by name.  Of char *. */
GPtrArray *result_json_names(const char *dir);

/* A small file; NULL: told.  Free with g_free(). */
char *result_read_file(const char *path, gsize most, gsize *ret_len, const struct diag_sink *sink);
