/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare_history.h"

#include "cli/addresses.h"
#include "cli/compare_none.h"
#include "cli/findings.h"
#include "cli/output.h"
#include "cli/past_nodes.h"
#include "render/history.h"

struct told { /* a group of which all is computed */
	struct lkp_member *members;
	struct lkp_group head;
	GPtrArray *trends;
};

static void told_free(void *data)
{
	struct told *told = data;

	g_free(told->members);
	g_ptr_array_unref(told->trends);
	g_free(told);
}

/* ---- one group ------------------------------------------------------------------------------ */

static struct told *tell(struct comparing *c, const GArray *indexes)
{
	g_autoptr(GPtrArray) samples = g_ptr_array_new_with_free_func((GDestroyNotify)samples_free);
	struct past_runs *past = past_runs_new();
	struct told *told = g_new0(struct told, 1);
	const char *const *compared = (const char *const *)c->options->axes;

	told->members = g_new0(struct lkp_member, indexes->len);
	for (guint i = 0; i < indexes->len; i++) {
		struct node *node = comparing_node(c, g_array_index(indexes, guint, i));
		struct samples *of_node = node_take_samples(c->nodes, node);
		g_autofree guint *days = past_nodes_days(c, node, of_node);

		told->members[i].axes = node->axes;
		past_runs_add(past, of_node, days);
		g_ptr_array_add(samples, of_node);
	}
	told->head = (struct lkp_group){told->members, indexes->len, compared, FALSE, NULL};
	told->trends = trends_new(c->book, &c->options->select,
		(const struct samples *const *)samples->pdata, samples->len, past);
	past_runs_free(past);
	return told;
}

static GPtrArray *tell_all(struct comparing *c)
{
	g_autoptr(GPtrArray) groups = comparing_groups(c);
	GPtrArray *all = g_ptr_array_new_with_free_func(told_free);

	for (guint i = 0; i < groups->len; i++)
		g_ptr_array_add(all, tell(c, groups->pdata[i]));
	return all;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void print_all(struct comparing *c, const GPtrArray *all)
{
	const struct lkp_style style = {.shown = comparing_shown, .data = c};
	g_autofree struct history_group *groups = g_new0(struct history_group, all->len);
	g_autoptr(GString) out = g_string_new(NULL);

	for (guint i = 0; i < all->len; i++) {
		const struct told *told = all->pdata[i];

		groups[i] = (struct history_group){&told->head, told->trends};
		if (c->options->form == COMPARE_TEXT)
			history_print_text(out, &style, &groups[i]);
	}
	if (c->options->form == COMPARE_JSON)
		history_print_json(out, &style, groups, all->len);
	addresses_print(c->command, out->str);
}

enum exit_status compare_history(struct comparing *c, const struct options *options)
{
	char *const *commits = options->arguments;

	if (*commits || c->options->queries->len)
		comparing_search(c, commits);
	else
		comparing_take_all(c);

	g_autoptr(GPtrArray) all = tell_all(c);
	if (!all->len)
		return compare_none(
			c->options, "there are no two commits of one test on one machine");
	print_all(c, all);

	struct findings findings = findings_of_diags(c->diags);
	return findings_status(&findings, options);
}
