/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a digest as JSON, and the values that all of the document is made of. */
#include "render/digest_json.h"

#include <math.h>

/* ---- values ------------------------------------------------------------------------ */

/* Bytes that are no UTF-8, which JSON cannot carry, become U+FFFD. */
json_t *json_put_text(const char *text)
{
	if (!text)
		return json_null();

	g_autofree char *valid = g_utf8_make_valid(text, -1);

	return json_string(valid);
}

json_t *json_put_real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* [low, high]; an end that has no bound is null. */
json_t *json_put_interval(struct interval interval)
{
	if (isnan(interval.low) || isnan(interval.high))
		return json_null();
	return json_pack("[o,o]", json_put_real(interval.low), json_put_real(interval.high));
}

json_t *json_put_time(gint64 date)
{
	g_autofree char *text = words_time(date);

	return json_put_text(text);
}

json_t *json_put_line(guint line)
{
	return line ? json_integer(line) : json_null();
}

json_t *json_put_change(const struct digest_change *change)
{
	return json_pack("{s:o,s:o,s:s}", "text", json_put_text(change->text), "value",
		change->text ? json_put_real(change->value) : json_null(), "unit",
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
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "text", json_put_text(cell->text), "mean",
		json_put_real(cell->mean), "means", json_put_interval(cell->means), "spread",
		json_put_interval(cell->spread), "stddev",
		cell->stddev == STDDEV_NONE ? json_null() : json_integer(cell->stddev), "runs",
		runs_value(cell->runs));
}

static json_t *effect_value(const struct digest_row *row)
{
	const struct effect *effect = &row->effect;

	return json_pack("{s:o,s:s,s:o,s:o,s:o,s:s,s:o,s:o,s:o}", "change",
		json_put_real(effect->change), "unit", unit_name(effect->unit), "ci95",
		json_put_interval(effect->ci), "p", json_put_interval(effect->p), "p_corrected",
		json_put_interval(row->corrected), "grade", grade_name(row->grade), "hedges_g",
		json_put_real(effect->hedges_g), "snr", json_put_real(effect->snr),
		"planned_change", json_put_real(effect->planned));
}

/* Of a profile: no key figure, so not judged. */
static json_t *move_value(const struct digest_row *row)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "table", json_put_text(row->table),
		"message_id", json_put_text(row->message_id), "line", json_put_line(row->line),
		"stat", json_put_text(row->stat), "before", json_put_text(row->before.text),
		"after", json_put_text(row->after.text), "change", json_put_change(&row->change));
}

static json_t *command_value(const struct digest_command *command)
{
	return json_pack("{s:o,s:o,s:o}", "text", json_put_text(command->text), "message_id",
		json_put_text(command->message_id), "line", json_put_line(command->line));
}

static json_t *warning_value(const struct digest_warning *warning)
{
	return json_pack("{s:s,s:o,s:o,s:o}", "id", diag_name(warning->id), "detail",
		json_put_text(warning->detail), "message_id", json_put_text(warning->message_id),
		"line", json_put_line(warning->line));
}

static json_t *row_value(const struct digest_row *row)
{
	if (!row)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:o,s:s}", "table",
		json_put_text(row->table), "message_id", json_put_text(row->message_id), "line",
		json_put_line(row->line), "stat", json_put_text(row->stat), "aliases",
		JSON_ARRAY(row->aliases, json_put_text), "headline", row->headline, "before",
		cell_value(&row->before), "after", cell_value(&row->after), "change",
		json_put_change(&row->change), "direction",
		json_put_text(direction_name(row->direction)), "effect", effect_value(row),
		"consistency", consistency_name(row->consistency));
}

/* Where later reports print it again. */
static json_t *again_value(const struct digest_claim *claim)
{
	json_t *places = json_array();

	for (claim = claim->again; claim; claim = claim->again)
		json_array_append_new(places, json_pack("{s:o,s:o}", "message_id",
						      json_put_text(claim->report->message_id),
						      "line", json_put_line(claim->line)));
	return places;
}

json_t *json_put_claim(const struct digest_claim *claim)
{
	const char *from = claim->told ? "direction" : claim->verdict ? "word" : NULL;

	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o}", "kind",
		claim->headline ? "headline" : "box", "message_id",
		json_put_text(claim->report->message_id), "line", json_put_line(claim->line),
		"testcase", json_put_text(claim->testcase), "machine",
		json_put_text(claim->machine), "parameters", json_put_text(claim->params), "metric",
		json_put_text(claim->metric), "change", json_put_change(&claim->change), "said",
		json_put_text(claim->said), "verdict", json_put_text(verdict_name(claim->verdict)),
		"verdict_from", json_put_text(from), "row", row_value(claim->row), "grade",
		words_grade(claim->row), "again", again_value(claim));
}

json_t *json_put_report(const struct digest_report *report)
{
	json_t *json = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s}", "message_id",
		json_put_text(report->message_id), "url", json_put_text(report->url), "date",
		json_put_time(report->date), "list", json_put_text(report->list), "subject",
		json_put_text(report->subject), "failure", json_put_text(report->failure), "link",
		json_put_text(report->link), "kind", message_kind_name(report->kind));
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
		json_object_set_new(json, facts[i].key, json_put_text(facts[i].text));
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
	return json_pack("{s:o,s:o}", "name", json_put_text(failure->name), "counts", counts);
}

json_t *json_put_failing(const struct digest_report *report)
{
	json_t *json = json_put_report(report);

	json_object_set_new(json, "failures", JSON_ARRAY(report->failures, failure_value));
	json_object_set_new(json, "failures_omitted", json_integer(report->failures_omitted));
	return json;
}
