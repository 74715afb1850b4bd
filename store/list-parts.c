/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What else hangs on a message: boxes, job files, scripts, logs, diffs, attachments. */
#include "store/list.h"

/* ---- impacts ---------------------------------------------------------------- */

static gboolean fill_impact(
	struct item *item, struct query *q, struct store_impact *impact, GError **error)
{
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
	impact->params = item_all_fields(item);
	return TRUE;
}

static const struct list_query query_of_impacts = {
	"SELECT i.message, i.nr, m.message_id, i.line, i.text, i.testcase, i.metric, "
	"i.machine, i.change_text, i.change, i.change_unit, i.verdict, i.direction, "
	"m.message_id || '#' || t.part || ':' || t.line "
	"FROM impacts i " FROM_MESSAGE "i.message" AND_REPORT
	" LEFT JOIN tables t ON t.id = i.table_id",
	select_where_impact, ORDER_BY_MESSAGE ", i.line, i.nr"};

STORE_LIST(impact)

/* ---- jobs ------------------------------------------------------------------- */

static gboolean fill_job(struct item *item, struct query *q, struct store_job *job, GError **error)
{
	gint64 message = query_int_at(q, 0), nr = query_int_at(q, 1);

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
	job->fields = item_all_fields(item);
	job->axes = job->fields + job->n_fields;
	job->needs = job->axes + job->n_axes;
	return TRUE;
}

static const struct list_query query_of_jobs = {
	"SELECT j.message, j.nr, m.message_id, (SELECT a.name FROM attachments a "
	"WHERE a.message = j.message AND a.part = j.part), j.part, j.document, "
	"j.result_root FROM jobs j " FROM_MESSAGE "j.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", j.part, j.document, j.nr"};

STORE_LIST(job)

/* ---- findings --------------------------------------------------------------- */

static gboolean fill_finding(
	struct item *item, struct query *q, struct store_finding *finding, GError **error)
{
	(void)error;
	*finding = (struct store_finding){
		.message_id = item_text(item, q, 0),
		.part = query_uint_at(q, 1),
		.line = query_uint_at(q, 2),
		.kind = item_text(item, q, 3),
		.text = item_text(item, q, 4),
	};
	return TRUE;
}

static const struct list_query query_of_findings = {
	"SELECT m.message_id, l.part, l.line, l.kind, l.text "
	"FROM log_findings l " FROM_MESSAGE "l.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", l.nr"};

STORE_LIST(finding)

/* ---- diffs ------------------------------------------------------------------ */

static gboolean fill_diff(
	struct item *item, struct query *q, struct store_diff *diff, GError **error)
{
	(void)error;
	*diff = (struct store_diff){
		.message_id = item_text(item, q, 0),
		.part = query_uint_at(q, 1),
		.line = query_uint_at(q, 2),
		.old_path = item_text(item, q, 3),
		.new_path = item_text(item, q, 4),
		.hunks = query_uint_at(q, 5),
		.added = query_uint_at(q, 6),
		.removed = query_uint_at(q, 7),
	};
	return TRUE;
}

static const struct list_query query_of_diffs = {
	"SELECT m.message_id, d.part, d.line, d.old_path, d.new_path, d.hunks, "
	"d.added, d.removed FROM diffs d " FROM_MESSAGE "d.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", d.nr"};

STORE_LIST(diff)

/* ---- commands --------------------------------------------------------------- */

static gboolean fill_command(
	struct item *item, struct query *q, struct store_command *command, GError **error)
{
	(void)error;
	*command = (struct store_command){
		.message_id = item_text(item, q, 0),
		.part = query_uint_at(q, 1),
		.line = query_uint_at(q, 2),
		.kind = command_kind_by_name(query_text_at(q, 3)),
		.time = item_text(item, q, 4),
		.text = item_text(item, q, 5),
	};
	return TRUE;
}

static const struct list_query query_of_commands = {
	"SELECT m.message_id, c.part, c.line, c.kind, c.time, c.text "
	"FROM commands c " FROM_MESSAGE "c.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", c.nr"};

STORE_LIST(command)

/* ---- attachments ------------------------------------------------------------ */

static gboolean fill_attachment(
	struct item *item, struct query *q, struct store_attachment *attachment, GError **error)
{
	(void)error;
	*attachment = (struct store_attachment){
		.message_id = item_text(item, q, 0),
		.part = query_uint_at(q, 1),
		.name = item_text(item, q, 2),
		.type = item_text(item, q, 3),
		.sha256 = item_text(item, q, 4),
		.size = (guint64)query_int_at(q, 5),
		.kind = attachment_kind_by_name(query_text_at(q, 6)),
		.content = query_blob_at(q, 7),
	};
	return TRUE;
}

static const struct list_query query_of_attachments = {
	"SELECT m.message_id, a.part, a.name, a.type, a.sha256, a.size, a.kind, "
	"a.content FROM attachments a " FROM_MESSAGE "a.message" AND_REPORT,
	select_where_report, ORDER_BY_MESSAGE ", a.part, a.nr"};

STORE_LIST(attachment)
