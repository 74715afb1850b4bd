/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the command line and what it means; for cli/options.c and cli/option_entries.c. */
#pragma once

#include "cli/filter_words.h"
#include "cli/options.h"

/* What was written, before it is understood; the filter points into it. */
struct options_text {
	char *config;
	char *before;
	char *since, *until, *week, *month;
	struct filter_words filter;
	char *table, *message;
	char **fail_on;
	char **arguments;
};

/* Which options a command has; they write into `options` and its text. */
GOptionContext *options_context(const struct command *command, struct options *options);
