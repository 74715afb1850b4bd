/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of the machine's own that change it: of a made-up machine those below its root. */
#pragma once

#include "reproduce/machine.h"

/*
 * Runs it to its end, found by its name, with nothing on its standard input and next to nothing
 * in its environment.  Returns its exit status, -1 with *error: it could not be run, or
 * died.  *ret_said: what it printed; NULL: not wanted, then a failure is an error, too, and -1.
 */
int machine_run(
	const struct machine *machine, const char *const *words, char **ret_said, GError **error);
