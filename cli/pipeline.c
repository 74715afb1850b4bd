/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/pipeline.h"

#include "cli/interrupt.h"
#include "cli/judge.h"
#include "ingest/ingest.h"
#include "ingest/mime.h"
#include "parse/parse.h"

#include <string.h>

/* Raw bytes between reader and writer; a single larger message passes alone. */
#define IN_FLIGHT_MAX (4 << 20)
/* What one thing weighs beside its raw bytes. */
#define ITEM_WEIGHT 1024

/* One transaction. */
#define BATCH_ITEMS 512
#define BATCH_BYTES (8 << 20)

#define POLL_USEC (G_USEC_PER_SEC / 10)
#define LEAVE_USEC G_USEC_PER_SEC

G_DEFINE_QUARK(lkpdigest - pipeline - error, pipeline_error)

/* A thing on its way: a message, a source that was read to its end, or a diagnostic. */
struct item {
	gsize weight;
	gboolean ready; /* for the writer */
	struct origin origin;
	struct slice raw; /* of a message, until it is parsed */
	struct mail *mail;
	struct records *records;
	GPtrArray *diags;
	struct ingest_source *source;
};

struct pipeline {
	const char *const *sources;
	guint jobs;

	GMutex lock;
	GCond work;     /* for parsers: todo has something, or nothing more comes */
	GCond progress; /* for the writer: the head of line is ready, or the reader ended */
	GCond room;     /* for the reader: in_flight fell */
	GQueue todo;    /* items to parse */
	GQueue line;    /* all items, in the order of the input */
	gsize in_flight;
	gboolean stop;  /* nobody wants more */
	gboolean ended; /* the reader is done */

	/* The reader's, behind lock. */
	struct ingest_counts counts;
	guint64 dismissed, messages, bytes;
	char *path;
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

static void item_free(struct item *item)
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

/* ---- reader -------------------------------------------------------------------- */

/* FALSE: stop reading. */
static gboolean push(struct pipeline *p, struct item *item)
{
	g_mutex_lock(&p->lock);
	while (!p->stop && p->in_flight && p->in_flight + item->weight > IN_FLIGHT_MAX)
		g_cond_wait(&p->room, &p->lock);

	gboolean wanted = !p->stop;
	if (wanted) {
		p->in_flight += item->weight;
		g_queue_push_tail(&p->line, item);
		item->ready = slice_is_null(item->raw);
		if (!item->ready)
			g_queue_push_tail(&p->todo, item);
		g_cond_signal(item->ready ? &p->progress : &p->work);
	}
	g_mutex_unlock(&p->lock);
	if (!wanted)
		item_free(item);
	return wanted;
}

static gsize header_length(struct slice raw)
{
	const char *end = slice_find(raw, "\n\n"), *crlf = slice_find(raw, "\n\r\n");

	if (!end || (crlf && crlf < end))
		end = crlf;
	return end ? (gsize)(end - raw.at) + 1 : raw.len;
}

static gboolean may_matter(struct slice raw)
{
	gsize header = header_length(raw);

	return parse_may_matter((struct slice){raw.at, header}, slice_skip(raw, header));
}

static gboolean count_dismissed(struct pipeline *p)
{
	g_mutex_lock(&p->lock);
	p->dismissed++;
	gboolean wanted = !p->stop;
	g_mutex_unlock(&p->lock);
	return wanted;
}

static gboolean on_message(struct slice raw, const struct origin *origin, void *data)
{
	struct pipeline *p = data;

	if (!may_matter(raw))
		return count_dismissed(p);

	struct item *item = item_new(origin, raw.len);
	item->raw = (struct slice){g_memdup2(raw.at, raw.len), raw.len};
	return push(p, item);
}

static gboolean on_source(const struct ingest_source *source, void *data)
{
	struct item *item = item_new(&ORIGIN_NONE, 0);

	item->source = g_memdup2(source, sizeof *source);
	item->source->path = g_strdup(source->path);
	item->source->kind = g_strdup(source->kind);
	item->source->fingerprint = g_strdup(source->fingerprint);
	return push(data, item);
}

static void on_diag(const struct diag *diag, void *data)
{
	struct item *item = item_new(&diag->origin, 0);
	struct diag_sink sink = diag_list_sink(item->diags);

	sink.emit(diag, sink.data);
	push(data, item);
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
	const struct ingest_options options = {0};
	const struct ingest_handler handler = {
		.message = on_message,
		.source = on_source,
		.progress = on_progress,
		.diags = {on_diag, p},
		.data = p,
	};
	struct ingest_counts counts = {0};

	ingest_run(p->sources, &options, &handler, &counts, NULL); /* fails when p->stop only */

	g_mutex_lock(&p->lock);
	p->counts = counts;
	p->ended = TRUE;
	g_cond_broadcast(&p->work);
	g_cond_signal(&p->progress);
	g_mutex_unlock(&p->lock);
	return NULL;
}

/* ---- parsers ------------------------------------------------------------------- */

static void parse_item(struct item *item)
{
	struct diag_sink sink = diag_list_sink(item->diags);

	item->mail = mime_read(item->raw, &item->origin, &sink);
	g_free((char *)item->raw.at);
	item->raw = SLICE_NULL;
	item->records = parse_mail(item->mail, &sink);
	judge_records(item->records, &sink);
}

static gpointer parse_all(gpointer data)
{
	struct pipeline *p = data;
	struct item *item;

	g_mutex_lock(&p->lock);
	for (;;) {
		while (!p->stop && !p->ended && g_queue_is_empty(&p->todo))
			g_cond_wait(&p->work, &p->lock);
		if (p->stop || !(item = g_queue_pop_head(&p->todo)))
			break;

		g_mutex_unlock(&p->lock);
		parse_item(item);
		g_mutex_lock(&p->lock);
		item->ready = TRUE;
		g_cond_signal(&p->progress);
	}
	g_mutex_unlock(&p->lock);
	return NULL;
}

/* ---- writer -------------------------------------------------------------------- */

struct writer {
	struct pipeline *pipeline;
	struct store *store;
	const struct pipeline_options *options;
	struct summary *summary;
	struct interrupts interrupts;
	gsize batch_items, batch_bytes;
};

static gboolean head_is_ready(struct pipeline *p)
{
	struct item *head = g_queue_peek_head(&p->line);

	return head ? head->ready : p->ended;
}

static void show_progress(struct writer *w)
{
	struct pipeline *p = w->pipeline;

	if (!w->options->progress)
		return;
	g_mutex_lock(&p->lock);
	g_autofree char *path = g_strdup(p->path);
	w->summary->bytes = p->bytes;
	w->summary->skipped[SKIP_NOT_RELEVANT] = p->dismissed;
	g_mutex_unlock(&p->lock);
	w->options->progress(w->summary, path, w->options->data);
}

/* The next item in order.  NULL: there is no more, or *error. */
static struct item *next_item(struct writer *w, GError **error)
{
	struct pipeline *p = w->pipeline;
	gboolean ready = FALSE;
	struct item *item = NULL;

	while (!ready) {
		if (interrupts_came(&w->interrupts)) {
			g_set_error(error, PIPELINE_ERROR, PIPELINE_ERROR_INTERRUPTED,
				"interrupted; what was read so far is kept");
			return NULL;
		}
		show_progress(w);
		g_mutex_lock(&p->lock);
		if (!head_is_ready(p))
			g_cond_wait_until(
				&p->progress, &p->lock, g_get_monotonic_time() + POLL_USEC);
		ready = head_is_ready(p);
		if (ready)
			item = g_queue_pop_head(&p->line);
		g_mutex_unlock(&p->lock);
	}
	return item;
}

static void release(struct pipeline *p, struct item *item)
{
	g_mutex_lock(&p->lock);
	p->in_flight -= item->weight;
	g_cond_signal(&p->room);
	g_mutex_unlock(&p->lock);
	item_free(item);
}

static void count_diags(struct writer *w, const GPtrArray *diags)
{
	for (guint i = 0; i < diags->len; i++) {
		const struct diag *diag = diags->pdata[i];

		w->summary->diags[diag->id]++;
		if (w->options->diag)
			w->options->diag(diag, w->options->data);
	}
}

/* A person's mail that names the robot and is about nothing that is kept. */
static gboolean has_nothing_to_keep(const struct records *records)
{
	return records->kind == MESSAGE_OTHER && records->author == AUTHOR_PERSON &&
	       !records->tables->len && !records->impacts->len && !records->jobs->len;
}

static gboolean put_copy_differs(struct writer *w, const struct item *item, GError **error)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);

	diag_emit(&sink, DIAG_COPY_DIFFERS, &item->origin, slice_of(item->mail->message_id),
		"another copy of this message has other content");
	count_diags(w, diags);
	return store_put_diag(w->store, diags->pdata[0], error);
}

static gboolean put_message(struct writer *w, const struct item *item, GError **error)
{
	struct summary *summary = w->summary;
	enum store_outcome outcome;
	gboolean differs = FALSE;

	if (has_nothing_to_keep(item->records)) {
		summary->skipped[SKIP_NOTHING_TO_KEEP]++;
		return TRUE;
	}
	if (!store_put(w->store, item->records, item->diags, &outcome, &differs, error))
		return FALSE;
	count_diags(w, item->diags);
	if (outcome == STORE_STORED) {
		summary->stored++;
		summary_add(summary, item->records);
	} else {
		summary->duplicate++;
	}
	return !differs || put_copy_differs(w, item, error);
}

static gboolean put_source(struct writer *w, const struct ingest_source *source, GError **error)
{
	const struct store_source row = {
		.path = source->path,
		.kind = source->kind,
		.size = source->size,
		.bytes = source->bytes,
		.documents = source->documents,
		.complete = source->complete,
		.fingerprint = source->fingerprint,
	};

	return store_put_source(w->store, &row, error);
}

static gboolean put_diags(struct writer *w, const GPtrArray *diags, GError **error)
{
	count_diags(w, diags);
	for (guint i = 0; i < diags->len; i++)
		if (!store_put_diag(w->store, diags->pdata[i], error))
			return FALSE;
	return TRUE;
}

static gboolean put(struct writer *w, const struct item *item, GError **error)
{
	if (item->records)
		return put_message(w, item, error);
	if (item->source)
		return put_source(w, item->source, error);
	return put_diags(w, item->diags, error);
}

static gboolean end_batch(struct writer *w, GError **error)
{
	if (!w->batch_items)
		return TRUE;
	w->batch_items = w->batch_bytes = 0;
	return store_commit(w->store, error);
}

static gboolean write_item(struct writer *w, const struct item *item, GError **error)
{
	if (!w->batch_items && !store_begin(w->store, error))
		return FALSE;
	w->batch_items++;
	w->batch_bytes += item->weight;
	if (!put(w, item, error))
		return FALSE;
	if (w->batch_items < BATCH_ITEMS && w->batch_bytes < BATCH_BYTES)
		return TRUE;
	return end_batch(w, error);
}

/* FALSE with *error; then no transaction is open. */
static gboolean write_all(struct writer *w, GError **error)
{
	g_autoptr(GError) stopped = NULL;
	struct item *item;

	while ((item = next_item(w, &stopped))) {
		gboolean written = write_item(w, item, error);

		release(w->pipeline, item);
		if (!written) {
			store_rollback(w->store);
			return FALSE;
		}
	}
	if (!end_batch(w, error)) {
		store_rollback(w->store);
		return FALSE;
	}
	if (!stopped)
		return TRUE;
	g_propagate_error(error, g_steal_pointer(&stopped));
	return FALSE;
}

/* ---- all ----------------------------------------------------------------------- */

static struct pipeline *pipeline_new(const char *const *sources)
{
	struct pipeline *p = g_new0(struct pipeline, 1);

	p->sources = sources;
	g_mutex_init(&p->lock);
	g_cond_init(&p->work);
	g_cond_init(&p->progress);
	g_cond_init(&p->room);
	g_queue_init(&p->todo);
	g_queue_init(&p->line);
	return p;
}

static void pipeline_free(struct pipeline *p)
{
	struct item *item;

	while ((item = g_queue_pop_head(&p->line)))
		item_free(item);
	g_queue_clear(&p->todo);
	g_mutex_clear(&p->lock);
	g_cond_clear(&p->work);
	g_cond_clear(&p->progress);
	g_cond_clear(&p->room);
	g_free(p->path);
	g_free(p);
}

/* FALSE: the reader hangs (on a pipe that gives nothing) and cannot be waited for. */
static gboolean stop_reader(struct pipeline *p)
{
	gint64 until = g_get_monotonic_time() + LEAVE_USEC;

	g_mutex_lock(&p->lock);
	p->stop = TRUE;
	g_cond_broadcast(&p->work);
	g_cond_broadcast(&p->room);
	while (!p->ended && g_cond_wait_until(&p->progress, &p->lock, until))
		;
	gboolean ended = p->ended;
	g_mutex_unlock(&p->lock);
	return ended;
}

static void add_reading(struct summary *summary, const struct pipeline *p)
{
	summary->skipped[SKIP_NOT_RELEVANT] = p->dismissed;
	summary->seen = p->counts.messages;
	summary->bytes = p->counts.bytes;
	for (int id = 0; id < DIAG_COUNT; id++) {
		summary->failed[id] = p->counts.failed[id];
		summary->seen += p->counts.failed[id];
	}
}

gboolean pipeline_run(struct store *store, const char *const *sources,
	const struct pipeline_options *options, struct summary *ret_summary, GError **error)
{
	gint64 start = g_get_monotonic_time();
	struct pipeline *p = pipeline_new(sources);
	struct writer w = {p, store, options, ret_summary};
	g_autofree GThread **parsers = g_new(GThread *, options->jobs);

	*ret_summary = (struct summary){0};
	interrupts_hold(&w.interrupts);
	GThread *reader = g_thread_new("reader", read_all, p);
	for (guint i = 0; i < options->jobs; i++)
		parsers[i] = g_thread_new("parser", parse_all, p);

	gboolean done = write_all(&w, error);
	gboolean ended = stop_reader(p);
	for (guint i = 0; i < options->jobs; i++)
		g_thread_join(parsers[i]);
	if (ended) {
		g_thread_join(reader);
		add_reading(ret_summary, p);
		pipeline_free(p);
	} else {
		g_thread_unref(reader); /* p stays its own until the process ends */
	}
	interrupts_release(&w.interrupts);
	ret_summary->seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	return done;
}
