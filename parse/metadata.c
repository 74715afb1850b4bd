/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/metadata.h"

#include "parse/event_link.h"
#include "parse/scan.h"

#define BLOCK_LINES 120
#define PARAMS_MAX 200

static void set(struct slice *field, struct slice value)
{
	value = slice_trim(value);
	if (slice_is_null(*field) && value.len)
		*field = value;
}

/* FALSE: there are too many. */
static gboolean add_param(struct records *records, struct slice text, const char *separator)
{
	struct field field = {.value = text};

	field.key = slice_trim(scan_before(&field.value, separator));
	field.value = slice_trim(field.value);
	if (!field.key.len)
		return TRUE;
	if (records->report.params.count >= PARAMS_MAX)
		return FALSE;
	g_array_append_val(records->fields, field);
	records->report.params.count++;
	return TRUE;
}

/* 2016: "cpufreq_governor=performance/nr_task=1/test=shell8" */
static gboolean read_params_of_line(struct records *records, struct slice rest)
{
	struct slice item;

	while (!slice_is_null(item = scan_before(&rest, "/")))
		if (!add_param(records, item, "="))
			return FALSE;
	return add_param(records, rest, "=");
}

static gboolean is_param(struct slice line)
{
	return line.len && scan_is_blank(line.at[0]) && slice_find(line, ":");
}

/* Indented "key: value" lines behind at most one blank line. */
static gboolean read_params_block(struct records *records, const GArray *lines, guint i)
{
	if (!slice_trim(body_own(lines, i)).len)
		i++;
	for (; is_param(body_own(lines, i)); i++)
		if (!add_param(records, body_own(lines, i), ":"))
			return FALSE;
	return TRUE;
}

static void read_params(struct records *records, const GArray *lines, guint i, struct slice rest,
	const struct diag_sink *sink)
{
	struct span *params = &records->report.params;
	const struct body_line *line = BODY_LINE(lines, i);
	struct origin at = origin_at(&records->mail->origin, line->part, line->number);

	if (params->count)
		return;
	params->first = records->fields->len;
	rest = slice_trim(rest);
	if (rest.len ? read_params_of_line(records, rest)
		     : read_params_block(records, lines, i + 1))
		return;
	diag_emit(sink, DIAG_LIST_TOO_LONG, &at, line->text,
		"of the parameters the first %d are kept", PARAMS_MAX);
}

/* "lituya: 16 threads ..." names the machine, "88 threads ..." does not. */
static void read_machine(struct report *report, struct slice rest)
{
	struct slice after = rest = slice_trim(rest), name = scan_before(&after, ": ");

	set(&report->machine, rest);
	if (name.len && !slice_find(name, " "))
		set(&report->tbox_group, name);
}

/* "ivb44/vm-scalability/300s-migrate" */
static void read_old_testcase(struct report *report, struct slice rest)
{
	struct slice box = scan_before(&rest, "/"), test = scan_before(&rest, "/");

	set(&report->tbox_group, box);
	set(&report->testcase, slice_is_null(test) ? rest : test);
}

static void read_line(
	struct records *records, const GArray *lines, guint i, const struct diag_sink *sink)
{
	struct report *report = &records->report;
	struct slice rest = body_own(lines, i);

	if (scan_text(&rest, "in testcase:") || scan_text(&rest, "testcase:"))
		set(&report->testcase, rest);
	else if (scan_text(&rest, "test case:"))
		read_old_testcase(report, slice_trim(rest));
	else if (scan_text(&rest, "on test machine:") || scan_text(&rest, "test machine:"))
		read_machine(report, rest);
	else if (scan_text(&rest, "with following parameters:") || scan_text(&rest, "parameters:"))
		read_params(records, lines, i, rest, sink);
	else if (scan_text(&rest, "compiler:"))
		set(&report->compiler, rest);
	else if (scan_text(&rest, "config:"))
		set(&report->kconfig, scan_word(&rest));
	else if (scan_text(&rest, "head:"))
		set(&report->head, scan_id(&rest));
}

static gboolean ends_block(struct slice line)
{
	static const char *const ends[] = {"Details are as below", "If you fix the issue",
		"To reproduce:", "In addition to that", "All errors ", "All warnings ", "vim +"};

	for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
		if (slice_starts(line, ends[i]))
			return TRUE;
	return FALSE;
}

static gboolean take_tag(struct slice *line, const char *tag)
{
	scan_text(line, "| ");
	if (!scan_text(line, tag))
		return FALSE;
	scan_blanks(line);
	return !slice_is_null(link_find(*line));
}

/* The Closes: line, else the first Link: line, behind the tag. */
static struct slice find_link(const GArray *lines)
{
	struct slice link = SLICE_NULL;

	for (guint i = 0; i < lines->len; i++) {
		struct slice line = body_own(lines, i);
		gboolean closes;

		if (!line.len || (line.at[0] != '|' && line.at[0] != 'C' && line.at[0] != 'L'))
			continue;
		closes = take_tag(&line, "Closes:");
		if (closes)
			return line;
		if (slice_is_null(link) && take_tag(&line, "Link:"))
			link = line;
	}
	return link;
}

void metadata_read(
	struct records *records, const GArray *lines, guint from, const struct diag_sink *sink)
{
	guint end = MIN(lines->len, from + BLOCK_LINES);

	for (guint i = from; i < end && !ends_block(body_own(lines, i)); i++)
		read_line(records, lines, i, sink);
}

void metadata_link_read(struct records *records, const GArray *lines)
{
	records->report.link = link_read(find_link(lines), records->text, &records->repairs);
}
