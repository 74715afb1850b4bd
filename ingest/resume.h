/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading again: what a file is against what it was when it was read before, and how far
 * it is read now.  Inner to ingest/.
 *
 * A file is unchanged when the system saw no change since, or when its first 64 KiB are
 * all of it and the same.  A mailbox that grew, or whose reading was interrupted, is read
 * on at its last message, which may have been cut, when its first 64 KiB and the beginning
 * of that message are the same.  All others are read anew.
 *
 * Standard input and pipes, whose names say nothing about what comes, are not remembered.
 */
#pragma once

#include "base/position.h"
#include "ingest/mbox.h"
#include "ingest/reading.h"

struct resume {
	struct run *run;
	struct position *known; /* what it was; NULL: nothing is known that counts */
	struct position now;    /* path NULL: it is not remembered */
	char *fingerprint, *mark;
	char begins[MBOX_BEGINS_MAX]; /* of the last message */
	gsize begins_len;
	guint64 told; /* the last offset that was told */
	/* Where it is read on, with what is known of it; NULL: from the beginning. */
	struct mbox *mailbox;
};

/* What is known of a path, position_free(); NULL: nothing, or it does not count. */
struct position *resume_known(struct run *run, const char *path);

/*
 * Takes the descriptor over, and fills *resume in, for resume_release() in any case.
 * NULL: the file is unchanged since it was read to its end.  `size` -1: it is no file.
 */
struct stream *resume_open(
	struct resume *resume, struct run *run, const char *path, int fd, gint64 size);
void resume_release(struct resume *resume);

/* Tells of the files of a maildir that are no more. */
gboolean resume_tell_vanished(struct run *run, const char *maildir);

/* Before anything is handed on.  FALSE, so below: the handler stopped the run. */
gboolean resume_begin(struct resume *resume);

/* A message of a mailbox comes, with so many documents before it. */
gboolean resume_pass(struct resume *resume, const struct mbox_item *item, guint64 documents);

/* All was handed on.  Not `finished`: it may be more the next time, though it is the same. */
gboolean resume_end(struct resume *resume, const struct ingest_source *source, gboolean finished);
