/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_judge.h"

#include "cli/addresses.h"
#include "cli/against_match.h"
#include "cli/compare_against.h"
#include "cli/output.h"
#include "cli/reproduce_keep.h"
#include "cli/reproduce_options.h"
#include "cli/reproduce_own.h"
#include "cli/talk.h"
#include "compare/comparison_parts.h"
#include "compare/moments.h"
#include "render/judged.h"
#include "reproduce/plan.h"

#include <math.h>

struct work {
	struct comparing *c;
	struct judged *judged;
	struct node *nodes[2];      /* NULL: no runs */
	struct samples *samples[2]; /* so */
};

static void count_diag(const struct diag *diag, void *data)
{
	struct comparing *c = data;

	c->diags[diag->id]++;
	if (!c->quiet && diag_level(diag->id) != DIAG_NOTE)
		talk_diag(diag, c->command->hide_addresses);
}

/* ---- whose runs they are ------------------------------------------------------------------- */

static void take_column(struct work *work, const struct store_table *table, guint i)
{
	guint column = i ? work->judged->reported->column : 0;
	const struct store_column *from = &table->commits[column];
	struct judged_side *side = &work->judged->side[i];
	g_autoptr(GArray) differs = NULL;
	struct node *node = against_match(work->c, table, column, &differs);

	side->commit = g_strdup(from->id ? from->id : from->head);
	side->title = g_strdup(from->title);
	side->date = DATE_UNKNOWN;
	if (!node)
		return;
	work->nodes[i] = node;
	work->samples[i] = node_take_samples(work->c->nodes, node);
	side->root = g_strdup(node->root->path);
	side->dir = g_strdup(node->root->dir);
	side->incomplete = samples_count_incomplete(work->samples[i]);
	side->runs = work->samples[i]->runs->len - side->incomplete;
	reproduce_own_read(side, node->root, &work->c->sink);
	side->kernel = g_strdup(axes_value(node->axes, "kernel"));
}

static gboolean take_table(const struct store_table *table, void *data)
{
	struct work *work = data;

	for (guint i = 0; i < 2; i++)
		take_column(work, table, i);
	return FALSE;
}

static void add_apart(struct judged *judged, const char *name, const char *base, const char *head)
{
	g_ptr_array_add(
		judged->apart, g_strdup_printf("%s is %s of the base and %s of the commit", name,
				       base ? base : "nothing", head ? head : "nothing"));
}

/* Both sides are to differ by their kernel alone. */
static void compare_sides(struct work *work)
{
	const struct judged_side *sides = work->judged->side;
	const struct axes *base, *head;

	if (!work->nodes[0] || !work->nodes[1])
		return;
	if (g_strcmp0(sides[0].wrap, sides[1].wrap))
		add_apart(work->judged, "what stands before the benchmark", sides[0].wrap,
			sides[1].wrap);
	base = work->nodes[0]->axes;
	head = work->nodes[1]->axes;
	for (guint i = 0; i < base->n; i++) {
		const struct axis *axis = &base->axis[i];
		const char *other = axes_value(head, axis->name);

		if (strcmp(axis->name, "commit") && g_strcmp0(axis->value, other))
			add_apart(work->judged, axis->name, axis->value, other);
	}
	for (guint i = 0; i < head->n; i++)
		if (strcmp(head->axis[i].name, "commit") && !axes_value(base, head->axis[i].name))
			add_apart(work->judged, head->axis[i].name, NULL, head->axis[i].value);
}

static void tell_machine(struct work *work)
{
	struct judged *judged = work->judged;
	const struct node *node = work->nodes[1] ? work->nodes[1] : work->nodes[0];

	judged->tbox_group = node ? g_strdup(axes_value(node->axes, "tbox_group")) : NULL;
	judged->same_machine =
		judged->tbox_group && !g_strcmp0(judged->tbox_group, judged->reported->tbox_group);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static gboolean is_judged(const struct work *work, const struct store_row *row)
{
	const struct rules *rules = work->c->rules;
	const struct reported *reported = work->judged->reported;
	struct slice stat = slice_of(row->stat);

	if (row->kind != ROW_MEAN || row->n_cells <= reported->column)
		return FALSE;
	return row->line == reported->line ||
	       rules_is_of_this_test(rules, stat, slice_of(reported->metric)) ||
	       rules_is_kpi(rules, stat, NULL) == ANSWER_YES;
}

static struct side side_of(const struct reported *reported, const struct store_row *row, guint i)
{
	const struct store_cell *cell = &row->cells[i ? reported->column : 0];

	return (struct side){cell->mean, cell->means, cell->stddev, reported->side[i].runs};
}

static gboolean add_row(const struct store_row *row, void *data)
{
	struct work *work = data;
	const struct reported *reported = work->judged->reported;
	const struct reproduction_options options = {
		work->judged->same_machine, work->judged->is_second};
	struct sample_side own[2];

	if (!is_judged(work, row))
		return TRUE;
	struct judged_stat *stat = judged_add(work->judged, row->stat, row->line == reported->line);
	struct side base = side_of(reported, row, 0), head = side_of(reported, row, 1);

	stat->direction = rules_direction(work->c->rules, slice_of(row->stat), NULL);
	for (guint i = 0; i < 2; i++) {
		sample_side_fill(&own[i], work->samples[i], row->stat, FALSE);
		if (own[i].n)
			stat->means[i] = sample_mean(own[i].values, own[i].n);
		stat->printed[i] = g_strdup(row->cells[i ? reported->column : 0].text);
	}
	stat->result = reproduction_of_row(&base, &head, comparison_unit_of(row->stat),
		own[0].values, own[0].n, own[1].values, own[1].n, &options);
	for (guint i = 0; i < 2; i++)
		sample_side_clear(&own[i]);
	return TRUE;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static gboolean fill(struct work *work, struct store *store, GError **error)
{
	struct judged *judged = work->judged;
	const struct reported *reported = judged->reported;
	struct store_filter filter = STORE_FILTER_ALL;

	filter.table = reported->table;
	if (!store_list_tables(store, &filter, take_table, work, error))
		return FALSE;
	tell_machine(work);
	compare_sides(work);
	if (reported->has_row)
		judged->planned =
			plan_runs_of_row(&reported->side[0], &reported->side[1], reported->unit)
				.runs;
	if (!work->samples[0] || !work->samples[1])
		return TRUE;
	return store_list_rows(store, &filter, add_row, work, error);
}

static void print(const struct judged *judged, const struct against_table *table,
	const struct options *options)
{
	g_autoptr(GString) out = g_string_new(NULL);

	if (options->json)
		judged_print_json(out, judged, table);
	else if (options->reproduce->answer)
		judged_print_answer(out, judged);
	else
		judged_print_text(out, judged, table);
	addresses_print(options, out->str);
}

static enum exit_status judge(struct work *work, struct store *store, const struct options *options)
{
	g_autoptr(GError) error = NULL;
	const struct judged *judged = work->judged;
	struct against_table *table;
	gboolean has_runs;

	if (!fill(work, store, &error))
		return talk_system(error);
	table = compare_against_table(work->c, store, judged->reported->table, &error);
	if (!table)
		return error ? talk_system(error) : EXIT_USAGE;
	print(judged, table, options);
	against_table_free(table);
	has_runs = judged->side[0].runs && judged->side[1].runs;
	if (!has_runs) {
		g_autofree char *advice = judged_advice(judged);

		talk("reproduce: %s", advice);
	}
	if (judged->stats->len && !reproduce_keep(store, judged, &error))
		return talk_system(error);
	return has_runs ? EXIT_DONE : EXIT_FOUND;
}

static enum exit_status judge_with(struct comparing *c, struct store *store,
	const struct reported *reported, const struct options *options)
{
	struct work work = {.c = c, .judged = judged_new(reported)};
	enum exit_status status;

	work.judged->is_second = options->reproduce->second;
	status = judge(&work, store, options);
	judged_free(work.judged);
	for (guint i = 0; i < 2; i++)
		samples_free(work.samples[i]);
	return status;
}

enum exit_status reproduce_judge(
	struct store *store, const struct reported *reported, const struct options *options)
{
	const char *results = options->reproduce->results;
	struct compare_options *how = compare_options_new();
	struct comparing c = {.options = how,
		.command = options,
		.quiet = options->quiet,
		.rules = options->rules};
	g_autoptr(GError) error = NULL;
	enum exit_status status = EXIT_USAGE;

	if (!reported->table) {
		compare_options_free(how);
		return talk_usage("reproduce: the report has no table to be judged");
	}
	compare_options_understand(how);
	c.sink = (struct diag_sink){count_diag, &c};
	c.asker = (struct rules_asker){&c.sink, ORIGIN_NONE};
	c.book = stat_book_new(c.rules, &c.asker);
	c.nodes = results ? nodes_find(c.rules, results, NULL, &c.sink, &error)
			  : nodes_of_store(c.rules, store, NULL, &c.sink, &error);
	if (c.nodes) {
		c.nodes->wants_samples = TRUE;
		status = judge_with(&c, store, reported, options);
	} else {
		status = talk_system(error);
	}
	nodes_free(c.nodes);
	stat_book_free(c.book);
	compare_options_free(how);
	return status;
}
