/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents of `show` for people. */
#include "cli/output.h"
#include "cli/show.h"
#include "cli/show_fields.h"

#define VIEW(name, title)                                                                          \
	static const struct show_view name##_view = {                                              \
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

static const struct listing_column cluster_commit_columns[] = {{"COMMIT"}, {"ROLE"}, {"TITLE"}};
static const char *const cluster_commit_paths[] = {"id", "role", "title"};
VIEW(cluster_commit, "Commits:")

static const struct listing_column member_columns[] = {{"CHANGE", TRUE}, {"METRIC"}, {"SAME AS"},
	{"TESTCASE"}, {"MACHINE"}, {"LINE", TRUE}, {"MESSAGE-ID"}, {"PARAMETERS"}};
static const char *const member_paths[] = {"change.text", "metric", "aliases", "testcase",
	"tbox_group", "line", "message_id", "parameters"};
VIEW(member, "Members:")

static const struct listing_column cluster_link_columns[] = {
	{"LINK"}, {"TO"}, {"LINE", TRUE}, {"MESSAGE-ID"}, {"WORDS"}};
static const char *const cluster_link_paths[] = {"kind", "to", "line", "message_id", "text"};
VIEW(cluster_link, "Links:")

static const struct listing_column evidence_columns[] = {
	{"RULE"}, {"FROM"}, {"TO"}, {"LINE", TRUE}, {"MESSAGE-ID"}, {"WORDS"}};
static const char *const evidence_paths[] = {"rule", "from", "to", "line", "message_id", "text"};
VIEW(evidence, "Evidence:")

static const struct listing_column failure_columns[] = {{"FAILURE"}, {"COUNTS"}};
static const char *const failure_paths[] = {"name", "counts"};
VIEW(failure, "Failures:")

static const struct listing_column event_columns[] = {
	{"LINE", TRUE}, {"EVENT"}, {"COMMIT"}, {"TREE"}, {"TARGET"}, {"WORDS"}};
static const char *const event_paths[] = {"line", "kind", "commit", "tree", "target", "text"};
VIEW(event, "Events:")

static const struct listing_column shown_columns[] = {
	{"LINE", TRUE}, {"DEPTH", TRUE}, {"COMMIT"}, {"AUTHOR"}, {"ADDRESS"}, {"TITLE"}};
static const char *const shown_paths[] = {"line", "depth", "commit", "author", "address", "title"};
VIEW(shown, "Commits that it shows:")

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

static const struct listing_column story_columns[] = {
	{"DATE"}, {"WHO"}, {"WHAT"}, {"STATE"}, {"LINE", TRUE}, {"MESSAGE-ID"}};
static const char *const story_paths[] = {"date", "who", "told", "state", "line", "message_id"};
VIEW(story, "Story:")

static const struct listing_column reproduction_columns[] = {
	{"RUN AGAIN"}, {"MACHINE"}, {"ATTEMPT", TRUE}, {"BASE"}, {"COMMIT"}};
static const char *const reproduction_paths[] = {
	"verdict", "tbox_group", "attempt", "base_root", "head_root"};
VIEW(reproduction, "Reproductions:")

/* ---- things ------------------------------------------------------------------------------ */

/* The job by what its fields mean; all of them are in the list of jobs. */
static void print_job(const json_t *job)
{
	struct listing *listing = show_fields_new();

	output_print("\n");
	show_add_field(listing, "Job", json_string_value(json_object_get(job, "attachment")));
	show_add_field(
		listing, "Result root", json_string_value(json_object_get(job, "result_root")));
	show_add_members(listing, "Axes", json_object_get(job, "axes"));
	show_add_members(listing, "Needs", json_object_get(job, "needs"));
	listing_end(listing);
}

static void print_params(const json_t *params)
{
	struct listing *listing;
	const char *key;
	json_t *value;

	if (!json_object_size(params))
		return;
	output_print("\nParameters:\n");
	listing = show_fields_new();
	json_object_foreach((json_t *)params, key, value)
		show_add_field(listing, key, json_string_value(value));
	listing_end(listing);
}

static void print_message(const json_t *document)
{
	static const struct show_field labels[] = {{"Message-ID", "message.message_id"},
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

	show_fields(document, labels);
	print_params(show_member(document, "details.parameters"));
	show_array(show_member(document, "report.failures"), &failure_view);
	show_array(json_object_get(document, "impacts"), &impact_view);
	show_array(json_object_get(document, "citations"), &citation_view);
	show_array(json_object_get(document, "plots"), &plot_view);
	show_array(json_object_get(document, "figures"), &figure_view);
	show_array(json_object_get(document, "touches"), &touched_view);
	json_array_foreach(json_object_get(document, "jobs"), i, job) print_job(job);
	show_array(json_object_get(document, "runs"), &run_view);
	show_array(json_object_get(document, "commands"), &command_view);
	show_array(json_object_get(document, "log"), &finding_view);
	show_array(json_object_get(document, "attachments"), &attachment_view);
	show_array(json_object_get(document, "events"), &event_view);
	show_array(json_object_get(document, "shown"), &shown_view);
	show_array(json_object_get(document, "said"), &said_view);
	show_array(json_object_get(document, "copies"), &copy_view);
	show_array(json_object_get(document, "cited"), &cited_view);
	show_array(json_object_get(document, "reproductions"), &reproduction_view);
	show_array(json_object_get(document, "diagnostics"), &diag_view);
	json_array_foreach(json_object_get(document, "tables"), i, table)
	{
		output_print("\n");
		show_table(table);
	}
}

/* What a reader of the story wants to know; all events are in the document. */
static void print_story(const json_t *events)
{
	json_t *told = json_array(), *event;
	gsize i;

	json_array_foreach(events, i, event) if (json_is_string(json_object_get(event, "told")))
		json_array_append(told, event);
	show_array(told, &story_view);
	json_decref(told);
}

static void print_cluster(const json_t *document)
{
	static const struct show_field labels[] = {{"Cluster", "id"}, {"Also", "aliases"},
		{"State", "state"}, {"Since", "changed"}, {"Flags", "flags"},
		{"Still on", "still_on"}, {"Run again", "verdict"}, {"Title", "title"},
		{"Author", "author"}, {"Subsystem", "subsystem"}, {"Maintained by", "subsystems"},
		{"Lists", "lists"}, {"First release", "tag"}, {"First reported", "first"},
		{"Last reported", "last"}, {"Last heard of", "heard"}, {"Not known", "not_known"},
		{NULL}};

	show_fields(document, labels);
	show_array(json_object_get(document, "commits"), &cluster_commit_view);
	print_story(json_object_get(document, "events"));
	show_array(json_object_get(document, "members"), &member_view);
	show_array(json_object_get(document, "reproductions"), &reproduction_view);
	show_array(json_object_get(document, "links"), &cluster_link_view);
	show_array(json_object_get(document, "evidence"), &evidence_view);
}

static const struct listing_column run_finding_columns[] = {
	{"LINE", TRUE}, {"KIND"}, {"FILE"}, {"TEXT"}};
static const char *const run_finding_paths[] = {"line", "kind", "file", "text"};
VIEW(run_finding, "Its kernel log:")

/* With all their digits. */
static void print_samples(const json_t *samples)
{
	static const struct listing_column columns[] = {{"VALUE", TRUE}, {"STAT"}};
	struct listing *listing = show_listing(columns, G_N_ELEMENTS(columns));
	gsize i;
	json_t *sample;

	if (json_array_size(samples))
		output_print("\n");
	json_array_foreach(samples, i, sample)
	{
		const json_t *value = json_object_get(sample, "value");
		g_autofree char *text = json_is_real(value)
						? g_strdup_printf("%.15g", json_real_value(value))
						: show_cell(value);
		const char *cells[] = {text, json_string_value(json_object_get(sample, "stat"))};

		listing_add(listing, cells);
	}
	listing_end(listing);
}

static void print_run(const json_t *document)
{
	static const struct show_field labels[] = {{"Run", "id"}, {"Started", "started"},
		{"Commit", "commit"}, {"Test case", "testcase"}, {"Machine group", "tbox_group"},
		{"State", "state"}, {"Incomplete", "incomplete"}, {"Numbers of", "numbers"},
		{"Samples", "samples"}, {"Sightings", "sightings"},
		{"First seen in", "source.path"}, {NULL}};
	struct listing *axes = show_fields_new();

	show_fields(document, labels);
	show_add_members(axes, "Axes", json_object_get(document, "axes"));
	listing_end(axes);
	show_array(json_object_get(document, "log"), &run_finding_view);
	print_samples(json_object_get(document, "values"));
}

static void print_commit(const json_t *document)
{
	static const struct show_field labels[] = {{"Commit", "commit.id"},
		{"Title", "commit.title"}, {"Subsystem", "commit.subsystem"},
		{"Clusters", "clusters"}, {NULL}};

	show_fields(document, labels);
	show_array(json_object_get(document, "reports"), &report_view);
	show_array(json_object_get(document, "tables"), &table_view);
}

void show_text(enum thing thing, const json_t *document)
{
	void (*const printers[])(const json_t *) = {
		[THING_MESSAGE] = print_message,
		[THING_TABLE] = show_table,
		[THING_CLUSTER] = print_cluster,
		[THING_RUN] = print_run,
		[THING_COMMIT] = print_commit,
	};

	printers[thing](document);
}
