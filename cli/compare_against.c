/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare_against.h"

#include "cli/addresses.h"
#include "cli/against_match.h"
#include "cli/findings.h"
#include "cli/output.h"
#include "cli/show.h"
#include "cli/talk.h"
#include "compare/lkp_text.h"
#include "render/against.h"

#include <string.h>

struct against {
	struct comparing *c;
	struct store *store;
	GPtrArray *tables; /* of struct against_table * */
	GError **error;
	gboolean failed;
};

/* The table in hand: its columns, and the matrices of those that have runs. */
struct work {
	struct against *against;
	struct against_table *table;
	guint n;
	struct node **nodes;   /* by column; NULL: no runs */
	guint *made;           /* by column: its place among the members; G_MAXUINT: none */
	struct member *member; /* of those with runs */
	const struct matrix **all;
	struct matrix **complete;
	guint n_members;
	GHashTable *seen; /* names of the report's stats */
};

/* ---- columns -------------------------------------------------------------------------- */

static void add_member(struct work *work, guint column, struct node *node)
{
	struct comparing *c = work->against->c;
	const struct matrix *all = node_matrix(c->nodes, node);
	guint at = work->n_members++;

	work->nodes[column] = node;
	work->made[column] = at;
	work->all[at] = all;
	work->complete[at] = matrix_complete(all);
	work->member[at] =
		(struct member){all, work->complete[at] ? work->complete[at] : all, all->columns};
}

static void find_columns(struct work *work, const struct store_table *table)
{
	for (guint i = 0; i < work->n; i++) {
		const char *id = table->commits[i].id;
		struct against_column *column =
			against_column_new(work->table, id ? id : table->commits[i].head);
		struct node *node;

		g_array_unref(column->differs);
		node = against_match(work->against->c, table, i, &column->differs);
		work->made[i] = G_MAXUINT;
		if (!node)
			continue;
		column->root = g_strdup(node->root->path);
		if (node_matrix(work->against->c->nodes, node)->columns)
			add_member(work, i, node);
		column->runs = node_matrix(work->against->c->nodes, node)->columns;
	}
}

static void work_init(struct work *work, struct against *against, const struct store_table *table)
{
	guint n = table->n_commits;

	*work = (struct work){.against = against, .n = n};
	work->table = against_table_new(table->id, table->message_id);
	work->nodes = g_new0(struct node *, n);
	work->made = g_new0(guint, n);
	work->member = g_new0(struct member, n);
	work->all = g_new0(const struct matrix *, n);
	work->complete = g_new0(struct matrix *, n);
	work->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	find_columns(work, table);
}

static void work_clear(struct work *work)
{
	for (guint i = 0; i < work->n_members; i++)
		matrix_free(work->complete[i]);
	for (guint i = 0; i < work->n; i++)
		if (work->nodes[i])
			node_release(work->nodes[i]);
	g_hash_table_unref(work->seen);
	g_free(work->nodes);
	g_free(work->made);
	g_free(work->member);
	g_free(work->all);
	g_free(work->complete);
}

/* ---- rows ------------------------------------------------------------------------------- */

/* The stat's row as LKP makes it of those runs; NULL: they do not have it. */
static GPtrArray *make_row(struct work *work, const char *stat)
{
	struct comparing *c = work->against->c;
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	gboolean any = FALSE;

	for (guint i = 0; i < work->n_members; i++)
		any |= matrix_find(work->all[i], stat) != NULL;
	if (!any)
		return NULL;
	g_ptr_array_add(names, g_string_chunk_insert_const(c->nodes->names, stat));
	return rows_make(c->book, names, work->member, work->n_members);
}

static char *spread_text(double stddev, double mean)
{
	g_autoptr(GString) text = g_string_new("±");

	if (!lkp_text_spread(stddev, mean, text, 3))
		return NULL;
	return g_strconcat(text->str, "%", NULL);
}

static void tell_made(struct against_text *to, const struct stat_row *made, guint column)
{
	const struct figure *cell = &made->cells[column];
	g_autoptr(GString) mean = g_string_new(NULL), change = g_string_new(NULL);

	if (made->is_failure) {
		g_string_printf(mean, "%.0f:%u", cell->value, cell->runs);
	} else {
		lkp_text_mean(mean, cell->value, 0);
		to->spread = spread_text(cell->stddev, cell->value);
	}
	if (column)
		lkp_text_change(change, made, column, 0);
	to->mean = g_strdup(mean->str);
	to->change = column ? g_strdup(change->str) : NULL;
}

static void tell_all_made(struct work *work, struct against_row *row, const struct stat_row *made)
{
	row->made = g_new0(struct against_text, work->n);
	for (guint i = 0; i < work->n; i++)
		if (work->made[i] != G_MAXUINT)
			tell_made(&row->made[i], made, work->made[i]);
}

static void tell_printed(struct against_row *row, const struct store_row *from)
{
	for (guint i = 0; i < row->n && i < from->n_cells; i++) {
		const struct store_cell *cell = &from->cells[i];
		struct against_text *to = &row->printed[i];

		if (from->kind == ROW_FAIL)
			to->mean = g_strdup_printf("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT,
				cell->fails, cell->runs);
		else
			to->mean = g_strdup(cell->text);
		if (cell->stddev != G_MININT)
			to->spread = g_strdup_printf("±%3d%%", cell->stddev);
		to->change = i ? g_strdup(from->changes[i - 1].text) : NULL;
	}
}

static enum against_count count_of(const struct against_row *row)
{
	static const enum against_count counts[] = {
		[RETABLE_SAME] = AGAINST_SAME,
		[RETABLE_ROUNDING] = AGAINST_ROUNDING,
		[RETABLE_MISSING] = AGAINST_NOT_IN_RUNS,
		[RETABLE_DIFFERENT] = AGAINST_DIFFERENT,
	};

	return counts[row->verdict];
}

static void judge_row(struct work *work, struct against_row *row, const struct store_row *from,
	const struct stat_row *made)
{
	g_autofree struct printed_cell *cells = g_new0(struct printed_cell, from->n_cells);
	g_autofree struct printed_change *changes = g_new0(struct printed_change, from->n_cells);
	const struct printed_row printed = {
		from->kind == ROW_FAIL, MIN(from->n_cells, row->n), cells, changes};

	for (guint i = 0; i < printed.n; i++) {
		const struct store_cell *cell = &from->cells[i];

		cells[i] = (struct printed_cell){
			cell->text, cell->means, cell->stddev, cell->fails, cell->runs};
		if (i)
			changes[i - 1] = (struct printed_change){from->changes[i - 1].text,
				from->changes[i - 1].value, from->changes[i - 1].unit};
	}
	row->verdict = retable_row(&printed, made, work->made, row->cells, row->changes);
}

static gboolean add_row(const struct store_row *from, void *data)
{
	struct work *work = data;
	struct against_row *row = against_row_new(work->table, from->stat, work->n);
	g_autoptr(GPtrArray) made = make_row(work, from->stat);

	g_hash_table_add(work->seen, g_strdup(from->stat));
	row->is_failure = from->kind == ROW_FAIL;
	row->line = from->line;
	tell_printed(row, from);
	if (made)
		tell_all_made(work, row, made->pdata[0]);
	judge_row(work, row, from, made ? made->pdata[0] : NULL);
	work->table->counts[count_of(row)]++;
	return TRUE;
}

/* What LKP would have printed besides. */
static void add_others(struct work *work)
{
	struct comparing *c = work->against->c;
	const struct select_members members = {work->all, work->n_members, NULL};

	if (work->n_members < 2)
		return;
	g_autoptr(GPtrArray) names = select_stats(&c->options->select, c->book, &members);
	g_autoptr(GPtrArray) rows = rows_make(c->book, names, work->member, work->n_members);
	for (guint i = 0; i < rows->len; i++) {
		const struct stat_row *made = rows->pdata[i];
		struct against_row *row;

		if (g_hash_table_contains(work->seen, made->name))
			continue;
		row = against_row_new(work->table, made->name, work->n);
		row->is_failure = made->is_failure;
		tell_all_made(work, row, made);
		work->table->counts[AGAINST_NOT_IN_REPORT]++;
	}
}

static gboolean add_table(const struct store_table *table, void *data)
{
	struct against *against = data;
	struct store_filter filter = STORE_FILTER_ALL;
	struct work work;

	if (table->copy_of || !table->n_commits)
		return TRUE;
	work_init(&work, against, table);
	g_ptr_array_add(against->tables, work.table);
	filter.table = table->id;
	against->failed = !store_list_rows(against->store, &filter, add_row, &work, against->error);
	if (!against->failed)
		add_others(&work);
	work_clear(&work);
	return !against->failed;
}

/* ---- which report --------------------------------------------------------------------------- */

static gboolean count_commit(const struct store_commit *commit, void *data)
{
	GPtrArray *found = data;

	g_ptr_array_add(found, g_strdup(commit->id));
	return TRUE;
}

static gboolean list_tables(struct against *against, const struct store_filter *filter)
{
	return store_list_tables(against->store, filter, add_table, against, against->error) &&
	       !against->failed;
}

/* FALSE with *error, or the candidates of an ambiguous commit in `commits`. */
static gboolean find_tables(struct against *against, const char *name, GPtrArray *commits)
{
	struct store_filter by_table = STORE_FILTER_ALL, by_message = STORE_FILTER_ALL;
	struct store_filter by_commit = STORE_FILTER_ALL;

	by_table.table = by_message.message = by_commit.commit = name;
	if (!list_tables(against, &by_table) || against->tables->len)
		return !against->failed;
	if (!list_tables(against, &by_message) || against->tables->len)
		return !against->failed;
	if (!show_may_be_commit(name))
		return TRUE;
	if (!store_list_commits(against->store, &by_commit, count_commit, commits, against->error))
		return FALSE;
	return commits->len != 1 || list_tables(against, &by_commit);
}

struct against_table *compare_against_table(
	struct comparing *c, struct store *store, const char *id, GError **error)
{
	g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func(against_table_free);
	struct against against = {c, store, tables, error, FALSE};
	struct store_filter filter = STORE_FILTER_ALL;

	filter.table = id;
	if (!list_tables(&against, &filter) || !tables->len)
		return NULL;
	return g_ptr_array_steal_index(tables, 0);
}

static gboolean has_runs(const GPtrArray *tables)
{
	for (guint i = 0; i < tables->len; i++) {
		const struct against_table *table = tables->pdata[i];

		for (guint k = 0; k < table->columns->len; k++)
			if (((const struct against_column *)table->columns->pdata[k])->runs)
				return TRUE;
	}
	return FALSE;
}

static enum exit_status print_tables(
	const struct comparing *c, const GPtrArray *tables, const struct options *options)
{
	g_autoptr(GString) out = g_string_new(NULL);
	struct findings findings = findings_of_diags(c->diags);

	(options->compare->form == COMPARE_JSON ? against_print_json : against_print_text)(
		out, tables);
	addresses_print(options, out->str);
	if (!has_runs(tables)) {
		talk("compare: no runs are of the tables of this report");
		return EXIT_FOUND;
	}
	for (guint i = 0; i < tables->len; i++) {
		const struct against_table *table = tables->pdata[i];

		findings.different += table->counts[AGAINST_DIFFERENT];
		findings.missing += table->counts[AGAINST_NOT_IN_RUNS];
	}
	return findings_status(&findings, options);
}

static enum exit_status say_none(const char *name, const GPtrArray *commits)
{
	if (commits->len < 2)
		return talk_usage("compare: the store has no table of '%s'", name);
	talk("compare: '%s' may be one of:", name);
	for (guint i = 0; i < commits->len; i++)
		talk("  %s", (const char *)commits->pdata[i]);
	return EXIT_USAGE;
}

enum exit_status compare_against(struct comparing *c, const struct options *options)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func(against_table_free);
	g_autoptr(GPtrArray) commits = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *name = show_bare_name(c->options->against);
	struct store *store = store_open(options->store, STORE_READ, &error);
	struct against against = {c, store, tables, &error, FALSE};

	if (!store)
		return talk_system(error);

	gboolean done = find_tables(&against, name, commits);
	store_close(store, NULL);
	if (!done)
		return talk_system(error);
	return tables->len ? print_tables(c, tables, options) : say_none(name, commits);
}
