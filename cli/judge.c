/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/judge.h"

#include "compare/consistency.h"

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

	const struct cell *cells = RECORD(records->cells, struct cell, row->cells.first);
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

void judge_records(struct records *records, const struct diag_sink *sink)
{
	for (guint t = 0; t < records->tables->len; t++) {
		const struct table *table = RECORD(records->tables, struct table, t);

		for (guint i = 0; i < table->rows.count; i++)
			judge_row(records, table,
				RECORD(records->rows, struct row, table->rows.first + i), sink);
	}
}
