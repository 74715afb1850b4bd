/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources, and what was wrong: the diagnostics of sources, of messages, and of copies. */
#include "store/diags.h"
#include "store/item.h"
#include "store/select.h"

static gboolean each_source(struct query *q, struct item *item,
	gboolean (*each)(const struct store_source *, void *), void *data, GError **error)
{
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_source source;

		item_clear(item);
		source = (struct store_source){
			.path = item_text(item, q, 0),
			.kind = item_text(item, q, 1),
			.size = query_int_or(q, 2, -1),
			.bytes = (guint64)query_int_at(q, 3),
			.documents = (guint64)query_int_at(q, 4),
			.complete = query_int_at(q, 5) != 0,
			.fingerprint = item_text(item, q, 6),
			.sightings = (guint64)query_int_at(q, 7),
		};
		if (!each(&source, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_sources(struct store *store,
	gboolean (*each)(const struct store_source *, void *), void *data, GError **error)
{
	struct item item;
	struct query q;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item, store);
	/* Of the path itself and of what lies below it ('"' and '0' follow '!' and '/'). */
	done = query_open(&q, store,
		"SELECT p.path, s.kind, s.size, s.bytes, s.documents, s.complete, s.fingerprint, "
		"(SELECT count(*) FROM sightings g JOIN paths b ON b.id = g.path_id "
		"WHERE b.path = p.path "
		"OR (b.path >= p.path || '!' AND b.path < p.path || '\"') "
		"OR (b.path >= p.path || '/' AND b.path < p.path || '0')) "
		"FROM sources s JOIN paths p ON p.id = s.path_id ORDER BY p.path",
		error);
	if (done) {
		done = each_source(&q, &item, each, data, error);
		query_close(&q);
	}
	item_release(&item);
	return store_read_end(store, done, error);
}

/* ---- diagnostics ------------------------------------------------------------ */

static gboolean each_diag(struct select *s, struct item *item,
	gboolean (*each)(const struct store_diag *, void *), void *data, GError **error)
{
	struct query *q = &s->query;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_diag diag;
		enum diag_id id = diag_by_name(query_word_at(q, 0));

		if (id == DIAG_COUNT) /* of a later version; store_check() tells of it */
			continue;
		item_clear(item);
		diag = (struct store_diag){
			.id = id,
			.message_id = item_text(item, q, 1),
			.origin = {.path = item_text(item, q, 2),
				.offset = query_int_or(q, 3, -1),
				.object = item_text(item, q, 4),
				.part = query_uint_at(q, 5),
				.line = query_uint_at(q, 6)},
			.detail = item_text(item, q, 7),
			.excerpt = query_blob_at(q, 8),
		};
		if (!each(&diag, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_diags(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_diag *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item, store);
	select_init(&s, DIAGS_CTE
		"SELECT d.kind, m.message_id, p.path, d.byte_offset, d.object, d.part, d.line, "
		"d.detail, d.excerpt" FROM_DIAGS);
	select_where_message(&s, filter);
	select_where_report(&s, filter);
	done = select_open(&s, store,
		       " ORDER BY p.path, coalesce(d.byte_offset, -1), coalesce(d.object, ''), "
		       "d.part, d.line, d.kind, m.message_id, d.detail, d.excerpt",
		       error) &&
	       each_diag(&s, &item, each, data, error);
	select_close(&s);
	item_release(&item);
	return store_read_end(store, done, error);
}
