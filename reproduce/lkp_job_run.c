/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job of a finished run, written anew with our facts. */
#include "reproduce/lkp_job.h"

#include "parse/job_tree.h"
#include "reproduce/job_writer.h"

#include <string.h>

#define FACTS 16

struct fact {
	const char *name, *value;
};

static const struct fact *fact_of(const struct fact *facts, const char *name)
{
	for (; facts->name; facts++)
		if (!strcmp(facts->name, name))
			return facts;
	return NULL;
}

static const char *value_of(const struct job_field *fields, guint n, const char *name)
{
	for (guint i = 0; i < n; i++)
		if (fields[i].parent == JOB_FIELD_TOP && !strcmp(fields[i].name, name))
			return fields[i].value;
	return NULL;
}

static gboolean is_ours(const struct fact *ours, const struct result_facts *facts, const char *name)
{
	for (guint i = 0; i < facts->n_settings; i++)
		if (!strcmp(facts->settings[i].name, name))
			return TRUE;
	return fact_of(ours, name) || !strcmp(name, "lkpdigest");
}

/* Scalars of the top, and of maps there: deeper ones say nothing of a run's axes. */
static void write_fields(struct job_writer *writer, const struct job_field *fields, guint n,
	const struct fact *ours, const struct result_facts *facts)
{
	int open = JOB_FIELD_TOP;

	for (guint i = 0; i < n; i++) {
		const struct job_field *field = &fields[i];
		gboolean is_top = field->parent == JOB_FIELD_TOP;

		if (open != JOB_FIELD_TOP && is_top) {
			job_writer_close(writer);
			open = JOB_FIELD_TOP;
		}
		if (is_top && is_ours(ours, facts, field->name))
			continue;
		if (field->value && (is_top || field->parent == open)) {
			job_writer_add(writer, field->name, field->is_null ? NULL : field->value);
		} else if (!field->value && is_top) {
			job_writer_open(writer, field->name);
			open = (int)i;
		}
	}
	if (open != JOB_FIELD_TOP)
		job_writer_close(writer);
}

static void write_ours(struct job_writer *writer, const struct result_facts *facts)
{
	job_writer_open(writer, "lkpdigest");
	job_writer_add(writer, "runner", "lkp");
	job_writer_add(writer, "sandbox", "none");
	if (facts->report)
		job_writer_add(writer, "reproduces", facts->report);
	job_writer_close(writer);
}

static char *write_job(
	const struct job_field *fields, guint n, const struct result_facts *facts, guint number)
{
	g_autofree char *path = result_dir_path(facts);
	g_autofree char *root = g_strdup_printf("/result/%s/%u", path, number);
	const struct fact ours[FACTS] = {{"testcase", facts->testcase}, {"commit", facts->commit},
		{"testbox", facts->tbox_group}, {"tbox_group", facts->tbox_group},
		{"rootfs", facts->rootfs}, {"kconfig", facts->kconfig},
		{"compiler", facts->compiler}, {"kernel", facts->kernel}, {"model", facts->model},
		{"result_root", root}};
	struct job_writer *writer = job_writer_new();

	for (const struct fact *fact = ours; fact->name; fact++)
		if (fact->value)
			job_writer_add(writer, fact->name, fact->value);
	for (guint i = 0; i < facts->n_settings; i++)
		job_writer_add(writer, facts->settings[i].name, facts->settings[i].value);
	write_fields(writer, fields, n, ours, facts);
	write_ours(writer, facts);
	return job_writer_end(writer);
}

char *lkp_job_of_run(
	struct slice yaml, const struct result_facts *facts, guint number, GError **error)
{
	const struct diag_sink sink = {NULL};
	struct job_tree *tree = job_tree_read(yaml, &ORIGIN_NONE, &sink);
	const struct job_field *fields;
	char *text = NULL;
	guint n = 0;

	fields = tree ? job_tree_fields(tree, &n) : NULL;
	if (!fields || g_strcmp0(value_of(fields, n, "testcase"), facts->testcase))
		g_set_error(error, LKP_JOB_ERROR, LKP_JOB_ERROR_UNKNOWN, "its job is %s",
			tree ? "of another test case" : "none");
	else
		text = write_job(fields, n, facts, number);
	job_tree_free(tree);
	return text;
}
