/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/queue.h"

/* What one thing weighs beside its raw bytes. */
#define ITEM_WEIGHT 1024

struct queue {
	GMutex lock;
	GCond work;  /* for parsers: todo has something, or nothing more comes */
	GCond ready; /* for the writer: the head of line is ready, or the reader closed */
	GCond room;  /* for the reader: weight fell */
	GQueue todo; /* messages to parse */
	GQueue line; /* all that entered and did not leave, in order */
	gsize weight;
	gboolean stopped;
	gboolean closed;
};

/* ---- items --------------------------------------------------------------------- */

static struct item *item_new(const struct origin *origin, gsize bytes)
{
	struct item *item = g_new0(struct item, 1);

	item->weight = ITEM_WEIGHT + bytes;
	item->diags = diag_list_new();
	item->origin = *origin;
	item->origin.path = g_strdup(origin->path);
	item->origin.object = g_strdup(origin->object);
	return item;
}

struct item *item_of_message(struct slice raw, const struct origin *origin)
{
	struct item *item = item_new(origin, raw.len);

	item->raw = (struct slice){g_malloc(raw.len + 1), raw.len};
	memcpy((char *)item->raw.at, raw.at, raw.len);
	return item;
}

struct item *item_of_mail(struct mail *mail, GPtrArray *diags)
{
	struct item *item = item_new(&mail->origin, mail->raw_size);

	g_ptr_array_unref(item->diags);
	item->diags = diags;
	item->mail = mail;
	return item;
}

struct item *item_of_source(const struct ingest_source *source)
{
	struct item *item = item_new(&ORIGIN_NONE, 0);

	item->ready = TRUE;
	item->source = g_memdup2(source, sizeof *source);
	item->source->path = g_strdup(source->path);
	item->source->kind = g_strdup(source->kind);
	item->source->fingerprint = g_strdup(source->fingerprint);
	return item;
}

struct item *item_of_diag(const struct diag *diag)
{
	struct item *item = item_new(&diag->origin, 0);
	struct diag_sink sink = diag_list_sink(item->diags);

	item->ready = TRUE;
	sink.emit(diag, sink.data);
	return item;
}

void item_free(struct item *item)
{
	records_free(item->records);
	mail_free(item->mail);
	g_free((char *)item->raw.at);
	g_ptr_array_unref(item->diags);
	g_free((char *)item->origin.path);
	g_free((char *)item->origin.object);
	if (item->source) {
		g_free((char *)item->source->path);
		g_free((char *)item->source->kind);
		g_free((char *)item->source->fingerprint);
		g_free(item->source);
	}
	g_free(item);
}

/* ---- the queue ------------------------------------------------------------------- */

struct queue *queue_new(void)
{
	struct queue *q = g_new0(struct queue, 1);

	g_mutex_init(&q->lock);
	g_cond_init(&q->work);
	g_cond_init(&q->ready);
	g_cond_init(&q->room);
	g_queue_init(&q->todo);
	g_queue_init(&q->line);
	return q;
}

void queue_free(struct queue *q)
{
	struct item *item;

	while ((item = g_queue_pop_head(&q->line)))
		item_free(item);
	g_queue_clear(&q->todo);
	g_mutex_clear(&q->lock);
	g_cond_clear(&q->work);
	g_cond_clear(&q->ready);
	g_cond_clear(&q->room);
	g_free(q);
}

static void enter(struct queue *q, struct item *item)
{
	q->weight += item->weight;
	g_queue_push_tail(&q->line, item);
	if (item->ready) {
		g_cond_signal(&q->ready);
		return;
	}
	g_queue_push_tail(&q->todo, item);
	g_cond_signal(&q->work);
}

gboolean queue_push(struct queue *q, struct item *item)
{
	g_mutex_lock(&q->lock);
	while (!q->stopped && q->weight && q->weight + item->weight > QUEUE_BYTES_MAX)
		g_cond_wait(&q->room, &q->lock);

	gboolean stopped = q->stopped;
	if (!stopped)
		enter(q, item);
	g_mutex_unlock(&q->lock);
	if (stopped)
		item_free(item);
	return !stopped;
}

gboolean queue_is_stopped(struct queue *q)
{
	g_mutex_lock(&q->lock);
	gboolean stopped = q->stopped;
	g_mutex_unlock(&q->lock);
	return stopped;
}

void queue_close(struct queue *q)
{
	g_mutex_lock(&q->lock);
	q->closed = TRUE;
	g_cond_broadcast(&q->work);
	g_cond_signal(&q->ready);
	g_mutex_unlock(&q->lock);
}

struct item *queue_take(struct queue *q)
{
	g_mutex_lock(&q->lock);
	while (!q->stopped && !q->closed && g_queue_is_empty(&q->todo))
		g_cond_wait(&q->work, &q->lock);
	struct item *item = q->stopped ? NULL : g_queue_pop_head(&q->todo);
	g_mutex_unlock(&q->lock);
	return item;
}

void queue_parsed(struct queue *q, struct item *item)
{
	g_mutex_lock(&q->lock);
	item->ready = TRUE;
	g_cond_signal(&q->ready);
	g_mutex_unlock(&q->lock);
}

static gboolean head_is_ready(struct queue *q)
{
	struct item *head = g_queue_peek_head(&q->line);

	return head ? head->ready : q->closed;
}

gboolean queue_next(struct queue *q, gint64 usec, struct item **ret_item)
{
	gint64 until = g_get_monotonic_time() + usec;

	g_mutex_lock(&q->lock);
	while (!head_is_ready(q) && g_cond_wait_until(&q->ready, &q->lock, until))
		;
	gboolean ready = head_is_ready(q);
	if (ready)
		*ret_item = g_queue_pop_head(&q->line);
	g_mutex_unlock(&q->lock);
	return ready;
}

void queue_release(struct queue *q, struct item *item)
{
	g_mutex_lock(&q->lock);
	q->weight -= item->weight;
	g_cond_signal(&q->room);
	g_mutex_unlock(&q->lock);
	item_free(item);
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
