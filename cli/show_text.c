/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents of `show` for people: in full, so nothing is cut to a terminal. */
#include "cli/output.h"
#include "cli/show.h"
#include "parse/profile.h"
#include "render/listing.h"

static void print(const char *text, void *data)
{
	(void)data;
	output_print(text);
}

/* A value as one cell; NULL: nothing to say.  Free with g_free(). */
static char *cell_of(const json_t *value)
{
	gsize i;
	json_t *one;

	switch (json_typeof(value)) {
	case JSON_STRING:
		return g_strdup(json_string_value(value));
	case JSON_INTEGER:
		return g_strdup_printf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	case JSON_REAL:
		return g_strdup_printf("%g", json_real_value(value));
	case JSON_TRUE:
		return g_strdup("yes");
	case JSON_ARRAY: {
		g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func(g_free);

		json_array_foreach(value, i, one)
		{
			char *cell = cell_of(one);

			if (cell)
				g_ptr_array_add(cells, cell);
		}
		g_ptr_array_add(cells, NULL);
		return cells->len > 1 ? g_strjoinv(", ", (char **)cells->pdata) : NULL;
	}
	default:
		return NULL;
	}
}

/* A member of an object, "a.b" a member of its member. */
static const json_t *member(const json_t *object, const char *path)
{
	g_auto(GStrv) keys = g_strsplit(path, ".", 0);

	for (char **key = keys; *key && object; key++)
		object = json_object_get(object, *key);
	return object;
}

static char *cell_at(const json_t *object, const char *path)
{
	const json_t *value = member(object, path);

	return value ? cell_of(value) : NULL;
}

/* ---- one object: a line a field that says something -------------------------------- */

struct label {
	const char *label, *path;
};

static const struct listing_column field_columns[] = {{NULL}, {NULL}};

static void add_field(struct listing *listing, const char *label, const char *value)
{
	const char *cells[] = {label, value};

	if (value)
		listing_add(listing, cells);
}

static void print_fields(const json_t *object, const struct label *labels)
{
	struct listing *listing =
		listing_new(field_columns, G_N_ELEMENTS(field_columns), 0, print, NULL);

	for (; labels->label; labels++) {
		g_autofree char *value = cell_at(object, labels->path);

		add_field(listing, labels->label, value);
	}
	listing_end(listing);
}

/* ---- an array of objects: a line each ------------------------------------------------ */

struct view {
	const char *title;
	guint n;
	const struct listing_column *columns;
	const char *const *paths;
};

static void print_array(const json_t *array, const struct view *view)
{
	struct listing *listing;
	gsize i;
	json_t *one;

	if (!json_array_size(array))
		return;
	output_printf("\n%s\n", view->title);
	listing = listing_new(view->columns, view->n, 0, print, NULL);
	json_array_foreach(array, i, one)
	{
		g_auto(GStrv) cells = g_new0(char *, view->n + 1);

		for (guint c = 0; c < view->n; c++)
			if (!(cells[c] = cell_at(one, view->paths[c])))
				cells[c] = g_strdup("-");
		listing_add(listing, (const char *const *)cells);
	}
	listing_end(listing);
}

#define VIEW(name, title)                                                                          \
	static const struct view name##_view = {                                                   \
		title, G_N_ELEMENTS(name##_columns), name##_columns, name##_paths};

static const struct listing_column impact_columns[] = {
	{"LINE", TRUE}, {"CHANGE", TRUE}, {"VERDICT"}, {"METRIC"}, {"TESTCASE"}, {"MACHINE"}};
static const char *const impact_paths[] = {
	"line", "change.text", "verdict", "metric", "testcase", "machine"};
VIEW(impact, "It also says:")

static const struct listing_column run_columns[] = {{"SAMPLES", TRUE}, {"INCOMPLETE"}, {"RUN"}};
static const char *const run_paths[] = {"samples", "incomplete", "id"};
VIEW(run, "Runs of these jobs in the store:")

static const struct listing_column citation_columns[] = {{"LINE", TRUE}, {"ROW"}, {"OF TABLE"}};
static const char *const citation_paths[] = {"line", "text", "table"};
VIEW(citation, "It cites:")

static const struct listing_column attachment_columns[] = {
	{"PART", TRUE}, {"SIZE", TRUE}, {"KIND"}, {"TYPE"}, {"NAME"}};
static const char *const attachment_paths[] = {"part", "size", "kind", "type", "name"};
VIEW(attachment, "Attachments:")

static const struct listing_column plot_columns[] = {
	{"LINE", TRUE}, {"TITLE"}, {"+-", TRUE}, {"GOOD"}, {"BAD"}};
static const char *const plot_paths[] = {"line", "title", "scale.half_line", "good", "bad"};
VIEW(plot, "Plots:")

static const struct listing_column figure_columns[] = {
	{"LINE", TRUE}, {"KIND"}, {"NAME"}, {"VALUES"}, {"UNIT"}, {"%", TRUE}, {"BLOCK"}};
static const char *const figure_paths[] = {
	"line", "kind", "name", "values", "unit", "percent", "block"};
VIEW(figure, "Figures:")

static const struct listing_column touched_columns[] = {
	{"LINE", TRUE}, {"HUNKS", TRUE}, {"+", TRUE}, {"-", TRUE}, {"OLD"}, {"NEW"}};
static const char *const touched_paths[] = {"line", "hunks", "added", "removed", "old", "new"};
VIEW(touched, "Its diffs touch:")

static const struct listing_column finding_columns[] = {
	{"PART", TRUE}, {"LINE", TRUE}, {"KIND"}, {"MESSAGE"}};
static const char *const finding_paths[] = {"part", "line", "kind", "text"};
VIEW(finding, "First findings of its kernel logs:")

static const struct listing_column command_columns[] = {
	{"LINE", TRUE}, {"KIND"}, {"TIME"}, {"COMMAND"}};
static const char *const command_paths[] = {"line", "kind", "time", "text"};
VIEW(command, "Its reproduce script (not run, and not to be run unread):")

static const struct listing_column diag_columns[] = {
	{"LEVEL"}, {"DIAGNOSTIC"}, {"PART", TRUE}, {"LINE", TRUE}, {"WHAT"}, {"TEXT"}};
static const char *const diag_paths[] = {"level", "id", "part", "line", "detail", "excerpt"};
VIEW(diag, "Diagnostics:")

static const struct listing_column report_columns[] = {{"DATE"}, {"KIND"}, {"CHANGE", TRUE},
	{"METRIC"}, {"TESTCASE"}, {"MACHINE"}, {"MESSAGE-ID"}};
static const char *const report_paths[] = {
	"date", "kind", "change.text", "metric", "testcase", "tbox_group", "message_id"};
VIEW(report, "Reports:")

static const struct listing_column table_columns[] = {
	{"ROWS", TRUE}, {"FAILS", TRUE}, {"DEPTH", TRUE}, {"COPY OF"}, {"TABLE"}};
static const char *const table_paths[] = {"rows", "fail_rows", "depth", "copy_of", "id"};
VIEW(table, "Tables:")

static const struct listing_column member_columns[] = {
	{"CHANGE", TRUE}, {"METRIC"}, {"TESTCASE"}, {"MACHINE"}, {"MESSAGE-ID"}};
static const char *const member_paths[] = {
	"change.text", "metric", "testcase", "tbox_group", "message_id"};
VIEW(member, "Members:")

static const struct listing_column failure_columns[] = {{"FAILURE"}, {"COUNTS"}};
static const char *const failure_paths[] = {"name", "counts"};
VIEW(failure, "Failures:")

static const struct listing_column event_columns[] = {
	{"LINE", TRUE}, {"EVENT"}, {"COMMIT"}, {"TREE"}, {"TARGET"}, {"WORDS"}};
static const char *const event_paths[] = {"line", "kind", "commit", "tree", "target", "text"};
VIEW(event, "Events:")

static const struct listing_column said_columns[] = {
	{"DATE"}, {"EVENT"}, {"AUTHOR"}, {"COMMIT"}, {"MESSAGE-ID"}, {"WORDS"}};
static const char *const said_paths[] = {"date", "kind", "author", "commit", "message_id", "text"};
VIEW(said, "Others say of it:")

static const struct listing_column copy_columns[] = {
	{"COPY"}, {"OF"}, {"DEPTH", TRUE}, {"ROWS", TRUE}, {"FAILS", TRUE}, {"REPAIRS"}};
static const char *const copy_paths[] = {"id", "copy_of", "depth", "rows", "fail_rows", "repairs"};
VIEW(copy, "Copies of its tables:")

static const struct listing_column cited_columns[] = {
	{"LINE", TRUE}, {"MESSAGE-ID"}, {"ROW"}, {"OF TABLE"}};
static const char *const cited_paths[] = {"line", "message_id", "text", "table"};
VIEW(cited, "Others cite of its tables:")

static const struct listing_column cluster_event_columns[] = {
	{"DATE"}, {"EVENT"}, {"LINE", TRUE}, {"MESSAGE-ID"}};
static const char *const cluster_event_paths[] = {"date", "kind", "line", "message_id"};
VIEW(cluster_event, "Events:")

/* ---- a table as it was printed, on columns of our own ---------------------------------- */

static char *value_of(const json_t *row, const json_t *cell)
{
	if (!strcmp(json_string_value(json_object_get(row, "kind")), "fail"))
		return g_strdup_printf("%" JSON_INTEGER_FORMAT ":%" JSON_INTEGER_FORMAT,
			json_integer_value(json_object_get(cell, "fails")),
			json_integer_value(json_object_get(cell, "runs")));

	const char *text = json_string_value(json_object_get(cell, "text"));
	const json_t *stddev = json_object_get(cell, "stddev");
	if (json_is_null(stddev)) /* as wide as one */
		return g_strdup_printf("%s      ", text ? text : "");
	return g_strdup_printf("%s \302\261%3" JSON_INTEGER_FORMAT "%%", text ? text : "",
		json_integer_value(stddev));
}

/* The name of a stat; a chain of calls with arrows, from the innermost function outwards. */
static char *stat_of(const json_t *row)
{
	struct slice stat = slice_of(json_string_value(json_object_get(row, "stat")));
	struct profile profile;

	if (!profile_read(stat, &profile) || profile.depth < 2)
		return slice_dup(stat);

	GString *text = g_string_new_len(stat.at, profile.chain[0].at - stat.at);
	for (guint i = 0; i < profile.depth; i++)
		g_string_append_printf(
			text, "%s%.*s", i ? " <- " : "", SLICE_ARG(profile.chain[i]));
	return g_string_free(text, FALSE);
}

static void add_row(struct listing *listing, const json_t *row, guint n_columns)
{
	const json_t *cells = json_object_get(row, "cells");
	const json_t *changes = json_object_get(row, "changes");
	g_auto(GStrv) texts = g_new0(char *, n_columns + 1);
	guint at = 0;

	for (guint i = 0; i < json_array_size(cells) && at + 2 < n_columns; i++) {
		if (i)
			texts[at++] = cell_at(json_array_get(changes, i - 1), "text");
		if (i && !texts[at - 1])
			texts[at - 1] = g_strdup("");
		texts[at++] = value_of(row, json_array_get(cells, i));
	}
	while (at + 2 < n_columns)
		texts[at++] = g_strdup("");
	texts[at++] = stat_of(row);
	texts[at] = g_strdup(
		strcmp(json_string_value(json_object_get(row, "consistency")), "inconsistent")
			? ""
			: "(inconsistent)");
	listing_add(listing, (const char *const *)texts);
}

static void print_rows(const json_t *table)
{
	const json_t *rows = json_object_get(table, "rows");
	guint values = MAX((guint)json_array_size(json_object_get(table, "commits")), 1);
	guint n_columns = 2 * values - 1 + 2;
	g_autofree struct listing_column *columns = g_new0(struct listing_column, n_columns);
	gsize i;
	json_t *row;

	for (guint c = 0; c + 2 < n_columns; c++)
		columns[c].right = TRUE;
	struct listing *listing = listing_new(columns, n_columns, 0, print, NULL);
	json_array_foreach(rows, i, row) add_row(listing, row, n_columns);
	listing_end(listing);
}

/* "4 runs (fail-runs)", "3 to 6 runs (assumed)" */
static char *runs_text(const json_t *runs)
{
	json_int_t low = json_integer_value(json_object_get(runs, "low"));
	json_int_t high = json_integer_value(json_object_get(runs, "high"));
	const char *source = json_string_value(json_object_get(runs, "source"));

	if (!source)
		return g_strdup("runs unknown");
	if (low == high)
		return g_strdup_printf("%" JSON_INTEGER_FORMAT " runs (%s)", low, source);
	return g_strdup_printf("%" JSON_INTEGER_FORMAT " to %" JSON_INTEGER_FORMAT " runs (%s)",
		low, high, source);
}

static void print_axes(const json_t *table)
{
	struct listing *listing =
		listing_new(field_columns, G_N_ELEMENTS(field_columns), 0, print, NULL);
	const char *key;
	const json_t *runs = json_object_get(table, "runs");
	json_t *value, *commit;
	gsize i;

	json_object_foreach(json_object_get(table, "axes"), key, value)
		add_field(listing, key, json_string_value(value));
	json_array_foreach(json_object_get(table, "commits"), i, commit)
	{
		const char *id = json_string_value(json_object_get(commit, "id"));
		const char *title = json_string_value(json_object_get(commit, "title"));
		g_autofree char *told = runs_text(json_array_get(runs, i));
		g_autofree char *text = g_strdup_printf(
			"%s  %s%s%s", id ? id : "-", told, title ? "  " : "", title ? title : "");

		add_field(listing, "column", text);
	}
	listing_end(listing);
}

static void add_members(struct listing *listing, const char *label, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		const char *said = json_string_value(value);
		g_autofree char *text = g_strdup_printf("%s=%s", key, said ? said : "");

		add_field(listing, label, text);
		label = "";
	}
}

/* The job by what its fields mean; all of them are in the list of jobs. */
static void print_job(const json_t *job)
{
	struct listing *listing =
		listing_new(field_columns, G_N_ELEMENTS(field_columns), 0, print, NULL);

	output_print("\n");
	add_field(listing, "Job", json_string_value(json_object_get(job, "attachment")));
	add_field(listing, "Result root", json_string_value(json_object_get(job, "result_root")));
	add_members(listing, "Axes", json_object_get(job, "axes"));
	add_members(listing, "Needs", json_object_get(job, "needs"));
	listing_end(listing);
}

static void print_table(const json_t *table)
{
	static const struct label labels[] = {{"Table", "id"}, {"Copy of", "copy_of"},
		{"Attachment", "attachment"}, {"Depth", "depth"}, {"Style", "style"},
		{"Repairs", "repairs"}, {NULL}};

	print_fields(table, labels);
	print_axes(table);
	print_rows(table);
}

/* ---- things ------------------------------------------------------------------------------ */

static void print_params(const json_t *params)
{
	struct listing *listing;
	const char *key;
	json_t *value;

	if (!json_object_size(params))
		return;
	output_print("\nParameters:\n");
	listing = listing_new(field_columns, G_N_ELEMENTS(field_columns), 0, print, NULL);
	json_object_foreach((json_t *)params, key, value)
		add_field(listing, key, json_string_value(value));
	listing_end(listing);
}

static void print_message(const json_t *document)
{
	static const struct label labels[] = {{"Message-ID", "message.message_id"},
		{"Date", "message.date"}, {"Kind", "message.kind"}, {"Author", "message.author"},
		{"List", "message.list"}, {"Subject", "message.subject"},
		{"In reply to", "message.in_reply_to"}, {"Thread", "message.thread"},
		{"Thread told by", "message.thread_by"}, {"Metric", "report.metric"},
		{"Change", "report.change.text"}, {"Verdict", "report.verdict"},
		{"Better is", "report.direction"}, {"Failure", "report.failure"},
		{"Commit", "report.commit"}, {"Title", "report.commit_title"},
		{"Parent", "report.parent"}, {"Tree", "report.tree"}, {"Branch", "report.branch"},
		{"Test case", "report.testcase"}, {"Machine group", "report.tbox_group"},
		{"Machine", "report.machine"}, {"Subsystem", "details.subsystem"},
		{"Compiler", "details.compiler"}, {"Configuration", "details.kconfig"},
		{"Head", "details.head"}, {"Link", "details.link"},
		{"Sightings", "message.sightings"}, {"First seen in", "message.source.path"},
		{NULL}};
	gsize i;
	json_t *table, *job;

	print_fields(document, labels);
	print_params(member(document, "details.parameters"));
	print_array(member(document, "report.failures"), &failure_view);
	print_array(json_object_get(document, "impacts"), &impact_view);
	print_array(json_object_get(document, "citations"), &citation_view);
	print_array(json_object_get(document, "plots"), &plot_view);
	print_array(json_object_get(document, "figures"), &figure_view);
	print_array(json_object_get(document, "touches"), &touched_view);
	json_array_foreach(json_object_get(document, "jobs"), i, job) print_job(job);
	print_array(json_object_get(document, "runs"), &run_view);
	print_array(json_object_get(document, "commands"), &command_view);
	print_array(json_object_get(document, "log"), &finding_view);
	print_array(json_object_get(document, "attachments"), &attachment_view);
	print_array(json_object_get(document, "events"), &event_view);
	print_array(json_object_get(document, "said"), &said_view);
	print_array(json_object_get(document, "copies"), &copy_view);
	print_array(json_object_get(document, "cited"), &cited_view);
	print_array(json_object_get(document, "diagnostics"), &diag_view);
	json_array_foreach(json_object_get(document, "tables"), i, table)
	{
		output_print("\n");
		print_table(table);
	}
}

static void print_cluster(const json_t *document)
{
	static const struct label labels[] = {{"Cluster", "id"}, {"State", "state"},
		{"Flags", "flags"}, {"Subsystem", "subsystem"}, {NULL}};
	static const struct label commit_labels[] = {{"Commit", "id"}, {"Title", "title"}, {NULL}};
	gsize i;
	json_t *commit;

	print_fields(document, labels);
	json_array_foreach(json_object_get(document, "commits"), i, commit)
		print_fields(commit, commit_labels);
	print_array(json_object_get(document, "members"), &member_view);
	print_array(json_object_get(document, "events"), &cluster_event_view);
}

static const struct listing_column run_finding_columns[] = {
	{"LINE", TRUE}, {"KIND"}, {"FILE"}, {"TEXT"}};
static const char *const run_finding_paths[] = {"line", "kind", "file", "text"};
VIEW(run_finding, "Its kernel log:")

/* With all their digits. */
static void print_samples(const json_t *samples)
{
	static const struct listing_column columns[] = {{"VALUE", TRUE}, {"STAT"}};
	struct listing *listing = listing_new(columns, G_N_ELEMENTS(columns), 0, print, NULL);
	gsize i;
	json_t *sample;

	if (json_array_size(samples))
		output_print("\n");
	json_array_foreach(samples, i, sample)
	{
		const json_t *value = json_object_get(sample, "value");
		g_autofree char *text = json_is_real(value)
						? g_strdup_printf("%.15g", json_real_value(value))
						: cell_of(value);
		const char *cells[] = {text, json_string_value(json_object_get(sample, "stat"))};

		listing_add(listing, cells);
	}
	listing_end(listing);
}

static void print_run(const json_t *document)
{
	static const struct label labels[] = {{"Run", "id"}, {"Started", "started"},
		{"Commit", "commit"}, {"Test case", "testcase"}, {"Machine group", "tbox_group"},
		{"State", "state"}, {"Incomplete", "incomplete"}, {"Numbers of", "numbers"},
		{"Samples", "samples"}, {"Sightings", "sightings"},
		{"First seen in", "source.path"}, {NULL}};
	struct listing *axes =
		listing_new(field_columns, G_N_ELEMENTS(field_columns), 0, print, NULL);

	print_fields(document, labels);
	add_members(axes, "Axes", json_object_get(document, "axes"));
	listing_end(axes);
	print_array(json_object_get(document, "log"), &run_finding_view);
	print_samples(json_object_get(document, "values"));
}

static void print_commit(const json_t *document)
{
	static const struct label labels[] = {{"Commit", "commit.id"}, {"Title", "commit.title"},
		{"Subsystem", "commit.subsystem"}, {"Clusters", "clusters"}, {NULL}};

	print_fields(document, labels);
	print_array(json_object_get(document, "reports"), &report_view);
	print_array(json_object_get(document, "tables"), &table_view);
}

void show_text(enum thing thing, const json_t *document)
{
	void (*const printers[])(const json_t *) = {
		[THING_MESSAGE] = print_message,
		[THING_TABLE] = print_table,
		[THING_CLUSTER] = print_cluster,
		[THING_RUN] = print_run,
		[THING_COMMIT] = print_commit,
	};

	printers[thing](document);
}
