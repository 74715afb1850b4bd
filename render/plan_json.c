/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/compare_json.h"
#include "render/json_value.h"
#include "render/plan.h"

#define SCHEMA "lkpdigest/plan/1"

static json_t *running_value(enum running running)
{
	return running == RUNNING_UNKNOWN ? json_null() : json_boolean(running == RUNNING_YES);
}

static json_t *object_of_reported(const struct reported *reported)
{
	return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "message_id",
		value_text(reported->message_id), "job", value_text(reported->job_name), "metric",
		value_text(reported->metric), "change", value_text(reported->change), "testcase",
		value_text(reported->testcase), "tbox_group", value_text(reported->tbox_group),
		"machine", value_text(reported->machine), "code_line",
		reported->code_line ? json_integer(reported->code_line) : json_null());
}

static json_t *commit_value(const struct plan *plan, guint i)
{
	return json_pack("{s:o,s:o,s:o}", "id", value_text(plan->reported->commit[i]), "title",
		value_text(plan->reported->title[i]), "running", running_value(plan->running[i]));
}

static json_t *step_value(const struct machine *machine, const struct plan_step *step)
{
	json_t *does = json_null();

	if (step->action == STEP_MAKE) {
		g_auto(GStrv) words = change_words(machine, &step->change);

		does = value_strings((const char *const *)words);
	}
	return json_pack("{s:s,s:s,s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:s}", "class",
		command_kind_name(step->kind), "source", step->is_of_job ? "job" : "script", "line",
		step->line ? json_integer(step->line) : json_null(), "text", value_text(step->text),
		"action", step_action_name(step->action), "path", value_text(step->wish.path),
		"value", value_text(step->wish.value), "now", value_text(step->now), "allow",
		value_text(change_class_name(plan_step_class(step))), "does", does, "why",
		step->why);
}

static json_t *benchmark_value_of(const struct plan *plan)
{
	const struct benchmark *known = plan->benchmark;

	return json_pack("{s:b,s:o,s:o,s:o,s:o,s:o,s:i,s:I,s:I,s:o}", "known", known != NULL,
		"program", value_text(known ? known->program : NULL), "package",
		value_text(known ? known->package : NULL), "path", value_text(plan->program_path),
		"checked",
		value_text(!known           ? NULL
			   : known->was_run ? "run"
					    : "quoted"),
		"command",
		plan->command ? value_strings((const char *const *)plan->command) : json_null(),
		"copies", (int)plan->repeat.copies, "times", (json_int_t)plan->repeat.times,
		"seconds", (json_int_t)plan->repeat.seconds, "why",
		value_text(plan->benchmark_why));
}

static json_t *fact_value(const struct plan_fact *fact)
{
	return json_pack("{s:s,s:o,s:o,s:s,s:o}", "what", fact->what, "reported",
		value_text(fact->reported), "here", value_text(fact->here), "fit",
		fit_name(fact->fit), "note", value_text(fact->note));
}

static json_t *told_value(const struct reported_runs *told)
{
	return json_pack("{s:s,s:i,s:i,s:s,s:o}", "by", runs_told_name(told->by), "low",
		(int)told->runs.low, "high", (int)told->runs.high, "source",
		runs_source_name(told->runs.source), "where", value_text(told->where));
}

static json_t *runs_value(const struct plan *plan)
{
	const struct plan_runs *runs = &plan->runs;
	json_t *told = json_array();

	for (guint i = 0; i < plan->reported->runs->len; i++)
		json_array_append_new(told, told_value(plan->reported->runs->pdata[i]));
	return json_pack("{s:o,s:b,s:i,s:i,s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "reported", told,
		"agree", runs->agree, "wanted", (int)plan->wanted, "warm_up", (int)plan->warm_up,
		"warm_up_why", plan->warm_up_why, "order", plan_order_name(plan->order), "needed",
		runs->runs ? json_integer(runs->runs) : json_null(), "enough",
		runs->runs ? json_boolean(runs->is_enough) : json_null(), "effect",
		runs->runs ? value_number(runs->effect) : json_null(), "spread",
		runs->runs ? value_number(runs->spread) : json_null(), "detectable",
		runs->runs ? value_number(runs->least) : json_null(), "unit",
		runs->runs ? json_string(unit_name(runs->has_points ? UNIT_POINTS : UNIT_PERCENT))
			   : json_null());
}

static json_t *seconds_value(const struct plan *plan)
{
	return json_pack("{s:o,s:o,s:o}", "run", value_number(plan->reported->seconds), "source",
		value_text(duration_source_name(plan->reported->duration)), "all",
		value_number(plan->seconds));
}

static json_t *limits_value(const struct sandbox_limits *limits)
{
	return json_pack("{s:i,s:I,s:I,s:i}", "seconds", (int)limits->seconds, "memory",
		(json_int_t)limits->memory, "disk", (json_int_t)limits->disk, "processes",
		(int)limits->processes);
}

void plan_print_json(GString *out, const struct plan *plan)
{
	json_t *steps = json_array(), *facts = json_array();

	for (guint i = 0; i < plan->steps->len; i++)
		json_array_append_new(steps, step_value(plan->machine, plan->steps->pdata[i]));
	for (guint i = 0; i < plan->facts->len; i++)
		json_array_append_new(facts, fact_value(plan->facts->pdata[i]));
	json_t *document = json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "schema",
		SCHEMA, "reported", object_of_reported(plan->reported), "base",
		commit_value(plan, 0), "commit", commit_value(plan, 1), "kernel",
		value_text(plan->machine->release), "steps", steps, "benchmark",
		benchmark_value_of(plan), "machine", facts, "runs", runs_value(plan), "seconds",
		seconds_value(plan), "limits", limits_value(&plan->limits));
	compare_json_print(out, document);
}
