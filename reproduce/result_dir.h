/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A run as LKP lays it out, so that `ingest` and LKP's own tools can read it:
 *
 *   TESTCASE/PARAMETERS/TBOX_GROUP/ROOTFS/KCONFIG/COMPILER/COMMIT/RUN/
 *       job.yaml  stats.json  matrix.json.gz  stdout  stderr  reproduce.sh
 *       MONITOR[.gz]  MONITOR.json[.gz]
 *
 * A run's folder appears whole or not at all.
 */
#pragma once

#include "compare/rules.h"
#include "reproduce/benchmark.h"
#include "reproduce/monitor.h"

#include <sys/resource.h>

#define RESULT_RUNS_OF_SERIES_MAX 100 /* LKP numbers local runs 0 to 99 */

struct result_field {
	const char *name, *value; /* of the job: checked before */
};

struct result_facts {
	const char *testcase, *prefix;     /* prefix of its stats */
	const struct result_field *params; /* of the test, by name */
	guint n_params;
	const struct result_field *settings; /* that were in effect, by name */
	guint n_settings;
	const char *tbox_group, *rootfs, *kconfig, *compiler, *commit;
	const char *kernel, *model; /* release; of the processor; NULL: unknown */
	guint nr_cpu;
	guint64 memory;
	const char *report; /* Message-ID; NULL: of none */
	const char *wrap;   /* what stood before the benchmark; NULL: nothing */
	gboolean is_contained;
};

struct result_run_facts {
	gint64 start, end; /* seconds since 1970 */
	double seconds;    /* that the benchmark ran */
	struct rusage usage;
	int exit_status;
	const GArray *stats; /* of struct benchmark_stat; NULL: it did not complete */
	const char *const *command;
	struct slice out, err;
	const struct monitors *monitors; /* NULL: none */
	const struct rules *rules;       /* that make their series numbers; NULL without them */
};

/* The folder of all runs, below the results.  g_free(). */
char *result_dir_path(const struct result_facts *facts);

/* Runs that lie in that folder and completed; *ret_free: the first number that none has. */
guint result_dir_count(const char *root, guint *ret_free);

/* Has the run in that folder all its numbers? */
gboolean result_dir_is_complete(const char *run);

/* Writes one run, number `number` below `root`, durably.  FALSE with *error. */
gboolean result_dir_write(const char *root, guint number, const struct result_facts *facts,
	const struct result_run_facts *run, GError **error);

/* A word of a path or a job: what is no letter, digit, or one of "=+:.%-" becomes '_'; cut. */
char *result_word(const char *text);
