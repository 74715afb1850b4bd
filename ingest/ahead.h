/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stream read ahead in a thread of its own: unpacking is most of the work on a compressed
 * archive, can only be done by one, and need not wait for what is done with the bytes.
 *
 * Bytes are handed over in blocks, and a few of them go round, so that they stay in the
 * processor's cache.  A block is the thread's while it is filled, then the reader's until it
 * has taken its last byte.
 */
#pragma once

#include "ingest/stream.h"

struct ahead;

/* Takes the stream over. */
struct ahead *ahead_new(struct stream *stream);

/* Ends the thread, which may wait for the stream's next bytes first; NULL is allowed. */
void ahead_free(struct ahead *ahead);

/* Up to `room` bytes; 0: the stream is over. */
gsize ahead_read(struct ahead *ahead, char *to, gsize room);

/* Of the block that bytes were taken from last: packed bytes before its end. */
guint64 ahead_packed(const struct ahead *ahead);

/* How the stream ended, once it is over. */
struct stream_end ahead_end(const struct ahead *ahead);
