/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/records.h"

static const char *const message_kinds[MESSAGE_KINDS] = {
	"performance", "functional", "build", "summary", "robot-patch", "reply", "patch", "other"};

const char *message_kind_name(enum message_kind kind)
{
	return message_kinds[kind];
}

enum message_kind message_kind_by_name(const char *name)
{
	int kind = 0;

	while (kind < MESSAGE_KINDS && strcmp(message_kinds[kind], name))
		kind++;
	return kind;
}

const char *author_kind_name(enum author_kind kind)
{
	return kind == AUTHOR_ROBOT ? "robot" : "person";
}

const char *table_style_name(enum table_style style)
{
	static const char *const names[] = {"ncompare", "compare", "old"};

	return names[style];
}

const char *row_kind_name(enum row_kind kind)
{
	return kind == ROW_FAIL ? "fail" : "mean";
}

const char *attachment_kind_name(enum attachment_kind kind)
{
	static const char *const names[] = {
		"job", "reproduce", "script", "config", "log", "table", "patch", "other"};

	return names[kind];
}

static const char *const event_names[EVENT_KINDS] = {
#define EVENT(symbol, name, meaning) name,
#include "parse/event.def"
#undef EVENT
};

const char *event_kind_name(enum event_kind kind)
{
	return event_names[kind];
}

enum event_kind event_kind_by_name(const char *name)
{
	int kind = 0;

	while (kind < EVENT_KINDS && strcmp(event_names[kind], name))
		kind++;
	return kind;
}

gboolean event_kind_ends(enum event_kind kind)
{
	return kind == EVENT_RETRACTED || kind == EVENT_SUPERSEDED || kind == EVENT_EXPECTED ||
	       kind == EVENT_REGZBOT_DUP || kind == EVENT_REGZBOT_INVALID ||
	       kind == EVENT_REGZBOT_INCONCLUSIVE;
}

const char *figure_kind_name(enum figure_kind kind)
{
	static const char *const names[] = {"perf-stat", "ratio", "samples"};

	return names[kind];
}

const char *command_kind_name(enum command_kind kind)
{
	static const char *const names[] = {
		"setting", "module", "mount", "benchmark", "background", "other"};

	return names[kind];
}

const char *repair_name(guint bit)
{
	static const char *const names[REPAIRS] = {"mark", "nbsp", "blanks", "rejoined",
		"sign-joined", "qp", "entity", "address", "link"};

	return names[bit];
}

struct records *records_new(const struct mail *mail)
{
	struct records *r = g_new0(struct records, 1);

	r->mail = mail;
	r->kind = MESSAGE_OTHER;
	r->report.headline_row = r->report.main_table = -1;
	r->report.change.value = __builtin_nan("");
	r->tables = g_array_new(FALSE, FALSE, sizeof(struct table));
	r->columns = g_array_new(FALSE, FALSE, sizeof(struct column));
	r->rows = g_array_new(FALSE, FALSE, sizeof(struct row));
	r->cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
	r->citations = g_array_new(FALSE, FALSE, sizeof(struct citation));
	r->fields = g_array_new(FALSE, FALSE, sizeof(struct field));
	r->impacts = g_array_new(FALSE, FALSE, sizeof(struct impact));
	r->plots = g_array_new(FALSE, FALSE, sizeof(struct plot));
	r->plot_samples = g_array_new(FALSE, FALSE, sizeof(struct plot_sample));
	r->attachments = g_array_new(FALSE, FALSE, sizeof(struct attachment));
	r->figures = g_array_new(FALSE, FALSE, sizeof(struct mail_figure));
	r->figure_values = g_array_new(FALSE, FALSE, sizeof(double));
	r->findings = g_array_new(FALSE, FALSE, sizeof(struct log_finding));
	r->touched = g_array_new(FALSE, FALSE, sizeof(struct touched));
	r->commands = g_array_new(FALSE, FALSE, sizeof(struct script_command));
	r->jobs = g_array_new(FALSE, FALSE, sizeof(struct job));
	r->events = g_array_new(FALSE, FALSE, sizeof(struct event));
	r->shown_commits = g_array_new(FALSE, FALSE, sizeof(struct shown_commit));
	r->failures = g_array_new(FALSE, FALSE, sizeof(struct failure));
	r->counts = g_array_new(FALSE, FALSE, sizeof(guint64));
	r->text = g_string_chunk_new(1024);
	return r;
}

void records_free(struct records *r)
{
	if (!r)
		return;
	g_array_unref(r->tables);
	g_array_unref(r->columns);
	g_array_unref(r->rows);
	g_array_unref(r->cells);
	g_array_unref(r->citations);
	g_array_unref(r->fields);
	g_array_unref(r->impacts);
	g_array_unref(r->plots);
	g_array_unref(r->plot_samples);
	g_array_unref(r->attachments);
	g_array_unref(r->figures);
	g_array_unref(r->figure_values);
	g_array_unref(r->findings);
	g_array_unref(r->touched);
	g_array_unref(r->commands);
	g_array_unref(r->jobs);
	g_array_unref(r->events);
	g_array_unref(r->shown_commits);
	g_array_unref(r->failures);
	g_array_unref(r->counts);
	g_string_chunk_free(r->text);
	g_free(r);
}
