/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/against.h"
#include "render/json_value.h"
#include "render/compare_json.h"

#define SCHEMA "lkpdigest/against/1"

static json_t *counts_value(const guint *counts)
{
	json_t *value = json_object();

	for (guint i = 0; i < AGAINST_COUNTS; i++)
		json_object_set_new(value, against_count_name(i), json_integer(counts[i]));
	return value;
}

static json_t *column_value(const struct against_column *column)
{
	json_t *differs = json_array();

	for (guint i = 0; i < column->differs->len; i++) {
		const struct against_axis *axis =
			&g_array_index(column->differs, struct against_axis, i);

		json_array_append_new(differs,
			json_pack("{s:o,s:o,s:o}", "axis", value_text(axis->name), "report",
				value_text(axis->report), "runs", value_text(axis->runs)));
	}
	return json_pack("{s:o,s:o,s:o,s:o}", "commit", value_text(column->commit), "result_root",
		value_text(column->root), "runs",
		column->root ? json_integer(column->runs) : json_null(), "differs", differs);
}

static json_t *texts_value(const struct against_text *texts, guint i)
{
	if (!texts)
		return json_null();
	return json_pack("{s:o,s:o,s:o}", "mean", value_text(texts[i].mean), "spread",
		value_text(texts[i].spread), "change", value_text(texts[i].change));
}

static json_t *cells_value(const struct against_row *row)
{
	json_t *cells = json_array();

	for (guint i = 0; i < row->n; i++) {
		json_t *mean = row->line ? json_string(retable_name(row->cells[i])) : json_null();
		json_t *change = row->line && i ? json_string(retable_name(row->changes[i - 1]))
						: json_null();

		json_array_append_new(
			cells, json_pack("{s:o,s:o,s:o,s:o}", "report",
				       texts_value(row->line ? row->printed : NULL, i), "runs",
				       texts_value(row->made, i), "verdict", mean, "change_verdict",
				       change));
	}
	return cells;
}

static json_t *row_value(const struct against_row *row)
{
	return json_pack("{s:o,s:s,s:o,s:o,s:o}", "stat", value_text(row->stat), "kind",
		row->is_failure ? "fail" : "mean", "line",
		row->line ? json_integer(row->line) : json_null(), "verdict",
		row->line ? json_string(retable_name(row->verdict)) : json_null(), "cells",
		cells_value(row));
}

json_t *against_table_json(const struct against_table *table)
{
	json_t *columns = json_array(), *rows = json_array();

	for (guint i = 0; i < table->columns->len; i++)
		json_array_append_new(columns, column_value(table->columns->pdata[i]));
	for (guint i = 0; i < table->rows->len; i++)
		json_array_append_new(rows, row_value(table->rows->pdata[i]));
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "table", value_text(table->id), "message_id",
		value_text(table->message_id), "columns", columns, "rows", rows, "counts",
		counts_value(table->counts));
}

void against_print_json(GString *out, const GPtrArray *tables)
{
	json_t *array = json_array();
	guint counts[AGAINST_COUNTS] = {0};

	for (guint i = 0; i < tables->len; i++) {
		const struct against_table *table = tables->pdata[i];

		json_array_append_new(array, against_table_json(table));
		for (guint k = 0; k < AGAINST_COUNTS; k++)
			counts[k] += table->counts[k];
	}
	compare_json_print(out, json_pack("{s:s,s:o,s:o}", "schema", SCHEMA, "tables", array,
					"counts", counts_value(counts)));
}
