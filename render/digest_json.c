/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A digest as one JSON document, "lkpdigest/digest/1": keys sorted, unknown values
 * null, text of mails exact (as ASCII with escapes, so that no terminal is touched).
 */
#include "render/digest_words.h"
#include "render/json_text.h"

#include <jansson.h>
#include <math.h>

#define SCHEMA "lkpdigest/digest/1"

/* ---- values ------------------------------------------------------------------------ */

/* Bytes that are no UTF-8, which JSON cannot carry, become U+FFFD. */
static json_t *text_value(const char *text)
{
	if (!text)
		return json_null();

	g_autofree char *valid = g_utf8_make_valid(text, -1);

	return json_string(valid);
}

static json_t *real_value(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* [low, high]; an end that has no bound is null. */
static json_t *interval_value(struct interval interval)
{
	if (isnan(interval.low) || isnan(interval.high))
		return json_null();
	return json_pack("[o,o]", real_value(interval.low), real_value(interval.high));
}

static json_t *time_value(gint64 date)
{
	g_autofree char *text = words_time(date);

	return text_value(text);
}

static json_t *line_value(guint line)
{
	return line ? json_integer(line) : json_null();
}

static json_t *change_value(const struct digest_change *change)
{
	return json_pack("{s:o,s:o,s:s}", "text", text_value(change->text), "value",
		change->text ? real_value(change->value) : json_null(), "unit",
		unit_name(change->unit));
}

/* An array of what `make` makes of each element. */
#define ARRAY_OF(list, make)                                                                       \
	({                                                                                         \
		json_t *array_ = json_array();                                                     \
		for (guint i_ = 0; i_ < (list)->len; i_++)                                         \
			json_array_append_new(array_, make((list)->pdata[i_]));                    \
		array_;                                                                            \
	})

/* ---- rows, claims, reports ------------------------------------------------------------ */

static json_t *runs_value(struct runs runs)
{
	return json_pack("{s:i,s:i,s:s}", "low", (int)runs.low, "high", (int)runs.high, "source",
		runs_source_name(runs.source));
}

static json_t *cell_value(const struct digest_cell *cell)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "text", text_value(cell->text), "mean",
		real_value(cell->mean), "means", interval_value(cell->means), "spread",
		interval_value(cell->spread), "stddev",
		cell->stddev == STDDEV_NONE ? json_null() : json_integer(cell->stddev), "runs",
		runs_value(cell->runs));
}

static json_t *effect_value(const struct digest_row *row)
{
	const struct effect *effect = &row->effect;

	return json_pack("{s:o,s:s,s:o,s:o,s:o,s:s,s:o,s:o,s:o}", "change",
		real_value(effect->change), "unit", unit_name(effect->unit), "ci95",
		interval_value(effect->ci), "p", interval_value(effect->p), "p_corrected",
		interval_value(row->corrected), "grade", grade_name(row->grade), "hedges_g",
		real_value(effect->hedges_g), "snr", real_value(effect->snr), "planned_change",
		real_value(effect->planned));
}

static json_t *row_value(const struct digest_row *row)
{
	if (!row)
		return json_null();
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:b,s:o,s:o,s:o,s:o,s:o,s:s}", "table",
		text_value(row->table), "message_id", text_value(row->message_id), "line",
		line_value(row->line), "stat", text_value(row->stat), "aliases",
		ARRAY_OF(row->aliases, text_value), "headline", row->headline, "before",
		cell_value(&row->before), "after", cell_value(&row->after), "change",
		change_value(&row->change), "direction", text_value(direction_name(row->direction)),
		"effect", effect_value(row), "consistency", consistency_name(row->consistency));
}

static json_t *claim_value(const struct digest_claim *claim)
{
	const char *from = claim->told ? "direction" : claim->verdict ? "word" : NULL;

	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s}", "kind",
		claim->headline ? "headline" : "box", "message_id",
		text_value(claim->report->message_id), "line", line_value(claim->line), "testcase",
		text_value(claim->testcase), "machine", text_value(claim->machine), "parameters",
		text_value(claim->params), "metric", text_value(claim->metric), "change",
		change_value(&claim->change), "said", text_value(claim->said), "verdict",
		text_value(verdict_name(claim->verdict)), "verdict_from", text_value(from), "row",
		row_value(claim->row), "grade", words_grade(claim->row));
}

static json_t *report_value(const struct digest_report *report)
{
	json_t *json = json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s}", "message_id",
		text_value(report->message_id), "url", text_value(report->url), "date",
		time_value(report->date), "list", text_value(report->list), "subject",
		text_value(report->subject), "failure", text_value(report->failure), "link",
		text_value(report->link), "kind", message_kind_name(report->kind));
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
		json_object_set_new(json, facts[i].key, text_value(facts[i].text));
	json_object_set_new(json, "rows", ARRAY_OF(report->kpis, row_value));
	json_object_set_new(json, "rows_omitted", json_integer(report->kpis_omitted));
	return json;
}

static json_t *failure_value(const struct digest_failure *failure)
{
	json_t *counts = json_array();

	for (guint i = 0; i < failure->columns; i++)
		json_array_append_new(counts, json_integer((json_int_t)failure->counts[i]));
	return json_pack("{s:o,s:o}", "name", text_value(failure->name), "counts", counts);
}

static json_t *failing_value(const struct digest_report *report)
{
	json_t *json = report_value(report);

	json_object_set_new(json, "failures", ARRAY_OF(report->failures, failure_value));
	json_object_set_new(json, "failures_omitted", json_integer(report->failures_omitted));
	return json;
}

/* ---- entries ----------------------------------------------------------------------------- */

static json_t *entry_value(const struct digest_entry *entry)
{
	json_t *json = json_pack("{s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "rank", (int)entry->rank,
		"id", text_value(entry->id), "commit", text_value(entry->commit), "commit_title",
		text_value(entry->title), "subsystem", text_value(entry->subsystem), "severity",
		real_value(entry->severity), "first", time_value(entry->first), "last",
		time_value(entry->last));

	json_object_set_new(json, "testcases", json_integer(entry->testcases));
	json_object_set_new(json, "machine_count", json_integer(entry->machine_count));
	json_object_set_new(json, "machines", ARRAY_OF(entry->machines, text_value));
	json_object_set_new(json, "claims", ARRAY_OF(entry->claims, claim_value));
	json_object_set_new(json, "claims_untestable", json_integer(entry->untestable->len));
	json_object_set_new(json, "rows_inconsistent", json_integer(entry->inconsistent));
	json_object_set_new(json, "reports", ARRAY_OF(entry->reports, report_value));
	json_object_set_new(json, "functional", ARRAY_OF(entry->also, report_value));
	return json;
}

static json_t *answer_value(const struct digest_answer *answer)
{
	return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o}", "kind", event_kind_name(answer->kind), "date",
		time_value(answer->date), "message_id", text_value(answer->message_id), "line",
		line_value(answer->line), "text", text_value(answer->words), "about",
		text_value(answer->about));
}

/* ---- head, appendix ------------------------------------------------------------------------- */

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
	json_object_set_new(json, "source_paths", ARRAY_OF(head->source_paths, text_value));
	json_object_set_new(json, "messages", messages_value(head));
	json_object_set_new(json, "runs_from", runs_from_value(head));
	json_object_set_new(json, "claims_by_grade", graded_value(head));
	json_object_set_new(json, "method", text_value(head->method));
	json_object_set_new(json, "severity", text_value(head->formula));
	json_object_set_new(json, "listed", text_value(head->listing_rule));
	return json;
}

static json_t *diag_value(const struct digest_diag *diag)
{
	return json_pack("{s:o,s:o,s:o}", "place", text_value(diag->place), "detail",
		text_value(diag->detail), "excerpt", text_value(diag->excerpt));
}

static json_t *diags_value(const struct digest_diags *kind)
{
	return json_pack("{s:s,s:s,s:s,s:I,s:o}", "id", diag_name(kind->id), "level",
		diag_level_name(diag_level(kind->id)), "meaning", diag_meaning(kind->id), "count",
		(json_int_t)kind->count, "examples", ARRAY_OF(kind->examples, diag_value));
}

GString *digest_json(const struct digest *digest)
{
	static const char *const keys[SECTIONS] = {
		"regressions", "mixed", "improvements", "unjudged"};
	const struct digest_head *head = &digest->head;
	json_t *json = json_pack("{s:s,s:o,s:o,s:o,s:o}", "schema", SCHEMA, "subject",
		text_value(digest->subject), "prose", ARRAY_OF(digest->prose, text_value),
		"generated", time_value(head->generated), "head", head_value(head));

	json_object_set_new(json, "period",
		json_pack("{s:o,s:o,s:o}", "label", text_value(head->period), "since",
			time_value(head->since), "until", time_value(head->until)));
	for (int section = 0; section < SECTIONS; section++)
		json_object_set_new(
			json, keys[section], ARRAY_OF(digest->entries[section], entry_value));
	json_object_set_new(json, "functional", ARRAY_OF(digest->functional, failing_value));
	json_object_set_new(json, "functional_omitted", json_integer(digest->functional_omitted));
	json_object_set_new(json, "builds", ARRAY_OF(digest->builds, failing_value));
	json_object_set_new(json, "builds_omitted", json_integer(digest->builds_omitted));
	json_object_set_new(json, "answers", ARRAY_OF(digest->answers, answer_value));
	json_object_set_new(json, "answers_omitted", json_integer(digest->answers_omitted));
	json_object_set_new(json, "without_commit", ARRAY_OF(digest->commitless, report_value));
	json_object_set_new(json, "diagnostics", ARRAY_OF(digest->diags, diags_value));

	GString *out = json_text(json, JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(10));

	g_string_append_c(out, '\n');
	json_decref(json);
	return out;
}
