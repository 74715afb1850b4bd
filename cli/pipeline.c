/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pipeline.h"

#include "cli/interrupt.h"
#include "cli/lookback.h"
#include "cli/parsing.h"
#include "cli/queue.h"
#include "cli/sieve.h"
#include "cli/writer.h"
#include "ingest/gitbox.h"
#include "ingest/ingest.h"
#include "parse/revision.h"
#include "store/position.h"

#include <malloc.h>

#define POLL_USEC (G_USEC_PER_SEC / 10)
/* How long a reader that waits for a pipe may take to notice that it shall stop. */
#define LEAVE_USEC G_USEC_PER_SEC

G_DEFINE_QUARK(lkpdigest - pipeline - error, pipeline_error)

struct pipeline {
	char **sources, **own;
	char *memory, *revision;
	struct store *known; /* the reader's; NULL: nothing is known */
	gboolean again;
	const struct rules *rules;
	struct queue *queue;

	GMutex lock; /* for what the reader tells: */
	struct ingest_counts counts;
	guint64 bytes;
	char *path;

	struct batch *batch; /* the reader's: what it has read and not handed on */
	struct sieve *sieve; /* the reader's */
	struct lookback *lookback;
};

/* ---- reader -------------------------------------------------------------------- */

/* FALSE: the queue was stopped. */
static gboolean hand_on(struct pipeline *p)
{
	struct batch *full = p->batch;

	p->batch = queue_batch(p->queue);
	return queue_push(p->queue, full);
}

static gboolean make_room(struct pipeline *p, gsize len)
{
	return batch_has_room(p->batch, len) || hand_on(p);
}

static gboolean make_room_for_dismissed(struct pipeline *p, gsize len)
{
	return batch_takes_dismissed(p->batch) ? make_room(p, len) : hand_on(p);
}

/* Of most mails nothing is copied but their record. */
static gboolean on_message(struct slice raw, const struct origin *origin, void *data)
{
	struct pipeline *p = data;
	struct thread_ids ids;

	switch (sieve_message(p->sieve, raw, &ids)) {
	case SIEVE_MATTERS:
		if (!make_room(p, raw.len))
			return FALSE;
		batch_add_message(p->batch, raw, origin);
		return TRUE;
	case SIEVE_ANSWERS:
		if (!make_room_for_dismissed(p, raw.len))
			return FALSE;
		batch_add_answer(p->batch, raw, &ids, origin);
		return TRUE;
	case SIEVE_DISMISSED:
		if (!make_room_for_dismissed(p, 0))
			return FALSE;
		batch_add_dismissed(p->batch, &ids, origin, raw.len);
		return TRUE;
	}
	g_assert_not_reached();
}

static gboolean on_object(struct gitbox *box, const struct origin *origin, gsize size, void *data)
{
	struct pipeline *p = data;

	if (!(batch_takes_objects(p->batch) ? make_room(p, size) : hand_on(p)))
		return FALSE;
	batch_add_object(p->batch, box, origin, size);
	return TRUE;
}

/* Its text is not kept: should it answer what matters, it is looked back at. */
static gboolean dismiss_mail(struct pipeline *p, const struct mail *mail, enum sieved sieved,
	const struct thread_ids *ids)
{
	if (!make_room_for_dismissed(p, 0))
		return FALSE;
	if (sieved == SIEVE_ANSWERS)
		batch_add_answer(p->batch, SLICE_NULL, ids, &mail->origin);
	else
		batch_add_dismissed(p->batch, ids, &mail->origin, mail->raw_size);
	return TRUE;
}

static gboolean on_mail(struct mail *mail, GPtrArray *diags, gboolean matters, void *data)
{
	struct pipeline *p = data;
	struct thread_ids ids;
	enum sieved sieved = sieve_mail(p->sieve, mail, matters, &ids);
	gboolean go_on;

	if (sieved == SIEVE_MATTERS && make_room(p, mail->raw_size)) {
		batch_add_mail(p->batch, mail, diags, FALSE);
		return TRUE;
	}
	go_on = sieved != SIEVE_MATTERS && dismiss_mail(p, mail, sieved, &ids);
	mail_free(mail);
	g_ptr_array_unref(diags);
	return go_on;
}

static gboolean on_run(struct result_run *run, void *data)
{
	struct pipeline *p = data;

	if (!make_room(p, result_run_weight(run))) {
		result_run_free(run);
		return FALSE;
	}
	batch_add_run(p->batch, run);
	return TRUE;
}

static gboolean on_source(const struct ingest_source *source, void *data)
{
	struct pipeline *p = data;

	if (!make_room(p, 0))
		return FALSE;
	batch_add_source(p->batch, source);
	return TRUE;
}

static void on_diag(const struct diag *diag, void *data)
{
	struct pipeline *p = data;

	if (make_room(p, 0))
		batch_add_diag(p->batch, diag);
}

/* What cannot be asked is not known: then it is read again. */
static struct position *on_known(const char *path, void *data)
{
	struct pipeline *p = data;

	return p->known ? store_find_position(p->known, path, NULL) : NULL;
}

static gboolean add_position(struct pipeline *p, const struct position *position, gboolean begins)
{
	if (!make_room(p, 0))
		return FALSE;
	batch_add_position(p->batch, position, begins);
	return TRUE;
}

static gboolean on_begin(const struct position *from, void *data)
{
	return add_position(data, from, TRUE);
}

static void on_known_below(
	const char *folder, void (*each)(const char *path, void *to), void *to, void *data)
{
	struct pipeline *p = data;

	if (p->known)
		store_each_position_below(p->known, folder, each, to, NULL);
}

static gboolean on_vanished(const char *path, void *data)
{
	struct pipeline *p = data;

	if (!make_room(p, 0))
		return FALSE;
	batch_add_vanished(p->batch, path);
	return TRUE;
}

static gboolean on_removed(const char *object, void *data)
{
	struct pipeline *p = data;

	if (!make_room(p, 0))
		return FALSE;
	batch_add_removed(p->batch, object);
	return TRUE;
}

static gboolean on_position(const struct position *position, void *data)
{
	return add_position(data, position, FALSE);
}

static void on_progress(guint64 bytes, const char *path, void *data)
{
	struct pipeline *p = data;

	g_mutex_lock(&p->lock);
	p->bytes = bytes;
	if (g_strcmp0(p->path, path)) {
		g_free(p->path);
		p->path = g_strdup(path);
	}
	g_mutex_unlock(&p->lock);
}

static gpointer read_all(gpointer data)
{
	struct pipeline *p = data;
	const struct ingest_options options = {.except = (const char *const *)p->own};
	const struct ingest_memory memory = {
		.revision = p->revision,
		.known = p->again ? NULL : on_known,
		.begin = on_begin,
		.known_below = on_known_below,
		.vanished = on_vanished,
		.removed = on_removed,
		.position = on_position,
		.data = p,
	};
	const struct ingest_handler handler = {
		.message = on_message,
		.object = on_object,
		.mail = on_mail,
		.source = on_source,
		.progress = on_progress,
		.diags = {on_diag, p},
		.data = p,
		.memory = &memory,
		.run = on_run,
	};
	struct ingest_counts counts = {0};

	if (p->memory)
		p->known = store_open(p->memory, STORE_READ, NULL);

	/* It fails only when the queue was stopped, and then the writer knows why. */
	ingest_run((const char *const *)p->sources, &options, &handler, &counts, NULL);
	g_mutex_lock(&p->lock);
	p->counts = counts;
	g_mutex_unlock(&p->lock);
	hand_on(p);
	store_close(p->known, NULL);
	queue_close(p->queue);
	return NULL;
}

/* ---- reader of what was dismissed -------------------------------------------------- */

static gboolean on_message_again(struct slice raw, const struct origin *origin, void *data)
{
	struct pipeline *p = data;

	if (!make_room(p, raw.len))
		return FALSE;
	batch_add_message(p->batch, raw, origin)->by_thread = TRUE;
	return TRUE;
}

static gboolean on_mail_again(struct mail *mail, GPtrArray *diags, void *data)
{
	struct pipeline *p = data;

	if (make_room(p, mail->raw_size)) {
		batch_add_mail(p->batch, mail, diags, TRUE);
		return TRUE;
	}
	mail_free(mail);
	g_ptr_array_unref(diags);
	return FALSE;
}

static gpointer read_again(gpointer data)
{
	struct pipeline *p = data;
	const struct lookback_handler handler = {on_message_again, on_mail_again, p};

	lookback_read(p->lookback, &handler);
	hand_on(p);
	queue_close(p->queue);
	return NULL;
}

/* ---- parsers ------------------------------------------------------------------- */

/* The writer's wish: its thread matters. */
static gboolean take_apart(struct item *item, void *data)
{
	return item_parse_again(item, ((const struct pipeline *)data)->rules);
}

static gpointer parse_all(gpointer data)
{
	struct pipeline *p = data;
	struct batch *batch;

	while ((batch = queue_take(p->queue))) {
		batch_parse(batch, p->rules);
		queue_parsed(p->queue, batch);
	}
	return NULL;
}

/* ---- writer -------------------------------------------------------------------- */

static void show_progress(
	struct pipeline *p, const struct pipeline_options *options, struct summary *so_far)
{
	if (!options->progress)
		return;
	g_mutex_lock(&p->lock);
	g_autofree char *path = g_strdup(p->path);
	so_far->bytes = p->bytes;
	g_mutex_unlock(&p->lock);
	options->progress(so_far, path, options->data);
}

static gboolean write_all(struct pipeline *p, struct writer *writer,
	const struct pipeline_options *options, const struct interrupts *interrupts, GError **error)
{
	for (;;) {
		struct batch *batch;

		if (interrupts_came(interrupts)) {
			if (writer_end(writer, error))
				g_set_error(error, PIPELINE_ERROR, PIPELINE_ERROR_INTERRUPTED,
					"interrupted; what was read so far is kept");
			return FALSE;
		}
		show_progress(p, options, writer->summary);
		if (!queue_next(p->queue, POLL_USEC, &batch)) {
			/* Nobody else shall wait for what is waited for here. */
			if (!writer_commit(writer, error))
				return FALSE;
			continue;
		}
		if (!batch)
			return writer_commit(writer, error);

		gboolean written = writer_put(writer, batch, error);
		queue_release(p->queue, batch);
		if (!written)
			return FALSE;
	}
}

/* ---- all ----------------------------------------------------------------------- */

static struct pipeline *pipeline_new(
	const char *const *sources, const struct pipeline_options *options)
{
	struct pipeline *p = g_new0(struct pipeline, 1);

	p->sources = g_strdupv((char **)sources);
	p->own = g_strdupv((char **)options->own);
	p->memory = g_strdup(options->memory);
	p->again = options->again;
	p->revision = g_strdup_printf("%d %s", PARSE_REVISION, rules_fingerprint(options->rules));
	p->rules = options->rules;
	p->queue = queue_new();
	p->batch = batch_new();
	p->sieve = sieve_new();
	p->lookback = lookback_new();
	g_mutex_init(&p->lock);
	return p;
}

static void pipeline_free(struct pipeline *p)
{
	queue_free(p->queue);
	batch_free(p->batch);
	sieve_free(p->sieve);
	lookback_free(p->lookback);
	g_mutex_clear(&p->lock);
	g_strfreev(p->sources);
	g_strfreev(p->own);
	g_free(p->path);
	g_free(p->memory);
	g_free(p->revision);
	g_free(p);
}

static void add_reading(struct summary *summary, const struct pipeline *p)
{
	summary->skipped[SKIP_READ_BEFORE] = p->counts.read_before;
	summary->skipped[SKIP_NOT_A_RUN] = p->counts.not_runs;
	summary->seen =
		p->counts.messages + p->counts.runs + p->counts.not_runs + p->counts.read_before;
	summary->bytes = p->counts.bytes;
	for (int id = 0; id < DIAG_COUNT; id++) {
		summary->failed[id] += p->counts.failed[id];
		summary->seen += p->counts.failed[id];
	}
}

/*
 * glibc learns from large blocks that were freed to keep the next ones: of mails of some
 * MB that is a third of all memory.  Told a threshold it stops learning.  The records of a
 * report are smaller than that, and what one leaves the next has use for.
 */
static void tell_what_to_give_back(void)
{
#ifdef M_MMAP_THRESHOLD
	mallopt(M_MMAP_THRESHOLD, 512 << 10);
	mallopt(M_TRIM_THRESHOLD, 2 << 20);
	mallopt(M_TOP_PAD, 256 << 10);
#endif
}

/* What runs beside the writer; the reader is one of several, one behind the other. */
struct crew {
	struct pipeline *pipeline;
	struct writer *writer;
	const struct pipeline_options *options;
	const struct interrupts *interrupts;
	gboolean hangs; /* the reader, on a pipe: the pipeline stays its own for good */
};

/* All that one reader reads, into the store. */
static gboolean run_reader(struct crew *crew, GThreadFunc read, GError **error)
{
	struct pipeline *p = crew->pipeline;
	guint jobs = crew->options->jobs;
	g_autofree GThread **parsers = g_new(GThread *, jobs);
	GThread *reader = g_thread_new("reader", read, p);

	for (guint i = 0; i < jobs; i++)
		parsers[i] = g_thread_new("parser", parse_all, p);

	gboolean done = write_all(p, crew->writer, crew->options, crew->interrupts, error);
	crew->hangs = !queue_stop(p->queue, LEAVE_USEC);
	for (guint i = 0; i < jobs; i++)
		g_thread_join(parsers[i]);
	if (crew->hangs)
		g_thread_unref(reader);
	else
		g_thread_join(reader);
	return done;
}

/* Until no dismissed mail comes up that was not tried: what is found may lead to more. */
static gboolean look_back(struct crew *crew, GError **error)
{
	struct pipeline *p = crew->pipeline;
	struct writer *w = crew->writer;
	guint n;

	if (!writer_merge_dismissed(w, error))
		return FALSE;
	for (;;) {
		if (!lookback_find(p->lookback, w->store, w->dismissed_rows, w->summary, &n, error))
			return FALSE;
		if (!n)
			return writer_end_lookback(w, p->lookback, error);
		queue_free(p->queue);
		p->queue = queue_new();
		if (!run_reader(crew, read_again, error))
			return FALSE;
	}
}

gboolean pipeline_run(struct store *store, const char *const *sources,
	const struct pipeline_options *options, struct summary *ret_summary, GError **error)
{
	gint64 start = g_get_monotonic_time();
	struct pipeline *p = pipeline_new(sources, options);
	struct writer writer = {
		store, ret_summary, p->lookback, options->diag, options->data, take_apart, p};
	struct interrupts interrupts;
	struct crew crew = {p, &writer, options, &interrupts, FALSE};

	*ret_summary = (struct summary){0};
	tell_what_to_give_back();
	if (!writer_begin(&writer, sources, error)) {
		writer_clear(&writer);
		pipeline_free(p);
		return FALSE;
	}
	interrupts_hold(&interrupts);
	gboolean done = run_reader(&crew, read_all, error);
	if (!crew.hangs)
		add_reading(ret_summary, p);
	done = done && look_back(&crew, error) && writer_end(&writer, error);
	writer_clear(&writer);
	if (!crew.hangs)
		pipeline_free(p);
	interrupts_release(&interrupts);
	ret_summary->seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	return done;
}
