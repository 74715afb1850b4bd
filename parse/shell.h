/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where commands of a shell script begin and end.  The script is text to be looked at:
 * nothing is expanded, and nothing is ever run.
 */
#pragma once

#include "base/slice.h"

/* One command, perhaps of many lines: a loop, a subshell, one with a here-document. */
struct shell_command {
	struct slice text; /* without blanks at its ends */
	guint line;        /* from 1 */
	gboolean complete; /* FALSE: the script ends within a quotation, a loop, ... */
	/* What is told by what stands outside of quotations. */
	struct slice last_stage; /* of its pipeline */
	gboolean compound;       /* for, while, until, if, case, { or ( begins it */
	gboolean background;     /* it ends in '&' */
};

/* To where the next command begins, over comments; *line: lines behind. FALSE: none. */
gboolean shell_skip(struct slice *rest, guint *line);

/* The next command; *line is counted up.  FALSE when nothing but comments is left. */
gboolean shell_next(struct slice *rest, guint *line, struct shell_command *ret_command);

/* The next word of a command, as it is written; empty at its end. */
struct slice shell_word(struct slice *rest);

/* Without the quotation marks and backslashes around and in it, cut to `size`. */
void shell_unquote(struct slice word, char *text, gsize size);
