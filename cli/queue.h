/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line between the reader, the parser threads and the writer: things enter in
 * the order of the input, are parsed by whoever is free, and leave in the order in
 * which they entered.  Bounded by the raw bytes of all that is in it.
 */
#pragma once

#include "cli/batch.h"

/* Raw bytes between reader and writer; a single larger batch passes alone. */
#define QUEUE_BYTES_MAX (4 << 20)

struct queue;

struct queue *queue_new(void);
void queue_free(struct queue *queue); /* when no thread uses it any more */

/*
 * The reader's.  queue_batch() is an empty one to fill, of those that were released, for
 * fresh memory costs.  queue_push() waits for room, takes the batch, and is FALSE once the
 * queue was stopped.  queue_close(): nothing more comes.
 */
struct batch *queue_batch(struct queue *queue);
gboolean queue_push(struct queue *queue, struct batch *batch);
void queue_close(struct queue *queue);

/*
 * A parser's: the next batch; NULL: there is no more.  It stays the queue's.
 * queue_parsed() settles it.
 */
struct batch *queue_take(struct queue *queue);
void queue_parsed(struct queue *queue, struct batch *batch);

/*
 * The writer's.  FALSE: nothing is ready within `usec`.  *ret_batch NULL: all has
 * left and nothing more comes.  queue_release() takes a batch back and makes room.
 */
gboolean queue_next(struct queue *queue, gint64 usec, struct batch **ret_batch);
void queue_release(struct queue *queue, struct batch *batch);

/* Wakes all and ends them.  FALSE: the reader did not close within `usec`. */
gboolean queue_stop(struct queue *queue, gint64 usec);
