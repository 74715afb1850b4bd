/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What else hangs on a message: boxes, job files, scripts, attachments, sightings. */
#include "store/item.h"
#include "store/select.h"

#define FROM_MESSAGE "JOIN messages m ON m.id = "
#define AND_REPORT " LEFT JOIN reports r ON r.message = m.id"

/* Opens a list whose items narrow by message and report; `head` is all before WHERE. */
static gboolean open_list(struct select *s, struct item *item, struct store *store,
	const char *head, const struct store_filter *filter, const char *order, GError **error)
{
	item_init(item, store);
	select_init(s, head);
	select_where_message(s, filter);
	select_where_report(s, filter);
	return select_open(s, store, order, error);
}

static gboolean close_list(
	struct select *s, struct item *item, struct store *store, gboolean done, GError **error)
{
	select_close(s);
	item_release(item);
	return store_read_end(store, done, error);
}

/* ---- impacts ---------------------------------------------------------------- */

static gboolean fill_impact(
	struct item *item, struct query *q, struct store_impact *impact, GError **error)
{
	item_clear(item);
	*impact = (struct store_impact){
		.message_id = item_text(item, q, 2),
		.line = query_uint_at(q, 3),
		.text = item_text(item, q, 4),
		.testcase = item_text(item, q, 5),
		.metric = item_text(item, q, 6),
		.machine = item_text(item, q, 7),
		.change = item_change(item, q, 8),
		.verdict = verdict_by_name(query_text_at(q, 11)),
		.direction = direction_by_name(query_text_at(q, 12)),
		.table = item_text(item, q, 13),
	};
	if (!item_fields(item,
		    "SELECT key, value FROM impact_params WHERE message = ? AND impact = ? "
		    "ORDER BY nr",
		    query_int_at(q, 0), query_int_at(q, 1), &impact->n_params, error))
		return FALSE;
	impact->params = (const struct store_field *)(gpointer)item->fields->data;
	return TRUE;
}

static gboolean each_impact(struct select *s, struct item *item,
	gboolean (*each)(const struct store_impact *, void *), void *data, GError **error)
{
	struct store_impact impact;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		if (!fill_impact(item, &s->query, &impact, error))
			return FALSE;
		if (!each(&impact, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_impacts(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_impact *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	item_init(&item, store);
	select_init(&s,
		"SELECT i.message, i.nr, m.message_id, i.line, i.text, i.testcase, i.metric, "
		"i.machine, i.change_text, i.change, i.change_unit, i.verdict, i.direction, "
		"m.message_id || '#' || t.part || ':' || t.line "
		"FROM impacts i " FROM_MESSAGE "i.message" AND_REPORT
		" LEFT JOIN tables t ON t.id = i.table_id");
	select_where_message(&s, filter);
	select_where_impact(&s, filter);
	done = select_open(&s, store, ORDER_BY_MESSAGE ", i.line, i.nr", error) &&
	       each_impact(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}

/* ---- jobs ------------------------------------------------------------------- */

static gboolean fill_job(struct item *item, struct query *q, struct store_job *job, GError **error)
{
	gint64 message = query_int_at(q, 0), nr = query_int_at(q, 1);
	const struct store_field *fields;

	item_clear(item);
	*job = (struct store_job){
		.message_id = item_text(item, q, 2),
		.attachment = item_text(item, q, 3),
		.part = query_uint_at(q, 4),
		.document = query_uint_at(q, 5),
		.result_root = item_text(item, q, 6),
	};
	if (!item_fields(item,
		    "SELECT key, value FROM job_fields WHERE message = ? AND job = ? ORDER BY nr",
		    message, nr, &job->n_fields, error) ||
		!item_fields(item,
			"SELECT key, value FROM job_axes WHERE message = ? AND job = ? ORDER BY nr",
			message, nr, &job->n_axes, error) ||
		!item_fields(item,
			"SELECT key, value FROM job_needs WHERE message = ? AND job = ? ORDER BY "
			"nr",
			message, nr, &job->n_needs, error))
		return FALSE;
	fields = (const struct store_field *)(gpointer)item->fields->data;
	job->fields = fields;
	job->axes = fields + job->n_fields;
	job->needs = job->axes + job->n_axes;
	return TRUE;
}

static gboolean each_job(struct select *s, struct item *item,
	gboolean (*each)(const struct store_job *, void *), void *data, GError **error)
{
	struct store_job job;
	enum step step;

	while ((step = query_step(&s->query, error)) == STEP_ROW) {
		if (!fill_job(item, &s->query, &job, error))
			return FALSE;
		if (!each(&job, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_jobs(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_job *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = open_list(&s, &item, store,
		       "SELECT j.message, j.nr, m.message_id, (SELECT a.name FROM attachments a "
		       "WHERE a.message = j.message AND a.part = j.part), j.part, j.document, "
		       "j.result_root "
		       "FROM jobs j " FROM_MESSAGE "j.message" AND_REPORT,
		       filter, ORDER_BY_MESSAGE ", j.part, j.document, j.nr", error) &&
	       each_job(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}

/* ---- findings --------------------------------------------------------------- */

static gboolean each_finding(struct select *s, struct item *item,
	gboolean (*each)(const struct store_finding *, void *), void *data, GError **error)
{
	struct query *q = &s->query;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_finding finding;

		item_clear(item);
		finding = (struct store_finding){
			.message_id = item_text(item, q, 0),
			.part = query_uint_at(q, 1),
			.line = query_uint_at(q, 2),
			.kind = item_text(item, q, 3),
			.text = item_text(item, q, 4),
		};
		if (!each(&finding, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_findings(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_finding *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = open_list(&s, &item, store,
		       "SELECT m.message_id, l.part, l.line, l.kind, l.text "
		       "FROM log_findings l " FROM_MESSAGE "l.message" AND_REPORT,
		       filter, ORDER_BY_MESSAGE ", l.nr", error) &&
	       each_finding(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}

/* ---- diffs ------------------------------------------------------------------ */

static gboolean each_diff(struct select *s, struct item *item,
	gboolean (*each)(const struct store_diff *, void *), void *data, GError **error)
{
	struct query *q = &s->query;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_diff diff;

		item_clear(item);
		diff = (struct store_diff){
			.message_id = item_text(item, q, 0),
			.part = query_uint_at(q, 1),
			.line = query_uint_at(q, 2),
			.old_path = item_text(item, q, 3),
			.new_path = item_text(item, q, 4),
			.hunks = query_uint_at(q, 5),
			.added = query_uint_at(q, 6),
			.removed = query_uint_at(q, 7),
		};
		if (!each(&diff, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_diffs(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_diff *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = open_list(&s, &item, store,
		       "SELECT m.message_id, d.part, d.line, d.old_path, d.new_path, d.hunks, "
		       "d.added, d.removed FROM diffs d " FROM_MESSAGE "d.message" AND_REPORT,
		       filter, ORDER_BY_MESSAGE ", d.nr", error) &&
	       each_diff(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}

/* ---- commands --------------------------------------------------------------- */

static gboolean each_command(struct select *s, struct item *item,
	gboolean (*each)(const struct store_command *, void *), void *data, GError **error)
{
	struct query *q = &s->query;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_command command;

		item_clear(item);
		command = (struct store_command){
			.message_id = item_text(item, q, 0),
			.part = query_uint_at(q, 1),
			.line = query_uint_at(q, 2),
			.kind = command_kind_by_name(query_text_at(q, 3)),
			.time = item_text(item, q, 4),
			.text = item_text(item, q, 5),
		};
		if (!each(&command, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_commands(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_command *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = open_list(&s, &item, store,
		       "SELECT m.message_id, c.part, c.line, c.kind, c.time, c.text "
		       "FROM commands c " FROM_MESSAGE "c.message" AND_REPORT,
		       filter, ORDER_BY_MESSAGE ", c.nr", error) &&
	       each_command(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}

/* ---- attachments ------------------------------------------------------------ */

static gboolean each_attachment(struct select *s, struct item *item,
	gboolean (*each)(const struct store_attachment *, void *), void *data, GError **error)
{
	struct query *q = &s->query;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_attachment attachment;

		item_clear(item);
		attachment = (struct store_attachment){
			.message_id = item_text(item, q, 0),
			.part = query_uint_at(q, 1),
			.name = item_text(item, q, 2),
			.type = item_text(item, q, 3),
			.sha256 = item_text(item, q, 4),
			.size = (guint64)query_int_at(q, 5),
			.kind = attachment_kind_by_name(query_text_at(q, 6)),
			.content = query_blob_at(q, 7),
		};
		if (!each(&attachment, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_attachments(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_attachment *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = open_list(&s, &item, store,
		       "SELECT m.message_id, a.part, a.name, a.type, a.sha256, a.size, a.kind, "
		       "a.content FROM attachments a " FROM_MESSAGE "a.message" AND_REPORT,
		       filter, ORDER_BY_MESSAGE ", a.part, a.nr", error) &&
	       each_attachment(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}

/* ---- sightings -------------------------------------------------------------- */

static gboolean each_sighting(struct select *s, struct item *item,
	gboolean (*each)(const struct store_sighting *, void *), void *data, GError **error)
{
	struct query *q = &s->query;
	enum step step;

	while ((step = query_step(q, error)) == STEP_ROW) {
		struct store_sighting sighting;

		item_clear(item);
		sighting = (struct store_sighting){
			.message_id = item_text(item, q, 0),
			.place = {item_text(item, q, 1), query_int_or(q, 2, -1),
				item_text(item, q, 3)},
			.list = item_text(item, q, 4),
		};
		if (!each(&sighting, data))
			return TRUE;
	}
	return step == STEP_DONE;
}

gboolean store_list_sightings(struct store *store, const struct store_filter *filter,
	gboolean (*each)(const struct store_sighting *, void *), void *data, GError **error)
{
	struct select s;
	struct item item;
	gboolean done;

	if (!store_read_begin(store, error))
		return FALSE;
	done = open_list(&s, &item, store,
		       "SELECT m.message_id, p.path, g.byte_offset, g.object, g.list "
		       "FROM sightings g JOIN paths p ON p.id = g.path_id " FROM_MESSAGE
		       "g.message" AND_REPORT,
		       filter,
		       " ORDER BY p.path, coalesce(g.byte_offset, -1), coalesce(g.object, ''), "
		       "m.message_id",
		       error) &&
	       each_sighting(&s, &item, each, data, error);
	return close_list(&s, &item, store, done, error);
}
