/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages and their sightings: once each, and the better copy. */
#include "store/put.h"

#include "parse/thread_ids.h"
#include "store/copy.h"
#include "store/dismissed.h"
#include "store/stale.h"

static const char *oddity_name(enum date_oddity oddity)
{
	switch (oddity) {
	case DATE_MISSING:
		return "missing";
	case DATE_UNREADABLE:
		return "unreadable";
	case DATE_BAD_ZONE:
		return "bad-zone";
	case DATE_IMPLAUSIBLE:
		return "implausible";
	case DATE_SOUND:
		break;
	}
	return NULL;
}

static void read_hash(struct query *q, guint column, guint8 *ret_hash)
{
	struct slice blob = query_blob_at(q, column);

	memcpy(ret_hash, blob.at, MIN(blob.len, COPY_HASH_BYTES));
}

/* *ret_id 0: no such message. */
static gboolean find_kept(struct put *put, gint64 *ret_id, struct copy *ret_copy, GError **error)
{
	struct query q;
	enum step step;

	*ret_id = 0;
	*ret_copy = (struct copy){0};
	if (!query_open(&q, put->store,
		    "SELECT id, copy_rows, copy_bytes, copy_text, copy_hash "
		    "FROM messages WHERE message_id = ?",
		    error))
		return FALSE;
	query_text(&q, put->records->mail->message_id);
	step = query_step(&q, error);
	if (step == STEP_ROW) {
		*ret_id = query_int_at(&q, 0);
		ret_copy->rows = query_int_at(&q, 1);
		ret_copy->bytes = query_int_at(&q, 2);
		read_hash(&q, 3, ret_copy->text);
		read_hash(&q, 4, ret_copy->hash);
	}
	query_close(&q);
	return step != STEP_FAILED;
}

static void bind_mail(struct query *q, const struct mail *mail, const char *subject_key)
{
	query_text(q, mail->message_id);
	query_int(q, mail->synthetic_id);
	query_date(q, mail->date);
	query_text(q, mail->date_text);
	query_text(q, oddity_name(mail->date_oddity));
	query_date(q, mail->received);
	query_text(q, mail->from_name);
	query_text(q, mail->from_address);
	query_text(q, mail->subject);
	query_text(q, subject_key);
	query_text(q, mail->in_reply_to);
	query_int(q, (gint64)mail->raw_size);
}

/* The message's own row; an older copy's is overwritten and keeps its id. */
static gboolean put_header(struct put *put, const struct copy *copy, GError **error)
{
	const struct records *r = put->records;
	char repairs[REPAIRS_TEXT_MAX];
	g_autofree char *subject_key =
		r->mail->subject ? thread_subject(r->mail->subject, NULL) : NULL;
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO messages (message_id, synthetic_id, date, date_text, date_oddity, "
		    "received, "
		    "from_name, from_address, subject, subject_key, in_reply_to, raw_size, "
		    "matters, kind, author, repairs, rows_seen, rows_dropped, copy_rows, "
		    "copy_bytes, copy_text, copy_hash) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		    "ON CONFLICT (message_id) DO UPDATE SET "
		    "synthetic_id = excluded.synthetic_id, date = excluded.date, "
		    "date_text = excluded.date_text, date_oddity = excluded.date_oddity, "
		    "received = excluded.received, "
		    "from_name = excluded.from_name, from_address = excluded.from_address, "
		    "subject = excluded.subject, subject_key = excluded.subject_key, "
		    "in_reply_to = excluded.in_reply_to, matters = excluded.matters, "
		    "raw_size = excluded.raw_size, kind = excluded.kind, author = excluded.author, "
		    "repairs = excluded.repairs, rows_seen = excluded.rows_seen, rows_dropped = "
		    "excluded.rows_dropped, "
		    "copy_rows = excluded.copy_rows, copy_bytes = excluded.copy_bytes, "
		    "copy_text = excluded.copy_text, copy_hash = excluded.copy_hash, "
		    "thread = NULL",
		    error))
		return FALSE;
	bind_mail(&q, r->mail, subject_key);
	query_int(&q, store_makes_answers_matter(r));
	query_text(&q, message_kind_name(r->kind));
	query_text(&q, author_kind_name(r->author));
	query_repairs(&q, r->repairs, repairs);
	query_int(&q, r->rows_seen);
	query_int(&q, r->rows_dropped);
	query_int(&q, copy->rows);
	query_int(&q, copy->bytes);
	query_blob(&q, copy_hash_slice(copy->text));
	query_blob(&q, copy_hash_slice(copy->hash));
	done = query_run(&q, error);
	query_close(&q);
	if (done && !put->message)
		put->message = put->store->ops->last_id(put->store->engine);
	return done;
}

gboolean put_each(struct put *put, const char *sql, const GArray *records,
	void (*bind)(struct query *q, gconstpointer record), GError **error)
{
	gsize size = g_array_get_element_size((GArray *)records);
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store, sql, error))
		return FALSE;
	for (guint nr = 0; done && nr < records->len; nr++) {
		query_int(&q, put->message);
		query_int(&q, nr);
		bind(&q, records->data + nr * size);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean put_refs(struct put *put, GError **error)
{
	const GPtrArray *refs = put->records->mail->references;
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO refs (message, nr, message_id) VALUES (?, ?, ?)", error))
		return FALSE;
	for (guint i = 0; done && i < refs->len; i++) {
		query_int(&q, put->message);
		query_int(&q, i);
		query_text(&q, g_ptr_array_index(refs, i));
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

/* Those of a report may speak of what it says. */
static gboolean put_recipients(struct put *put, GError **error)
{
	const GPtrArray *recipients = put->records->mail->recipients;
	gboolean done = TRUE;
	struct query q;

	if (!put->records->has_report)
		return TRUE;
	if (!query_open(&q, put->store,
		    "INSERT INTO recipients (message, nr, name, address) VALUES (?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint i = 0; done && i < recipients->len; i++) {
		const struct mail_person *person = g_ptr_array_index(recipients, i);

		query_int(&q, put->message);
		query_int(&q, i);
		query_text(&q, *person->name ? person->name : NULL);
		query_text(&q, person->address);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

static gboolean is_kept(enum attachment_kind kind)
{
	return kind == ATTACHMENT_JOB || kind == ATTACHMENT_REPRODUCE ||
	       kind == ATTACHMENT_SCRIPT || kind == ATTACHMENT_TABLE;
}

static void bind_attachment(struct query *q, gconstpointer record)
{
	const struct attachment *a = record;

	query_int(q, a->part->number);
	query_text(q, a->part->name);
	query_text(q, a->part->type);
	query_int(q, (gint64)a->part->size);
	query_text(q, a->part->sha256);
	query_text(q, attachment_kind_name(a->kind));
	query_blob(q, is_kept(a->kind) ? a->part->bytes : SLICE_NULL);
}

static gboolean put_attachments(struct put *put, GError **error)
{
	return put_each(put,
		"INSERT INTO attachments (message, nr, part, name, type, size, sha256, kind, "
		"content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		put->records->attachments, bind_attachment, error);
}

/* Their place is that of the message's sightings; only part and line are their own. */
static gboolean put_diags(struct put *put, const GPtrArray *diags, GError **error)
{
	gboolean done = TRUE;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO diagnostics (message, kind, part, line, detail, excerpt) "
		    "VALUES (?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	for (guint i = 0; done && diags && i < diags->len; i++) {
		const struct diag *d = g_ptr_array_index(diags, i);

		query_int(&q, put->message);
		query_text(&q, diag_name(d->id));
		query_int(&q, d->origin.part);
		query_int(&q, d->origin.line);
		query_text(&q, d->detail);
		query_blob(&q, d->excerpt);
		done = query_run(&q, error);
	}
	query_close(&q);
	return done;
}

/* All that hangs on a message but its sightings; rows, cells and fields cascade. */
static gboolean remove_content(struct put *put, GError **error)
{
	static const char *const removals[] = {
		"DELETE FROM reports WHERE message = ?",
		"DELETE FROM params WHERE message = ?",
		"DELETE FROM impacts WHERE message = ?",
		"DELETE FROM plots WHERE message = ?",
		"DELETE FROM figures WHERE message = ?",
		"DELETE FROM log_findings WHERE message = ?",
		"DELETE FROM diffs WHERE message = ?",
		"DELETE FROM commands WHERE message = ?",
		"DELETE FROM jobs WHERE message = ?",
		"DELETE FROM events WHERE message = ?",
		"DELETE FROM shown_commits WHERE message = ?",
		"DELETE FROM failures WHERE message = ?",
		"DELETE FROM tables WHERE message = ?",
		"DELETE FROM citations WHERE message = ?",
		"DELETE FROM attachments WHERE message = ?",
		"DELETE FROM refs WHERE message = ?",
		"DELETE FROM recipients WHERE message = ?",
		"DELETE FROM diagnostics WHERE message = ?",
	};

	for (guint i = 0; i < G_N_ELEMENTS(removals); i++) {
		if (!store_run(put->store, removals[i], put->message, 0, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean put_content(struct put *put, const GPtrArray *diags, GError **error)
{
	return put_refs(put, error) && put_recipients(put, error) && put_attachments(put, error) &&
	       put_tables(put, error) && put_citations(put, error) && put_report(put, error) &&
	       put_impacts(put, error) && put_plots(put, error) && put_figures(put, error) &&
	       put_findings(put, error) && put_diffs(put, error) && put_commands(put, error) &&
	       put_jobs(put, error) && put_events(put, error) && put_shown_commits(put, error) &&
	       put_failures(put, error) && put_diags(put, diags, error);
}

/* Seen again at a place that is known, it is the place's newest list and copy that count. */
static gboolean put_sighting(struct put *put, const struct copy *copy, GError **error)
{
	const struct mail *mail = put->records->mail;
	gint64 path, reading = put->store->reading;
	gboolean done;
	struct query q;

	/* What is looked back at is met outside of the reading of its source. */
	if (mail->by_thread && !position_reading(put->store, mail->origin.path, &reading, error))
		return FALSE;
	if (!put_path(put->store, mail->origin.path, &path, error) ||
		!query_open(&q, put->store,
			"INSERT INTO sightings (message, path_id, byte_offset, object, list, "
			"by_thread, copy_text, copy_hash, reading) "
			"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
			"ON CONFLICT (message, path_id, ifnull(byte_offset, -1), "
			"ifnull(object, '')) DO UPDATE SET list = excluded.list, "
			"by_thread = excluded.by_thread, "
			"copy_text = excluded.copy_text, copy_hash = excluded.copy_hash, "
			"reading = CASE WHEN excluded.reading > sightings.reading "
			"THEN excluded.reading ELSE sightings.reading END",
			error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, path);
	query_known(&q, mail->origin.offset);
	query_text(&q, mail->origin.object);
	query_text(&q, mail->list);
	query_int(&q, mail->by_thread);
	query_blob(&q, copy_hash_slice(copy->text));
	query_blob(&q, copy_hash_slice(copy->hash));
	query_int(&q, reading);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

static gboolean replace(
	struct put *put, const struct copy *copy, const GPtrArray *diags, GError **error)
{
	return (!put->message || remove_content(put, error)) && put_header(put, copy, error) &&
	       put_content(put, diags, error);
}

/* The better copy stays as long as it stands anywhere. */
static gboolean put_worse(struct put *put, const struct copy *copy, const struct copy *kept,
	const GPtrArray *diags, GError **error)
{
	gboolean met;

	if (!put_sighting(put, copy, error))
		return FALSE;
	if (!memcmp(copy->hash, kept->hash, COPY_HASH_BYTES))
		return TRUE;
	if (!stale_copy_is_met(put->store, put->message, kept->hash, &met, error))
		return FALSE;
	return met || (replace(put, copy, diags, error) &&
			      stale_open_others(put->store, put->message, copy->hash, error));
}

static gboolean put_message(struct put *put, const GPtrArray *diags,
	enum store_outcome *ret_outcome, gboolean *ret_differs, GError **error)
{
	const struct copy *copy = &put->draft->copy;
	struct copy kept;

	if (!find_kept(put, &put->message, &kept, error))
		return FALSE;
	*ret_outcome = put->message ? STORE_DUPLICATE : STORE_STORED;
	*ret_differs = put->message && memcmp(copy->text, kept.text, COPY_HASH_BYTES);
	if (put->message && !copy_is_better(copy, &kept))
		return put_worse(put, copy, &kept, diags, error);
	return replace(put, copy, diags, error) && put_sighting(put, copy, error);
}

gboolean store_put(struct store *store, const struct records *records, const GPtrArray *diags,
	enum store_outcome *ret_outcome, gboolean *ret_differs, GError **error)
{
	struct store_draft *draft = store_draft_new(records, diags);
	gboolean done =
		store_put_draft(store, draft, records, diags, ret_outcome, ret_differs, error);

	store_draft_free(draft);
	return done;
}

gboolean store_put_draft(struct store *store, const struct store_draft *draft,
	const struct records *records, const GPtrArray *diags, enum store_outcome *ret_outcome,
	gboolean *ret_differs, GError **error)
{
	struct put put = {.store = store, .records = records, .draft = draft};
	enum store_outcome outcome;
	gboolean differs, done;

	if (!store_must_write(store, error))
		return FALSE;
	put.tables = g_array_new(FALSE, FALSE, sizeof(gint64));
	done = put_message(&put, diags, &outcome, &differs, error);
	g_array_unref(put.tables);
	if (!done) {
		store_rollback(store);
		return FALSE;
	}
	if (ret_outcome)
		*ret_outcome = outcome;
	if (ret_differs)
		*ret_differs = differs;
	return TRUE;
}
