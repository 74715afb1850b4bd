/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cluster of a digest as JSON. */
#include "render/chart_table.h"
#include "render/digest_json.h"
#include "render/json_value.h"

/* ---- where it stands ----------------------------------------------------------------- */

static json_t *flags_value(const struct digest_entry *entry)
{
	json_t *json = json_array();

	for (int flag = 0; flag < STATE_FLAGS; flag++)
		if (entry->flags & 1u << flag)
			json_array_append_new(
				json, value_text(state_flag_name((enum state_flag)flag)));
	return json;
}

static json_t *score_value(const struct digest_entry *entry)
{
	const struct score *score = &entry->score;

	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:s}", "points", value_number(entry->points),
		"size", value_number(score->size), "grade", value_number(score->grade), "breadth",
		value_number(score->breadth), "tree", value_number(score->tree), "freshness",
		value_number(score->freshness), "seen_in", score_tree_name(entry->tree));
}

static json_t *state_value(const struct digest_entry *entry)
{
	const char *last = entry->state_last == STATES ? NULL : state_name(entry->state_last);

	return json_pack("{s:s,s:o,s:s,s:o}", "end", state_name(entry->state), "last",
		value_text(last), "now", state_name(entry->state_now), "changed",
		json_put_time(entry->changed));
}

static json_t *step_value(const struct digest_step *step)
{
	json_t *json = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:b}", "date",
		json_put_time(step->date), "kind", value_text(step->kind), "who",
		value_text(step->who), "told", value_text(step->told), "text",
		value_text(step->words), "message_id", value_text(step->message_id), "url",
		value_text(step->url), "line", json_put_line(step->line), "in_period",
		step->in_period);

	json_object_set_new(json, "before",
		step->changes ? json_string(state_name(step->before)) : json_null());
	json_object_set_new(
		json, "after", step->changes ? json_string(state_name(step->after)) : json_null());
	return json;
}

/* ---- what it hangs together by ------------------------------------------------------------ */

static json_t *commit_value(const struct digest_commit *commit)
{
	return json_pack("{s:o,s:o,s:o}", "id", value_text(commit->id), "title",
		value_text(commit->title), "role", value_text(commit->role));
}

static json_t *link_value(const struct digest_link *link)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o}", "kind", value_text(link->kind), "to",
		value_text(link->to), "text", value_text(link->words), "message_id",
		value_text(link->message_id), "line", json_put_line(link->line));
}

static json_t *edge_value(const struct digest_edge *edge)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "rule", value_text(edge->rule), "from",
		value_text(edge->from), "to", value_text(edge->to), "text", value_text(edge->words),
		"message_id", value_text(edge->message_id), "line", json_put_line(edge->line));
}

static json_t *verdict_value(const struct digest_verdict *v)
{
	json_t *json = json_pack("{s:o,s:o,s:b,s:o,s:o,s:o,s:s,s:o,s:o}", "message_id",
		value_text(v->message_id), "date", json_put_time(v->date), "last", v->is_last,
		"verdict", value_text(v->word), "stat", value_text(v->stat), "told",
		value_text(v->told), "unit", unit_name(v->unit), "reported",
		value_number(v->reported), "found", value_number(v->found));
	json_t *more = json_pack("{s:o,s:o,s:o,s:i,s:i,s:o,s:o,s:b,s:o,s:b,s:i}", "interval",
		value_interval((struct interval){v->low, v->high}), "ratio", value_number(v->ratio),
		"ratio_interval", value_interval((struct interval){v->ratio_low, v->ratio_high}),
		"base_runs", (int)v->base_runs, "head_runs", (int)v->head_runs, "wanted",
		v->wanted ? json_integer(v->wanted) : json_null(), "tbox_group",
		value_text(v->tbox_group), "same_machine", v->same_machine, "apart",
		value_text(v->apart), "other_baseline", v->other_baseline, "attempt",
		(int)v->attempt);

	json_object_update(json, more);
	json_decref(more);
	return json;
}

/* ---- all ------------------------------------------------------------------------------------- */

static json_t *lead_value(const struct digest_claim *lead)
{
	return lead ? json_put_claim(lead) : json_null();
}

static void set_facts(json_t *json, const struct digest_entry *entry)
{
	const struct {
		const char *key, *text;
	} facts[] = {
		{"id", entry->id},
		{"commit", entry->commit},
		{"commit_title", entry->title},
		{"author", entry->author},
		{"subsystem", entry->subsystem},
		{"subsystems", entry->subsystems},
		{"released", entry->tag},
		{"still_on", entry->still_on},
		{"reproduction", entry->verdict},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(facts); i++)
		json_object_set_new(json, facts[i].key, value_text(facts[i].text));
}

/* ---- what is drawn of it --------------------------------------------------------------- */

json_t *json_put_chart(const struct digest_chart *chart)
{
	return chart_json(&chart->drawn);
}

static json_t *charts_value(const struct digest_entry *entry)
{
	json_t *json = JSON_ARRAY(entry->charts, json_put_chart);

	if (entry->again)
		json_array_append_new(json, json_put_chart(entry->again));
	return json;
}

json_t *json_put_entry(const struct digest_entry *entry)
{
	json_t *json = json_object();
	const struct {
		const char *key;
		json_t *value;
	} values[] = {
		{"rank", json_integer(entry->rank)},
		{"score", score_value(entry)},
		{"state", state_value(entry)},
		{"flags", flags_value(entry)},
		{"new", json_boolean(entry->is_new)},
		{"age_days", entry->age < 0 ? json_null() : json_integer(entry->age)},
		{"first", json_put_time(entry->first)},
		{"last", json_put_time(entry->last)},
		{"aliases", JSON_ARRAY(entry->aliases, value_text)},
		{"commits", JSON_ARRAY(entry->commits, commit_value)},
		{"testcases", json_integer(entry->testcases)},
		{"machine_count", json_integer(entry->machine_count)},
		{"machines", JSON_ARRAY(entry->machines, value_text)},
		{"lead", lead_value(entry->lead)},
		{"claims", JSON_ARRAY(entry->claims, json_put_claim)},
		{"claims_untestable", json_integer(entry->untestable->len)},
		{"rows_inconsistent", json_integer(entry->inconsistent)},
		{"charts", charts_value(entry)},
		{"track", JSON_ARRAY(entry->track, json_put_claim)},
		{"reports", JSON_ARRAY(entry->reports, json_put_report)},
		{"functional", JSON_ARRAY(entry->also, json_put_report)},
		{"story", JSON_ARRAY(entry->steps, step_value)},
		{"reproductions", JSON_ARRAY(entry->verdicts, verdict_value)},
		{"answers", json_integer(entry->answers)},
		{"story_plain", json_integer(entry->steps_plain)},
		{"links", JSON_ARRAY(entry->links, link_value)},
		{"evidence", JSON_ARRAY(entry->edges, edge_value)},
		{"evidence_omitted", json_integer(entry->edges_omitted)},
	};

	set_facts(json, entry);
	for (gsize i = 0; i < G_N_ELEMENTS(values); i++)
		json_object_set_new(json, values[i].key, values[i].value);
	return json;
}
