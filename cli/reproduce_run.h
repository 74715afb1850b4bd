/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `reproduce --run`: the planned runs of one side, on the running kernel. */
#pragma once

#include "cli/options.h"
#include "cli/reproduce_left.h"
#include "reproduce/door.h"
#include "reproduce/plan.h"

/*
 * Makes the runs that are missing in the result root below -o, and puts settings back.
 * `left` is locked, and has nothing to put back.  The door leads to the machine of the plan;
 * without a host it is this one. EXIT_USAGE: there is nothing to run; EXIT_FOUND: a run did not
 * complete, or it was interrupted; EXIT_SYSTEM; all said.
 */
enum exit_status reproduce_run(const struct plan *plan, const struct door *door,
	const struct reproduce_left *left, const struct options *options);
