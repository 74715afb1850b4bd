/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What we know of benchmarks: how a test case's command is made of the job's parameters.
 * Each has a file of its own in reproduce/benchmarks/, which are compiled in:
 *
 *   testcase hackbench           the case; begins a benchmark
 *   package rt-tests             Debian's, that has the program; none: there is none
 *   program hackbench            its name
 *   folder /lkp/benchmarks/x     where it lies, if not among the system's programs
 *   checked run | quoted         we ran it | it is held against quoted commands only
 *   param NAME KIND [...]        a parameter of the job:
 *       count, seconds, bytes [DEFAULT]   a number (reproduce/job_value.h); a default "=a*b/c-d" is
 *                                worked out from left to right of numbers, parameters, nr_cpu
 *       word WORD...             one of these; "WORD=" first: the default
 *       map WORD=TEXT...         one of these, which becomes TEXT, maybe nothing; "=TEXT": default
 *   command WORD...              {NAME} stands for a parameter; a word that becomes empty goes
 *   add WORD... when NAME WORD...   more words, if the parameter is one of those
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
	gboolean was_run;                                  /* here, when it was written */
	GPtrArray *params;                                 /* private; so the following */
	GPtrArray *command, *additions;
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

/* A parameter as the job has it; NULL: it has none. */
typedef const char *(*benchmark_value_fn)(const char *name, void *data);

/*
 * The command, the program's name first; of char *, NULL at its end, g_strfreev().  NULL:
 * *ret_why tells (g_free()) which parameter is missing or not allowed.
 */
char **benchmark_command(const struct benchmark *benchmark, benchmark_value_fn value, void *data,
	guint nr_cpu, char **ret_why);
