/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `reproduce --judge`: a report held against runs of both its commits. */
#pragma once

#include "cli/options.h"
#include "reproduce/reported.h"

/*
 * Prints the verdict, and keeps it in the store, which is open for writing.  EXIT_FOUND: there
 * are no runs of a commit, which was said.
 */
enum exit_status reproduce_judge(
	struct store *store, const struct reported *reported, const struct options *options);
