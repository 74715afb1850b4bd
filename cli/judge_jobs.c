/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axes of attached jobs, as the programs that the rules know declare them. */
#include "cli/judge.h"

#include "compare/axes.h"
#include "parse/job_tree.h"

static const struct field *field_at(const struct records *records, struct span span, guint i)
{
	return RECORD(records->fields, struct field, span.first + i);
}

static gboolean has(const struct records *records, struct span span, const char *key)
{
	for (guint i = 0; i < span.count; i++)
		if (slice_is(field_at(records, span, i)->key, key))
			return TRUE;
	return FALSE;
}

static void add(struct records *records, struct span *span, struct field field)
{
	g_array_append_val(records->fields, field);
	span->count++;
}

/* LKP assumes a root file system and a compiler; what the job does not say is not told. */
static gboolean is_assumed(const struct records *records, const struct job *job, const char *name)
{
	return (!strcmp(name, "rootfs") || !strcmp(name, "compiler")) &&
	       !has(records, job->fields, name);
}

static gboolean is_base(const char *name)
{
	static const char *const names[] = {
		"tbox_group", "testcase", "rootfs", "kconfig", "compiler", "commit", NULL};

	return g_strv_contains(names, name);
}

/* Whether the mail's axis headers name options of the job: those were declared then. */
static gboolean knows_options(const struct records *records, struct span told)
{
	for (guint i = 0; i < told.count; i++) {
		g_autofree char *name = slice_dup(field_at(records, told, i)->key);

		if (!is_base(name))
			return TRUE;
	}
	return FALSE;
}

/*
 * Those of the rules, then those that only the mail's axis headers know.  Programs declare
 * other options today than when the mail was written, so a header goes before the rules.
 */
static void take_axes(struct records *records, struct job *job, const struct axes *axes)
{
	struct span told = job->axes, all = {records->fields->len, 0};
	gboolean known = knows_options(records, told);

	for (guint i = 0; i < axes->n; i++) {
		const struct axis *axis = &axes->axis[i];

		if (!*axis->value || is_assumed(records, job, axis->name) ||
			(known && !is_base(axis->name) && !has(records, told, axis->name)))
			continue;
		add(records, &all,
			(struct field){slice_of(g_string_chunk_insert(records->text, axis->name)),
				slice_of(g_string_chunk_insert(records->text, axis->value))});
	}
	for (guint i = 0; i < told.count; i++) {
		struct field field = *field_at(records, told, i);
		g_autofree char *name = slice_dup(field.key);

		if (!has(records, all, name))
			add(records, &all, field);
	}
	job->axes = all;
}

/* A document behind the first varies it and is no job by itself. */
static void judge_job(struct records *records, struct job *job, const struct rules *rules)
{
	const struct mail_part *part = g_ptr_array_index(records->mail->parts, job->part - 1);
	struct job_tree *tree;
	struct axes *axes;
	guint n;

	if (job->document)
		return;
	tree = job_tree_read(part->bytes, &records->mail->origin, NULL);
	if (!tree)
		return; /* told when its fields were read, or too large for this alone */
	const struct job_field *fields = job_tree_fields(tree, &n);
	axes = axes_of_job(rules, fields, n);
	take_axes(records, job, axes);
	axes_free(axes);
	job_tree_free(tree);
}

void judge_jobs(struct records *records, const struct rules *rules)
{
	for (guint i = 0; i < records->jobs->len; i++)
		judge_job(records, RECORD(records->jobs, struct job, i), rules);
}
