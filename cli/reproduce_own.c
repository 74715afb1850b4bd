/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_own.h"

#include "base/literal.h"
#include "parse/job_tree.h"

#include <string.h>

struct own_job {
	const struct job_field *fields;
	guint n;
};

/* At the top, or in the mapping of that name; NULL: it has none. */
static const char *value_of(const struct own_job *job, const char *parent, const char *name)
{
	for (guint i = 0; i < job->n; i++) {
		const struct job_field *field = &job->fields[i];
		const char *of = field->parent < 0 ? NULL : job->fields[field->parent].name;

		if (!strcmp(field->name, name) && !g_strcmp0(of, parent) && field->value &&
			*field->value)
			return field->value;
	}
	return NULL;
}

static gint64 start_of(const struct own_job *job)
{
	const char *text = value_of(job, NULL, "start_time");
	guint64 start;

	if (!text || !literal_count(slice_of(text), &start) || start > G_MAXINT64)
		return DATE_UNKNOWN;
	return (gint64)start;
}

/* "AMD EPYC, 2 CPUs, 24G of memory" */
static char *hardware_of(const struct own_job *job)
{
	const char *model = value_of(job, NULL, "model");
	const char *cpus = value_of(job, NULL, "nr_cpu");
	const char *memory = value_of(job, NULL, "memory");
	g_autoptr(GString) text = g_string_new(model);

	if (cpus)
		g_string_append_printf(text, "%s%s CPU%s", text->len ? ", " : "", cpus,
			strcmp(cpus, "1") ? "s" : "");
	if (memory)
		g_string_append_printf(text, "%s%s of memory", text->len ? ", " : "", memory);
	return text->len ? g_strdup(text->str) : NULL;
}

void reproduce_own_read(
	struct judged_side *side, const struct result_root *root, const struct diag_sink *sink)
{
	struct job_tree *tree = result_root_job(root, sink);
	struct own_job job = {NULL, 0};

	if (!tree)
		return;
	job.fields = job_tree_fields(tree, &job.n);
	side->date = start_of(&job);
	side->hardware = hardware_of(&job);
	side->wrap = g_strdup(value_of(&job, "lkpdigest", "wrap"));
	job_tree_free(tree);
}
