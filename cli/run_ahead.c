/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/run_ahead.h"

struct run {
	struct run_numbers *numbers; /* NULL: not read, or it counts for nothing */
	GPtrArray *diags;
	gsize size; /* about */
	gboolean is_read;
};

struct run_ahead {
	const struct rules *rules;
	GPtrArray *order; /* of const struct result_run * */
	struct run *runs; /* as many */
	GThread *threads[RUN_AHEAD_THREADS_MAX];
	guint n_threads;

	GMutex lock; /* of what follows, and of a run's size and is_read */
	GCond changed;
	guint to_read, to_take; /* indexes of the next */
	gsize waiting;          /* bytes that were read and not taken */
	gboolean is_stopped;
};

/* ---- the readers ------------------------------------------------------------------- */

/* Whether enough was read; the run that is taken next is always read. */
static gboolean is_full(const struct run_ahead *a)
{
	guint ahead = a->to_read - a->to_take;

	return ahead >= a->n_threads * RUN_AHEAD_RUNS || (ahead && a->waiting >= RUN_AHEAD_BYTES);
}

/* Index of a run to be read, FALSE: there is no more. */
static gboolean claim(struct run_ahead *a, guint *ret_index)
{
	gboolean claimed;

	g_mutex_lock(&a->lock);
	while (!a->is_stopped && a->to_read < a->order->len && is_full(a))
		g_cond_wait(&a->changed, &a->lock);
	claimed = !a->is_stopped && a->to_read < a->order->len;
	if (claimed)
		*ret_index = a->to_read++;
	g_mutex_unlock(&a->lock);
	return claimed;
}

/* The names are as large as the numbers are, or nearly so. */
static gsize size_of(const struct run_numbers *numbers)
{
	return numbers ? 2 * sizeof(struct run_number) * (gsize)numbers->items->len : 0;
}

static void *read_runs(void *data)
{
	struct run_ahead *a = data;
	guint i;

	while (claim(a, &i)) {
		struct run *run = &a->runs[i];
		struct diag_sink sink;

		run->diags = diag_list_new();
		sink = diag_list_sink(run->diags);
		run->numbers = run_numbers_read(a->order->pdata[i], a->rules, &sink);
		g_mutex_lock(&a->lock);
		run->size = size_of(run->numbers);
		a->waiting += run->size;
		run->is_read = TRUE;
		g_cond_broadcast(&a->changed);
		g_mutex_unlock(&a->lock);
	}
	return NULL;
}

struct run_ahead *run_ahead_new(const struct rules *rules, GPtrArray *order)
{
	struct run_ahead *a = g_new0(struct run_ahead, 1);

	a->rules = rules;
	a->order = order;
	a->runs = g_new0(struct run, order->len + 1);
	g_mutex_init(&a->lock);
	g_cond_init(&a->changed);
	a->n_threads = MIN(MIN(g_get_num_processors(), RUN_AHEAD_THREADS_MAX), order->len);
	for (guint i = 0; i < a->n_threads; i++)
		a->threads[i] = g_thread_new("run", read_runs, a);
	return a;
}

void run_ahead_free(struct run_ahead *a)
{
	if (!a)
		return;
	g_mutex_lock(&a->lock);
	a->is_stopped = TRUE;
	g_cond_broadcast(&a->changed);
	g_mutex_unlock(&a->lock);
	for (guint i = 0; i < a->n_threads; i++)
		g_thread_join(a->threads[i]);
	for (guint i = 0; i < a->order->len; i++) {
		g_clear_pointer(&a->runs[i].numbers, run_numbers_free);
		g_clear_pointer(&a->runs[i].diags, g_ptr_array_unref);
	}
	g_mutex_clear(&a->lock);
	g_cond_clear(&a->changed);
	g_ptr_array_unref(a->order);
	g_free(a->runs);
	g_free(a);
}

/* ---- the taker ------------------------------------------------------------------------ */

static gboolean is_next(const struct run_ahead *a, const struct result_run *run)
{
	return a && a->to_take < a->order->len && a->order->pdata[a->to_take] == run;
}

/* Waits until it is read. */
static struct run *wait_for_next(struct run_ahead *a)
{
	struct run *run;

	g_mutex_lock(&a->lock);
	run = &a->runs[a->to_take];
	while (!run->is_read)
		g_cond_wait(&a->changed, &a->lock);
	a->to_take++;
	a->waiting -= run->size;
	g_cond_broadcast(&a->changed);
	g_mutex_unlock(&a->lock);
	return run;
}

struct run_numbers *run_ahead_take(struct run_ahead *ahead, const struct result_run *of,
	const struct rules *rules, const struct diag_sink *sink)
{
	struct run *run;

	if (!is_next(ahead, of))
		return run_numbers_read(of, rules, sink);
	run = wait_for_next(ahead);
	for (guint i = 0; i < run->diags->len; i++)
		sink->emit(run->diags->pdata[i], sink->data);
	g_clear_pointer(&run->diags, g_ptr_array_unref);
	return g_steal_pointer(&run->numbers);
}
