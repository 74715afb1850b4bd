/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a report, or a job file by itself, says of the runs behind it: all that a plan and a
 * verdict need.  Its texts are a stranger's: none of them is ever part of a command.
 */
#pragma once

#include "base/diag.h"
#include "compare/effect.h"
#include "parse/records.h"

/* More of a job, or of a script, is not looked at. */
#define REPORTED_FIELDS_MAX 4096
#define REPORTED_COMMANDS_MAX 4096

struct reported_field {
	char *parent; /* the key whose mapping holds it; NULL: none */
	char *name, *value;
};

struct reported_command { /* of the reproduce script */
	enum command_kind kind;
	guint line;
	char *text;
};

/* Somebody says how many runs there were, or were to be. */
enum runs_told {
	RUNS_TOLD_TABLE,  /* the column of the table, by its own source */
	RUNS_TOLD_THREAD, /* an answer */
	RUNS_TOLD_JOB,    /* repeat_to, repeat */
};

const char *runs_told_name(enum runs_told by); /* "table", "thread", "job" */

struct reported_runs {
	enum runs_told by;
	struct runs runs;
	char *where; /* the words, or the message, that say so */
};

enum duration_source {
	DURATION_UNKNOWN,
	DURATION_JOB_TIMES, /* start_time and end_time of the job */
	DURATION_TABLE,     /* the elapsed_time of the test in the table */
	DURATION_RUNTIME,   /* what the job asks the test for */
};

const char *duration_source_name(enum duration_source source); /* NULL: unknown */

struct reported {
	char *message_id; /* NULL: a job file by itself */
	char *job_name;   /* of the file or attachment; NULL: there is no job */
	char *metric, *change, *testcase, *tbox_group, *machine, *kconfig;
	char *commit[2], *title[2]; /* [0] of the base; NULL: not told */
	GPtrArray *fields;          /* of struct reported_field *, in the order of the job */
	GPtrArray *commands;        /* of struct reported_command * */
	GPtrArray *runs;            /* of struct reported_runs * */
	char *table;                /* id of the main table; NULL: none */
	guint line;                 /* of the headline's row in it; 0: none */
	guint column;               /* of the commit; the base is 0 */
	gboolean has_row;           /* that row: */
	struct side side[2];
	enum unit unit;
	double seconds; /* of one run; NAN: unknown */
	enum duration_source duration;
	char *config_sha256; /* of the attached kernel config */
	/* The first that LKP would run as code, of any job that was added. */
	guint code_line; /* from 1; 0: there is none */
	char *code_job;  /* the file or attachment */
	const char *code_why;
};

struct reported *reported_new(void);
void reported_free(struct reported *reported); /* NULL is allowed */

/*
 * Reads a job file: its fields, what they tell of the rest where nothing else did, and
 * whether LKP would take a part of it for code.  FALSE: it cannot be read, which was told.
 */
gboolean reported_add_job(struct reported *reported, const char *name, struct slice yaml,
	const struct origin *origin, const struct diag_sink *sink);

void reported_add_field(
	struct reported *reported, const char *parent, const char *name, const char *value);
void reported_add_command(
	struct reported *reported, enum command_kind kind, guint line, const char *text);
void reported_add_runs(
	struct reported *reported, enum runs_told by, struct runs runs, const char *where);
void reported_set_seconds(struct reported *reported, double seconds, enum duration_source source);

/* "(3 runs)" at the end of a block's words; 0: it does not say. */
guint reported_runs_of_words(const char *words);

/*
 * A field by its bare name: of the test's own mapping before one at the top, that before any
 * other; of several the last.  NULL: none.
 */
const char *reported_value(const struct reported *reported, const char *name);

/* The same as a benchmark_value_fn (reproduce/benchmark.h); `reported` is one. */
const char *reported_value_of(const char *name, void *reported);
