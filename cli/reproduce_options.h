/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that only `reproduce` has. */
#pragma once

#include <glib.h>

struct reproduce_options {
	char *job;     /* a job file to be taken for the report's; NULL: none */
	char *sysroot; /* facts of the machine are read below it; never NULL behind _understand */
	char *results; /* result roots of both commits; NULL: those of the store */
	gboolean script, judge, answer, second;
};

struct reproduce_options *reproduce_options_new(void);
void reproduce_options_free(struct reproduce_options *options); /* NULL is allowed */

void reproduce_options_add(GOptionContext *context, struct reproduce_options *options);

/* FALSE: the error was said. */
gboolean reproduce_options_understand(struct reproduce_options *options, gboolean json);
