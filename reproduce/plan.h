/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it takes to run a reported job again on this machine: its commands and what would be
 * done with each, how the machine differs, how many runs, how long.  Changes nothing.
 */
#pragma once

#include "reproduce/benchmark.h"
#include "reproduce/knob.h"
#include "reproduce/machine.h"
#include "reproduce/reported.h"

/* ---- steps ------------------------------------------------------------------------------ */

enum step_action {
	STEP_SET,  /* by our own table of knobs */
	STEP_KEEP, /* it is so already */
	STEP_RUN,  /* by our own command for the benchmark */
	STEP_SHOW, /* shown, and never run */
	STEP_ACTIONS,
};

const char *step_action_name(enum step_action action); /* "set", "keep", "run", "show" */

struct plan_step {
	enum command_kind kind;
	gboolean is_of_job; /* a key of the job asks for it, no command of the script */
	guint line;         /* of the script; 0: of none */
	char *text;         /* as it stands there; untrusted */
	enum step_action action;
	struct knob_wish wish; /* of SET and KEEP */
	char *now;             /* what the knob is set to; NULL: unknown */
	const char *why;       /* a few words; never NULL */
};

/* ---- machine ------------------------------------------------------------------------------ */

enum fit {
	FIT_SAME,
	FIT_UNKNOWN, /* one of both is not known */
	FIT_DIFFERS,
	FIT_LACKS, /* something is wanted and not here */
};

const char *fit_name(enum fit fit); /* "same", "unknown", "differs", "lacks" */

struct plan_fact {
	const char *what;      /* "cpu model", "program", ... */
	char *reported, *here; /* NULL: unknown, or none */
	enum fit fit;
	char *note; /* NULL: nothing to say */
};

/* ---- runs -------------------------------------------------------------------------------- */

/* No plan has less: of two runs the spread cannot be told from none. */
#define PLAN_RUNS_MIN 3
#define PLAN_RUNS_MAX 20

struct plan_runs {
	guint runs;          /* a side; 0: the effect and its spread are not reported */
	double effect;       /* reported, of the base, in percent, or points */
	double spread;       /* of a run, the same */
	double least;        /* the smallest change that so many runs detect, the same */
	gboolean is_enough;  /* it is not above half the effect */
	gboolean has_points; /* effect, spread and least are points */
	gboolean agree;      /* what is told of the reported runs allows one number */
};

/* ---- the whole ------------------------------------------------------------------------------ */

enum running {
	RUNNING_UNKNOWN,
	RUNNING_YES,
	RUNNING_NO,
};

struct plan {
	const struct reported *reported;
	const struct machine *machine;
	const struct benchmark *benchmark; /* NULL: the test case is not known to us */
	char **command;                    /* NULL: benchmark_why tells why there is none */
	struct benchmark_repeat repeat;    /* of it, if there is one */
	char *benchmark_why;
	char *program_path;       /* NULL: it is not here */
	enum running running[2];  /* is it the running kernel? by commit */
	GPtrArray *steps, *facts; /* of struct plan_step *, struct plan_fact * */
	struct plan_runs runs;
	double seconds; /* of all runs of both sides; NAN: unknown */
	guint counts[STEP_ACTIONS];
};

/* All are borrowed, and outlive the plan. */
struct plan *plan_new(const struct reported *reported, const struct machine *machine,
	const struct benchmarks *benchmarks);
void plan_free(struct plan *plan); /* NULL is allowed */

/* How many runs a side a verdict on that row needs; see compare/plan.h. */
struct plan_runs plan_runs_of_row(const struct side *base, const struct side *head, enum unit unit);

/*
 * A shell script that does the plan for one side: settings by our own words, the benchmark
 * so many times, all else as comments.  g_string_free().
 */
GString *plan_script(const struct plan *plan);
