/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judged comparisons as one JSON document, "lkpdigest/compare/1": keys sorted and always
 * there, null where nothing is known, names exact.
 */
#include "render/compare_json.h"
#include "render/json_value.h"
#include "render/full.h"
#include "render/full_words.h"

#include <math.h>

#define SCHEMA "lkpdigest/compare/1"

/* ---- values ------------------------------------------------------------------------ */

static json_t *texts_value(const GPtrArray *texts)
{
	json_t *array = json_array();

	for (guint i = 0; i < texts->len; i++)
		json_array_append_new(array, value_text(texts->pdata[i]));
	return array;
}

/* ---- members ------------------------------------------------------------------------- */

static json_t *names_value(const char *const *names)
{
	json_t *array = json_array();

	for (; *names; names++)
		json_array_append_new(array, value_text(*names));
	return array;
}

static json_t *member_value(const struct lkp_style *style, const struct full_group *group, guint i)
{
	const struct comparison *judged = group->judged;
	const struct lkp_member *member = &group->head->members[i];
	g_autofree char *title = lkp_title_of(group->head, style, member);

	return json_pack("{s:o,s:o,s:i,s:i,s:o}", "title", value_text(title), "axes",
		compare_json_axes(member->axes), "runs", (int)judged->runs[i], "complete",
		(int)(judged->runs[i] - judged->incomplete[i]->len), "incomplete",
		texts_value(judged->incomplete[i]));
}

static json_t *chance_value(const struct comparison *judged, guint member)
{
	const struct comparison_chance *chance = &judged->chance[member];

	return json_pack("{s:i,s:i,s:i,s:o,s:i,s:o,s:i}", "member", (int)member, "base_runs",
		(int)chance->base_runs, "head_runs", (int)chance->head_runs, "rate",
		value_number(chance->rate), "looked_at", (int)chance->looked_at, "expected",
		value_number(chance->rate * chance->looked_at), "fired", (int)chance->fired);
}

/* ---- rows ---------------------------------------------------------------------------- */

static json_t *cell_value(const struct comparison_row *row, guint i)
{
	const struct comparison_cell *cell = &row->cells[i];
	gboolean fails = row->kind == KIND_FAILURE;

	return json_pack("{s:i,s:i,s:i,s:i,s:o,s:o,s:o,s:o,s:o}", "n", (int)cell->n, "runs",
		(int)cell->runs, "missing", (int)cell->missing, "no_data", (int)cell->no_data,
		"mean", value_number(cell->mean), "stddev", value_number(cell->spread), "min",
		value_number(cell->low), "max", value_number(cell->high), "fails",
		fails ? json_integer(cell->failed) : json_null());
}

static json_t *notes_value(guint notes)
{
	json_t *array = json_array();

	for (guint note = 1; note < NOTES_END; note <<= 1)
		if (notes & note)
			json_array_append_new(array, json_string(judge_note_text(note)));
	return array;
}

static json_t *ranks_value(const struct comparison_row *row, const struct judgement *judged)
{
	if (row->kind == KIND_FAILURE || isnan(judged->rank.p))
		return json_null();
	return json_pack("{s:o,s:o,s:b,s:o,s:o,s:o}", "p", value_number(judged->rank.p), "p_least",
		value_number(judged->rank.p_least), "exact", judged->rank.is_exact, "delta",
		value_number(judged->rank.delta), "shift", value_number(judged->shift.median),
		"shift_ci", value_interval(judged->shift.ci));
}

static json_t *verdict_value(const struct comparison_row *row, guint member)
{
	const struct comparison_verdict *verdict = &row->verdicts[member];
	const struct judgement *judged = &verdict->judged;
	gboolean figures = row->kind != KIND_FAILURE;
	gboolean tested = !isnan(judged->p);
	g_autofree char *lkp = full_lkp_text(row, member);
	json_t *value = json_pack("{s:i,s:o,s:s,s:o,s:o,s:o,s:o,s:s,s:b,s:b}", "member",
		(int)member, "change", value_number(judged->change), "unit",
		unit_name(judged->unit), "estimate", value_number(judged->estimate), "interval",
		value_interval(judged->ci), "p", value_number(judged->p), "p_corrected",
		value_interval(verdict->p), "grade", grade_name(verdict->grade), "significant",
		grade_is_significant(verdict->grade), "exploratory", verdict->is_exploratory);
	json_t *more = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:b,s:o}", "verdict",
		value_text(full_verdict(verdict->verdict)), "robustness",
		figures && tested ? json_string(robustness_name(judged->robustness)) : json_null(),
		"ranks", ranks_value(row, judged), "hedges_g",
		figures && tested ? value_number(judged->hedges_g) : json_null(), "snr",
		figures && tested ? value_number(judged->snr) : json_null(), "notes",
		notes_value(judged->notes), "lkp_changed", verdict->is_changed, "lkp_change",
		value_text(lkp));

	json_object_update(value, more);
	json_decref(more);
	return value;
}

/* Of failures, and where no other commit has runs, there is none. */
static json_t *past_value(const struct comparison_row *row)
{
	const struct past *past = &row->past;

	return json_pack("{s:o,s:i,s:i,s:o}", "floor",
		past->changes ? value_number(past->floor) : json_null(), "floor_changes",
		(int)past->changes, "prior_groups", past->has_prior ? (int)past->prior.groups : 0,
		"calibration", compare_json_calibration(&past->counts));
}

static json_t *row_value(const struct comparison *judged, const struct comparison_row *row)
{
	const struct comparison_row *first =
		row->alias_of != NO_ROW ? judged->rows->pdata[row->alias_of] : row;
	const char *direction = direction_name(row->direction);
	json_t *cells = json_array(), *changes = json_array();

	for (guint i = 0; i < judged->n; i++)
		json_array_append_new(cells, cell_value(row, i));
	for (guint i = 1; i < judged->n; i++)
		json_array_append_new(changes, verdict_value(row, i));
	return json_pack("{s:o,s:s,s:o,s:o,s:o,s:o,s:o}", "stat", value_text(row->name), "kind",
		comparison_kind_name(row->kind), "better", value_text(direction), "alias_of",
		value_text(first == row ? NULL : first->name), "cells", cells, "changes", changes,
		"past", past_value(row));
}

/* ---- explanations ---------------------------------------------------------------------- */

static json_t *explanation_value(
	const struct comparison *judged, const struct comparison_explanation *e)
{
	g_autoptr(GPtrArray) lines = full_explanation(judged, e);
	json_t *steps = json_array();

	for (guint i = 0; i < e->steps->len; i++) {
		const struct comparison_step *step =
			&g_array_index(e->steps, struct comparison_step, i);

		json_array_append_new(
			steps, json_pack("{s:i,s:b,s:s}", "member", (int)step->member, "incomplete",
				       step->incomplete, "end", change_end_name(step->why.end)));
	}
	return json_pack("{s:o,s:b,s:b,s:o,s:o,s:o}", "stat", value_text(e->name), "known",
		e->row != NULL, "chosen", e->why.is_chosen, "steps", steps, "text",
		texts_value(lines), "row", e->row ? row_value(judged, e->row) : json_null());
}

/* ---- all of it --------------------------------------------------------------------------- */

static json_t *group_value(const struct lkp_style *style, const struct full_group *group)
{
	const struct comparison *judged = group->judged;
	json_t *members = json_array(), *chance = json_array();
	json_t *rows = json_array(), *explanations = json_array();

	for (guint i = 0; i < judged->n; i++)
		json_array_append_new(members, member_value(style, group, i));
	for (guint i = 1; i < judged->n; i++)
		json_array_append_new(chance, chance_value(judged, i));
	for (guint i = 0; i < judged->rows->len; i++)
		json_array_append_new(rows, row_value(judged, judged->rows->pdata[i]));
	for (guint i = 0; i < judged->explanations->len; i++)
		json_array_append_new(
			explanations, explanation_value(judged, judged->explanations->pdata[i]));
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "compared", names_value(group->head->compared),
		"members", members, "chance", chance, "rows", rows, "explanations", explanations);
}

void full_print_json(
	GString *out, const struct lkp_style *style, const struct full_group *groups, guint n)
{
	json_t *array = json_array();

	for (guint i = 0; i < n; i++)
		json_array_append_new(array, group_value(style, &groups[i]));
	compare_json_groups(out, SCHEMA, array, NULL);
}

void full_print_no_json(GString *out, const char *reason)
{
	compare_json_groups(out, SCHEMA, json_array(), reason);
}
