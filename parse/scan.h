/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cursor over a line of a report: each takes something off the front of *rest
 * and leaves it alone when it is not there.
 */
#pragma once

#include "base/slice.h"

static inline gboolean scan_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

void scan_blanks(struct slice *rest);

/* A literal text; a blank in it stands for one or more. */
gboolean scan_text(struct slice *rest, const char *text);

/* The next word, blanks before it skipped; empty at the end. */
struct slice scan_word(struct slice *rest);

/* A commit id that is a whole word; null when there is none. */
struct slice scan_id(struct slice *rest);

/* Everything before the first `text`, which is taken too; null when it is not there. */
struct slice scan_before(struct slice *rest, const char *text);
