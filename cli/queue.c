/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/queue.h"

/* Batches that wait to be filled again. */
#define SPARE_MAX 32

struct queue {
	GMutex lock;
	GCond work;   /* for parsers: todo has something, or nothing more comes */
	GCond ready;  /* for the writer: the head of line is ready, or the reader closed */
	GCond room;   /* for the reader: weight fell */
	GQueue todo;  /* batches to parse */
	GQueue line;  /* all that entered and did not leave, in order */
	GQueue spare; /* empty ones */
	gsize weight;
	gboolean stopped;
	gboolean closed;
};

struct queue *queue_new(void)
{
	struct queue *q = g_new0(struct queue, 1);

	g_mutex_init(&q->lock);
	g_cond_init(&q->work);
	g_cond_init(&q->ready);
	g_cond_init(&q->room);
	g_queue_init(&q->todo);
	g_queue_init(&q->line);
	g_queue_init(&q->spare);
	return q;
}

void queue_free(struct queue *q)
{
	struct batch *batch;

	while ((batch = g_queue_pop_head(&q->line)) || (batch = g_queue_pop_head(&q->spare)))
		batch_free(batch);
	g_queue_clear(&q->todo);
	g_mutex_clear(&q->lock);
	g_cond_clear(&q->work);
	g_cond_clear(&q->ready);
	g_cond_clear(&q->room);
	g_free(q);
}

struct batch *queue_batch(struct queue *q)
{
	g_mutex_lock(&q->lock);
	struct batch *batch = g_queue_pop_head(&q->spare);
	g_mutex_unlock(&q->lock);
	return batch ? batch : batch_new();
}

static void enter(struct queue *q, struct batch *batch)
{
	q->weight += batch->weight;
	g_queue_push_tail(&q->line, batch);
	g_queue_push_tail(&q->todo, batch);
	g_cond_signal(&q->work);
}

gboolean queue_push(struct queue *q, struct batch *batch)
{
	g_mutex_lock(&q->lock);
	while (!q->stopped && q->weight && q->weight + batch->weight > QUEUE_BYTES_MAX)
		g_cond_wait(&q->room, &q->lock);

	gboolean stopped = q->stopped;
	if (!stopped)
		enter(q, batch);
	g_mutex_unlock(&q->lock);
	if (stopped)
		batch_free(batch);
	return !stopped;
}

void queue_close(struct queue *q)
{
	g_mutex_lock(&q->lock);
	q->closed = TRUE;
	g_cond_broadcast(&q->work);
	g_cond_signal(&q->ready);
	g_mutex_unlock(&q->lock);
}

struct batch *queue_take(struct queue *q)
{
	g_mutex_lock(&q->lock);
	while (!q->stopped && !q->closed && g_queue_is_empty(&q->todo))
		g_cond_wait(&q->work, &q->lock);
	struct batch *batch = q->stopped ? NULL : g_queue_pop_head(&q->todo);
	g_mutex_unlock(&q->lock);
	return batch;
}

void queue_parsed(struct queue *q, struct batch *batch)
{
	gsize before = batch->weight;

	batch_settle(batch);
	g_mutex_lock(&q->lock);
	batch->ready = TRUE;
	q->weight = q->weight - before + batch->weight;
	g_cond_signal(&q->room);
	if (g_queue_peek_head(&q->line) == batch)
		g_cond_signal(&q->ready);
	g_mutex_unlock(&q->lock);
}

static gboolean head_is_ready(struct queue *q)
{
	struct batch *head = g_queue_peek_head(&q->line);

	return head ? head->ready : q->closed;
}

gboolean queue_next(struct queue *q, gint64 usec, struct batch **ret_batch)
{
	gint64 until = g_get_monotonic_time() + usec;

	g_mutex_lock(&q->lock);
	while (!head_is_ready(q) && g_cond_wait_until(&q->ready, &q->lock, until))
		;
	gboolean ready = head_is_ready(q);
	if (ready)
		*ret_batch = g_queue_pop_head(&q->line);
	g_mutex_unlock(&q->lock);
	return ready;
}

void queue_release(struct queue *q, struct batch *batch)
{
	gsize weight = batch->weight;

	batch_empty(batch);
	g_mutex_lock(&q->lock);
	q->weight -= weight;
	if (q->spare.length < SPARE_MAX)
		g_queue_push_head(&q->spare, g_steal_pointer(&batch));
	g_cond_signal(&q->room);
	g_mutex_unlock(&q->lock);
	batch_free(batch);
}

gboolean queue_stop(struct queue *q, gint64 usec)
{
	gint64 until = g_get_monotonic_time() + usec;

	g_mutex_lock(&q->lock);
	q->stopped = TRUE;
	g_cond_broadcast(&q->work);
	g_cond_broadcast(&q->room);
	while (!q->closed && g_cond_wait_until(&q->ready, &q->lock, until))
		;
	gboolean closed = q->closed;
	g_mutex_unlock(&q->lock);
	return closed;
}
