/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the value of a header field says.  Values come raw: folded, encoded words
 * (RFC 2047) or bare 8-bit bytes, anything.  All results are UTF-8 and the
 * caller's (g_free()); NULL when the field says nothing.
 */
#pragma once

#include <glib.h>

struct mail;

/* Unfolded and decoded text; a tab that a fold began with becomes a blank. */
char *header_text(const char *raw);

/*
 * The first Message-ID: without brackets and white space ("<a@\n b>" is "a@b"); with its
 * domain where an archive masked the robot's.
 */
char *header_id(const char *raw);

/* All Message-IDs, in order, appended to ids. */
void header_ids(const char *raw, GPtrArray *ids);

/*
 * The author, the first mailbox of From: name ("" when it has none), address in lower case,
 * put back where an archive hides it.  Text that is no mailbox becomes the name.
 */
void header_author(const char *raw, struct mail *mail);

/* The mailboxes of a To or Cc, also those in groups, that have an address. */
void header_recipients(const char *raw, struct mail *mail);

/* The date of a Received, the last thing in it; DATE_UNKNOWN. */
gint64 header_received(const char *raw);

/* The id of a List-Id, in lower case. */
char *header_list_id(const char *raw);
