/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/plan.h"
#include "render/wrap.h"

#include <math.h>

#define LABEL_WIDTH 10
#define ACTION_WIDTH 5
#define KIND_WIDTH 11
#define FIT_WIDTH 8
#define FACT_WIDTH 14

static const char rest[] = "            "; /* as wide as a label and its margin */

static void add_line(GString *out, const char *label, const char *text)
{
	g_autofree char *first = g_strdup_printf("  %-*s", LABEL_WIDTH, label);

	wrap_to(out, first, rest, text);
}

static void add_field(GString *out, const char *label, const char *text)
{
	g_autofree char *safe = wrap_safe(text);

	if (text)
		add_line(out, label, safe);
}

/* ---- what was reported --------------------------------------------------------------------- */

static void print_reported(GString *out, const struct plan *plan)
{
	const struct reported *reported = plan->reported;
	g_autofree char *claim =
		reported->metric
			? g_strdup_printf("%s %s", reported->metric,
				  reported->change ? reported->change : "(no change is told)")
			: NULL;

	g_string_append(out, "Reported\n");
	add_field(out, "report", reported->message_id);
	add_field(out, "job", reported->job_name);
	add_field(out, "claim", claim);
	add_field(out, "test case", reported->testcase);
	add_field(out, "machine", reported->machine ? reported->machine : reported->tbox_group);
	if (reported->code_line) {
		g_autofree char *text = g_strdup_printf(
			"line %u of the job is code to LKP, which would run it as root; "
			"here it is text and nothing else",
			reported->code_line);

		add_line(out, "caution", text);
	}
}

static void print_commits(GString *out, const struct plan *plan)
{
	static const char *const labels[] = {"base", "commit"};
	static const char *const said[] = {"", " (the running kernel)", ""};
	const char *release = plan->machine->release;

	for (guint i = 0; i < 2; i++) {
		const char *title = plan->reported->title[i];
		g_autofree char *text = g_strdup_printf("%s%s%s%s",
			plan->reported->commit[i] ? plan->reported->commit[i] : "not told",
			title ? " " : "", title ? title : "", said[plan->running[i]]);

		add_field(out, labels[i], text);
	}
	g_autofree char *running = g_strdup_printf("%s%s", release ? release : "unknown",
		plan->running[0] == RUNNING_NO && plan->running[1] == RUNNING_NO
			? ", which is neither of both"
		: plan->running[0] == RUNNING_YES || plan->running[1] == RUNNING_YES
			? ""
			: "; it does not say which commit it is");
	add_field(out, "kernel", running);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static gboolean is_alike(const struct plan_step *a, const struct plan_step *b)
{
	return a->action == b->action && a->kind == b->kind && a->why == b->why && a->wish.knob &&
	       a->wish.knob == b->wish.knob && !g_strcmp0(a->wish.value, b->wish.value) &&
	       !g_strcmp0(a->now, b->now);
}

static void print_step(GString *out, const struct plan_step *step, guint more)
{
	g_autofree char *text = wrap_safe(step->text), *now = wrap_safe(step->now);
	g_autofree char *first = g_strdup_printf("  %-*s%-*s", ACTION_WIDTH,
		step_action_name(step->action), KIND_WIDTH, command_kind_name(step->kind));
	g_autoptr(GString) line = g_string_new(text);

	if (more)
		g_string_append_printf(line, " and %u more like it", more);
	g_string_append_printf(line, " (%s", step->why);
	if (step->now && step->action == STEP_SET)
		g_string_append_printf(line, "; now %s", now);
	g_string_append_c(line, ')');
	wrap_to(out, first, "                    ", line->str);
}

/* What --run is to be told, to do all of it. */
static void print_allow(GString *out, const struct plan *plan)
{
	g_autoptr(GString) names = g_string_new(NULL);
	guint wanted = 0;

	for (guint i = 0; i < plan->steps->len; i++)
		wanted |= 1u << plan_step_class(plan->steps->pdata[i]);
	for (guint class = CLASS_NONE + 1; class < CHANGE_CLASSES; class ++)
		if (wanted & 1u << class)
			g_string_append_printf(names, "%s%s", names->len ? "," : "--allow ",
				change_class_name((enum change_class) class));
	if (names->len)
		add_line(out, "only with", names->str);
}

static void print_steps(GString *out, const struct plan *plan)
{
	guint of_job = 0;

	for (guint i = 0; i < plan->steps->len; i++)
		of_job += ((const struct plan_step *)plan->steps->pdata[i])->is_of_job;
	g_string_append_printf(out, "\nCommands: %u of the script, %u of the job\n",
		plan->reported->commands->len, of_job);
	for (guint i = 0, next; i < plan->steps->len; i = next) {
		for (next = i + 1; next < plan->steps->len; next++)
			if (!is_alike(plan->steps->pdata[i], plan->steps->pdata[next]))
				break;
		print_step(out, plan->steps->pdata[i], next - i - 1);
	}
	if (!plan->steps->len)
		g_string_append(out, "  none\n");
	print_allow(out, plan);
}

/* What makes one run of it. */
static void print_repeat(GString *out, const struct plan *plan)
{
	const struct benchmark_repeat *repeat = &plan->repeat;
	g_autoptr(GString) line = g_string_new(NULL);

	if (!plan->command)
		return;
	if (repeat->copies > 1)
		g_string_append_printf(line, "%u copies at once", repeat->copies);
	if (repeat->times > 1)
		g_string_append_printf(line, "%s%" G_GUINT64_FORMAT " times", line->len ? ", " : "",
			repeat->times);
	else if (!repeat->times && repeat->seconds)
		g_string_append_printf(line,
			"%sagain until %" G_GUINT64_FORMAT " seconds have gone by",
			line->len ? ", " : "", repeat->seconds);
	if (line->len)
		add_field(out, "a run", line->str);
}

static void print_benchmark(GString *out, const struct plan *plan)
{
	g_autofree char *words = plan->command ? g_strjoinv(" ", plan->command) : NULL;
	g_autofree char *said =
		plan->command
			? g_strdup_printf("%s (%s)", words,
				  plan->benchmark->was_run ? "a command that we have run"
							   : "held against quoted commands only")
			: g_strdup_printf("none: %s", plan->benchmark_why);

	g_string_append(out, "\nBenchmark\n");
	add_field(out, "command", said);
	print_repeat(out, plan);
	if (plan->benchmark)
		add_field(
			out, "program", plan->program_path ? plan->program_path : "it is not here");
}

/* ---- machine --------------------------------------------------------------------------------- */

static void print_fact(GString *out, const struct plan_fact *fact)
{
	g_autofree char *reported = wrap_safe(fact->reported), *here = wrap_safe(fact->here);
	g_autofree char *first = g_strdup_printf(
		"  %-*s%-*s", FIT_WIDTH, fit_name(fact->fit), FACT_WIDTH, fact->what);
	g_autoptr(GString) line = g_string_new(NULL);

	g_string_append_printf(line, "%s; here %s", fact->reported ? reported : "not told",
		fact->here ? here : "none");
	if (fact->note)
		g_string_append_printf(line, " (%s)", fact->note);
	wrap_to(out, first, "                        ", line->str);
}

static void print_facts(GString *out, const struct plan *plan)
{
	g_string_append(out, "\nMachine\n");
	for (guint i = 0; i < plan->facts->len; i++)
		print_fact(out, plan->facts->pdata[i]);
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void append_told(GString *line, const struct reported_runs *told)
{
	g_autofree char *where = wrap_safe(told->where);

	if (line->len)
		g_string_append(line, ", ");
	g_string_append_printf(line, "%u", told->runs.low);
	if (told->runs.high != told->runs.low)
		g_string_append_printf(line, " to %u", told->runs.high);
	g_string_append_printf(line, " by the %s", runs_told_name(told->by));
	if (told->by == RUNS_TOLD_TABLE)
		g_string_append_printf(line, " (%s)", runs_source_name(told->runs.source));
	else
		g_string_append_printf(line, " (%s)", where);
}

static void print_told(GString *out, const struct plan *plan)
{
	g_autoptr(GString) line = g_string_new(NULL);

	for (guint i = 0; i < plan->reported->runs->len; i++)
		append_told(line, plan->reported->runs->pdata[i]);
	if (!plan->runs.agree)
		g_string_append(line, "; they do not agree");
	add_line(out, "reported", line->len ? line->str : "nobody says how many");
}

static void print_needed(GString *out, const struct plan_runs *runs)
{
	const char *unit = runs->has_points ? "" : "%";
	g_autofree char *text =
		runs->runs ? g_strdup_printf("%u a side: the reported change is %+.1f%s with a "
					     "spread of %.1f%s a run, and so many runs detect "
					     "%.1f%s",
				     runs->runs, runs->effect, unit, runs->spread, unit,
				     runs->least, unit)
			   : g_strdup("no row tells the change and its spread");

	add_line(out, "needed", text);
	if (runs->runs && !runs->is_enough)
		add_line(out, "",
			"that is more than half the reported change: "
			"a verdict may stay inconclusive");
}

static void print_order(GString *out, const struct plan *plan)
{
	g_autofree char *order = g_strdup_printf("%s: %s", plan_order_name(plan->order),
				plan_order_why(plan->order)),
			*warm_up =
				g_strdup_printf("%u a side: %s", plan->warm_up, plan->warm_up_why);

	add_line(out, "order", order);
	add_line(out, "warm-up", warm_up);
}

static char *duration_text(double seconds)
{
	if (seconds < 120)
		return g_strdup_printf("%.0f seconds", seconds);
	if (seconds < 7200)
		return g_strdup_printf("%.0f minutes", seconds / 60);
	return g_strdup_printf("%.1f hours", seconds / 3600);
}

static void print_time(GString *out, const struct plan *plan)
{
	g_autofree char *one = duration_text(plan->reported->seconds);
	g_autofree char *all = duration_text(plan->seconds);
	const char *source = duration_source_name(plan->reported->duration);
	g_autofree char *text =
		isnan(plan->reported->seconds) ? g_strdup("unknown")
		: isnan(plan->seconds)
			? g_strdup_printf("%s a run (by %s)", one, source)
			: g_strdup_printf("%s a run (by %s), %s for all", one, source, all);

	add_line(out, "time", text);
}

static void print_limits(GString *out, const struct sandbox_limits *limits)
{
	g_autofree char *memory = g_format_size_full(limits->memory, G_FORMAT_SIZE_IEC_UNITS),
			*disk = g_format_size_full(limits->disk, G_FORMAT_SIZE_IEC_UNITS),
			*time = duration_text(limits->seconds);
	g_autofree char *text = g_strdup_printf("a run may take %s, %s of memory, %s of its "
						"scratch folder, %u processes and threads",
		time, memory, disk, limits->processes);
	g_autofree char *safe = wrap_safe(text);

	add_line(out, "limits", safe);
}

void plan_print_text(GString *out, const struct plan *plan)
{
	print_reported(out, plan);
	print_commits(out, plan);
	print_steps(out, plan);
	print_benchmark(out, plan);
	print_facts(out, plan);
	g_string_append(out, "\nRuns\n");
	print_told(out, plan);
	print_needed(out, &plan->runs);
	print_order(out, plan);
	print_time(out, plan);
	print_limits(out, &plan->limits);
}
