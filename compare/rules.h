/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of stats, test cases and programs by their names: facts of lkp-tests that
 * decide a comparison.  They are compiled in from compare/lkp.rules, or read from a user's
 * checkout of lkp-tests.  Immutable, so for any number of threads.
 *
 * Where a question is put with somebody to tell, a name whose matching reaches a limit is
 * told as DIAG_RULE_LIMIT; the answer is then ANSWER_UNKNOWN or DIRECTION_UNKNOWN.
 */
#pragma once

#include "base/diag.h"
#include "base/terms.h"
#include "compare/patterns.h"

#include <glib.h>

#define RULES_ERROR rules_error_quark()
GQuark rules_error_quark(void);

enum rules_error {
	RULES_ERROR_SYNTAX,  /* a line is no rule; the message has the file and the line */
	RULES_ERROR_MISSING, /* the checkout lacks a file */
};

struct rules;

struct rules *rules_builtin(void); /* never NULL: a test compiles it */
/* Text in the form of lkpdigest-rules(5); `name` is for messages.  NULL with *error. */
struct rules *rules_read(struct slice text, const char *name, GError **error);

struct rules_file {
	const char *name; /* below the checkout: "etc/failure", "programs/aim7/run" */
	struct slice bytes;
};

/*
 * A checkout of lkp-tests: all files that rules_lkp_file() names, and those below programs/
 * that rules_lkp_is_program_file() knows (of which only run, daemon and setup are looked
 * into).  Other files are passed over.
 */
struct rules *rules_read_lkp(const struct rules_file *files, guint n, GError **error);
const char *rules_lkp_file(guint i); /* NULL behind the last */
gboolean rules_lkp_is_program_file(const char *name);

void rules_free(struct rules *rules); /* NULL is allowed */

/* sha256 of the files that they are of, hexadecimal: other rules have another one. */
const char *rules_fingerprint(const struct rules *rules);

/* Who is told of limits, and where the name stands; NULL: nobody. */
struct rules_asker {
	const struct diag_sink *sink;
	struct origin at;
};

/* ---- key figures ------------------------------------------------------------------ */

/* Which way is better, "TOTAL" and "GEO-MEAN" before the name apart.  UNKNOWN: no rule says. */
enum direction rules_direction(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);

/* LKP's strict list: the stats that have a direction there (names of former years apart). */
enum answer rules_is_kpi(
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);

/* Not a figure of speed, though of a test: "vm-scalability.stddev". */
gboolean rules_is_set_aside(const struct rules *rules, struct slice stat);

/*
 * Is `stat` one of a test's own numbers: its first part names a test or a daemon, what
 * follows does not begin with "time.", and it is not set aside?
 */
gboolean rules_is_of_test(const struct rules *rules, struct slice stat);

/*
 * The same, where a table says by its metric (or test case) which test it is of: stats of
 * that test, too, whatever the program table says.  Words before the name of a row that
 * sums others up ("TOTAL", "GEO-MEAN") are passed over.
 */
gboolean rules_is_of_this_test(const struct rules *rules, struct slice stat, struct slice metric);

/* What sign and direction tell: NONE where either is unknown or the change is 0. */
enum verdict rules_verdict(enum direction direction, double change);

/* ---- choosing stats ----------------------------------------------------------------- */

enum answer rules_is_failure(/* failed or passed; no ".time.", ".timestamp:", ".bootstage:" */
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);
enum answer rules_is_hidden(/* on the denylist and not on the allowlist */
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);
enum answer rules_is_reported(/* though hidden */
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);
enum answer rules_is_fine(/* LKP's perf metric: 1 % counts, not only 5 % */
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);

struct rules_floor {
	double value;
	gboolean whole; /* an integer literal: the difference counts, too */
};

/* The smallest number that is worth a row, by the first rule that matches. */
enum answer rules_floor_of(const struct rules *rules, struct slice stat,
	struct rules_floor *ret_floor, const struct rules_asker *asker);

/* ---- a series to a number -------------------------------------------------------------- */

enum answer rules_is_growth(/* last - first */
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);
enum answer rules_has_max(/* NAME.max is kept, too */
	const struct rules *rules, struct slice stat, const struct rules_asker *asker);
gboolean rules_is_sum(const struct rules *rules, struct slice stat);
gboolean rules_is_uncut(const struct rules *rules, struct slice stat); /* stats_part_* */

/* ---- test cases and programs -------------------------------------------------------------- */

enum case_table { /* where LKP keeps the results of a test case, in its order of search */
	CASES_UNKNOWN,
	CASES_SPEED,    /* linux_perf */
	CASES_FUNCTION, /* linux */
	CASES_OTHER,    /* other */
};

enum case_table rules_cases_of(const struct rules *rules, const char *testcase);

enum program_kind {
	PROGRAM_TEST = 1 << 0,
	PROGRAM_DAEMON = 1 << 1,
	PROGRAM_MONITOR = 1 << 2,
	PROGRAM_SETUP = 1 << 3,
	PROGRAM_PARSER = 1 << 4, /* its output becomes stats */
};

struct program {
	const char *name;
	guint kinds;                /* of enum program_kind; 0: no job starts it */
	const char *const *options; /* keys of a job; NULL-terminated */
};

const struct program *rules_program(const struct rules *rules, const char *name); /* or NULL */
const char *const *rules_job_options(const struct rules *rules);                  /* of every job */
