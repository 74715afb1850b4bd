/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/comparison_parts.h"
#include "compare/failure_rate.h"
#include "compare/noise.h"
#include "compare/null_rate.h"

#include <math.h>
#include <string.h>

/* ---- life ------------------------------------------------------------------------------ */

struct comparing_rows *comparing_rows_new(
	struct stat_book *book, const struct comparison_request *request)
{
	struct comparing_rows *work = g_new0(struct comparing_rows, 1);

	work->book = book;
	work->request = request;
	work->member = request->member;
	work->n = request->members->n;
	work->judge = judge_new();
	work->passes = passes_new(request->members);
	work->changed = g_ptr_array_new_with_free_func((GDestroyNotify)changed_free);
	for (guint i = 0; i < work->passes->passes->len; i++) {
		const struct pass *pass = &g_array_index(work->passes->passes, struct pass, i);

		g_ptr_array_add(work->changed, changed_new(request->select, book, pass->head,
						       pass->base, pass->incomplete));
	}
	return work;
}

void comparing_rows_free(struct comparing_rows *work)
{
	g_ptr_array_unref(work->changed);
	passes_free(work->passes);
	judge_free(work->judge);
	g_free(work);
}

void comparison_row_free(struct comparison_row *row)
{
	if (!row)
		return;
	g_free(row->cells);
	g_free(row->verdicts);
	g_free(row);
}

/* ---- what a name tells ---------------------------------------------------------------------- */

enum comparison_kind comparison_kind_of(struct stat_book *book, const char *name)
{
	const struct rules *rules = stat_book_rules(book);

	if (stat_book_look(book, name)->is_failure)
		return KIND_FAILURE;
	if (rules_is_of_test(rules, slice_of(name)) ||
		rules_is_kpi(rules, slice_of(name), NULL) == ANSWER_YES)
		return KIND_KPI;
	return KIND_MONITOR;
}

enum direction comparison_direction_of(
	struct stat_book *book, const char *name, enum comparison_kind kind)
{
	if (kind == KIND_FAILURE)
		return g_str_has_suffix(name, ".pass") ? DIRECTION_MORE : DIRECTION_LESS;
	return rules_direction(stat_book_rules(book), slice_of(name), NULL);
}

enum unit comparison_unit_of(const char *name)
{
	if (g_str_has_prefix(name, "perf-profile") || g_str_has_suffix(name, "%"))
		return UNIT_POINTS;
	return UNIT_PERCENT;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void fill_range(struct comparison_cell *cell, const struct sample_side *side)
{
	cell->low = cell->high = NAN;
	for (guint i = 0; i < side->n; i++) {
		cell->low = i ? MIN(cell->low, side->values[i]) : side->values[i];
		cell->high = i ? MAX(cell->high, side->values[i]) : side->values[i];
	}
}

static void cell_fill(struct comparison_cell *cell, const struct sample_side *side)
{
	*cell = (struct comparison_cell){.n = side->n,
		.runs = side->runs,
		.missing = side->missing,
		.no_data = side->no_data,
		.mean = NAN,
		.spread = NAN};
	fill_range(cell, side);
	for (guint i = 0; i < side->n; i++)
		cell->failed += side->values[i] > 0;
}

/* A run that does not tell of a failure had none. */
static void failure_cell_fill(struct comparison_cell *cell, const struct sample_side *side)
{
	cell_fill(cell, side);
	cell->n = side->runs;
	cell->missing = cell->no_data = 0;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static gboolean is_changed(struct comparing_rows *work, const char *name, guint member)
{
	for (guint i = 0; i < work->passes->passes->len; i++) {
		struct change_why why;

		if (g_array_index(work->passes->passes, struct pass, i).member != member)
			continue;
		changed_ask(work->changed->pdata[i], name, &why);
		if (why.end == CHANGE_TAKEN)
			return TRUE;
	}
	return FALSE;
}

static void look_back(
	struct comparing_rows *work, struct comparison_row *row, struct judge_options *options)
{
	options->floor = noise_floor(NULL, 0, options->unit);
	if (!work->request->past)
		return;
	row->past = past_runs_look(work->request->past, work->judge, row->name, options->unit);
	options->floor = row->past.floor;
	if (row->past.has_prior)
		options->prior = &row->past.prior;
}

static void judge_figures(struct comparing_rows *work, struct comparison_row *row)
{
	g_autofree struct sample_side *sides = g_new(struct sample_side, work->n);
	enum unit unit = comparison_unit_of(row->name);
	struct judge_options options = {.unit = unit};

	look_back(work, row, &options);
	for (guint i = 0; i < work->n; i++) {
		sample_side_fill(&sides[i], work->member[i].samples, row->name, FALSE);
		cell_fill(&row->cells[i], &sides[i]);
	}
	for (guint i = 1; i < work->n; i++)
		row->verdicts[i].judged = judge_runs(work->judge, sides[0].values, sides[0].n,
			sides[i].values, sides[i].n, &options);
	for (guint i = 0; i < work->n; i++) {
		const struct judgement *judged = &row->verdicts[MAX(i, 1)].judged;
		const struct moments *moments = i ? &judged->head : &judged->base;

		row->cells[i].mean = moments->mean;
		row->cells[i].spread = moments->spread;
		sample_side_clear(&sides[i]);
	}
}

/* Each side by its own runs. */
static struct judgement rates_apart(
	const struct comparison_cell *base, const struct comparison_cell *head)
{
	struct failure_judgement rates = judge_failures(
		(struct failures){base->failed, base->n}, (struct failures){head->failed, head->n});

	return (struct judgement){
		.unit = UNIT_POINTS,
		.change = rates.change,
		.estimate = rates.change,
		.ci = rates.ci,
		.p = rates.p,
		.p_counted = {rates.p, rates.p},
		.grade = rates.grade,
		.limit = GRADE_STRONG,
	};
}

static void judge_failure_row(struct comparing_rows *work, struct comparison_row *row)
{
	for (guint i = 0; i < work->n; i++) {
		struct sample_side side;

		sample_side_fill(&side, work->member[i].samples, row->name, TRUE);
		failure_cell_fill(&row->cells[i], &side);
		sample_side_clear(&side);
	}
	for (guint i = 1; i < work->n; i++)
		row->verdicts[i].judged = rates_apart(&row->cells[0], &row->cells[i]);
}

void comparison_verdict_word(struct comparison_row *row, guint member)
{
	struct comparison_verdict *verdict = &row->verdicts[member];
	double change = verdict->judged.change;
	gboolean is_more = change > 0;

	verdict->verdict = VERDICT_NONE;
	if (row->direction == DIRECTION_UNKNOWN || !grade_is_significant(verdict->grade) ||
		!(change < 0 || change > 0))
		return;
	verdict->verdict = is_more == (row->direction == DIRECTION_MORE) ? VERDICT_IMPROVEMENT
									 : VERDICT_REGRESSION;
}

struct comparison_row *comparison_row_new(
	struct comparing_rows *work, const char *name, const struct stat_row *lkp)
{
	struct comparison_row *row = g_new0(struct comparison_row, 1);

	row->name = name;
	row->kind = comparison_kind_of(work->book, name);
	row->direction = comparison_direction_of(work->book, name, row->kind);
	row->lkp = lkp;
	row->alias_of = row->next_alias = NO_ROW;
	row->cells = g_new0(struct comparison_cell, work->n);
	row->verdicts = g_new0(struct comparison_verdict, work->n);
	if (row->kind == KIND_FAILURE)
		judge_failure_row(work, row);
	else
		judge_figures(work, row);
	for (guint i = 1; i < work->n; i++) {
		struct comparison_verdict *verdict = &row->verdicts[i];

		verdict->p = verdict->judged.p_counted;
		verdict->grade = verdict->judged.grade;
		verdict->is_changed = is_changed(work, name, i);
		comparison_verdict_word(row, i);
	}
	return row;
}

/* ---- LKP's rule over all stats --------------------------------------------------------------- */

static gboolean is_constant(const struct change_why *why)
{
	return number_compare(why->base.low, why->base.high) == 0 &&
	       number_compare(why->head.low, why->head.high) == 0 &&
	       number_compare(why->base.low, why->head.low) == 0;
}

/* What never varies is no question; neither is what the rules do not look at. */
static void count(struct comparing_rows *work, guint pass, const char *name,
	struct comparison_chance *chance, struct stat_counts *counts)
{
	struct change_why why;

	changed_ask(work->changed->pdata[pass], name, &why);
	if ((why.end != CHANGE_TAKEN && why.end < CHANGE_SAME) || is_constant(&why))
		return;
	if (stat_book_look(work->book, name)->is_failure)
		counts->failures++;
	else
		counts->figures++;
	if (why.forced || why.rule != CHANGE_BY_RANGES)
		return;
	chance->looked_at++;
	chance->fired += why.end == CHANGE_TAKEN;
}

static void count_pass(struct comparing_rows *work, guint at, struct comparison_chance *chance,
	struct stat_counts *counts)
{
	const struct pass *pass = &g_array_index(work->passes->passes, struct pass, at);
	const GPtrArray *of_head = pass->head->series, *of_base = pass->base->series;

	chance->base_runs = pass->base->columns;
	chance->head_runs = pass->head->columns;
	for (guint i = 0; i < of_head->len; i++)
		count(work, at, ((struct series *)of_head->pdata[i])->name, chance, counts);
	for (guint i = 0; i < of_base->len; i++) {
		const char *name = ((struct series *)of_base->pdata[i])->name;

		if (!matrix_find(pass->head, name))
			count(work, at, name, chance, counts);
	}
}

void comparing_rows_count(struct comparing_rows *work, guint member,
	struct comparison_chance *ret_chance, struct stat_counts *ret_counts)
{
	*ret_chance = (struct comparison_chance){.rate = NAN};
	*ret_counts = (struct stat_counts){0};
	for (guint i = 0; i < work->passes->passes->len; i++) {
		const struct pass *pass = &g_array_index(work->passes->passes, struct pass, i);

		if (pass->member == member && !pass->incomplete)
			count_pass(work, i, ret_chance, ret_counts);
	}
	ret_chance->rate = null_rate(ret_chance->base_runs, ret_chance->head_runs);
}
