/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line between the reader, the parser threads and the writer: things enter in
 * the order of the input, are parsed by whoever is free, and leave in the order in
 * which they entered.  Bounded by the raw bytes of all that is in it.
 */
#pragma once

#include "ingest/ingest.h"
#include "parse/records.h"

#include <glib.h>

/* Raw bytes between reader and writer; a single larger message passes alone. */
#define QUEUE_BYTES_MAX (4 << 20)

/* A message, a source that was read to its end, or diagnostics of neither. */
struct item {
	gsize weight;
	gboolean ready; /* for the writer */
	struct origin origin;
	struct slice raw; /* of a message, until it is parsed; owned */
	struct mail *mail;
	struct records *records;
	GPtrArray *diags;
	struct ingest_source *source;
};

struct item *item_of_message(struct slice raw, const struct origin *origin);
struct item *item_of_mail(struct mail *mail, GPtrArray *diags); /* takes both over */
struct item *item_of_source(const struct ingest_source *source);
struct item *item_of_diag(const struct diag *diag);
void item_free(struct item *item);

struct queue;

struct queue *queue_new(void);
void queue_free(struct queue *queue); /* when no thread uses it any more */

/*
 * The reader's.  queue_push() waits for room, takes the item, and is FALSE once the
 * queue was stopped.  queue_close(): nothing more comes.
 */
gboolean queue_push(struct queue *queue, struct item *item);
gboolean queue_is_stopped(struct queue *queue);
void queue_close(struct queue *queue);

/* A parser's: the next message; NULL: there is no more.  It stays the queue's. */
struct item *queue_take(struct queue *queue);
void queue_parsed(struct queue *queue, struct item *item);

/*
 * The writer's.  FALSE: nothing is ready within `usec`.  *ret_item NULL: all has
 * left and nothing more comes.  queue_release() frees an item and makes room.
 */
gboolean queue_next(struct queue *queue, gint64 usec, struct item **ret_item);
void queue_release(struct queue *queue, struct item *item);

/* Wakes all and ends them.  FALSE: the reader did not close within `usec`. */
gboolean queue_stop(struct queue *queue, gint64 usec);
