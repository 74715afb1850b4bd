/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be reproduced: a report of the store, or a job file. */
#pragma once

#include "cli/exit.h"
#include "reproduce/reported.h"
#include "store/store.h"

/* A larger job file is refused. */
#define REPRODUCE_JOB_MAX (1 << 20)

/*
 * The report that `name` means: a Message-ID, a table, a cluster (up to date) or the commit that it
 * blames.
 * EXIT_USAGE: none, or several, which was said; EXIT_SYSTEM: so.
 */
enum exit_status reproduce_of_store(struct store *store, const char *name,
	struct reported *reported, const struct diag_sink *sink);

/* Adds a job file; EXIT_USAGE: it cannot be read, which was said. */
enum exit_status reproduce_add_file(
	struct reported *reported, const char *path, const struct diag_sink *sink);
