/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/writer.h"

#include "base/own_id.h"
#include "store/dismissed.h"
#include "store/position.h"
#include "store/prune.h"

/* Of the batches of one transaction. */
#define TRANSACTION_WEIGHT (8 << 20)
/* So long others wait for the store, and so much work an interruption costs. */
#define TRANSACTION_USEC (G_USEC_PER_SEC / 4)
/* Dismissed mails of one row. */
#define DISMISSED_ROW 4096

static void count_diags(struct writer *w, const GPtrArray *diags)
{
	for (guint i = 0; i < diags->len; i++) {
		const struct diag *diag = diags->pdata[i];

		w->summary->diags[diag->id]++;
		if (w->diag)
			w->diag(diag, w->data);
	}
}

static gboolean put_diags(struct writer *w, const GPtrArray *diags, GError **error)
{
	count_diags(w, diags);
	for (guint i = 0; i < diags->len; i++)
		if (!store_put_diag(w->store, diags->pdata[i], error))
			return FALSE;
	return TRUE;
}

/* A person's mail that names the robot and is about nothing that is kept. */
static gboolean has_nothing_to_keep(const struct records *records)
{
	return records->kind == MESSAGE_OTHER && records->author == AUTHOR_PERSON &&
	       !records->tables->len && !records->citations->len && !records->impacts->len &&
	       !records->jobs->len && !records->events->len;
}

/* Only counted and shown: the store knows it from its sightings. */
static void count_copy_differs(struct writer *w, const struct item *item)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);

	diag_emit(&sink, DIAG_COPY_DIFFERS, &item->origin, slice_of(item->mail->message_id),
		"another copy of this message has other content");
	count_diags(w, diags);
}

static void dismiss(struct writer *w, const struct item *item)
{
	struct thread_ids ids;

	thread_ids_of(item->mail, &ids);
	dismissed_pack_add(&w->dismissed, &ids, &item->origin, TRUE);
	w->summary->skipped[SKIP_NOTHING_TO_KEEP]++;
}

/* A hash has nominated it; its real ids must say the same. */
static gboolean is_of_thread(
	struct writer *w, const struct item *item, gboolean *ret_is, GError **error)
{
	if (!store_has_thread_of(w->store, item->mail, ret_is, error))
		return FALSE;
	*ret_is = *ret_is || lookback_links(w->lookback, item->mail);
	if (*ret_is && item->in_pack)
		lookback_spare(w->lookback, item->mail, w->summary);
	else if (*ret_is)
		lookback_move(w->lookback, item->mail, w->summary);
	return TRUE;
}

/* Its raw header has nominated it; what was left out of that may be the ids that it hung on. */
static gboolean put_cut_header(struct writer *w, const struct item *item, GError **error)
{
	g_autoptr(GPtrArray) cut = g_ptr_array_new();

	for (guint i = 0; i < item->diags->len; i++) {
		const struct diag *diag = item->diags->pdata[i];

		if (diag->id == DIAG_HEADER_TOO_LARGE)
			g_ptr_array_add(cut, (gpointer)diag);
	}
	return put_diags(w, cut, error);
}

static gboolean store_message(struct writer *w, const struct item *item, GError **error)
{
	struct summary *summary = w->summary;
	enum store_outcome outcome;
	gboolean differs = FALSE;

	if (!store_put_draft(
		    w->store, item->draft, item->records, item->diags, &outcome, &differs, error))
		return FALSE;
	count_diags(w, item->diags);
	if (outcome == STORE_STORED) {
		summary->stored++;
		summary_add(summary, item->records);
	} else {
		summary->duplicate++;
	}
	if (differs)
		count_copy_differs(w, item);
	return TRUE;
}

/* What is not to be stored, whatever it says. */
static gboolean is_passed_over(struct writer *w, const struct item *item, gboolean *ret_is,
	enum skip_reason *ret_why, GError **error)
{
	*ret_why = SKIP_OWN_DIGEST;
	*ret_is = own_id_is(slice_of(item->mail->message_id));
	if (*ret_is)
		return TRUE;
	*ret_why = SKIP_PRUNED;
	return store_is_pruned(w->store, w->pruned_before, item->records, ret_is, error);
}

static gboolean put_message(struct writer *w, const struct item *item, GError **error)
{
	gboolean keep = TRUE;

	enum skip_reason why;
	gboolean passed_over;

	if (!is_passed_over(w, item, &passed_over, &why, error))
		return FALSE;
	if (passed_over) {
		/* What only a hash has nominated is counted as dismissed. */
		w->summary->skipped[why] += !item->by_thread;
		return TRUE;
	}
	if (item->by_thread) {
		if (!is_of_thread(w, item, &keep, error))
			return FALSE;
		/* What is still in the pack is looked back at, and told then. */
		if (!keep && !item->in_pack && !put_cut_header(w, item, error))
			return FALSE;
	} else if (has_nothing_to_keep(item->records)) {
		dismiss(w, item);
		keep = FALSE;
	}
	if (!keep)
		return TRUE;
	below_take(w->below, item->records);
	return store_message(w, item, error);
}

/* ---- what was dismissed ------------------------------------------------------------ */

static gboolean open_transaction(struct writer *w, gsize weight, GError **error)
{
	if (!w->open && !store_begin(w->store, error))
		return FALSE;
	if (!w->open)
		w->opened = g_get_monotonic_time();
	w->open += weight;
	return TRUE;
}

static gboolean put_dismissed(struct writer *w, GError **error)
{
	gint64 row;

	if (!w->dismissed.count)
		return TRUE;
	if (!open_transaction(w, w->dismissed.bytes->len, error) ||
		!store_put_dismissed(w->store, &w->dismissed, &row, error))
		return FALSE;
	g_array_append_val(w->dismissed_rows, row);
	dismissed_pack_clear(&w->dismissed);
	return TRUE;
}

gboolean writer_merge_dismissed(struct writer *w, GError **error)
{
	return open_transaction(w, 1, error) && store_merge_dismissed(w->store, error) &&
	       writer_commit(w, error);
}

/* A run without a job is nobody's: it is lost, as was told. */
static gboolean put_run(struct writer *w, const struct item *item, GError **error)
{
	const struct run_record *record = item->record;
	const struct store_sample *samples;
	struct summary *summary = w->summary;
	enum store_outcome outcome;
	gboolean pruned;

	if (!record) {
		summary->failed[DIAG_JOB_UNREADABLE]++;
		return TRUE;
	}
	if (!store_is_pruned_run(w->store, w->pruned_before, &record->run, &pruned, error))
		return FALSE;
	if (pruned) {
		summary->skipped[SKIP_PRUNED]++;
		return TRUE;
	}
	samples = (const struct store_sample *)(gpointer)record->samples->data;
	if (!store_put_run(w->store, &record->run, samples, record->content, &outcome, error))
		return FALSE;
	if (outcome == STORE_STORED) {
		summary->stored++;
		summary->runs++;
		summary->samples += record->run.n_samples;
	} else {
		summary->duplicate++;
	}
	return TRUE;
}

/* ---- sources and diagnostics --------------------------------------------------------- */

static gboolean put_source(struct writer *w, const struct ingest_source *source, GError **error)
{
	const struct store_source row = {
		.path = source->path,
		.kind = source->kind,
		.size = source->size,
		.bytes = source->bytes,
		.documents = source->documents,
		.complete = source->complete && !w->lost,
		.fingerprint = source->fingerprint,
	};

	w->lost = FALSE;
	return store_put_source(w->store, &row, error);
}

static gboolean begin_source(struct writer *w, const struct position *from, GError **error)
{
	position_free(w->begun);
	w->begun = position_copy(from);
	w->lost_since = FALSE;
	return store_begin_source(w->store, from, error);
}

static gboolean vanish(struct writer *w, const char *path, GError **error)
{
	guint64 gone;

	if (!store_vanish_source(w->store, path, &gone, error))
		return FALSE;
	w->summary->removed += gone;
	return TRUE;
}

/* A source that lost a message is read on from where it was begun, for that may come. */
static gboolean put_position(struct writer *w, const struct item *item, GError **error)
{
	const struct position *position = item->position;
	struct position incomplete = w->begun ? *w->begun : POSITION_NONE;
	guint64 gone;

	incomplete.finished = TRUE;
	if ((item->begins || item->position->finished) && !put_dismissed(w, error))
		return FALSE;
	if (item->begins)
		return begin_source(w, item->position, error);
	if (w->begun && w->lost_since)
		position = &incomplete;
	if (!store_put_position(w->store, position, &gone, error))
		return FALSE;
	w->summary->removed += gone;
	return TRUE;
}

static gboolean put(struct writer *w, const struct item *item, GError **error)
{
	if (item->records)
		return put_message(w, item, error);
	if (item->run && !put_run(w, item, error))
		return FALSE;
	w->lost |= item->lost;
	w->lost_since |= item->lost;
	w->summary->failed[DIAG_OBJECT_MISSING] += item->lost;
	if (item->source)
		return put_source(w, item->source, error);
	if (item->position)
		return put_position(w, item, error);
	if (item->vanished)
		return vanish(w, item->origin.path, error);
	if (item->removed)
		return store_doubt_object(w->store, item->origin.object, error);
	return !item->diags || put_diags(w, item->diags, error);
}

/* Its record, of those of its batch. */
static gboolean find_record(const struct dismissed_pack *pack, const struct item *item,
	struct dismissed_record *ret_record)
{
	struct slice all = {(char *)pack->bytes->data, pack->bytes->len};
	struct dismissed_reader reader = {
		.rest = slice_skip(all, item->entry), .path = slice_of(item->origin.path)};

	return dismissed_next(&reader, ret_record);
}

/* What was dismissed and answers what matters is stored at once. */
static gboolean put_answer(
	struct writer *w, const struct batch *batch, struct item *item, GError **error)
{
	struct dismissed_record record;

	if (!find_record(&batch->dismissed, item, &record) || !below_offer(w->below, &record) ||
		!w->take_apart(item, w->take_apart_data))
		return TRUE;
	return open_transaction(w, item->mail->raw_size, error) && put_message(w, item, error);
}

/* What was dismissed goes with the source that was at hand. */
static gboolean put_all(struct writer *w, const struct batch *batch, GError **error)
{
	struct dismissed_mark from = {0, 0}, end = {0, batch->dismissed.count};

	if (batch->dismissed.bytes)
		end.bytes = batch->dismissed.bytes->len;
	for (guint i = 0; i < batch->items->len; i++) {
		struct item *item = &g_array_index(batch->items, struct item, i);

		if (item->in_pack) {
			if (!put_answer(w, batch, item, error))
				return FALSE;
			continue;
		}
		if (item->position) {
			dismissed_pack_join(&w->dismissed, &batch->dismissed, from, item->mark);
			from = item->mark;
		}
		if (!put(w, item, error))
			return FALSE;
	}
	dismissed_pack_join(&w->dismissed, &batch->dismissed, from, end);
	return w->dismissed.count < DISMISSED_ROW || put_dismissed(w, error);
}

gboolean writer_end_lookback(struct writer *w, struct lookback *lookback, GError **error)
{
	g_autoptr(GPtrArray) diags = diag_list_new();
	struct diag_sink sink = diag_list_sink(diags);
	guint64 gone;

	lookback_tell(lookback, &sink);
	if (open_transaction(w, 1, error) &&
		store_forget_diags_of(w->store, DIAG_THREAD_UNREAD, error) &&
		put_diags(w, diags, error) && store_drop_unthreaded(w->store, &gone, error)) {
		w->summary->removed += gone;
		return writer_commit(w, error);
	}
	store_rollback(w->store);
	return FALSE;
}

gboolean writer_begin(struct writer *w, const char *const *sources, GError **error)
{
	w->below = below_new();
	w->dismissed_rows = g_array_new(FALSE, FALSE, sizeof(gint64));
	if (!store_pruned_before(w->store, &w->pruned_before, error) ||
		!store_begin(w->store, error))
		return FALSE;
	for (; *sources; sources++)
		if (!store_forget_diags(w->store, *sources, error)) {
			store_rollback(w->store);
			return FALSE;
		}
	return store_commit(w->store, error);
}

static gboolean is_due(const struct writer *w)
{
	return w->open >= TRANSACTION_WEIGHT ||
	       (w->open && g_get_monotonic_time() - w->opened >= TRANSACTION_USEC);
}

gboolean writer_put(struct writer *w, const struct batch *batch, GError **error)
{
	w->summary->skipped[SKIP_NOT_RELEVANT] += batch->dismissed.count;
	if (batch->kept && !open_transaction(w, batch->weight, error))
		return FALSE;
	if (!put_all(w, batch, error)) {
		store_rollback(w->store);
		return FALSE;
	}
	return !is_due(w) || writer_commit(w, error);
}

gboolean writer_commit(struct writer *w, GError **error)
{
	if (!put_dismissed(w, error))
		return FALSE;
	if (!w->open)
		return TRUE;
	w->open = 0;
	if (store_commit(w->store, error))
		return TRUE;
	store_rollback(w->store);
	return FALSE;
}

void writer_clear(struct writer *w)
{
	position_free(w->begun);
	w->begun = NULL;
	dismissed_pack_clear(&w->dismissed);
	g_clear_pointer(&w->dismissed_rows, g_array_unref);
	g_clear_pointer(&w->below, below_free);
}

gboolean writer_end(struct writer *w, GError **error)
{
	if (!writer_commit(w, error) || !store_begin(w->store, error))
		return FALSE;
	if (store_link(w->store, error) && store_tidy(w->store, error) &&
		store_new_tables(w->store, &w->summary->tables, &w->summary->copies, error) &&
		store_commit(w->store, error))
		return TRUE;
	store_rollback(w->store);
	return FALSE;
}
