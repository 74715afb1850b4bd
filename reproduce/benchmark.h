/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What we know of benchmarks: how a test case's command is made of the job's parameters.
 * Each has a file of its own in reproduce/benchmarks/, which are compiled in:
 *
 *   testcase hackbench           the case; begins a benchmark
 *   package rt-tests             Debian's, that has the program; none: there is none
 *   program hackbench            its name
 *   prefix fio                   of its stats, if not the test case
 *   folder /lkp/benchmarks/x     where it lies, if not among the system's programs
 *   checked run | quoted         we ran it | it is held against quoted commands only
 *   param NAME KIND [...]        a parameter of the job:
 *       count, seconds, bytes [DEFAULT]   a number (reproduce/job_value.h); a default "=a*b/c-d" is
 *                                worked out from left to right of numbers, parameters, nr_cpu;
 *                                "-": without one, words with it go
 *       word WORD...             one of these; "WORD=" first: the default
 *       map WORD=TEXT...         one of these, which becomes TEXT, maybe nothing; "=TEXT": default
 *   command WORD...              {NAME} stands for a parameter; a word that becomes empty goes;
 *                                where a map's text is all of a word, commas part it
 *   add WORD... when NAME WORD...   more words, if the parameter is one of those
 *   copies NAME                  so many of the command at once; together they make one run
 *   server WORD...               a program beside it, started a second before
 *   until NAME                   a parameter in seconds: the command is run again until so long
 *                                has gone by
 *   times NAME                   a parameter: when the job tells it, so many times instead
 *   output WORD...               a line of what it prints, by its words: {NAME} is a number to
 *                                keep, {=NAME} the parameter's value, * any word, ... any rest;
 *                                with ... first, its last words
 *   keep NAME FORMULA            one more number of each such line
 *   split CHARACTER              words of output end at that, too
 *   stat NAME FORMULA            "=a*b//c+d" with // for whole quotients, * and / from left to
 *                                right before +, of numbers that were kept: the last one, or
 *                                HOW:NAME, how being min, max, avg, sum, count, median (the upper
 *                                one), dev (the population's standard deviation).
 *                                As LKP has it, a stat that is 0 is none
 *   maybe NAME FORMULA           a stat that not every output has
 *
 * Nothing that a job says is part of a command but what went through a param line.
 */
#pragma once

#include "base/slice.h"

#include <glib.h>

#define BENCHMARK_ERROR benchmark_error_quark()
GQuark benchmark_error_quark(void);

struct benchmark {
	const char *testcase, *package, *program, *folder; /* package, folder may be NULL */
	const char *prefix;                                /* of its stats */
	const char *until, *times, *copies;                /* parameters; NULL: once */
	gboolean was_run;                                  /* here, when it was written */
	char split;                                        /* 0: none */
	GPtrArray *params;                                 /* private; so the following */
	GPtrArray *command, *server, *additions, *outputs, *stats;
};

struct benchmarks;

struct benchmarks *benchmarks_builtin(void); /* never NULL: a test reads it */
/* NULL with *error: its line and why. */
struct benchmarks *benchmarks_read(struct slice text, GError **error);
void benchmarks_free(struct benchmarks *benchmarks); /* NULL is allowed */

/* NULL: it is not known. */
const struct benchmark *benchmark_find(const struct benchmarks *benchmarks, const char *testcase);
guint benchmarks_count(const struct benchmarks *benchmarks);
const struct benchmark *benchmark_at(const struct benchmarks *benchmarks, guint i);

/* A parameter of the job that the command is made of. */
gboolean benchmark_knows(const struct benchmark *benchmark, const char *name);

/* A parameter as the job has it; NULL: it has none. */
typedef const char *(*benchmark_value_fn)(const char *name, void *data);

/*
 * The command, the program's name first; of char *, NULL at its end, g_strfreev().  NULL:
 * *ret_why tells (g_free()) which parameter is missing or not allowed.
 */
char **benchmark_command(const struct benchmark *benchmark, benchmark_value_fn value, void *data,
	guint nr_cpu, char **ret_why);

/* How often the command makes one run. */
struct benchmark_repeat {
	guint copies;    /* at once */
	guint64 times;   /* one behind the other; 0: the seconds tell */
	guint64 seconds; /* again until these have gone by; 0: once */
};

#define BENCHMARK_COPIES_MAX 65536u

struct benchmark_repeat benchmark_repeat(
	const struct benchmark *benchmark, benchmark_value_fn value, void *data, guint nr_cpu);

/*
 * The command with the words that stand before it (NULL: none), with its server and its copies:
 * then by a shell whose script is always the same and takes the words as they are.  g_strfreev().
 */
char **benchmark_wrap(const struct benchmark *benchmark, guint copies, const char *const *before,
	const char *const *command);

struct benchmark_stat {
	char *name; /* "hackbench.throughput"; letters, digits and . _ - / % + only */
	double value;
};

#define BENCHMARK_LINE_MAX 4096    /* bytes; of a longer line of output the rest is not read */
#define BENCHMARK_VALUES_MAX 10000 /* kept of one name */

/*
 * What the output says, of struct benchmark_stat.  NULL: *ret_why tells (g_free()) what it
 * lacks.  The output is a program's: any bytes, any length.
 */
GArray *benchmark_stats(const struct benchmark *benchmark, benchmark_value_fn value, void *data,
	struct slice output, char **ret_why);
