/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --fail-on asks for. */
#pragma once

#include "cli/options.h"

/*
 * Each is a list, "new-regression,reopened"; NULL: nothing.  Into what the options have of
 * it.  FALSE: the error was said.
 */
gboolean fail_on_understand(struct options *options, char *const *lists);
