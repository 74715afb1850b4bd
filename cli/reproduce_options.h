/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that only `reproduce` has. */
#pragma once

#include <glib.h>

#define REPRODUCE_RUNS_MAX 100 /* a side, as LKP numbers local runs */
#define REPRODUCE_SECONDS_MAX (7 * 24 * 3600)

struct reproduce_options {
	char *job;     /* a job file to be taken for the report's; NULL: none */
	char *sysroot; /* facts of the machine are read below it; never NULL behind _understand */
	char *results; /* result roots of both commits; NULL: those of the store */
	gboolean script, judge, answer, second;
	/* Of --run: */
	gboolean run, no_sandbox, allow_settings;
	char **allow;
	char *commit, *wrap; /* NULL: none */
	char *ssh;           /* host where all of it is done; NULL: here */
	int runs, timeout;   /* 0: as planned */
};

struct reproduce_options *reproduce_options_new(void);
void reproduce_options_free(struct reproduce_options *options); /* NULL is allowed */

void reproduce_options_add(GOptionContext *context, struct reproduce_options *options);

/* FALSE: the error was said. */
gboolean reproduce_options_understand(
	struct reproduce_options *options, gboolean json, const char *output);
