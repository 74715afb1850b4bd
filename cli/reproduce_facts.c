/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_facts.h"

#include "parse/commit_id.h"
#include "reproduce/benchmark_parts.h"

#include <string.h>

static gint by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(
		((const struct result_field *)a)->name, ((const struct result_field *)b)->name);
}

/* Those that the job tells and that are allowed, as the job has them: "50%". */
static void take_params(struct reproduce_facts *facts, const struct plan *plan)
{
	const GPtrArray *params = plan->benchmark->params;

	for (guint i = 0; i < params->len; i++) {
		const char *name = ((const struct param *)params->pdata[i])->name;
		const char *value = reported_value(plan->reported, name);
		g_autofree char *why = NULL;
		g_autofree char *text =
			value ? benchmark_param_text(plan->benchmark, name, reported_value_of,
					(void *)plan->reported, plan->machine->nr_cpu, &why)
			      : NULL;
		struct result_field field = {name, value};

		if (text)
			g_array_append_val(facts->params, field);
	}
	g_array_sort(facts->params, by_name);
}

static gboolean has_setting(const struct reproduce_facts *facts, const char *name)
{
	for (guint i = 0; i < facts->settings->len; i++)
		if (!strcmp(g_array_index(facts->settings, struct result_field, i).name, name))
			return TRUE;
	return FALSE;
}

/* Those that hold while it runs: of several steps for one, as of many CPUs, the last. */
static void take_settings(
	struct reproduce_facts *facts, const struct plan *plan, gboolean are_allowed)
{
	for (guint i = plan->steps->len; i > 0; i--) {
		const struct plan_step *step = plan->steps->pdata[i - 1];
		gboolean holds =
			step->action == STEP_KEEP || (step->action == STEP_SET && are_allowed);

		if (!holds || !step->wish.knob || !step->wish.knob->is_lasting ||
			has_setting(facts, step->wish.knob->name))
			continue;
		struct result_field field = {step->wish.knob->name, step->wish.value};
		g_array_append_val(facts->settings, field);
	}
}

/* The file system in which it runs. */
static void take_mount(struct reproduce_facts *facts, const struct plan *plan)
{
	struct result_field field = {"fs", plan_mount(plan)->what};

	g_array_append_val(facts->settings, field);
}

static gboolean begins(const char *commit, const char *with)
{
	return commit &&
	       (g_str_has_prefix(commit, with) || commit_same(slice_of(commit), slice_of(with)));
}

/* What the user says, as the report has it; else what the release says; else the release. */
static const char *commit_of(const struct plan *plan, const char *said)
{
	char *const *commits = plan->reported->commit;

	for (guint i = 0; i < 2; i++)
		if (said ? begins(commits[i], said) : plan->running[i] == RUNNING_YES)
			return commits[i];
	if (said)
		return said;
	return plan->machine->release ? plan->machine->release : "unknown";
}

static const char *word(struct reproduce_facts *facts, const char *text, const char *otherwise)
{
	g_autofree char *safe = text && *text ? result_word(text) : g_strdup(otherwise);

	return g_string_chunk_insert(facts->text, safe);
}

struct reproduce_facts *reproduce_facts_new(const struct plan *plan,
	const struct reproduce_options *o, const struct lkp_job *lkp, const char *commit,
	const char *wrap)
{
	struct reproduce_facts *facts = g_new0(struct reproduce_facts, 1);
	const struct machine *machine = plan->machine;

	facts->text = g_string_chunk_new(512);
	facts->params = g_array_new(FALSE, FALSE, sizeof(struct result_field));
	facts->settings = g_array_new(FALSE, FALSE, sizeof(struct result_field));
	if (lkp)
		g_array_append_vals(facts->params, lkp->params->data, lkp->params->len);
	else
		take_params(facts, plan);
	take_settings(facts, plan, (o->allowed & 1u << CLASS_SETTINGS) != 0);
	if (plan_mount(plan) && o->allowed & 1u << CLASS_MOUNTS)
		take_mount(facts, plan);
	g_array_sort(facts->settings, by_name);
	facts->result = (struct result_facts){
		.testcase = lkp ? lkp->testcase : plan->benchmark->testcase,
		.prefix = lkp ? lkp->testcase : plan->benchmark->prefix,
		.params = (const struct result_field *)(gpointer)facts->params->data,
		.n_params = facts->params->len,
		.settings = (const struct result_field *)(gpointer)facts->settings->data,
		.n_settings = facts->settings->len,
		.tbox_group = word(facts, machine->host, "localhost"),
		.rootfs = word(facts, machine->system, "unknown"),
		.kconfig = "local",
		.compiler = word(facts, machine->compiler, "unknown"),
		.commit = word(facts, commit_of(plan, commit), "unknown"),
		.kernel = machine->release,
		.model = machine->model,
		.nr_cpu = machine->nr_cpu,
		.memory = machine->memory,
		.report = plan->reported->message_id,
		.wrap = wrap,
		.is_contained = !o->no_sandbox,
	};
	return facts;
}

void reproduce_facts_free(struct reproduce_facts *facts)
{
	g_array_unref(facts->params);
	g_array_unref(facts->settings);
	g_string_chunk_free(facts->text);
	g_free(facts);
}
