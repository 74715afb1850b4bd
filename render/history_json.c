/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/compare_json.h"
#include "render/json_value.h"
#include "render/full_words.h"
#include "render/history.h"
#include "render/json_text.h"

#include <math.h>

#define SCHEMA "lkpdigest/history/1"

static json_t *cell_value(const struct trend_cell *cell)
{
	return json_pack("{s:i,s:i,s:o,s:o,s:o,s:o,s:o}", "n", (int)cell->n, "runs",
		(int)cell->runs, "mean", value_number(cell->mean), "stddev",
		value_number(cell->spread), "min", value_number(cell->low), "max",
		value_number(cell->high), "interval", value_interval(cell->ci));
}

static json_t *point_value(const struct trend *trend, const struct change_point *point)
{
	return json_pack("{s:i,s:o,s:o,s:i,s:i,s:o,s:o,s:o,s:o}", "commit", (int)point->commit,
		"before", value_number(point->before), "after", value_number(point->after),
		"n_before", (int)point->n_before, "n_after", (int)point->n_after, "change",
		value_number(point->change), "p", value_number(point->p), "delta",
		value_number(point->delta), "verdict",
		value_text(full_verdict(trend_verdict(trend, point))));
}

static json_t *trend_value(const struct trend *trend, guint n)
{
	json_t *series = json_array(), *points = json_array();
	const struct past *past = &trend->past;

	for (guint i = 0; i < n; i++)
		json_array_append_new(series, cell_value(&trend->cells[i]));
	for (guint i = 0; i < trend->history->points->len; i++)
		json_array_append_new(points,
			point_value(trend,
				&g_array_index(trend->history->points, struct change_point, i)));
	return json_pack("{s:o,s:s,s:o,s:s,s:o,s:o,s:i,s:b,s:o,s:i,s:o}", "stat",
		value_text(trend->name), "kind", comparison_kind_name(trend->kind), "better",
		value_text(direction_name(trend->direction)), "unit", unit_name(trend->unit),
		"series", series, "points", points, "vetoed", (int)trend->history->vetoed,
		"bimodal", trend->history->is_bimodal, "floor",
		past->changes ? value_number(past->floor) : json_null(), "floor_changes",
		(int)past->changes, "calibration", compare_json_calibration(&past->counts));
}

static json_t *group_value(const struct lkp_style *style, const struct history_group *group)
{
	json_t *commits = json_array(), *stats = json_array();

	for (guint i = 0; i < group->head->n; i++) {
		const struct lkp_member *member = &group->head->members[i];
		g_autofree char *title = lkp_title_of(group->head, style, member);

		json_array_append_new(commits, json_pack("{s:o,s:o}", "title", value_text(title),
						       "axes", compare_json_axes(member->axes)));
	}
	for (guint i = 0; i < group->trends->len; i++)
		json_array_append_new(stats, trend_value(group->trends->pdata[i], group->head->n));
	return json_pack("{s:o,s:o}", "commits", commits, "stats", stats);
}

void history_print_json(
	GString *out, const struct lkp_style *style, const struct history_group *groups, guint n)
{
	json_t *array = json_array();

	for (guint i = 0; i < n; i++)
		json_array_append_new(array, group_value(style, &groups[i]));
	compare_json_groups(out, SCHEMA, array, NULL);
}

void history_print_no_json(GString *out, const char *reason)
{
	compare_json_groups(out, SCHEMA, json_array(), reason);
}
