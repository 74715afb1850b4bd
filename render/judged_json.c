/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/compare_json.h"
#include "render/json_value.h"
#include "render/judged.h"

#include <math.h>

#define SCHEMA "lkpdigest/judged/1"

static json_t *interval_value(const struct reproduced *result, struct interval interval)
{
	return value_interval((struct interval){
		judged_change(result, interval.low), judged_change(result, interval.high)});
}

static json_t *side_value(const struct judged_side *side)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:i,s:i}", "commit", value_text(side->commit),
		"title", value_text(side->title), "result_root", value_text(side->root), "hardware",
		value_text(side->hardware), "wrap", value_text(side->wrap), "runs", (int)side->runs,
		"incomplete", (int)side->incomplete);
}

static json_t *ratio_value(const struct reproduced *result)
{
	if (isnan(result->ratio_ci.low))
		return json_null();
	return value_interval(result->ratio_ci);
}

static json_t *stat_value(const struct judged_stat *stat)
{
	const struct reproduced *r = &stat->result;

	return json_pack(
		"{s:o,s:b,s:o,s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:[i,i],s:[o,o],s:o,s:o,s:b}", "stat",
		value_text(stat->stat), "headline", stat->is_headline, "better",
		value_text(direction_name(stat->direction)), "verdict",
		reproduction_name(r->verdict), "unit", unit_name(r->unit), "reported",
		value_number(judged_change(r, r->reported)), "found",
		value_number(judged_change(r, r->found)), "interval", interval_value(r, r->ci),
		"predicted", interval_value(r, r->prediction), "ratio", value_number(r->ratio),
		"ratio_interval", ratio_value(r), "runs", (int)r->runs[0], (int)r->runs[1], "means",
		value_number(stat->means[0]), value_number(stat->means[1]), "wanted",
		r->wanted ? json_integer(r->wanted) : json_null(), "baseline",
		value_number(judged_change(r, r->baseline)), "other_baseline", r->other_baseline);
}

static json_t *strings_value(const GPtrArray *texts)
{
	json_t *array = json_array();

	for (guint i = 0; i < texts->len; i++)
		json_array_append_new(array, value_text(texts->pdata[i]));
	return array;
}

void judged_print_json(GString *out, const struct judged *judged, const struct against_table *table)
{
	const struct judged_stat *headline = judged_headline(judged);
	g_autofree char *advice = judged_advice(judged);
	json_t *stats = json_array();

	for (guint i = 0; i < judged->stats->len; i++)
		json_array_append_new(stats, stat_value(judged->stats->pdata[i]));
	compare_json_print(out,
		json_pack("{s:s,s:o,s:s,s:i,s:o,s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:o}", "schema", SCHEMA,
			"message_id", value_text(judged->reported->message_id), "verdict",
			reproduction_name(
				headline ? headline->result.verdict : REPRODUCTION_UNTESTABLE),
			"attempt", judged->is_second ? 2 : 1, "base", side_value(&judged->side[0]),
			"commit", side_value(&judged->side[1]), "tbox_group",
			value_text(judged->tbox_group), "same_machine", judged->same_machine,
			"apart", strings_value(judged->apart), "planned",
			judged->planned ? json_integer(judged->planned) : json_null(), "advice",
			value_text(advice), "stats", stats, "table", against_table_json(table)));
}
