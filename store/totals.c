/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of everything there is. */
#include "store/diags.h"
#include "store/select.h"

/* What each row of a narrowed SELECT adds to the totals. */
typedef void (*add_fn)(struct query *q, struct store_totals *totals);
typedef void (*narrow_fn)(struct select *s, const struct store_filter *filter);

static void add_messages(struct query *q, struct store_totals *totals)
{
	enum message_kind kind = message_kind_by_name(query_word_at(q, 0));

	if (kind < MESSAGE_KINDS)
		totals->messages[kind] += (guint64)query_int_at(q, 1);
}

static void add_reports(struct query *q, struct store_totals *totals)
{
	totals->reports = (guint64)query_int_at(q, 0);
}

static void add_sightings(struct query *q, struct store_totals *totals)
{
	totals->sightings = (guint64)query_int_at(q, 0);
}

static void add_sources(struct query *q, struct store_totals *totals)
{
	totals->sources = (guint64)query_int_at(q, 0);
}

static void add_documents(struct query *q, struct store_totals *totals)
{
	totals->documents.seen = (guint64)query_int_at(q, 0);
}

static void add_kept(struct query *q, struct store_totals *totals)
{
	totals->documents.messages = (guint64)query_int_at(q, 1);
	totals->documents.copies = (guint64)query_int_at(q, 0) - totals->documents.messages;
}

/* A source that is damaged, or cut at a limit, is no document that failed. */
static gboolean fails_a_document(enum diag_id id)
{
	switch (id) {
	case DIAG_ARCHIVE_DAMAGED:
	case DIAG_LIMIT_BYTES:
	case DIAG_LIMIT_MEMBERS:
	case DIAG_LIMIT_MEMORY:
	case DIAG_PAGE_TOO_LARGE:
	case DIAG_SOURCE_UNREADABLE:
	case DIAG_STAT_NO_NUMBER:
	case DIAG_STATS_UNREADABLE:
		return FALSE;
	default:
		return id < DIAG_COUNT && diag_level(id) == DIAG_ERROR;
	}
}

static void add_failed(struct query *q, struct store_totals *totals)
{
	if (fails_a_document(diag_by_name(query_word_at(q, 0))))
		totals->documents.failed += (guint64)query_int_at(q, 1);
}

/* What is in none of the other counts was dismissed. */
static void settle_documents(struct store_documents *d)
{
	guint64 others = d->messages + d->copies + d->failed;

	d->seen = MAX(d->seen, others);
	d->skipped = d->seen - others;
}

static void add_tables(struct query *q, struct store_totals *totals)
{
	totals->tables = (guint64)query_int_at(q, 0);
	totals->rows = (guint64)query_int_at(q, 1);
	totals->fail_rows = (guint64)query_int_at(q, 2);
	totals->inconsistent = (guint64)query_int_at(q, 3);
}

static void add_copies(struct query *q, struct store_totals *totals)
{
	totals->copies = (guint64)query_int_at(q, 0);
}

static void add_diags(struct query *q, struct store_totals *totals)
{
	enum diag_id id = diag_by_name(query_word_at(q, 0));

	if (id < DIAG_COUNT)
		totals->diags[id] += (guint64)query_int_at(q, 1);
}

static void narrow_messages(struct select *s, const struct store_filter *filter)
{
	select_where_message(s, filter);
	select_where_report(s, filter);
}

static void narrow_tables(struct select *s, const struct store_filter *filter)
{
	select_where_message(s, filter);
	select_where_table(s, filter);
}

/* What is quoted is not counted again. */
static void narrow_originals(struct select *s, const struct store_filter *filter)
{
	narrow_tables(s, filter);
	select_and(s, "t.copy_of IS NULL");
}

static void narrow_nothing(
	struct select *s G_GNUC_UNUSED, const struct store_filter *f G_GNUC_UNUSED)
{
}

#define AND_REPORT "LEFT JOIN reports r ON r.message = m.id"

static const struct {
	const char *head, *tail;
	narrow_fn narrow;
	add_fn add;
} counts[] = {
	{"SELECT m.kind, count(*) FROM messages m " AND_REPORT, " GROUP BY m.kind", narrow_messages,
		add_messages},
	{"SELECT count(*) FROM reports r JOIN messages m ON m.id = r.message", "", narrow_messages,
		add_reports},
	{"SELECT count(*) FROM sightings g JOIN messages m ON m.id = g.message " AND_REPORT, "",
		narrow_messages, add_sightings},
	{"SELECT count(*) FROM sources", "", narrow_nothing, add_sources},
	{"SELECT sum(documents) FROM sources WHERE kind <> 'run'", "", narrow_nothing,
		add_documents},
	{"SELECT count(*), count(DISTINCT message) FROM sightings", "", narrow_nothing, add_kept},
	{"SELECT kind, count(*) FROM diagnostics WHERE message IS NULL", " GROUP BY kind",
		narrow_nothing, add_failed},
	{"SELECT count(*), sum(t.mean_rows), sum(t.fail_rows), sum(t.inconsistent) FROM tables t "
	 "JOIN messages m ON m.id = t.message " AND_REPORT,
		"", narrow_originals, add_tables},
	{"SELECT count(t.copy_of) FROM tables t JOIN messages m ON m.id = t.message " AND_REPORT,
		"", narrow_tables, add_copies},
	{DIAGS_CTE "SELECT d.kind, count(*)" FROM_DIAGS, " GROUP BY d.kind", narrow_messages,
		add_diags},
};

static gboolean count(struct store *store, guint i, const struct store_filter *filter,
	struct store_totals *totals, GError **error)
{
	enum step step = STEP_FAILED;
	struct select s;

	select_init(&s, counts[i].head);
	counts[i].narrow(&s, filter);
	if (select_open(&s, store, counts[i].tail, error)) {
		while ((step = query_step(&s.query, error)) == STEP_ROW)
			counts[i].add(&s.query, totals);
	}
	select_close(&s);
	return step == STEP_DONE;
}

gboolean store_totals(struct store *store, const struct store_filter *filter,
	struct store_totals *ret_totals, GError **error)
{
	struct store_totals totals = {0};
	gboolean done = TRUE;

	if (!store_read_begin(store, error))
		return FALSE;
	for (guint i = 0; done && i < G_N_ELEMENTS(counts); i++)
		done = count(store, i, filter, &totals, error);
	if (!store_read_end(store, done, error))
		return FALSE;
	settle_documents(&totals.documents);
	*ret_totals = totals;
	return TRUE;
}
