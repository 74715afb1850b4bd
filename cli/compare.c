/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/addresses.h"
#include "cli/command.h"
#include "cli/compare_against.h"
#include "cli/compare_history.h"
#include "cli/compare_none.h"
#include "cli/compare_options.h"
#include "cli/compared.h"
#include "cli/findings.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "render/full.h"

static void print_diag(const struct diag *diag, void *data)
{
	struct comparing *c = data;

	c->diags[diag->id]++;
	if (!c->quiet && diag_level(diag->id) != DIAG_NOTE)
		talk_diag(diag, c->command->hide_addresses);
}

/* ---- printing ------------------------------------------------------------------------ */

static int by_largest_change(gconstpointer a, gconstpointer b)
{
	double x = rows_largest_change((*(struct compared *const *)a)->rows);
	double y = rows_largest_change((*(struct compared *const *)b)->rows);

	return (x < y) - (x > y);
}

static struct lkp_group head_of(const struct comparing *c, const struct compared *group)
{
	return (struct lkp_group){group->members, group->n, (const char *const *)c->options->axes,
		group->apart, group->rows};
}

static void print(const struct comparing *c, const GString *out)
{
	if (!out->len)
		talk("compare: nothing differs by the rules of the choice");
	addresses_print(c->command, out->str);
}

static void print_lkp(struct comparing *c, GPtrArray *groups)
{
	const struct compare_options *o = c->options;
	const struct lkp_style style = {o->compact, o->show_empty, comparing_shown, c};
	g_autofree struct lkp_group *printed = g_new0(struct lkp_group, groups->len);
	g_autoptr(GString) out = g_string_new(NULL);

	for (guint i = 0; i < groups->len; i++) {
		const struct compared *group = groups->pdata[i];

		printed[i] = head_of(c, group);
		if (o->by_stat)
			rows_sort(c->book, group->rows);
		else
			lkp_print_group(out, &style, &printed[i]);
	}
	if (o->by_stat)
		lkp_print_by_stat(out, printed, groups->len);
	print(c, out);
}

static void full_print(GString *out, enum compare_form form, const struct lkp_style *style,
	const struct full_group *groups, guint n)
{
	if (form == COMPARE_JSON)
		full_print_json(out, style, groups, n);
	else if (form == COMPARE_CSV)
		full_print_csv(out, style, groups, n);
	else
		for (guint i = 0; i < n; i++)
			(form == COMPARE_MARKDOWN ? full_print_markdown : full_print_text)(
				out, style, &groups[i]);
}

static void print_full(struct comparing *c, GPtrArray *groups)
{
	const struct compare_options *o = c->options;
	const struct lkp_style style = {FALSE, o->show_empty, comparing_shown, c};
	g_autofree struct lkp_group *heads = g_new0(struct lkp_group, groups->len);
	g_autofree struct full_group *printed = g_new0(struct full_group, groups->len);
	g_autoptr(GString) out = g_string_new(NULL);

	for (guint i = 0; i < groups->len; i++) {
		const struct compared *group = groups->pdata[i];

		heads[i] = head_of(c, group);
		printed[i] = (struct full_group){&heads[i], group->judged};
	}
	full_print(out, o->form, &style, printed, groups->len);
	print(c, out);
}

static void print_groups(struct comparing *c, GPtrArray *groups)
{
	if (c->options->sort_groups)
		g_ptr_array_sort(groups, by_largest_change);
	if (c->options->form == COMPARE_LKP)
		print_lkp(c, groups);
	else
		print_full(c, groups);
}

/* ---- the command --------------------------------------------------------------------- */

static gboolean open_all(struct comparing *c, const struct options *options, GError **error)
{
	const struct compare_options *o = c->options;

	if (options->linux_tree && !(c->tree = tree_open(options->linux_tree, error)))
		return FALSE;
	if (!o->results && !(c->store = store_open(options->store, STORE_READ, error)))
		return FALSE;
	c->nodes = c->store ? nodes_of_store(c->rules, c->store, o->order, &c->sink, error)
			    : nodes_find(c->rules, o->results, o->order, &c->sink, error);
	if (c->nodes)
		c->nodes->wants_samples = o->form != COMPARE_LKP;
	return c->nodes != NULL;
}

static gboolean has_axis(const struct comparing *c, const char *axis)
{
	for (guint i = 0; i < c->nodes->nodes->len; i++)
		if (axes_value(comparing_node(c, i)->axes, axis))
			return TRUE;
	return FALSE;
}

/* Why nothing stands against each other. */
static const char *no_groups_reason(const struct comparing *c, char *const *commits)
{
	const struct compare_options *o = c->options;

	if (!*commits && !o->queries->len && !o->dirs->len)
		return "no two result roots could be compared: "
		       "name COMMITs, or axes with -s, or directories with -j";
	if (c->found->len == 1)
		return "there is one result root of that, and none to compare it with";
	return "no two result roots could be compared";
}

static enum exit_status say_no_groups(const struct comparing *c, char *const *commits)
{
	enum exit_status status = compare_none(c->options, no_groups_reason(c, commits));

	for (char **axis = c->options->axes; *axis; axis++)
		if (!has_axis(c, *axis))
			talk("compare: no result root has the axis %s", *axis);
	return status;
}

/* Key figures that got worse. */
static enum exit_status findings_of_groups(
	const struct comparing *c, const GPtrArray *groups, const struct options *options)
{
	struct findings findings = findings_of_diags(c->diags);

	for (guint i = 0; i < groups->len; i++) {
		const struct comparison *judged = ((struct compared *)groups->pdata[i])->judged;

		findings.regressions += judged ? comparison_regressions(judged) : 0;
	}
	return findings_status(&findings, options);
}

static enum exit_status compare(struct comparing *c, const struct options *options)
{
	char *const *commits = options->arguments;

	comparing_search(c, commits);

	g_autoptr(GPtrArray) groups = compared_all(c);
	if (groups->len) {
		print_groups(c, groups);
		return findings_of_groups(c, groups, options);
	}
	return say_no_groups(c, commits);
}

static enum exit_status say_no_roots(const struct compare_options *options)
{
	g_autofree char *reason = g_strdup_printf(
		"%s: there is no result root", options->results ? options->results : "the store");

	return compare_none(options, reason);
}

enum exit_status command_compare(const struct options *options)
{
	struct comparing c = {
		.options = options->compare, .command = options, .quiet = options->quiet};
	g_autoptr(GError) error = NULL;
	enum exit_status status;

	c.sink = (struct diag_sink){print_diag, &c};
	c.asker = (struct rules_asker){&c.sink, ORIGIN_NONE};
	c.rules = options->rules;
	c.book = stat_book_new(c.rules, &c.asker);
	c.found = g_array_new(FALSE, FALSE, sizeof(guint));
	if (!open_all(&c, options, &error))
		status = talk_system(error);
	else if (!c.nodes->nodes->len && !c.options->against)
		status = say_no_roots(c.options);
	else if (c.options->history)
		status = compare_history(&c, options);
	else if (c.options->against)
		status = compare_against(&c, options);
	else
		status = compare(&c, options);
	g_array_unref(c.found);
	g_clear_pointer(&c.runs, g_ptr_array_unref);
	g_clear_pointer(&c.alike, g_hash_table_unref);
	stat_book_free(c.book);
	nodes_free(c.nodes);
	store_close(c.store, NULL);
	tree_close(c.tree);
	return status;
}
