/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What it takes to run a reported job again on this machine: its commands and what would be
 * done with each, how the machine differs, how many runs, how long.  Changes nothing.
 */
#pragma once

#include "reproduce/benchmark.h"
#include "reproduce/change.h"
#include "reproduce/knob.h"
#include "reproduce/machine.h"
#include "reproduce/reported.h"
#include "reproduce/sandbox.h"

/* ---- wishes ---------------------------------------------------------------------------- */

/* What the user says of a plan.  All 0: nothing, as the plan has it. */
struct plan_wishes {
	guint runs; /* a side */
	gboolean has_warm_up;
	guint warm_up;
	gboolean has_two_sides; /* both run on this kernel */
	struct sandbox_limits limits;
	const char *disk; /* a device for a file system; NULL: none.  It outlives the plan */
	gboolean disk_may_be_wiped;
};

/* ---- steps ------------------------------------------------------------------------------ */

enum step_action {
	STEP_SET,  /* by our own table of knobs */
	STEP_MAKE, /* a module, a file system, swap: by reproduce/change.h */
	STEP_KEEP, /* it is so already */
	STEP_RUN,  /* by our own command for the benchmark */
	STEP_SHOW, /* shown, and never run */
	STEP_ACTIONS,
};

const char *step_action_name(enum step_action action); /* "set", "make", "keep", ... */

struct plan_step {
	enum command_kind kind;
	gboolean is_of_job; /* a key of the job asks for it, no command of the script */
	guint line;         /* of the script; 0: of none */
	char *text;         /* as it stands there; untrusted */
	enum step_action action;
	struct knob_wish wish;        /* of SET and KEEP */
	struct machine_change change; /* of MAKE */
	char *now;                    /* what the knob is set to; NULL: unknown */
	const char *why;              /* a few words; never NULL */
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

/* A run that is shorter weighs what is done once, as reading its program from a disk. */
#define PLAN_WARM_BELOW 60 /* seconds */

enum plan_order {
	PLAN_ONE_SIDE, /* the kernel at hand is one of both */
	PLAN_IN_TURNS, /* base, changed, changed, base, ...: what drifts falls on both */
};

const char *plan_order_name(enum plan_order order); /* "one side", "in turns" */
const char *plan_order_why(enum plan_order order);

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
	guint wanted;  /* runs a side: by wish, by need, or the least */
	guint warm_up; /* a side, before its first run; not kept */
	const char *warm_up_why;
	enum plan_order order;
	struct sandbox_limits limits;
	const char *disk; /* the user's, for a file system; NULL: a file of ours */
	gboolean disk_may_be_wiped;
	char *disk_why;  /* it may not be taken; NULL: it may, or nobody wants it */
	char *fs_device; /* of the job: where it makes the file system; private */
	double seconds;  /* of all runs of both sides; NAN: unknown */
	guint counts[STEP_ACTIONS];
};

/* All are borrowed, and outlive the plan, but `wishes`; NULL: none. */
struct plan *plan_new(const struct reported *reported, const struct machine *machine,
	const struct benchmarks *benchmarks, const struct plan_wishes *wishes);
void plan_free(struct plan *plan); /* NULL is allowed */

/* How many runs a side a verdict on that row needs; see compare/plan.h. */
struct plan_runs plan_runs_of_row(const struct side *base, const struct side *head, enum unit unit);

/* Which class is to be allowed for a step; CLASS_NONE: it needs none. */
enum change_class plan_step_class(const struct plan_step *step);

/* The mount in which the benchmark runs; NULL: there is none. */
const struct machine_change *plan_mount(const struct plan *plan);

/*
 * A shell script that does the plan for one side: settings by our own words, the benchmark
 * so many times, all else as comments.  g_string_free().
 */
GString *plan_script(const struct plan *plan);
