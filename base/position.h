/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far a source was read, and by what it is known again when it is read later.
 * What reads it makes one, the store keeps it.
 */
#pragma once

#include <glib.h>

struct position {
	const char *path;         /* as in origins */
	const char *revision;     /* of the program that read it: another one reads anew */
	gboolean finished;        /* it was read to its end; else it was interrupted, ... */
	gboolean complete;        /* ... and nothing was missing or damaged */
	guint64 documents, bytes; /* found in it so far, unpacked */

	/* Of a file: */
	gint64 size;             /* packed bytes; -1: none */
	gint64 changed;          /* when the system last saw it change, ns since 1970 */
	const char *fingerprint; /* sha256 of its first 64 KiB, hexadecimal; NULL: none */

	/* Where a mailbox is read on: */
	gint64 offset;    /* all before it was handed on; -1: it is read from its beginning */
	guint64 before;   /* documents before it */
	guint mark_bytes; /* so many bytes stand there ... */
	const char *mark; /* ... that have this sha256; NULL: none */

	/* Where a git archive is read on: */
	const char *commit; /* all up to it was handed on; NULL: none */
	guint64 deleted;    /* messages that were deleted up to it */
};

#define POSITION_NONE ((struct position){.size = -1, .offset = -1})

struct position *position_copy(const struct position *position);
void position_free(struct position *position); /* of position_copy(); NULL is allowed */
