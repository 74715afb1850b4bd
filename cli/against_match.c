/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/against_match.h"

#include "parse/commit_id.h"
#include "render/against.h"

#include <string.h>

static gboolean is_commit(struct comparing *c, const char *id, const char *commit)
{
	const char *tag = c->tree && commit ? tree_tag(c->tree, commit) : NULL;

	if (!id || !commit)
		return FALSE;
	return !g_strcmp0(tag, id) || !strcmp(id, commit) ||
	       commit_same(slice_of(id), slice_of(commit));
}

static void add_axis(GArray *differs, const char *name, const char *report, const char *runs)
{
	struct against_axis axis = {g_strdup(name), g_strdup(report), g_strdup(runs)};

	g_array_append_val(differs, axis);
}

/* A table without axes is not known to differ. */
static GArray *differences(const struct store_table *table, const struct axes *axes)
{
	GArray *differs = against_axes_new();

	for (guint i = 0; i < table->n_axes; i++) {
		const struct store_field *field = &table->axes[i];
		const char *value = axes_value(axes, field->key);

		if (strcmp(field->key, "commit") && g_strcmp0(field->value, value))
			add_axis(differs, field->key, field->value, value);
	}
	for (guint i = 0; table->n_axes && i < axes->n; i++) {
		const struct axis *axis = &axes->axis[i];

		if (strcmp(axis->name, "commit") && !store_table_axis(table, axis->name))
			add_axis(differs, axis->name, NULL, axis->value);
	}
	return differs;
}

static gboolean is_other_test(const struct store_table *table, const struct axes *axes)
{
	const char *testcase = store_table_axis(table, "testcase");

	return testcase && g_strcmp0(testcase, axes_value(axes, "testcase"));
}

static gboolean is_candidate(
	struct comparing *c, const struct store_table *table, guint column, const struct axes *axes)
{
	return is_commit(c, table->commits[column].id, axes_value(axes, "commit")) &&
	       !is_other_test(table, axes);
}

struct node *against_match(
	struct comparing *c, const struct store_table *table, guint column, GArray **ret_differs)
{
	struct node *best = NULL;

	*ret_differs = against_axes_new();
	for (guint i = 0; i < c->nodes->nodes->len; i++) {
		struct node *node = comparing_node(c, i);

		if (!is_candidate(c, table, column, node->axes))
			continue;

		g_autoptr(GArray) differs = differences(table, node->axes);
		if (best && differs->len > (*ret_differs)->len)
			continue;
		best = node;
		g_array_unref(*ret_differs);
		*ret_differs = g_steal_pointer(&differs);
	}
	return best;
}
