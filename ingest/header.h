/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the value of a header field says.  Values come raw: folded, encoded words
 * (RFC 2047) or bare 8-bit bytes, anything.  All results are UTF-8 and the
 * caller's (g_free()); NULL when the field says nothing.
 */
#pragma once

#include <glib.h>

/* Ids longer than a header line may be are none. */
#define HEADER_ID_MAX 998

/* Unfolded and decoded text; a tab that a fold began with becomes a blank. */
char *header_text(const char *raw);

/* The first Message-ID: without brackets and white space ("<a@\n b>" is "a@b"). */
char *header_id(const char *raw);

/* All Message-IDs, in order, appended to ids. */
void header_ids(const char *raw, GPtrArray *ids);

/*
 * The first mailbox: name ("" when it has none), address in lower case.  Text that
 * is no mailbox becomes the name, with a NULL address.
 */
void header_mailbox(const char *raw, char **ret_name, char **ret_address);

/* The id of a List-Id, in lower case. */
char *header_list_id(const char *raw);
