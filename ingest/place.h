/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages once more, by where they were met: of a mailbox by seeking, of a git archive
 * by object, of anything else (compressed, an archive, a page) by one more pass over the
 * file that hands out what is wanted.
 *
 * A place is the path, offset and object of a struct origin.  What stands there now may be
 * something else; who asks has to look.
 */
#pragma once

#include "base/diag.h"
#include "base/origin.h"
#include "base/slice.h"
#include "parse/mail.h"

struct place_handler {
	/* Of a pass over all of a file: is that message wanted? */
	gboolean (*wants)(const struct origin *origin, void *data);
	/* As in struct ingest_handler; FALSE ends it. */
	gboolean (*message)(struct slice raw, const struct origin *origin, void *data);
	gboolean (*mail)(struct mail *mail, GPtrArray *diags, void *data);
	void *data;
};

/* The file that a path lies in: itself, or what stands before one of its '!'; g_free(). */
char *place_file(const char *path);

/*
 * Reads places that lie in one file, in their order.  FALSE: the handler ended it.
 * *ret_reason: why those that were not handed on were not, a literal.
 */
gboolean places_read(const char *file, const struct origin *places, guint n,
	const struct place_handler *handler, const char **ret_reason);
