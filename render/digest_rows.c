/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table rows behind a claim, judged: which column is the blamed commit's, what the
 * change is worth.
 */
#include "compare/alias.h"
#include "compare/runs.h"
#include "render/digest_parts.h"

#include <math.h>

#define PREFIX_MIN 7 /* digits of a commit id that tell it from others */

/* Where the time goes, by symbol; in points of the samples. */
#define MOVES "perf-profile.self."

struct table_reader {
	struct digest *digest;
	struct digest_claim *claim;
	guint column; /* of the blamed commit */
	struct runs before, after;
	GPtrArray *rows;            /* of struct digest_row *, by line, owned by the report */
	struct plot_moves *profile; /* of all rows */
};

/* ---- which column, which machine ---------------------------------------------- */

static gboolean same_commit(const char *a, const char *b)
{
	gsize n = a && b ? MIN(strlen(a), strlen(b)) : 0;

	return n >= PREFIX_MIN && !strncmp(a, b, n);
}

static void take_runs(struct runs *runs, const struct store_column *column)
{
	if (column->runs.low)
		*runs = column->runs;
}

guint digest_blamed_column(const struct store_table *table, const char *commit)
{
	for (guint i = 1; i < table->n_commits; i++)
		if (same_commit(table->commits[i].id, commit) ||
			same_commit(table->commits[i].head, commit))
			return i;
	return 1;
}

static gboolean read_heads(const struct store_table *table, void *data)
{
	struct table_reader *reader = data;
	struct digest_claim *claim = reader->claim;

	reader->column = digest_blamed_column(table, claim->report->commit);
	if (reader->column < table->n_commits) {
		take_runs(&reader->before, &table->commits[0]);
		take_runs(&reader->after, &table->commits[reader->column]);
	}
	/* A box names its machine by its hardware, its table by its name. */
	for (guint i = 0; i < table->n_axes; i++)
		if (!claim->headline && !g_strcmp0(table->axes[i].key, "tbox_group"))
			claim->machine = digest_keep(reader->digest, table->axes[i].value);
	return TRUE;
}

/* ---- rows ------------------------------------------------------------------------ */

/* A blank spread means 2 % or less; behind a negative mean it means nothing. */
static struct interval spread_of(const struct store_cell *cell)
{
	double size = MAX(fabs(cell->means.low), fabs(cell->means.high));
	double percent = cell->stddev == STDDEV_NONE ? 2 : abs(cell->stddev) + 1;

	if (isnan(cell->mean) || (cell->stddev == STDDEV_NONE && cell->mean < 0))
		return (struct interval){NAN, NAN};
	return (struct interval){
		cell->means.low - size * percent / 100, cell->means.high + size * percent / 100};
}

static struct digest_cell cell_of(struct digest *digest, const struct store_cell *cell)
{
	return (struct digest_cell){
		.text = digest_keep(digest, cell->text),
		.mean = cell->mean,
		.means = cell->means,
		.spread = spread_of(cell),
		.stddev = cell->stddev,
	};
}

static gboolean is_move(const struct table_reader *reader, const struct store_row *row)
{
	const struct store_change *change = &row->changes[reader->column - 1];

	return reader->claim->headline && row->stat && g_str_has_prefix(row->stat, MOVES) &&
	       change->text && isfinite(change->value);
}

static gboolean is_wanted(const struct table_reader *reader, const struct store_row *row)
{
	const struct digest_claim *claim = reader->claim;

	if (!row->stat)
		return FALSE;
	if (!g_strcmp0(row->stat, claim->metric))
		return TRUE;
	if (!claim->headline) /* of a box's table the box's own row alone */
		return FALSE;
	return row->line == claim->line || rules_is_of_this_test(reader->digest->rules,
						   slice_of(row->stat), slice_of(claim->metric));
}

void digest_row_free(void *data)
{
	struct digest_row *row = data;

	g_ptr_array_unref(row->aliases);
	g_free(row);
}

static gboolean read_row(const struct store_row *row, void *data)
{
	struct table_reader *reader = data;
	guint column = reader->column;

	if (column >= row->n_cells || row->kind != ROW_MEAN)
		return TRUE;

	gboolean wanted = is_wanted(reader, row);
	const struct store_change *change = &row->changes[column - 1];

	if (row->stat && change->text)
		plot_moves_see(reader->profile, row->stat, change->value);
	if (!wanted && !is_move(reader, row))
		return TRUE;

	struct digest *digest = reader->digest;
	struct digest_row *kept = g_new0(struct digest_row, 1);

	*kept = (struct digest_row){
		.table = digest_keep(digest, row->table),
		.table_key = digest_key(digest, row->table),
		.message_id = reader->claim->report->message_id,
		.line = row->line,
		.stat = digest_keep(digest, row->stat),
		.headline = reader->claim->headline && row->line == reader->claim->line,
		.before = cell_of(digest, &row->cells[0]),
		.after = cell_of(digest, &row->cells[column]),
		.change = {digest_keep(digest, change->text), change->value, change->unit},
		.consistency = row->consistency,
		.direction = rules_direction(digest->rules, slice_of(row->stat), NULL),
		.aliases = g_ptr_array_new(),
	};
	if (!wanted) {
		g_ptr_array_add(reader->claim->report->moves, kept);
		return TRUE;
	}
	g_ptr_array_add(reader->claim->report->judged, kept);
	g_ptr_array_add(reader->rows, kept);
	return TRUE;
}

static struct side side_of(const struct digest_cell *cell)
{
	return (struct side){cell->mean, cell->means, cell->stddev, cell->runs};
}

static void judge_row(struct digest_row *row, const struct table_reader *reader)
{
	row->before.runs = reader->before;
	row->after.runs = reader->after;

	struct side before = side_of(&row->before), after = side_of(&row->after);

	row->effect = effect_of_row(&before, &after, row->change.unit);
	row->corrected = row->effect.p; /* a report that blames no commit stands alone */
	row->grade = row->effect.grade;
}

/* ---- which row is the claim's ------------------------------------------------------ */

/* The row of its line; else of its metric and change; else the first of its metric. */
static struct digest_row *row_of_claim(const struct table_reader *reader)
{
	const struct digest_claim *claim = reader->claim;
	struct digest_row *first = NULL;

	for (guint i = 0; i < reader->rows->len; i++) {
		struct digest_row *row = reader->rows->pdata[i];

		if (claim->headline && claim->line && row->line == claim->line)
			return row;
		if (g_strcmp0(row->stat, claim->metric))
			continue;
		if (!claim->headline && claim->change.text &&
			!g_strcmp0(row->change.text, claim->change.text))
			return row;
		if (!first)
			first = row;
	}
	return first;
}

/* ---- rows that say the same ---------------------------------------------------------- */

static struct alias_row alias_row_of(const struct digest_row *row, struct alias_cell *cells)
{
	cells[0] = (struct alias_cell){row->before.means, row->before.stddev, SLICE_NULL};
	cells[1] = (struct alias_cell){
		row->after.means, row->after.stddev, slice_of(row->change.text)};
	return (struct alias_row){slice_of(row->stat), cells, 2};
}

/* The claim's own row first: it is nobody's alias. */
static GPtrArray *in_order_of_worth(const struct table_reader *reader)
{
	const struct digest_row *own = reader->claim->row;
	GPtrArray *rows = g_ptr_array_new();

	for (guint i = 0; i < reader->rows->len; i++)
		if (reader->rows->pdata[i] == own)
			g_ptr_array_add(rows, reader->rows->pdata[i]);
	for (guint i = 0; i < reader->rows->len; i++)
		if (reader->rows->pdata[i] != own)
			g_ptr_array_add(rows, reader->rows->pdata[i]);
	return rows;
}

static void fold_aliases(const struct table_reader *reader)
{
	g_autoptr(GPtrArray) rows = in_order_of_worth(reader);
	g_autofree struct alias_cell *cells = g_new(struct alias_cell, 2 * rows->len + 1);
	g_autofree struct alias_row *plain = g_new(struct alias_row, rows->len + 1);
	g_autofree guint *first = g_new(guint, rows->len + 1);

	for (guint i = 0; i < rows->len; i++)
		plain[i] = alias_row_of(rows->pdata[i], &cells[2 * i]);
	aliases_find(plain, rows->len, first);
	for (guint i = 0; i < rows->len; i++) {
		struct digest_row *row = rows->pdata[i], *same = rows->pdata[first[i]];

		if (first[i] == i)
			continue;
		row->alias_of = same;
		g_ptr_array_add(same->aliases, (char *)row->stat);
	}
}

static void keep_kpis(struct table_reader *reader, struct digest_report *report)
{
	for (guint i = 0; i < reader->rows->len; i++) {
		struct digest_row *row = reader->rows->pdata[i];

		if (row->alias_of)
			continue;
		if (report->kpis->len < DIGEST_ROWS_MAX || row == reader->claim->row)
			g_ptr_array_add(report->kpis, row);
		else
			report->kpis_omitted++;
	}
}

/* The largest first. */
static int by_move(const void *a, const void *b)
{
	const struct digest_row *x = *(const struct digest_row *const *)a;
	const struct digest_row *y = *(const struct digest_row *const *)b;
	double more = fabs(y->change.value) - fabs(x->change.value);

	if (more)
		return more < 0 ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void keep_moves(struct digest_report *report)
{
	g_ptr_array_sort(report->moves, by_move);
	if (report->moves->len <= DIGEST_MOVES_MAX)
		return;
	report->moves_omitted = report->moves->len - DIGEST_MOVES_MAX;
	g_ptr_array_set_size(report->moves, DIGEST_MOVES_MAX);
}

static const struct digest_chart *chart_moves(
	struct digest *digest, const struct digest_report *report, const struct plot_moves *moves)
{
	struct plots *plots = plots_new();
	g_autofree char *test = g_strdup_printf("%s%s%s", report->testcase ? report->testcase : "",
		report->testcase && report->tbox_group ? " on " : "",
		report->tbox_group ? report->tbox_group : "");
	const struct digest_chart *chart = NULL;

	if (plots_add_moves(plots, moves, test, report->main_table))
		chart = digest_chart_of_plots(digest, plots);
	plots_free(plots);
	return chart;
}

static void finish_report(struct table_reader *reader, struct digest_report *report)
{
	fold_aliases(reader);
	keep_kpis(reader, report);
	keep_moves(report);
	report->profile = chart_moves(reader->digest, report, reader->profile);
}

static gboolean judge_claim(
	struct table_reader *reader, struct store *store, const char *table, GError **error)
{
	struct digest_claim *claim = reader->claim;
	struct store_filter filter = STORE_FILTER_ALL;

	filter.table = table;
	if (!store_list_tables(store, &filter, read_heads, reader, error) ||
		!store_list_rows(store, &filter, read_row, reader, error))
		return FALSE;
	for (guint i = 0; i < reader->rows->len; i++)
		judge_row(reader->rows->pdata[i], reader);

	struct digest_row *own = row_of_claim(reader);

	claim->row = own;
	if (own)
		own->claimed = TRUE;
	if (claim->headline)
		finish_report(reader, claim->report);
	return TRUE;
}

gboolean digest_judge_claim(struct digest *digest, struct store *store, struct digest_claim *claim,
	const char *table, GError **error)
{
	if (!table)
		return TRUE;

	g_autoptr(GPtrArray) rows = g_ptr_array_new();
	const struct runs assumed = runs_of(&(struct runs_evidence){0});
	struct plot_moves *profile = plot_moves_new();
	struct table_reader reader = {digest, claim, 1, assumed, assumed, rows, profile};
	gboolean judged = judge_claim(&reader, store, table, error);

	plot_moves_free(profile);
	return judged;
}
