/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A commit as git keeps it, read: pure, bytes in, slices of them out.
 *
 *   tree <40 digits>
 *   parent <40 digits>            any number
 *   author NAME <ADDRESS> SECONDS ZONE
 *   committer NAME <ADDRESS> SECONDS ZONE
 *   encoding NAME, gpgsig ..., further fields with their folded lines
 *
 *   the message
 */
#pragma once

#include "base/slice.h"

#define COMMIT_TITLE_MAX 1024   /* bytes; a longer title is cut */
#define COMMIT_MENTIONS_MAX 500 /* told of one message; more are passed over */

struct commit_text {
	struct slice tree;    /* 40 digits */
	struct slice parents; /* lines "parent <40 digits>", each with its LF */
	guint n_parents;
	struct slice author_name, author_address; /* null: there is no such line */
	gint64 date; /* the committer's, in seconds of UTC; 0: unknown */
	struct slice message;
};

/* FALSE: it is no commit. */
gboolean commit_text_read(struct slice bytes, struct commit_text *ret_text);

/* The digits of parent i < n_parents. */
struct slice commit_text_parent(const struct commit_text *text, guint i);

/* The first paragraph as one line, white space folded.  Replaces what `to` held. */
void commit_text_title(const struct commit_text *text, GString *to);

enum commit_mention {
	MENTION_FIXES,    /* "Fixes: <id>": 7 to 40 digits */
	MENTION_REVERTS,  /* "This reverts commit <id>" */
	MENTION_UPSTREAM, /* "commit <id> upstream.", "[ Upstream commit <id> ]",
			   * "(cherry picked from commit <id>)" */
	MENTION_LINK,     /* the URL of "Closes:" and "Link:" */
};

/* What the message names of other commits and of mails, in its order. */
typedef void (*commit_mention_fn)(enum commit_mention kind, struct slice what, void *data);
void commit_text_mentions(const struct commit_text *text, commit_mention_fn each, void *data);
