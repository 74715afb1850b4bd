/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_reported.h"

#include "base/show.h"
#include "cli/show.h"
#include "cli/talk.h"
#include "parse/commit_id.h"
#include "store/clusters.h"

#include <string.h>

#define CANDIDATES_MAX 20

/* ---- which report --------------------------------------------------------------------------- */

struct candidate {
	char *message_id, *metric, *tbox_group;
};

static void candidate_clear(gpointer data)
{
	struct candidate *candidate = data;

	g_free(candidate->message_id);
	g_free(candidate->metric);
	g_free(candidate->tbox_group);
}

static gboolean take_candidate(const struct store_report *report, void *data)
{
	struct candidate candidate = {g_strdup(report->message.message_id),
		g_strdup(report->metric), g_strdup(report->tbox_group)};

	g_array_append_val((GArray *)data, candidate);
	return TRUE;
}

static gboolean take_member(const struct store_cluster_member *member, void *names)
{
	if (!g_ptr_array_find_with_equal_func(names, member->message_id, g_str_equal, NULL))
		g_ptr_array_add(names, g_strdup(member->message_id));
	return TRUE;
}

/* The reports of a cluster, or of all that begin so. */
static gboolean find_in_clusters(
	struct store *store, const char *name, GArray *candidates, GError **error)
{
	g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) messages = g_ptr_array_new_with_free_func(g_free);

	if (!store_find_cluster(store, name, ids, error))
		return FALSE;
	for (guint i = 0; i < ids->len; i++)
		if (!store_list_cluster_members(store, ids->pdata[i], take_member, messages, error))
			return FALSE;
	for (guint i = 0; i < messages->len; i++) {
		struct store_filter filter = STORE_FILTER_ALL;

		filter.message = messages->pdata[i];
		if (!store_list_reports(store, &filter, take_candidate, candidates, error))
			return FALSE;
	}
	return TRUE;
}

/* FALSE with *error. */
static gboolean find_candidates(
	struct store *store, const char *name, GArray *candidates, GError **error)
{
	struct store_filter by_message = STORE_FILTER_ALL, by_commit = STORE_FILTER_ALL;
	const char *hash = strchr(name, '#');
	g_autofree char *message = hash ? g_strndup(name, (gsize)(hash - name)) : g_strdup(name);

	if (g_str_has_prefix(name, "c-"))
		return find_in_clusters(store, name, candidates, error);
	by_message.message = message;
	by_commit.commit = name;
	if (!store_list_reports(store, &by_message, take_candidate, candidates, error))
		return FALSE;
	if (candidates->len || !show_may_be_commit(name))
		return TRUE;
	return store_list_reports(store, &by_commit, take_candidate, candidates, error);
}

static enum exit_status say_candidates(const char *name, const GArray *candidates)
{
	if (!candidates->len)
		return talk_usage(
			"reproduce: '%s' is no file, and the store has no such report", name);
	talk("reproduce: '%s' may be one of:", name);
	for (guint i = 0; i < candidates->len && i < CANDIDATES_MAX; i++) {
		const struct candidate *one = &g_array_index(candidates, struct candidate, i);

		talk("  %s %s on %s", one->message_id, one->metric ? one->metric : "?",
			one->tbox_group ? one->tbox_group : "?");
	}
	return EXIT_USAGE;
}

/* ---- what it says ---------------------------------------------------------------------------- */

struct taking {
	struct store *store;
	struct reported *reported;
	const struct diag_sink *sink;
	char *elapsed;      /* stat that tells how long a run took */
	GPtrArray *answers; /* Message-IDs of what was said of the report */
	GError **error;
	gboolean failed;
};

static gboolean take_report(const struct store_report *report, void *data)
{
	struct taking *taking = data;
	struct reported *to = taking->reported;

	to->message_id = g_strdup(report->message.message_id);
	to->metric = g_strdup(report->metric);
	to->change = g_strdup(report->change.text ? report->change.text : report->claim);
	to->testcase = g_strdup(report->testcase);
	to->tbox_group = g_strdup(report->tbox_group);
	to->machine = g_strdup(report->machine);
	to->kconfig = g_strdup(report->kconfig);
	to->commit[0] = g_strdup(report->parent);
	to->commit[1] = g_strdup(report->commit);
	to->title[1] = g_strdup(report->commit_title);
	for (guint i = 0; i < report->n_params; i++)
		reported_add_field(to, NULL, report->params[i].key,
			report->params[i].value ? report->params[i].value : "");
	to->table = g_strdup(report->main_table);
	to->line = report->headline_line;
	taking->elapsed =
		g_strconcat(report->testcase ? report->testcase : "", ".time.elapsed_time", NULL);
	return FALSE;
}

static gboolean is_commit(const char *id, const char *commit)
{
	return id && commit && (!strcmp(id, commit) || commit_same(slice_of(id), slice_of(commit)));
}

/* The column of the commit that is blamed, which need not be the last. */
static guint column_of(const struct store_table *table, const char *commit)
{
	for (guint i = 1; i < table->n_commits; i++)
		if (is_commit(table->commits[i].id, commit))
			return i;
	return 1;
}

/* The columns that the headline compares. */
static gboolean take_table(const struct store_table *table, void *data)
{
	struct taking *taking = data;
	struct reported *to = taking->reported;

	if (table->n_commits < 2)
		return FALSE;
	for (guint i = 0; i < table->n_axes; i++)
		if (table->axes[i].value)
			reported_add_field(to, NULL, table->axes[i].key, table->axes[i].value);
	to->column = column_of(table, to->commit[1]);
	for (guint i = 0; i < 2; i++) {
		const struct store_column *column = &table->commits[i ? to->column : 0];

		to->side[i].runs = column->runs;
		if (!to->title[i])
			to->title[i] = g_strdup(column->title);
		if (!to->commit[i])
			to->commit[i] = g_strdup(column->id);
		reported_add_runs(to, RUNS_TOLD_TABLE, column->runs, table->id);
	}
	return FALSE;
}

static gboolean take_row(const struct store_row *row, void *data)
{
	struct taking *taking = data;
	struct reported *to = taking->reported;

	if (row->kind != ROW_MEAN || row->n_cells <= to->column)
		return TRUE;
	if (!strcmp(row->stat, taking->elapsed))
		reported_set_seconds(to, row->cells[0].mean, DURATION_TABLE);
	if (row->line != to->line)
		return TRUE;
	for (guint i = 0; i < 2; i++) {
		const struct store_cell *cell = &row->cells[i ? to->column : 0];

		to->side[i].mean = cell->mean;
		to->side[i].means = cell->means;
		to->side[i].stddev = cell->stddev;
	}
	to->unit = row->changes[to->column - 1].text ? row->changes[to->column - 1].unit
						     : UNIT_PERCENT;
	to->has_row = TRUE;
	return TRUE;
}

static gboolean take_attachment(const struct store_attachment *attachment, void *data)
{
	struct taking *taking = data;
	struct reported *to = taking->reported;

	if (attachment->kind == ATTACHMENT_CONFIG && !to->config_sha256 && *attachment->sha256)
		to->config_sha256 = g_strdup(attachment->sha256);
	if (attachment->kind == ATTACHMENT_JOB && !to->job_name && attachment->content.at)
		reported_add_job(to, attachment->name ? attachment->name : "job.yaml",
			attachment->content, &ORIGIN_NONE, taking->sink);
	return TRUE;
}

static gboolean take_command(const struct store_command *command, void *data)
{
	struct taking *taking = data;

	reported_add_command(taking->reported, command->kind, command->line, command->text);
	return TRUE;
}

/* ---- what was answered ----------------------------------------------------------------------- */

static gboolean take_answer(const struct store_event *event, void *data)
{
	struct taking *taking = data;

	if (!g_ptr_array_find_with_equal_func(
		    taking->answers, event->message_id, g_str_equal, NULL))
		g_ptr_array_add(taking->answers, g_strdup(event->message_id));
	return TRUE;
}

static gboolean take_figure(const struct store_figure *figure, void *data)
{
	struct taking *taking = data;
	guint runs = reported_runs_of_words(figure->block);

	reported_add_runs(taking->reported, RUNS_TOLD_THREAD,
		(struct runs){runs, runs, RUNS_DECLARED}, figure->message_id);
	return TRUE;
}

static gboolean take_answers(struct taking *taking, struct store_filter *filter)
{
	filter->message = NULL;
	filter->about = taking->reported->message_id;
	if (!store_list_events(taking->store, filter, take_answer, taking, taking->error))
		return FALSE;
	filter->about = NULL;
	for (guint i = 0; i < taking->answers->len; i++) {
		filter->message = taking->answers->pdata[i];
		if (!store_list_figures(taking->store, filter, take_figure, taking, taking->error))
			return FALSE;
	}
	return TRUE;
}

static gboolean take_all(struct taking *taking, const char *message_id)
{
	struct store *store = taking->store;
	struct store_filter filter = STORE_FILTER_ALL, of_table = STORE_FILTER_ALL;
	GError **error = taking->error;

	filter.message = message_id;
	if (!store_list_reports(store, &filter, take_report, taking, error))
		return FALSE;
	of_table.table = taking->reported->table;
	if (of_table.table && (!store_list_tables(store, &of_table, take_table, taking, error) ||
				      !store_list_rows(store, &of_table, take_row, taking, error)))
		return FALSE;
	return store_list_attachments(store, &filter, take_attachment, taking, error) &&
	       store_list_commands(store, &filter, take_command, taking, error) &&
	       take_answers(taking, &filter);
}

enum exit_status reproduce_of_store(struct store *store, const char *name,
	struct reported *reported, const struct diag_sink *sink)
{
	g_autoptr(GArray) candidates = g_array_new(FALSE, FALSE, sizeof(struct candidate));
	g_autoptr(GPtrArray) answers = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GError) error = NULL;
	struct taking taking = {store, reported, sink, .answers = answers, .error = &error};
	gboolean done;

	g_array_set_clear_func(candidates, candidate_clear);
	if (!find_candidates(store, name, candidates, &error))
		return talk_system(error);
	if (candidates->len != 1)
		return say_candidates(name, candidates);
	done = take_all(&taking, g_array_index(candidates, struct candidate, 0).message_id);
	g_free(taking.elapsed);
	return done ? EXIT_DONE : talk_system(error);
}

/* ---- a file ---------------------------------------------------------------------------------- */

enum exit_status reproduce_add_file(
	struct reported *reported, const char *path, const struct diag_sink *sink)
{
	g_autofree char *text = NULL, *name = g_path_get_basename(path);
	g_autoptr(GError) error = NULL;
	struct origin origin = ORIGIN_NONE;
	gsize len;

	origin.path = path;
	if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return talk_usage("reproduce: %s: is no regular file", path);
	if (!g_file_get_contents(path, &text, &len, &error))
		return talk_system(error);
	if (len > REPRODUCE_JOB_MAX)
		return talk_usage("reproduce: %s: is larger than a job may be", path);
	if (!reported_add_job(reported, name, (struct slice){text, len}, &origin, sink))
		return talk_usage("reproduce: %s: is no job file", path);
	return EXIT_DONE;
}
