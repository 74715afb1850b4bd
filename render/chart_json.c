/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/chart_table.h"
#include "render/json_value.h"

static json_t *tone(enum chart_tone of)
{
	static const char *const words[] = {NULL, "worse", "better"};

	return value_text(words[of]);
}

static json_t *values(const struct chart_row *row)
{
	json_t *list = row->n_values ? json_array() : json_null();

	for (guint k = 0; k < row->n_values; k++)
		json_array_append_new(list, value_number(row->values[k]));
	return list;
}

static json_t *tones(const struct chart_row *row)
{
	json_t *list = row->tones ? json_array() : json_null();

	for (guint k = 0; row->tones && k < row->n_values; k++)
		json_array_append_new(list, tone(row->tones[k]));
	return list;
}

static json_t *row_json(const struct chart *chart, const struct chart_row *row)
{
	json_t *object = json_object();

	value_set(object, "label", value_text(row->label));
	value_set(object, "text", value_text(row->text));
	value_set(object, "value", value_number(row->value));
	value_set(object, "low", value_number(row->low));
	value_set(object, "high", value_number(row->high));
	value_set(object, "tone", tone(row->tone));
	value_set(object, "n", value_text(row->n));
	value_set(object, "source", value_text(row->source));
	value_set(object, "values", values(row));
	value_set(object, "tones", tones(row));
	value_set(object, "children",
		chart->kind == CHART_PROFILE ? value_number(row->other) : json_null());
	return object;
}

json_t *chart_json(const struct chart *chart)
{
	json_t *object = json_object(), *rows = json_array();
	json_t *columns = chart->columns ? json_array() : json_null();

	for (guint i = 0; i < chart->n_rows; i++)
		json_array_append_new(rows, row_json(chart, &chart->rows[i]));
	for (guint k = 0; chart->columns && k < chart->n_columns; k++)
		json_array_append_new(columns, value_text(chart->columns[k]));
	value_set(object, "kind", value_text(chart_kind_name(chart->kind)));
	value_set(object, "title", value_text(chart->title));
	value_set(object, "axis", value_text(chart->axis));
	value_set(object, "unit", value_text(chart->unit));
	value_set(object, "source", value_text(chart->source));
	value_set(object, "columns", columns);
	value_set(object, "rows", rows);
	return object;
}
