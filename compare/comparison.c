/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/comparison.h"

#include "compare/comparison_parts.h"
#include "compare/correction.h"
#include "compare/run_alias.h"

#include <math.h>
#include <string.h>

const char *comparison_kind_name(enum comparison_kind kind)
{
	static const char *const names[] = {"kpi", "failure", "monitor"};

	return names[kind];
}

gboolean grade_is_significant(enum grade grade)
{
	return grade == GRADE_SUPPORTED || grade == GRADE_STRONG;
}

/* ---- members ------------------------------------------------------------------------ */

static GPtrArray *incomplete_runs(const struct samples *samples)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < samples->runs->len; i++)
		if (g_array_index(samples->incomplete, gboolean, i))
			g_ptr_array_add(names, g_strdup(samples->runs->pdata[i]));
	return names;
}

static void fill_members(struct comparison *comparison, const struct comparison_request *request)
{
	for (guint i = 0; i < comparison->n; i++) {
		const struct samples *samples = request->member[i].samples;

		comparison->incomplete[i] = incomplete_runs(samples);
		comparison->runs[i] = samples->runs->len;
	}
}

/* ---- rows ------------------------------------------------------------------------------ */

static gint by_kind(gconstpointer a, gconstpointer b, void *unused)
{
	const struct comparison_row *x = *(struct comparison_row *const *)a;
	const struct comparison_row *y = *(struct comparison_row *const *)b;

	(void)unused;
	return (gint)x->kind - (gint)y->kind;
}

static GPtrArray *judge_rows(struct comparing_rows *work, const struct comparison_request *request)
{
	GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)comparison_row_free);

	for (guint i = 0; i < request->lkp_rows->len; i++) {
		const struct stat_row *lkp = request->lkp_rows->pdata[i];

		g_ptr_array_add(rows, comparison_row_new(work, lkp->name, lkp));
	}
	g_ptr_array_sort_with_data(rows, by_kind, NULL); /* which is stable */
	return rows;
}

/* ---- aliases --------------------------------------------------------------------------- */

/* 0 where one is not above 0. */
static double spread_of(const double *values, guint n)
{
	double least = INFINITY, most = 0;

	for (guint i = 0; i < n; i++) {
		least = MIN(least, values[i]);
		most = MAX(most, values[i]);
	}
	return n && least > 0 ? most / least - 1 : 0;
}

static void alias_row_fill(struct comparing_rows *work, const struct comparison_row *row,
	GArray *values, struct run_alias_row *ret_row)
{
	const struct comparison_cell *base = &row->cells[0], *head = &row->cells[1];

	*ret_row = (struct run_alias_row){.change = log(head->mean / base->mean)};
	if (row->kind == KIND_FAILURE)
		return;
	for (guint i = 0; i < work->n; i++) {
		struct sample_side side;

		sample_side_fill(&side, work->member[i].samples, row->name, FALSE);
		g_array_append_vals(values, side.values, side.n);
		ret_row->spread = MAX(ret_row->spread, spread_of(side.values, side.n));
		if (side.n < side.runs)
			g_array_set_size(values, 0);
		sample_side_clear(&side);
		if (!values->len)
			return;
	}
	ret_row->n = values->len;
	ret_row->values = (const double *)(gconstpointer)values->data;
}

static void chain_aliases(GPtrArray *rows)
{
	g_autofree guint *next = g_new(guint, rows->len);

	for (guint i = 0; i < rows->len; i++)
		next[i] = NO_ROW;
	for (guint i = rows->len; i > 0; i--) {
		struct comparison_row *row = rows->pdata[i - 1];

		row->next_alias = next[row->alias_of];
		next[row->alias_of] = i - 1;
	}
}

static void find_aliases(struct comparing_rows *work, GPtrArray *rows)
{
	g_autofree struct run_alias_row *facts = g_new(struct run_alias_row, rows->len);
	g_autofree guint *first = g_new(guint, rows->len);
	g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);

	for (guint i = 0; i < rows->len; i++) {
		GArray *of_row = g_array_new(FALSE, FALSE, sizeof(double));

		g_ptr_array_add(values, of_row);
		alias_row_fill(work, rows->pdata[i], of_row, &facts[i]);
	}
	run_aliases_find(facts, rows->len, first);
	for (guint i = 0; i < rows->len; i++)
		((struct comparison_row *)rows->pdata[i])->alias_of = first[i];
	chain_aliases(rows);
}

/* ---- many rows, many chances ------------------------------------------------------------ */

struct family {          /* rows that are corrected together */
	GPtrArray *rows; /* of struct comparison_row * */
	GArray *facts;   /* of struct corrected_row */
};

static struct family family_new(void)
{
	return (struct family){
		g_ptr_array_new(), g_array_new(FALSE, FALSE, sizeof(struct corrected_row))};
}

static void family_add(struct family *family, struct comparison_row *row, guint member)
{
	const struct judgement *judged = &row->verdicts[member].judged;
	struct corrected_row fact = {
		.p = judged->p_counted, .is_kpi = row->kind == KIND_KPI, .limit = judged->limit};

	g_ptr_array_add(family->rows, row);
	g_array_append_val(family->facts, fact);
}

static void family_correct(struct family *family, guint member, guint64 m)
{
	struct corrected_row *facts = (struct corrected_row *)(gpointer)family->facts->data;

	correct_rows(facts, family->facts->len, m);
	for (guint i = 0; i < family->facts->len; i++) {
		struct comparison_row *row = family->rows->pdata[i];
		struct comparison_verdict *verdict = &row->verdicts[member];

		verdict->p = facts[i].adjusted;
		verdict->grade = facts[i].grade;
		verdict->is_exploratory = facts[i].is_exploratory;
	}
	g_ptr_array_unref(family->rows);
	g_array_unref(family->facts);
}

/* What one row says twice is one question. */
static void take_over(GPtrArray *rows, guint member)
{
	for (guint i = 0; i < rows->len; i++) {
		struct comparison_row *row = rows->pdata[i];
		const struct comparison_row *first = rows->pdata[row->alias_of];
		struct comparison_verdict *verdict = &row->verdicts[member];

		verdict->p = first->verdicts[member].p;
		verdict->grade = first->verdicts[member].grade;
		verdict->is_exploratory = first->verdicts[member].is_exploratory;
		comparison_verdict_word(row, member);
	}
}

static void correct(struct comparison *comparison, guint member, const struct stat_counts *counts)
{
	struct family figures = family_new(), failures = family_new();

	for (guint i = 0; i < comparison->rows->len; i++) {
		struct comparison_row *row = comparison->rows->pdata[i];

		if (row->alias_of == i)
			family_add(row->kind == KIND_FAILURE ? &failures : &figures, row, member);
	}
	family_correct(&figures, member, MAX(counts->figures, 1));
	family_correct(&failures, member, MAX(counts->failures, 1));
	take_over(comparison->rows, member);
}

/* ---- all of it --------------------------------------------------------------------------- */

struct comparison *comparison_new(struct stat_book *book, const struct comparison_request *request)
{
	struct comparison *comparison = g_new0(struct comparison, 1);
	struct comparing_rows *work = comparing_rows_new(book, request);

	comparison->n = request->members->n;
	comparison->incomplete = g_new0(GPtrArray *, comparison->n);
	comparison->runs = g_new0(guint, comparison->n);
	comparison->chance = g_new0(struct comparison_chance, comparison->n);
	fill_members(comparison, request);
	comparison->rows = judge_rows(work, request);
	find_aliases(work, comparison->rows);
	for (guint i = 1; i < comparison->n; i++) {
		struct stat_counts counts;

		comparing_rows_count(work, i, &comparison->chance[i], &counts);
		correct(comparison, i, &counts);
	}
	comparison->explanations = explanations_new(work, request->explain);
	comparing_rows_free(work);
	return comparison;
}

void comparison_free(struct comparison *comparison)
{
	if (!comparison)
		return;
	for (guint i = 0; i < comparison->n; i++)
		g_ptr_array_unref(comparison->incomplete[i]);
	g_ptr_array_unref(comparison->rows);
	g_ptr_array_unref(comparison->explanations);
	g_free(comparison->incomplete);
	g_free(comparison->runs);
	g_free(comparison->chance);
	g_free(comparison);
}

guint comparison_regressions(const struct comparison *comparison)
{
	guint n = 0;

	for (guint i = 0; i < comparison->rows->len; i++) {
		const struct comparison_row *row = comparison->rows->pdata[i];
		gboolean worse = FALSE;

		for (guint k = 1; k < comparison->n; k++)
			worse |= row->verdicts[k].verdict == VERDICT_REGRESSION;
		n += worse && row->kind == KIND_KPI && row->alias_of == i;
	}
	return n;
}
