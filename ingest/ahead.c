/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ingest/ahead.h"

#define BLOCKS 8
#define BLOCK_BYTES (512 << 10)
/* To wake a thread takes as long as to work through some KiB: for one block it is not done. */
#define TOGETHER (BLOCKS / 2)

struct block {
	gsize len;
	guint64 packed;
	char bytes[BLOCK_BYTES];
};

struct ahead {
	struct stream *stream; /* the thread's until it ends */
	GThread *thread;

	GMutex lock;
	GCond filled, taken;
	guint64 n_filled, n_taken; /* blocks so far */
	gboolean over, stopped;

	struct block *blocks;
	const struct block *at_hand; /* the reader's; NULL: it has to wait for one */
	gsize at;                    /* bytes of that which were taken */
	guint64 packed;
};

/* ---- the thread -------------------------------------------------------------------- */

/* FALSE: nobody wants it any more. */
static gboolean wait_until_taken(struct ahead *a)
{
	g_mutex_lock(&a->lock);
	while (!a->stopped && a->n_filled - a->n_taken == BLOCKS)
		g_cond_wait(&a->taken, &a->lock);
	gboolean go_on = !a->stopped;
	g_mutex_unlock(&a->lock);
	return go_on;
}

/* To the brim, so that where blocks end does not depend on who waits for whom. */
static gboolean fill(struct ahead *a, struct block *block)
{
	gsize n = 1;

	for (block->len = 0; n && block->len < BLOCK_BYTES; block->len += n)
		n = stream_read(a->stream, block->bytes + block->len, BLOCK_BYTES - block->len);
	block->packed = stream_packed(a->stream);
	return n > 0;
}

static void hand_over(struct ahead *a, gboolean is_last)
{
	g_mutex_lock(&a->lock);
	a->n_filled++;
	a->over = is_last;
	if (is_last || a->n_filled - a->n_taken >= TOGETHER)
		g_cond_signal(&a->filled);
	g_mutex_unlock(&a->lock);
}

static gpointer read_ahead(gpointer data)
{
	struct ahead *a = data;

	for (gboolean more = TRUE; more && wait_until_taken(a);) {
		more = fill(a, &a->blocks[a->n_filled % BLOCKS]);
		hand_over(a, !more);
	}
	return NULL;
}

/* ---- the reader -------------------------------------------------------------------- */

struct ahead *ahead_new(struct stream *stream)
{
	struct ahead *a = g_new0(struct ahead, 1);

	a->stream = stream;
	a->packed = stream_packed(stream);
	a->blocks = g_new(struct block, BLOCKS);
	g_mutex_init(&a->lock);
	g_cond_init(&a->filled);
	g_cond_init(&a->taken);
	a->thread = g_thread_new("unpacker", read_ahead, a);
	return a;
}

void ahead_free(struct ahead *a)
{
	if (!a)
		return;
	g_mutex_lock(&a->lock);
	a->stopped = TRUE;
	g_cond_signal(&a->taken);
	g_mutex_unlock(&a->lock);
	g_thread_join(a->thread);
	stream_close(a->stream);
	g_free(a->blocks);
	g_mutex_clear(&a->lock);
	g_cond_clear(&a->filled);
	g_cond_clear(&a->taken);
	g_free(a);
}

/* NULL: there is none. */
static const struct block *wait_until_filled(struct ahead *a)
{
	g_mutex_lock(&a->lock);
	while (!a->over && a->n_filled == a->n_taken)
		g_cond_wait(&a->filled, &a->lock);
	gboolean is_there = a->n_filled > a->n_taken;
	g_mutex_unlock(&a->lock);
	return is_there ? &a->blocks[a->n_taken % BLOCKS] : NULL;
}

static void give_back(struct ahead *a)
{
	a->at_hand = NULL;
	a->at = 0;
	g_mutex_lock(&a->lock);
	a->n_taken++;
	if (a->n_filled - a->n_taken <= BLOCKS - TOGETHER)
		g_cond_signal(&a->taken);
	g_mutex_unlock(&a->lock);
}

gsize ahead_read(struct ahead *a, char *to, gsize room)
{
	if (!a->at_hand)
		a->at_hand = wait_until_filled(a);
	if (!a->at_hand)
		return 0;
	gsize n = MIN(room, a->at_hand->len - a->at);
	memcpy(to, a->at_hand->bytes + a->at, n);
	a->at += n;
	a->packed = a->at_hand->packed;
	if (a->at == a->at_hand->len)
		give_back(a);
	return n;
}

guint64 ahead_packed(const struct ahead *a)
{
	return a->packed;
}

struct stream_end ahead_end(const struct ahead *a)
{
	return (struct stream_end){stream_state(a->stream), stream_detail(a->stream)};
}
