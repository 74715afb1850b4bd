/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `compare --history`. */
#pragma once

#include "cli/comparing.h"
#include "cli/exit.h"
#include "cli/options.h"

/* EXIT_FOUND: there are no two commits of one test on one machine; said. */
enum exit_status compare_history(struct comparing *c, const struct options *options);
