/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where something stands: which document of which container, and where in it.
 * Everything that is stored or complained about carries one.
 */
#pragma once

#include <glib.h>

struct origin {
	/*
	 * The container chain, outermost first, joined by '!': "lists/mm.mbox.gz",
	 * "old.tar!2019.mbox", "-" for standard input.  As the user named it, not
	 * made absolute.  Owned by the caller; never NULL in a document's origin.
	 */
	const char *path;
	/* First byte of the document in the innermost container's decoded bytes
	 * (a mailbox's separator line, not the header behind it); -1: none. */
	gint64 offset;
	/* Git object id where the document lies in a git archive, else NULL. */
	const char *object;
	/* MIME part, from 1, counting leaf parts in order; 0: the whole message. */
	guint part;
	/* Line in the part's decoded text, from 1; 0: none. */
	guint line;
};

#define ORIGIN_NONE ((struct origin){NULL, -1, NULL, 0, 0})

/* *at with another part and line. */
static inline struct origin origin_at(const struct origin *at, guint part, guint line)
{
	return (struct origin){at->path, at->offset, at->object, part, line};
}
