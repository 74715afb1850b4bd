/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources, and what was wrong: the diagnostics of sources, of messages, and of copies. */
#include "store/diags.h"
#include "store/list.h"

static void fill_source(struct item *item, struct query *q, struct store_source *source)
{
	*source = (struct store_source){
		.path = item_text(item, q, 0),
		.kind = item_text(item, q, 1),
		.size = query_int_or(q, 2, -1),
		.bytes = (guint64)query_int_at(q, 3),
		.documents = (guint64)query_int_at(q, 4),
		.complete = query_int_at(q, 5) != 0,
		.fingerprint = item_text(item, q, 6),
		.sightings = (guint64)query_int_at(q, 7),
	};
}

/* Of the path itself and of what lies below it ('"' and '0' follow '!' and '/'). */
#define COUNT_BELOW(sightings)                                                                     \
	"(SELECT count(*) FROM " sightings " g JOIN paths b ON b.id = g.path_id "                  \
	"WHERE b.path = p.path "                                                                   \
	"OR (b.path >= p.path || '!' AND b.path < p.path || '\"') "                                \
	"OR (b.path >= p.path || '/' AND b.path < p.path || '0'))"

static const struct list_query query_of_sources = {
	"SELECT p.path, s.kind, s.size, s.bytes, s.documents, s.complete, "
	"s.fingerprint, " COUNT_BELOW("sightings") " + " COUNT_BELOW(
		"run_sightings") " FROM sources s JOIN paths p ON p.id = s.path_id",
	NULL, " ORDER BY p.path"};

gboolean store_list_sources(struct store *store,
	gboolean (*each)(const struct store_source *, void *), void *data, GError **error)
{
	struct store_source source;
	struct list l;

	list_begin(&l, store, &query_of_sources, NULL, error);
	while (list_next(&l)) {
		fill_source(&l.item, &l.select.query, &source);
		if (!each(&source, data))
			break;
	}
	return list_end(&l);
}

/* ---- diagnostics ------------------------------------------------------------ */

static gboolean fill_diag(
	struct item *item, struct query *q, struct store_diag *diag, GError **error)
{
	(void)error;
	*diag = (struct store_diag){
		.id = diag_by_name(query_word_at(q, 0)),
		.message_id = item_text(item, q, 1),
		.origin = {.path = item_text(item, q, 2),
			.offset = query_int_or(q, 3, -1),
			.object = item_text(item, q, 4),
			.part = query_uint_at(q, 5),
			.line = query_uint_at(q, 6)},
		.detail = item_text(item, q, 7),
		.excerpt = query_blob_at(q, 8),
	};
	item->unknown = diag->id == DIAG_COUNT;
	return TRUE;
}

static const struct list_query query_of_diags = {DIAGS_CTE
	"SELECT d.kind, m.message_id, p.path, d.byte_offset, d.object, d.part, d.line, "
	"d.detail, d.excerpt" FROM_DIAGS,
	select_where_report,
	" ORDER BY p.path, coalesce(d.byte_offset, -1), coalesce(d.object, ''), "
	"d.part, d.line, d.kind, m.message_id, d.detail, d.excerpt"};

STORE_LIST(diag)

gboolean store_list_told(struct store *store, const char *message_id,
	gboolean (*each)(const struct store_diag *, void *), void *data, GError **error)
{
	enum step step;
	struct query q;

	if (!query_open(&q, store,
		    "SELECT d.kind, d.part, d.line, d.detail, d.excerpt FROM diagnostics d "
		    "JOIN messages m ON m.id = d.message WHERE m.message_id = ? "
		    "ORDER BY d.part, d.line, d.kind, d.detail",
		    error))
		return FALSE;
	query_text(&q, message_id);
	while ((step = query_step(&q, error)) == STEP_ROW) {
		const struct store_diag diag = {.id = diag_by_name(query_word_at(&q, 0)),
			.message_id = message_id,
			.origin = {.part = query_uint_at(&q, 1), .line = query_uint_at(&q, 2)},
			.detail = query_text_at(&q, 3),
			.excerpt = query_blob_at(&q, 4)};

		if (diag.id < DIAG_COUNT && !each(&diag, data)) {
			step = STEP_DONE;
			break;
		}
	}
	query_close(&q);
	return step == STEP_DONE;
}
