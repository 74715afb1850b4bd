/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that only `reproduce` has. */
#pragma once

#include "reproduce/job_value.h"
#include "reproduce/plan.h"
#include "reproduce/result_dir.h"

#include <glib.h>

#define REPRODUCE_RUNS_MAX RESULT_RUNS_OF_SERIES_MAX /* a side */
#define REPRODUCE_SECONDS_MAX ((int)JOB_SECONDS_MAX)
#define REPRODUCE_WARM_UPS_MAX 10
#define REPRODUCE_PROCESSES_MAX (1 << 22)
#define REPRODUCE_LIMIT_MIN ((guint64)1 << 20) /* bytes of memory, or of the disk */
#define REPRODUCE_INTERVAL_MS_MIN 100
#define REPRODUCE_INTERVAL_MS_MAX 3600000

struct reproduce_options {
	char *job;     /* a job file to be taken for the report's; NULL: none */
	char *sysroot; /* facts of the machine are read below it; never NULL behind _understand */
	char *results; /* result roots of both commits; NULL: those of the store */
	gboolean script, judge, answer, second;
	/* Of the plan: */
	int runs, timeout, warm_up, limit_processes; /* 0: as planned; of warm-ups below 0 */
	char *limit_memory, *limit_disk;             /* as they were given; NULL: as planned */
	char *disk;                                  /* a device for a file system; NULL */
	gboolean disk_may_be_wiped;
	char *wrap, *wrap_base;    /* NULL: none; the second: one side only */
	struct plan_wishes wishes; /* of all these; behind _understand */
	/* Of --run: */
	gboolean run, no_sandbox;
	guint allowed; /* bits of 1 << enum change_class */
	char **allow;
	char *commit, *commit_base; /* NULL: by the kernel's release; of one side only */
	char *monitor;
	char **monitors;    /* of monitor_names(); NULL: none */
	double interval;    /* seconds */
	char *runner, *lkp; /* who makes runs; where lkp-tests is; NULL: script; looked for */
	gboolean by_lkp;    /* behind _understand */
	char *ssh;          /* host where all of it is done; NULL: here */
};

struct reproduce_options *reproduce_options_new(void);
void reproduce_options_free(struct reproduce_options *options); /* NULL is allowed */

void reproduce_options_add(GOptionContext *context, struct reproduce_options *options);

/* FALSE: the error was said. */
gboolean reproduce_options_understand(
	struct reproduce_options *options, gboolean json, const char *output);
