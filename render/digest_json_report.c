/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a digest as JSON, and the values that all of the document is made of. */
#include "render/digest_json.h"
#include "render/json_value.h"

/* ---- values ------------------------------------------------------------------------ */

json_t *json_put_time(gint64 date)
{
	g_autofree char *text = words_time(date);

	return value_text(text);
}

json_t *json_put_line(guint line)
{
	return line ? json_integer(line) : json_null();
}

json_t *json_put_change(const struct digest_change *change)
{
	return json_pack("{s:o,s:o,s:s}", "text", value_text(change->text), "value",
		change->text ? value_number(change->value) : json_null(), "unit",
		unit_name(change->unit));
}

/* ---- rows, claims, reports ------------------------------------------------------------ */

static json_t *runs_value(struct runs runs)
{
	return json_pack("{s:i,s:i,s:s}", "low", (int)runs.low, "high", (int)runs.high, "source",
		runs_source_name(runs.source));
}

static json_t *cell_value(const struct digest_cell *cell)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "text", value_text(cell->text), "mean",
		value_number(cell->mean), "means", value_interval(cell->means), "spread",
		value_interval(cell->spread), "stddev",
		cell->stddev == STDDEV_NONE ? json_null() : json_integer(cell->stddev), "runs",
		runs_value(cell->runs));
}

static json_t *effect_value(const struct digest_row *row)
{
	const struct effect *effect = &row->effect;

	return json_pack("{s:o,s:s,s:o,s:o,s:o,s:s,s:o,s:o,s:o}", "change",
		value_number(effect->change), "unit", unit_name(effect->unit), "ci95",
		value_interval(effect->ci), "p", value_interval(effect->p), "p_corrected",
		value_interval(row->corrected), "grade", grade_name(row->grade), "hedges_g",
		value_number(effect->hedges_g), "snr", value_number(effect->snr), "planned_change",
		value_number(effect->planned));
}

/* Of a profile: no key figure, so not judged. */
static json_t *move_value(const struct digest_row *row)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "table", value_text(row->table),
		"message_id", value_text(row->message_id), "line", json_put_line(row->line), "stat",
		value_text(row->stat), "before", value_text(row->before.text), "after",
		value_text(row->after.text), "change", json_put_change(&row->change));
}

static json_t *command_value(const struct digest_command *command)
{
	return json_pack("{s:o,s:o,s:o}", "text", value_text(command->text), "message_id",
		value_text(command->message_id), "line", json_put_line(command->line));
}

static json_t *warning_value(const struct digest_warning *warning)
{
	return json_pack("{s:s,s:o,s:o,s:o}", "id", diag_name(warning->id), "detail",
		value_text(warning->detail), "message_id", value_text(warning->message_id), "line",
		json_put_line(warning->line));
}

static json_t *row_value(const struct digest_row *row)
{
	if (!row)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:o,s:s}", "table",
		value_text(row->table), "message_id", value_text(row->message_id), "line",
		json_put_line(row->line), "stat", value_text(row->stat), "aliases",
		JSON_ARRAY(row->aliases, value_text), "headline", row->headline, "before",
		cell_value(&row->before), "after", cell_value(&row->after), "change",
		json_put_change(&row->change), "direction",
		value_text(direction_name(row->direction)), "effect", effect_value(row),
		"consistency", consistency_name(row->consistency));
}

/* Where later reports print it again. */
static json_t *again_value(const struct digest_claim *claim)
{
	json_t *places = json_array();

	for (claim = claim->again; claim; claim = claim->again)
		json_array_append_new(places,
			json_pack("{s:o,s:o}", "message_id", value_text(claim->report->message_id),
				"line", json_put_line(claim->line)));
	return places;
}

json_t *json_put_claim(const struct digest_claim *claim)
{
	const char *from = claim->told ? "direction" : claim->verdict ? "word" : NULL;

	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o}", "kind",
		claim->headline ? "headline" : "box", "message_id",
		value_text(claim->report->message_id), "line", json_put_line(claim->line),
		"testcase", value_text(claim->testcase), "machine", value_text(claim->machine),
		"parameters", value_text(claim->params), "metric", value_text(claim->metric),
		"change", json_put_change(&claim->change), "said", value_text(claim->said),
		"verdict", value_text(verdict_name(claim->verdict)), "verdict_from",
		value_text(from), "row", row_value(claim->row), "grade", words_grade(claim->row),
		"again", again_value(claim));
}

json_t *json_put_report(const struct digest_report *report)
{
	json_t *json = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s}", "message_id",
		value_text(report->message_id), "url", value_text(report->url), "date",
		json_put_time(report->date), "list", value_text(report->list), "subject",
		value_text(report->subject), "failure", value_text(report->failure), "link",
		value_text(report->link), "kind", message_kind_name(report->kind));
	const struct {
		const char *key, *text;
	} facts[] = {
		{"commit", report->commit},
		{"commit_title", report->commit_title},
		{"compiler", report->compiler},
		{"kconfig", report->kconfig},
		{"parent", report->parent},
		{"tree", report->tree},
		{"branch", report->branch},
		{"table", report->main_table},
		{"test_machine", report->machine},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(facts); i++)
		json_object_set_new(json, facts[i].key, value_text(facts[i].text));
	json_object_set_new(json, "retold", json_boolean(report->is_retold));
	json_object_set_new(json, "rows", JSON_ARRAY(report->kpis, row_value));
	json_object_set_new(json, "rows_omitted", json_integer(report->kpis_omitted));
	json_object_set_new(json, "moves", JSON_ARRAY(report->moves, move_value));
	json_object_set_new(json, "moves_omitted", json_integer(report->moves_omitted));
	json_object_set_new(json, "commands", JSON_ARRAY(report->commands, command_value));
	json_object_set_new(json, "commands_omitted", json_integer(report->commands_omitted));
	json_object_set_new(json, "warnings", JSON_ARRAY(report->warnings, warning_value));
	return json;
}

static json_t *failure_value(const struct digest_failure *failure)
{
	json_t *counts = json_array();

	for (guint i = 0; i < failure->columns; i++)
		json_array_append_new(counts, json_integer((json_int_t)failure->counts[i]));
	return json_pack("{s:o,s:o}", "name", value_text(failure->name), "counts", counts);
}

json_t *json_put_failing(const struct digest_report *report)
{
	json_t *json = json_put_report(report);

	json_object_set_new(json, "failures", JSON_ARRAY(report->failures, failure_value));
	json_object_set_new(json, "failures_omitted", json_integer(report->failures_omitted));
	return json;
}
