/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `compare` says when nothing could be compared. */
#pragma once

#include "cli/comparing.h"
#include "cli/exit.h"

/*
 * Says the reason, one sentence; where JSON or CSV is wanted a document without groups is
 * printed, the reason in it.  EXIT_FOUND.
 */
enum exit_status compare_none(const struct compare_options *options, const char *reason);
