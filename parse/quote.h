/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Quotation marks of replies, in every style that mixes: "> > ", ">>", ">> >",
 * with blanks, tabs or no-break spaces between them.
 */
#pragma once

#include "base/slice.h"

/* Deeper is taken as text. */
#define QUOTE_DEPTH_MAX 64

/*
 * The line without its quotation marks and the one blank behind the last of them;
 * *ret_depth is the number of marks.  A line that begins with anything but '>' is
 * returned as it is, with depth 0.  Mind that build reports mark lines with ">> ".
 */
struct slice quote_strip(struct slice line, guint *ret_depth);
