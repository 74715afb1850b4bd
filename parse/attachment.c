/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "parse/attachment.h"

#include "parse/diff.h"
#include "parse/job.h"
#include "parse/klog.h"
#include "parse/script.h"
#include "parse/table.h"

#include <fnmatch.h>

static const struct {
	const char *pattern;
	enum attachment_kind kind;
} names[] = {
	{"job-script*", ATTACHMENT_SCRIPT},
	{"job*.yaml", ATTACHMENT_JOB},
	{"job*.yml", ATTACHMENT_JOB},
	{"reproduce*", ATTACHMENT_REPRODUCE},
	{"repro-script*", ATTACHMENT_REPRODUCE},
	{"config", ATTACHMENT_CONFIG},
	{"config[-.]*", ATTACHMENT_CONFIG},
	{".config*", ATTACHMENT_CONFIG},
	{"kconfig*", ATTACHMENT_CONFIG},
	{"dmesg*", ATTACHMENT_LOG},
	{"kmsg*", ATTACHMENT_LOG},
};

static enum attachment_kind kind_by_name(const char *name)
{
	for (guint i = 0; name && i < G_N_ELEMENTS(names); i++)
		if (!fnmatch(names[i].pattern, name, 0))
			return names[i].kind;
	return ATTACHMENT_OTHER;
}

/* A part without a telling name: what it begins with, and what only tables hold. */
static enum attachment_kind kind_by_content(const struct mail_part *part)
{
	struct slice text = part->bytes;

	if (!part->is_text)
		return ATTACHMENT_OTHER;
	if (slice_find(
		    (struct slice){text.at, MIN(text.len, 200)}, "# Automatically generated file"))
		return ATTACHMENT_CONFIG;
	if (slice_starts(text, "---\n") && slice_find(text, "\ntestcase: "))
		return ATTACHMENT_JOB;
	if (slice_find(text, "%stddev") || slice_find(text, "fail:runs"))
		return ATTACHMENT_TABLE;
	return ATTACHMENT_OTHER;
}

void attachment_read(
	struct records *records, const struct mail_part *part, const struct diag_sink *sink)
{
	struct attachment attachment = {part, kind_by_name(part->name)};
	guint tables = records->tables->len;

	if (attachment.kind == ATTACHMENT_OTHER)
		attachment.kind = kind_by_content(part);
	if (attachment.kind == ATTACHMENT_JOB && part->is_text)
		job_read(records, part->number, part->bytes, sink);
	if (attachment.kind == ATTACHMENT_REPRODUCE && part->is_text)
		script_read(records, part->number, part->bytes, sink);
	if (attachment.kind == ATTACHMENT_LOG)
		log_read(records, part->number, part->is_text ? part->bytes : part->unpacked);
	if (attachment.kind == ATTACHMENT_TABLE) {
		tables_read(records, part, TRUE, sink);
		if (records->tables->len == tables)
			attachment.kind = ATTACHMENT_OTHER;
	}
	if (attachment.kind == ATTACHMENT_OTHER && part->is_text && diffs_read(records, part, sink))
		attachment.kind = ATTACHMENT_PATCH;
	g_array_append_val(records->attachments, attachment);
}
