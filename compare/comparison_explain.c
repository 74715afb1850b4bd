/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/comparison_parts.h"

#include <string.h>

static void explanation_free(void *data)
{
	struct comparison_explanation *e = data;

	g_array_unref(e->steps);
	g_ptr_array_unref(e->similar);
	comparison_row_free(e->row);
	g_free(e);
}

static GArray *steps_of(struct comparing_rows *work, const char *name)
{
	GArray *steps = g_array_new(FALSE, FALSE, sizeof(struct comparison_step));

	for (guint i = 0; i < work->passes->passes->len; i++) {
		const struct pass *pass = &g_array_index(work->passes->passes, struct pass, i);
		struct comparison_step step = {pass->member, pass->incomplete, {0}};

		changed_ask(work->changed->pdata[i], name, &step.why);
		g_array_append_val(steps, step);
	}
	return steps;
}

static int by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The first few by name, whatever the order of the runs. */
static GPtrArray *similar_to(const struct comparing_rows *work, const char *text)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
	GPtrArray *similar = g_ptr_array_new();

	for (guint i = 0; i < work->n; i++) {
		const GPtrArray *all = work->member[i].samples->series;

		for (guint k = 0; k < all->len; k++) {
			const char *name = ((const struct sample_series *)all->pdata[k])->name;

			if (strstr(name, text) && g_hash_table_add(seen, (char *)name))
				g_ptr_array_add(similar, (char *)name);
		}
	}
	g_ptr_array_sort(similar, by_text);
	g_ptr_array_set_size(similar, MIN((gint)similar->len, COMPARISON_SIMILAR_MAX));
	return similar;
}

static gboolean is_there(const struct comparing_rows *work, const char *name)
{
	for (guint i = 0; i < work->n; i++)
		if (samples_find(work->member[i].samples, name))
			return TRUE;
	return FALSE;
}

static struct comparison_explanation *explain(struct comparing_rows *work, const char *name)
{
	struct comparison_explanation *e = g_new0(struct comparison_explanation, 1);
	const struct comparison_request *request = work->request;

	e->name = name;
	select_explain(request->select, work->book, request->members, name, &e->why);
	e->steps = steps_of(work, name);
	if (is_there(work, name)) {
		e->row = comparison_row_new(work, name, NULL);
		e->similar = g_ptr_array_new();
	} else {
		e->similar = similar_to(work, name);
	}
	return e;
}

GPtrArray *explanations_new(struct comparing_rows *work, const char *const *names)
{
	GPtrArray *explanations = g_ptr_array_new_with_free_func(explanation_free);

	for (; names && *names; names++)
		g_ptr_array_add(explanations, explain(work, *names));
	return explanations;
}
