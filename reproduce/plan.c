/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/plan.h"

#include "parse/commit_id.h"
#include "reproduce/plan_parts.h"

#include <math.h>

const char *step_action_name(enum step_action action)
{
	static const char *const names[] = {"set", "make", "keep", "run", "show"};

	return names[action];
}

const char *fit_name(enum fit fit)
{
	static const char *const names[] = {"same", "unknown", "differs", "lacks"};

	return names[fit];
}

/* ---- life ---------------------------------------------------------------------------------- */

static void step_free(gpointer data)
{
	struct plan_step *step = data;

	g_free(step->text);
	g_free(step->now);
	knob_wish_clear(&step->wish);
	change_clear(&step->change);
	g_free(step);
}

static void fact_free(gpointer data)
{
	struct plan_fact *fact = data;

	g_free(fact->reported);
	g_free(fact->here);
	g_free(fact->note);
	g_free(fact);
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	g_strfreev(plan->command);
	g_free(plan->benchmark_why);
	g_free(plan->program_path);
	g_free(plan->disk_why);
	g_free(plan->fs_device);
	g_ptr_array_unref(plan->steps);
	g_ptr_array_unref(plan->facts);
	g_free(plan);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

/* The digits of "4.6.0-06629-g5c0a85f": what the commit begins with. */
static struct slice id_of_release(const char *release)
{
	const char *mark = NULL;

	for (const char *at = release; (at = strstr(at, "-g")); at += 2)
		mark = at + 2;
	if (!mark)
		return SLICE_NULL;

	gsize digits = strspn(mark, "0123456789abcdef");
	return digits >= COMMIT_DIGITS_MIN ? (struct slice){mark, digits} : SLICE_NULL;
}

/* "v4.7-rc1" is "4.7.0-rc1", "v4.7" is "4.7.0"; "v4.7.1" is itself. */
static gboolean is_tag_of(const char *tag, const char *release)
{
	const char *rc = strchr(tag, '-');
	gsize len = rc ? (gsize)(rc - tag) : strlen(tag);
	g_autofree char *number = g_strndup(tag + 1, len - 1);
	guint dots = 0;

	for (const char *at = number; *at; at++)
		dots += *at == '.';
	g_autofree char *wanted = g_strconcat(number, dots == 1 ? ".0" : "", rc ? rc : "", NULL);
	return !strcmp(wanted, release);
}

static enum running running_of(const char *commit, const char *release)
{
	struct slice id = id_of_release(release ? release : "");

	if (!commit || !release)
		return RUNNING_UNKNOWN;
	if (commit_is_id(slice_of(commit)))
		return id.len ? commit_same(slice_of(commit), id) ? RUNNING_YES : RUNNING_NO
			      : RUNNING_UNKNOWN;
	if (*commit == 'v' && g_ascii_isdigit(commit[1]) && !id.len)
		return is_tag_of(commit, release) ? RUNNING_YES : RUNNING_NO;
	return RUNNING_UNKNOWN;
}

/* ---- the benchmark --------------------------------------------------------------------------- */

static void find_benchmark(struct plan *plan, const struct benchmarks *benchmarks)
{
	const struct reported *reported = plan->reported;
	const struct benchmark *benchmark = benchmark_find(benchmarks, reported->testcase);

	plan->benchmark = benchmark;
	if (!benchmark) {
		plan->benchmark_why = g_strdup(
			reported->testcase ? "the test case is not known" : "no test case is told");
		return;
	}
	plan->command = benchmark_command(benchmark, reported_value_of, (void *)reported,
		plan->machine->nr_cpu, &plan->benchmark_why);
	plan->repeat = benchmark_repeat(
		benchmark, reported_value_of, (void *)reported, plan->machine->nr_cpu);
	plan->program_path = machine_program(plan->machine, benchmark->folder, benchmark->program);
}

enum change_class plan_step_class(const struct plan_step *step)
{
	if (step->action == STEP_SET)
		return CLASS_SETTINGS;
	return step->action == STEP_MAKE ? change_class_of(&step->change) : CLASS_NONE;
}

/* ---- the whole ------------------------------------------------------------------------------- */

struct plan *plan_new(const struct reported *reported, const struct machine *machine,
	const struct benchmarks *benchmarks, const struct plan_wishes *wishes)
{
	static const struct plan_wishes none;
	struct plan *plan = g_new0(struct plan, 1);

	if (!wishes)
		wishes = &none;
	plan->reported = reported;
	plan->disk = wishes->disk;
	plan->disk_may_be_wiped = wishes->disk_may_be_wiped;
	plan->machine = machine;
	plan->steps = g_ptr_array_new_with_free_func(step_free);
	plan->facts = g_ptr_array_new_with_free_func(fact_free);
	for (guint i = 0; i < 2; i++)
		plan->running[i] = running_of(reported->commit[i], machine->release);
	find_benchmark(plan, benchmarks);
	plan_add_runs(plan, wishes);
	plan_add_steps(plan);
	for (guint i = 0; i < plan->steps->len; i++)
		plan->counts[((struct plan_step *)plan->steps->pdata[i])->action]++;
	plan_add_facts(plan);
	return plan;
}
