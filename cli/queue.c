/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/queue.h"

/* Batches that wait to be filled again. */
#define SPARE_MAX 32
/* The writer has little to do for most batches: it is woken for so many of them. */
#define WRITE_TOGETHER 4

struct queue {
	GMutex lock;
	GCond work;      /* for parsers: todo has something, or nothing more comes */
	GCond ready;     /* for the writer: the head of line is ready, or the reader closed */
	GCond room;      /* for the reader: the weight fell to half of what it may be */
	guint idle;      /* parsers that wait for work */
	gboolean full;   /* the reader waits for room */
	gboolean awaits; /* the writer waits for what is ready */
	guint parsed;    /* batches of the line that are ready */
	GQueue todo;     /* batches to parse */
	GQueue line;     /* all that entered and did not leave, in order */
	GQueue spare;    /* empty ones */
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

/* Who waits is known here, for to signal is a system call, whether anybody does or not. */
static void enter(struct queue *q, struct batch *batch)
{
	q->weight += batch->weight;
	g_queue_push_tail(&q->line, batch);
	g_queue_push_tail(&q->todo, batch);
	if (q->idle)
		g_cond_signal(&q->work);
}

/* A reader that had to wait goes on when there is room for some batches, not for each. */
static void lighten(struct queue *q, gsize before, gsize after)
{
	q->weight = q->weight - before + after;
	if (q->full && q->weight <= QUEUE_BYTES_MAX / 2)
		g_cond_signal(&q->room);
}

static void wait_for_room(struct queue *q)
{
	q->full = TRUE;
	while (!q->stopped && q->weight > QUEUE_BYTES_MAX / 2)
		g_cond_wait(&q->room, &q->lock);
	q->full = FALSE;
}

gboolean queue_push(struct queue *q, struct batch *batch)
{
	g_mutex_lock(&q->lock);
	if (q->weight + batch->weight > QUEUE_BYTES_MAX)
		wait_for_room(q);

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
	q->idle++;
	while (!q->stopped && !q->closed && g_queue_is_empty(&q->todo))
		g_cond_wait(&q->work, &q->lock);
	q->idle--;
	struct batch *batch = q->stopped ? NULL : g_queue_pop_head(&q->todo);
	g_mutex_unlock(&q->lock);
	return batch;
}

static gboolean head_is_ready(struct queue *q)
{
	struct batch *head = g_queue_peek_head(&q->line);

	return head ? head->ready : q->closed;
}

/* When nothing is to parse, all that is ready: the reader may wait for it. */
static gboolean is_worth_writing(struct queue *q)
{
	return head_is_ready(q) && (q->parsed >= WRITE_TOGETHER || g_queue_is_empty(&q->todo));
}

void queue_parsed(struct queue *q, struct batch *batch)
{
	gsize before = batch->weight;

	batch_settle(batch);
	g_mutex_lock(&q->lock);
	batch->ready = TRUE;
	lighten(q, before, batch->weight);
	q->parsed++;
	if (q->awaits && is_worth_writing(q))
		g_cond_signal(&q->ready);
	g_mutex_unlock(&q->lock);
}

gboolean queue_next(struct queue *q, gint64 usec, struct batch **ret_batch)
{
	gint64 until = g_get_monotonic_time() + usec;

	g_mutex_lock(&q->lock);
	q->awaits = TRUE;
	while (!head_is_ready(q) && g_cond_wait_until(&q->ready, &q->lock, until))
		;
	q->awaits = FALSE;
	gboolean ready = head_is_ready(q);
	if (ready)
		*ret_batch = g_queue_pop_head(&q->line);
	q->parsed -= ready && *ret_batch;
	g_mutex_unlock(&q->lock);
	return ready;
}

void queue_release(struct queue *q, struct batch *batch)
{
	gsize weight = batch->weight;

	batch_empty(batch);
	g_mutex_lock(&q->lock);
	lighten(q, weight, 0);
	if (q->spare.length < SPARE_MAX)
		g_queue_push_head(&q->spare, g_steal_pointer(&batch));
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
