/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest as one JSON document, "lkpdigest/digest/1": keys sorted, unknown values
 * null, text of mails exact (as ASCII with escapes, so that no terminal is touched).
 */
#include "render/digest_json.h"
#include "render/json_value.h"
#include "render/json_text.h"

#define SCHEMA "lkpdigest/digest/1"

/* ---- head ------------------------------------------------------------------------- */

static json_t *messages_value(const struct digest_head *head)
{
	json_t *json = json_object();

	for (int kind = 0; kind < MESSAGE_KINDS; kind++)
		json_object_set_new(
			json, message_kind_name(kind), json_integer(head->messages[kind]));
	return json;
}

static json_t *runs_from_value(const struct digest_head *head)
{
	json_t *json = json_object();

	for (int source = 0; source <= RUNS_DECLARED; source++)
		json_object_set_new(
			json, runs_source_name(source), json_integer(head->runs_from[source]));
	return json;
}

static json_t *graded_value(const struct digest_head *head)
{
	json_t *json = json_object();

	for (int grade = 0; grade <= GRADE_STRONG; grade++)
		json_object_set_new(json, grade_name(grade), json_integer(head->graded[grade]));
	return json;
}

static json_t *head_value(const struct digest_head *head)
{
	json_t *json = json_object();
	const struct {
		const char *key;
		guint64 count;
	} counts[] = {
		{"sources", head->sources},
		{"documents", head->documents.seen},
		{"documents_kept", head->documents.messages},
		{"documents_duplicate", head->documents.copies},
		{"documents_skipped", head->documents.skipped},
		{"documents_failed", head->documents.failed},
		{"tables", head->tables},
		{"rows", head->rows},
		{"fail_rows", head->fail_rows},
		{"rows_inconsistent", head->inconsistent},
		{"diagnostics", head->diagnostics},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(counts); i++)
		json_object_set_new(json, counts[i].key, json_integer(counts[i].count));
	json_object_set_new(json, "source_paths", JSON_ARRAY(head->source_paths, value_text));
	json_object_set_new(json, "messages", messages_value(head));
	json_object_set_new(json, "runs_from", runs_from_value(head));
	json_object_set_new(json, "claims_by_grade", graded_value(head));
	json_object_set_new(json, "method", value_text(head->method));
	json_object_set_new(json, "calibration", value_text(head->calibration));
	json_object_set_new(json, "score", value_text(head->formula));
	json_object_set_new(json, "listed", value_text(head->listing_rule));
	json_object_set_new(json, "counted", value_text(head->subject_rule));
	json_object_set_new(json, "narrowed", value_text(head->narrowed));
	return json;
}

/* ---- where clusters stand ---------------------------------------------------------------- */

static json_t *ledger_value(const struct digest_ledger *ledger)
{
	json_t *json = json_array();

	for (guint i = 0; i < ledger->rows->len; i++) {
		const struct digest_ledger_row *row =
			&g_array_index(ledger->rows, struct digest_ledger_row, i);

		json_array_append_new(
			json, json_pack("{s:s,s:i,s:o}", "state", state_name(row->state), "now",
				      (int)row->now, "last",
				      ledger->has_last ? json_integer(row->last) : json_null()));
	}
	return json;
}

static json_t *states_value(const guint counts[STATES])
{
	json_t *json = json_object();

	for (int state = 0; state < STATES; state++)
		if (counts[state])
			json_object_set_new(
				json, state_name((enum state)state), json_integer(counts[state]));
	return json;
}

static json_t *weeks_value(const GArray *weeks)
{
	json_t *json = json_array();

	for (guint i = 0; i < weeks->len; i++) {
		const struct digest_week *week = &g_array_index(weeks, struct digest_week, i);

		json_array_append_new(json,
			json_pack("{s:s,s:o,s:o}", "week", week->name, "until",
				json_put_time(week->until), "states", states_value(week->counts)));
	}
	return json;
}

static json_t *tally_value(const struct digest_tally *tally)
{
	return json_pack("{s:i,s:i,s:i,s:o}", "new", (int)tally->fresh, "improvements",
		(int)tally->improvements, "unjudged", (int)tally->unjudged, "reached",
		states_value(tally->reached));
}

/* ---- views ---------------------------------------------------------------------------------- */

static json_t *id_value(const struct digest_entry *entry)
{
	return value_text(entry->id);
}

static json_t *area_value(const struct digest_area *area)
{
	return json_pack("{s:o,s:o}", "subsystem", value_text(area->name), "clusters",
		JSON_ARRAY(area->entries, id_value));
}

/* The cells that there are; each tells where it was claimed. */
static json_t *heat_value(const struct digest_heat *heat)
{
	json_t *cells = json_array();

	for (guint i = 0; i < heat->cells->len; i++) {
		const struct digest_claim *claim = heat->cells->pdata[i];
		const struct digest_entry *entry = heat->commits->pdata[i % heat->commits->len];

		if (!claim)
			continue;
		json_array_append_new(cells,
			json_pack("{s:o,s:o,s:o,s:s,s:o,s:o}", "testcase",
				value_text(heat->testcases->pdata[i / heat->commits->len]),
				"cluster", id_value(entry), "change",
				json_put_change(&claim->change), "grade", words_grade(claim->row),
				"message_id", value_text(claim->report->message_id), "line",
				json_put_line(claim->line)));
	}
	return json_pack("{s:o,s:i,s:i}", "cells", cells, "testcases_omitted",
		(int)heat->testcases_omitted, "commits_omitted", (int)heat->commits_omitted);
}

static json_t *doubt_value(const struct digest_doubt *doubt)
{
	return json_pack("{s:o,s:o,s:o,s:s}", "cluster", id_value(doubt->entry), "message_id",
		value_text(doubt->claim->report->message_id), "line",
		json_put_line(doubt->claim->line), "grade", words_grade(doubt->claim->row));
}

static json_t *doubts_value(const struct digest_doubts *doubts)
{
	return json_pack("{s:o,s:i}", "claims", JSON_ARRAY(doubts->list, doubt_value), "omitted",
		(int)doubts->omitted);
}

/* ---- appendix -------------------------------------------------------------------------------- */

static json_t *diag_value(const struct digest_diag *diag)
{
	return json_pack("{s:o,s:o,s:o}", "place", value_text(diag->place), "detail",
		value_text(diag->detail), "excerpt", value_text(diag->excerpt));
}

static json_t *diags_value(const struct digest_diags *kind)
{
	return json_pack("{s:s,s:s,s:s,s:I,s:o}", "id", diag_name(kind->id), "level",
		diag_level_name(diag_level(kind->id)), "meaning", diag_meaning(kind->id), "count",
		(json_int_t)kind->count, "examples", JSON_ARRAY(kind->examples, diag_value));
}

/* ---- all ------------------------------------------------------------------------------------- */

static void set_sections(json_t *json, const struct digest *digest)
{
	for (int section = 0; section < SECTIONS; section++)
		json_object_set_new(json, digest_section_name(section),
			JSON_ARRAY(digest->entries[section], json_put_entry));
}

static json_t *period_value(const struct digest_head *head)
{
	return json_pack("{s:o,s:o,s:o}", "label", value_text(head->period), "since",
		json_put_time(head->since), "until", json_put_time(head->until));
}

/* Of all clusters; the others stand with theirs. */
static json_t *charts_value(const struct digest *digest)
{
	json_t *json = JSON_ARRAY(digest->heat.charts, json_put_chart);

	if (digest->trend)
		json_array_append_new(json, json_put_chart(digest->trend));
	return json;
}

GString *digest_json(const struct digest *digest)
{
	json_t *json = json_object();
	const struct {
		const char *key;
		json_t *value;
	} values[] = {
		{"schema", json_string(SCHEMA)},
		{"subject", value_text(digest->subject)},
		{"prose", JSON_ARRAY(digest->prose, value_text)},
		{"generated", json_put_time(digest->head.generated)},
		{"head", head_value(&digest->head)},
		{"period", period_value(&digest->head)},
		{"tally", tally_value(&digest->tally)},
		{"ledger", ledger_value(&digest->ledger)},
		{"weeks", weeks_value(digest->weeks)},
		{"by_subsystem", JSON_ARRAY(digest->areas, area_value)},
		{"by_testcase", heat_value(&digest->heat)},
		{"charts", charts_value(digest)},
		{"not_supported", doubts_value(&digest->unsupported)},
		{"not_testable", doubts_value(&digest->untestable)},
		{"functional", JSON_ARRAY(digest->functional, json_put_failing)},
		{"functional_omitted", json_integer(digest->functional_omitted)},
		{"builds", JSON_ARRAY(digest->builds, json_put_failing)},
		{"builds_omitted", json_integer(digest->builds_omitted)},
		{"without_commit", JSON_ARRAY(digest->commitless, json_put_report)},
		{"diagnostics", JSON_ARRAY(digest->diags, diags_value)},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(values); i++)
		json_object_set_new(json, values[i].key, values[i].value);
	set_sections(json, digest);

	GString *out = json_text(json, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(10));

	g_string_append_c(out, '\n');
	json_decref(json);
	return out;
}
