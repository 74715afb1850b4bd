/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of a job on any bytes: its limits hold, every field has its parent before it. */
#include "parse/job_tree.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct origin origin = {"fuzz", -1, NULL, 0, 0};
	struct job_tree *job =
		job_tree_read((struct slice){(const char *)data, size}, &origin, NULL);
	const struct job_field *fields;
	guint n;

	if (!job)
		return 0;
	fields = job_tree_fields(job, &n);
	g_assert_cmpuint(n, <=, JOB_TREE_NODES_MAX);
	for (guint i = 0; i < n; i++) {
		g_assert_nonnull(fields[i].name);
		g_assert_true(fields[i].parent < (int)i);
		g_assert_true(fields[i].parent == JOB_FIELD_TOP || !fields[fields[i].parent].value);
	}
	job_tree_free(job);
	return 0;
}
