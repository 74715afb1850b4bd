/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands: one file each, one line each in the table of command.c. */
#pragma once

#include "cli/exit.h"
#include "cli/options.h"

#define LKPDIGEST_VERSION "0.1"

struct command {
	const char *name;
	const char *operands; /* as SYNOPSIS has them: "SOURCE ..." */
	const char *summary;  /* one line */
	const char *details;  /* more for --help; NULL: none */
	guint least, most;    /* operands; most 0: any number */
	guint options;        /* enum option_set */
	enum exit_status (*run)(const struct options *options);
};

/* All, in the order of the manual; ends with a NULL name. */
extern const struct command commands[];

/* NULL: there is none of that name. */
const struct command *command_find(const char *name);

/* The whole program behind main(). */
enum exit_status command_main(const char *const *argv);

enum exit_status command_ingest(const struct options *options);
enum exit_status command_list(const struct options *options);
enum exit_status command_show(const struct options *options);
enum exit_status command_report(const struct options *options);
enum exit_status command_digest(const struct options *options);
enum exit_status command_weekly(const struct options *options);
enum exit_status command_forget(const struct options *options);
enum exit_status command_plot(const struct options *options);
enum exit_status command_prune(const struct options *options);
enum exit_status command_compare(const struct options *options);
enum exit_status command_reproduce(const struct options *options);
enum exit_status command_check(const struct options *options);
