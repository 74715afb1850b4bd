/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mail claims beside its tables: the report, its boxes; its logs, diffs, scripts and job
 * files. */
#include "store/put.h"

static void bind_table(struct query *q, const struct put *put, int index)
{
	query_known(q, put_table_id(put, index));
}

static void bind_headline_line(struct query *q, const struct records *r)
{
	int row = r->report.headline_row;

	if (row < 0 || (guint)row >= r->rows->len)
		query_null(q);
	else
		query_int(q, RECORD(r->rows, struct row, row)->line);
}

static void bind_report(struct query *q, const struct put *put)
{
	const struct report *r = &put->records->report;
	const struct slice texts[] = {r->failure, r->commit, r->commit_title, r->parent, r->tree,
		r->branch, r->testcase, r->tbox_group, r->machine, r->subsystem, r->compiler,
		r->kconfig, r->head, r->link};
	const guint counts[] = {r->tables, r->rows, r->fail_rows, r->boxes, r->plots};

	query_int(q, put->message);
	query_slice(q, r->metric);
	query_change(q, &r->change);
	query_slice(q, r->claim);
	query_text(q, verdict_name(r->verdict));
	query_text(q, direction_name(r->direction));
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
		query_slice(q, texts[i]);
	for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
		query_int(q, counts[i]);
	bind_table(q, put, r->main_table);
	bind_headline_line(q, put->records);
}

gboolean put_report(struct put *put, GError **error)
{
	gboolean done;
	struct query q;

	if (!put->records->has_report)
		return TRUE;
	if (!query_open(&q, put->store,
		    "INSERT INTO reports (message, metric, change_text, change, change_unit, "
		    "claim, "
		    "verdict, direction, failure, commit_id, commit_title, parent, tree, branch, "
		    "testcase, "
		    "tbox_group, machine, subsystem, compiler, kconfig, head, link, table_count, "
		    "row_count, fail_row_count, box_count, plot_count, main_table, headline_line) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
		    "?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	bind_report(&q, put);
	done = query_run(&q, error);
	query_close(&q);
	return done &&
	       put_fields(put, "INSERT INTO params (message, nr, key, value) VALUES (?, ?, ?, ?)",
		       &put->message, 1, put->records->report.params, error);
}

static gboolean put_impact(struct put *put, guint nr, const struct impact *impact, GError **error)
{
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO impacts (message, nr, line, text, testcase, metric, change_text, "
		    "change, change_unit, verdict, direction, machine, table_id) "
		    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, nr);
	query_int(&q, impact->line);
	query_slice(&q, impact->text);
	query_slice(&q, impact->testcase);
	query_slice(&q, impact->metric);
	query_change(&q, &impact->change);
	query_text(&q, verdict_name(impact->verdict));
	query_text(&q, direction_name(impact->direction));
	query_slice(&q, impact->machine);
	bind_table(&q, put, impact->table);
	done = query_run(&q, error);
	query_close(&q);
	return done;
}

gboolean put_impacts(struct put *put, GError **error)
{
	const GArray *impacts = put->records->impacts;

	for (guint nr = 0; nr < impacts->len; nr++) {
		const struct impact *impact = RECORD(impacts, struct impact, nr);
		const gint64 owner[] = {put->message, nr};

		if (!put_impact(put, nr, impact, error) ||
			!put_fields(put,
				"INSERT INTO impact_params (message, impact, nr, key, value) "
				"VALUES (?, ?, ?, ?, ?)",
				owner, 2, impact->params, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- of its parts ------------------------------------------------------------------- */

static void bind_finding(struct query *q, gconstpointer record)
{
	const struct log_finding *finding = record;

	query_int(q, finding->part);
	query_int(q, finding->line);
	query_text(q, finding->kind);
	query_slice(q, finding->text);
}

gboolean put_findings(struct put *put, GError **error)
{
	return put_each(put,
		"INSERT INTO log_findings (message, nr, part, line, kind, text) "
		"VALUES (?, ?, ?, ?, ?, ?)",
		put->records->findings, bind_finding, error);
}

static void bind_diff(struct query *q, gconstpointer record)
{
	const struct touched *file = record;

	query_int(q, file->part);
	query_int(q, file->line);
	query_slice(q, file->old_path);
	query_slice(q, file->new_path);
	query_int(q, file->hunks);
	query_int(q, file->added);
	query_int(q, file->removed);
}

gboolean put_diffs(struct put *put, GError **error)
{
	return put_each(put,
		"INSERT INTO diffs (message, nr, part, line, old_path, new_path, hunks, added, "
		"removed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		put->records->touched, bind_diff, error);
}

static void bind_command(struct query *q, gconstpointer record)
{
	const struct script_command *command = record;

	query_int(q, command->part);
	query_int(q, command->line);
	query_text(q, command_kind_name(command->kind));
	query_slice(q, command->time);
	query_slice(q, command->text);
}

gboolean put_commands(struct put *put, GError **error)
{
	return put_each(put,
		"INSERT INTO commands (message, nr, part, line, kind, time, text) "
		"VALUES (?, ?, ?, ?, ?, ?, ?)",
		put->records->commands, bind_command, error);
}

static gboolean put_job(struct put *put, guint nr, const struct job *job, GError **error)
{
	const gint64 owner[] = {put->message, nr};
	gboolean done;
	struct query q;

	if (!query_open(&q, put->store,
		    "INSERT INTO jobs (message, nr, part, document, result_root) "
		    "VALUES (?, ?, ?, ?, ?)",
		    error))
		return FALSE;
	query_int(&q, put->message);
	query_int(&q, nr);
	query_int(&q, job->part);
	query_int(&q, job->document);
	query_slice(&q, job->result_root);
	done = query_run(&q, error);
	query_close(&q);
	return done &&
	       put_fields(put,
		       "INSERT INTO job_fields (message, job, nr, key, value) "
		       "VALUES (?, ?, ?, ?, ?)",
		       owner, 2, job->fields, error) &&
	       put_fields(put,
		       "INSERT INTO job_axes (message, job, nr, key, value) VALUES (?, ?, ?, ?, ?)",
		       owner, 2, job->axes, error) &&
	       put_fields(put,
		       "INSERT INTO job_needs (message, job, nr, key, value) VALUES (?, ?, ?, ?, "
		       "?)",
		       owner, 2, job->needs, error);
}

gboolean put_jobs(struct put *put, GError **error)
{
	const GArray *jobs = put->records->jobs;

	for (guint nr = 0; nr < jobs->len; nr++) {
		if (!put_job(put, nr, RECORD(jobs, struct job, nr), error))
			return FALSE;
	}
	return TRUE;
}
