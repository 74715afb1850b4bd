/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/judge.h"

#include "compare/alias.h"
#include "compare/consistency.h"
#include "compare/runs.h"

#include <math.h>

static const struct cell *cells_of(const struct records *records, const struct row *row)
{
	return RECORD(records->cells, struct cell, row->cells.first);
}

/* ---- rows ------------------------------------------------------------------------- */

static enum consistency judge_cell(enum row_kind kind, const struct cell *cells, guint i)
{
	const struct cell *base = &cells[0], *head = &cells[i];

	if (kind == ROW_FAIL)
		return consistency_of_fails(base->fails, base->runs, head->fails, head->runs,
			cells[i - 1].runs, head->change.text);
	return consistency_of_means(base->means, head->means, head->change.text, head->change.unit);
}

static void judge_row(struct records *records, const struct table *table, struct row *row,
	const struct diag_sink *sink)
{
	if (!row->cells.count)
		return;

	const struct cell *cells = cells_of(records, row);
	struct slice worst = SLICE_NULL;
	row->consistency = CONSISTENCY_NOT_CHECKABLE;
	for (guint i = 1; i < row->cells.count; i++) {
		enum consistency one = judge_cell(row->kind, cells, i);

		if (one == CONSISTENCY_INCONSISTENT && slice_is_null(worst))
			worst = cells[i].change.text;
		row->consistency = consistency_worse(row->consistency, one);
	}
	if (row->consistency != CONSISTENCY_INCONSISTENT)
		return;

	struct origin at = origin_at(&records->mail->origin, table->part, row->line);
	diag_emit(sink, DIAG_ROW_INCONSISTENT, &at, row->stat,
		"the change %.*s is not what the printed values allow", SLICE_ARG(worst));
}

/* ---- runs -------------------------------------------------------------------------- */

/* All rows of a table are witnesses, monitors too: they come from the same runs. */
static void see_runs(struct runs_evidence *evidence, const struct row *row, const struct cell *cell)
{
	if (row->kind == ROW_FAIL)
		runs_see_fails(evidence, cell->runs);
	else
		runs_see_mean(evidence, row->stat, cell->text, cell->stddev);
}

static void judge_runs(struct records *records, const struct table *table)
{
	for (guint c = 0; c < table->columns.count; c++) {
		struct runs_evidence evidence = {0};

		for (guint i = 0; i < table->rows.count; i++) {
			const struct row *row =
				RECORD(records->rows, struct row, table->rows.first + i);

			if (c < row->cells.count)
				see_runs(&evidence, row, &cells_of(records, row)[c]);
		}
		struct column *column =
			RECORD(records->columns, struct column, table->columns.first + c);
		column->runs = runs_declared(runs_of(&evidence), column->declared);
	}
}

/* ---- aliases ------------------------------------------------------------------------- */

struct twins {
	const struct records *records;
	const struct table *table;
	GPtrArray *known; /* of const struct row *: those that have a twin by their name */
	GArray *cells;    /* struct alias_cell, of all of them */
	const struct diag_sink *sink;
};

static void find_known(struct twins *twins)
{
	for (guint i = 0; i < twins->table->rows.count; i++) {
		struct row *row =
			RECORD(twins->records->rows, struct row, twins->table->rows.first + i);

		if (row->kind != ROW_MEAN || !alias_is_known(row->stat))
			continue;
		g_ptr_array_add(twins->known, row);
		for (guint c = 0; c < row->cells.count; c++) {
			const struct cell *from = &cells_of(twins->records, row)[c];
			struct alias_cell cell = {from->means, from->stddev, from->change.text};

			g_array_append_val(twins->cells, cell);
		}
	}
}

static void tell_twins(guint first, guint second, void *data)
{
	const struct twins *twins = data;
	const struct row *a = twins->known->pdata[first], *b = twins->known->pdata[second];
	struct origin at = origin_at(&twins->records->mail->origin, twins->table->part, b->line);

	diag_emit(twins->sink, DIAG_ALIAS_INCONSISTENT, &at, b->stat,
		"the row of line %u is made of the same numbers and prints others", a->line);
}

static void judge_twins(
	const struct records *records, const struct table *table, const struct diag_sink *sink)
{
	g_autoptr(GPtrArray) known = g_ptr_array_new();
	g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(struct alias_row));
	g_autoptr(GArray) cells = g_array_new(FALSE, FALSE, sizeof(struct alias_cell));
	struct twins twins = {records, table, known, cells, sink};
	guint at = 0;

	find_known(&twins);
	for (guint i = 0; i < known->len; i++) {
		const struct row *row = known->pdata[i];
		struct alias_row one = {
			row->stat, &g_array_index(cells, struct alias_cell, at), row->cells.count};

		g_array_append_val(rows, one);
		at += row->cells.count;
	}
	aliases_check((struct alias_row *)(gpointer)rows->data, rows->len, tell_twins, &twins);
}

static void judge_table(
	struct records *records, const struct table *table, const struct diag_sink *sink)
{
	for (guint i = 0; i < table->rows.count; i++)
		judge_row(records, table, RECORD(records->rows, struct row, table->rows.first + i),
			sink);
	judge_runs(records, table);
	judge_twins(records, table, sink);
}

/* ---- directions ----------------------------------------------------------------------- */

/* Holds a claim's word against the sign of its row. */
static enum direction judge_claim(const struct rules *rules, struct slice metric, enum verdict word,
	double change, const struct rules_asker *asker)
{
	enum direction direction = rules_direction(rules, metric, asker);
	enum verdict told = rules_verdict(direction, change);

	if (word != VERDICT_NONE && told != VERDICT_NONE && word != told)
		diag_emit(asker->sink, DIAG_DIRECTION_DISAGREES, &asker->at, metric,
			"called %s, but the row goes %s and %s is better", verdict_name(word),
			change > 0 ? "up" : "down", direction_name(direction));
	return direction;
}

static void judge_report(
	struct records *records, const struct rules *rules, const struct diag_sink *sink)
{
	struct report *report = &records->report;
	struct rules_asker asker = {sink, records->mail->origin};

	if (slice_is_null(report->metric))
		return;
	if (report->headline_row >= 0) {
		const struct table *table =
			RECORD(records->tables, struct table, report->main_table);

		asker.at = origin_at(&records->mail->origin, table->part,
			RECORD(records->rows, struct row, report->headline_row)->line);
	}
	report->direction =
		judge_claim(rules, report->metric, report->verdict, report->change.value, &asker);
}

/* The sign of a box that has no row is that of its sentence, which says little. */
static void judge_impact(const struct records *records, struct impact *impact,
	const struct rules *rules, const struct diag_sink *sink)
{
	struct rules_asker asker = {sink, records->mail->origin};

	if (slice_is_null(impact->metric))
		return;
	asker.at.line = impact->line;
	if (impact->table >= 0)
		asker.at.part = RECORD(records->tables, struct table, impact->table)->part;
	impact->direction = judge_claim(rules, impact->metric, impact->verdict,
		impact->of_row ? impact->change.value : NAN, &asker);
}

void judge_records(struct records *records, const struct rules *rules, const struct diag_sink *sink)
{
	judge_jobs(records, rules);
	for (guint t = 0; t < records->tables->len; t++)
		judge_table(records, RECORD(records->tables, struct table, t), sink);
	if (records->has_report)
		judge_report(records, rules, sink);
	for (guint i = 0; i < records->impacts->len; i++)
		judge_impact(records, RECORD(records->impacts, struct impact, i), rules, sink);
}
