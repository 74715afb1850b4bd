/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits the bytes of a stream into messages, through a window that holds one
 * message at most; separators are those of separator.h.
 *
 * Every decision looks at the separator and the line below it alone, so damage
 * changes the mails beside it and no other.  A file that begins with a header is
 * split like others: one whose head was cut off must not swallow the rest.
 *
 * One blank line before a separator (or the end) belongs to the mailbox.  ">From "
 * is undone where the separator is public-inbox's "From mboxrd@z", whose variant is
 * known; mboxrd, mboxo and mboxcl2 of others look alike without reading ahead, and
 * there the text stays as it is.
 */
#pragma once

#include "ingest/stream.h"

enum mbox_kind {
	MBOX_END,       /* nothing more; stream_state() says whether all was read */
	MBOX_MAIL,      /* a message, without its separator */
	MBOX_LEAD,      /* text before the first separator that is no message */
	MBOX_REFUSED,   /* a line like a separator that is none; comes before its message */
	MBOX_UNTOLD,    /* `size` is how many more were refused in the message that comes */
	MBOX_TOO_LARGE, /* a message over INGEST_MAIL_MAX was passed over */
};

/* Refused lines told of one message, one by one; of the others their number. */
#define MBOX_REFUSED_MAX 100

/* Bytes by which a message is known again. */
#define MBOX_BEGINS_MAX 512

struct mbox_item {
	enum mbox_kind kind;
	struct slice bytes; /* until the next call; of MBOX_TOO_LARGE null */
	guint64 offset;     /* of the separator (or the message without one) in the stream */
	guint64 size;       /* of the whole */
	/* Of MBOX_MAIL behind a separator: its first bytes with that, as they lie in the stream. */
	struct slice begins;
};

struct mbox;

/* The stream stays the caller's.  `whole`: all of it is one message. */
struct mbox *mbox_new(struct stream *stream, gboolean whole);
/* The stream stands there, at the separator of a message. */
struct mbox *mbox_new_at(struct stream *stream, guint64 offset);
void mbox_free(struct mbox *mbox);

/* The first bytes, RECOGNISE_BYTES if there are as many, before any item is taken. */
struct slice mbox_head(struct mbox *mbox);

/* FALSE at MBOX_END. */
gboolean mbox_next(struct mbox *mbox, struct mbox_item *ret_item);

/* Separators seen so far. */
guint64 mbox_separators(const struct mbox *mbox);
