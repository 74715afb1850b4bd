/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who makes runs.  Told what is to be run and where its result roots go, a runner makes one run
 * after the other: of each a result root (reproduce/result_dir.h), or it says why there is none.
 *
 *   script   the benchmark's command as we know it, in our sandbox: here, or through a door
 *            (reproduce/door.h) on another machine
 *   lkp      an installed lkp-tests, here or through a door; nothing contains it
 */
#pragma once

#include "reproduce/door.h"
#include "reproduce/lkp_job.h"
#include "reproduce/plan.h"
#include "reproduce/result_dir.h"
#include "reproduce/sandbox.h"

/* All is borrowed, and outlives the runner. */
struct run_order {
	const struct plan *plan;
	const struct result_facts *facts;
	const char *root;              /* of the runs: result_dir_path() below the results */
	const char *const *command;    /* with the words that stand before it */
	const struct sandbox *sandbox; /* and its limits */
	const char *const *monitors;   /* monitor_names(); NULL: none */
	guint interval_ms;             /* of their samples */
	const struct rules *rules;     /* of their numbers */
};

enum run_end {
	RUN_COMPLETE,   /* its result root is there */
	RUN_INCOMPLETE, /* it is there, too, but numbers are missing */
	RUN_MISSING,    /* there is none, and why tells */
	RUN_STOPPED,    /* the user wants no more: there is none */
};

struct run_made {
	enum run_end end;
	char *why; /* what it lacks, a sentence; NULL: nothing, or it was stopped; g_free() */
};

struct runner {
	/* FALSE with *error: there is no run, nor could there be another one. */
	gboolean (*make)(struct runner *runner, guint number, struct run_made *ret, GError **error);
	/* The same, of which nothing is kept; NULL: it has no such runs. */
	gboolean (*warm_up)(struct runner *runner, struct run_made *ret, GError **error);
	void (*free)(struct runner *runner);
};

struct runner *runner_script_new(const struct run_order *order);

/*
 * The same on the machine behind the door, of which the plan is.  `sets`: its settings are made
 * there around each run.  The door outlives the runner; a lost connection is an error, and its
 * run none.
 */
struct runner *runner_door_new(
	const struct run_order *order, const struct door *door, gboolean sets);

/*
 * By the program `lkp` of that folder; NULL: it is looked for.  The order's command is not used,
 * and of its sandbox the time alone.  `door` without a host: this machine.
 */
struct runner *runner_lkp_new(const struct run_order *order, const struct door *door,
	const struct lkp_job *job, const char *folder, gboolean sets);

gboolean runner_make(struct runner *runner, guint number, struct run_made *ret, GError **error);
gboolean runner_warm_up(struct runner *runner, struct run_made *ret, GError **error);
void runner_free(struct runner *runner); /* NULL is allowed */

/*
 * What the benchmark said, of struct benchmark_stat; g_array_unref().  NULL: the run is incomplete,
 * and *ret tells why: it `failed` (how; NULL: it ended well), or does not say all that it should.
 */
GArray *runner_stats(const struct run_order *order, const char *failed, const GString *out,
	const GString *err, struct run_made *ret);
