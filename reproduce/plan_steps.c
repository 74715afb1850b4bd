/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What would be done with each command of the script, and with what the job sets besides. */
#include "reproduce/plan_parts.h"

#include "parse/shell.h"

#define PROGRAM_BYTES 256

struct plan_step *plan_add_step(struct plan *plan, enum command_kind kind, const char *text)
{
	struct plan_step *step = g_new0(struct plan_step, 1);

	step->kind = kind;
	step->text = g_strdup(text);
	step->action = STEP_SHOW;
	g_ptr_array_add(plan->steps, step);
	return step;
}

/* ---- settings ------------------------------------------------------------------------------ */

/* What it is set to when the steps before this one are done; NULL: there is no such setting. */
static char *value_before(const struct plan *plan, const struct plan_step *step)
{
	for (guint i = plan->steps->len; i > 0; i--) {
		const struct plan_step *other = plan->steps->pdata[i - 1];

		if (other != step && other->action == STEP_SET &&
			!strcmp(other->wish.path, step->wish.path))
			return g_strdup(other->wish.value);
	}
	return knob_now(plan->machine, step->wish.path);
}

/* More huge pages than half of the memory: what is left may not do for the machine itself. */
static gboolean takes_the_memory(const struct plan *plan, const struct knob_wish *wish)
{
	guint64 count = g_ascii_strtoull(wish->value, NULL, 10);
	guint64 size = plan->machine->huge_page;

	return !strcmp(wish->knob->name, "nr_hugepages") && plan->machine->memory && size &&
	       count > plan->machine->memory / 2 / size;
}

static void take_wish(struct plan *plan, struct plan_step *step)
{
	step->now = value_before(plan, step);
	if (!step->now) {
		step->why = "this machine has no such setting";
	} else if (step->wish.knob->is_lasting && !knob_is_word(step->now)) {
		step->why = "what it is now could not be put back";
	} else if (takes_the_memory(plan, &step->wish)) {
		step->why = "it would take more than half of the memory";
	} else if (step->wish.knob->is_lasting && !strcmp(step->now, step->wish.value)) {
		step->action = STEP_KEEP;
		step->why = "it is so already";
	} else {
		step->action = STEP_SET;
		step->why = step->wish.knob->is_lasting
				    ? "a setting that we know"
				    : "a setting that we know; nothing to put back";
	}
}

static void read_setting(struct plan *plan, struct plan_step *step)
{
	switch (knob_of_command(slice_of(step->text), &step->wish)) {
	case KNOB_KNOWN:
		take_wish(plan, step);
		return;
	case KNOB_NO_PATH:
		step->why = "a setting that is not in our table";
		return;
	case KNOB_NO_VALUE:
		step->why = "the value is not one that is allowed";
		return;
	case KNOB_NO_SETTING:
		step->why = "not written as a setting that we read";
		return;
	}
}

/* ---- programs ------------------------------------------------------------------------------- */

/* The first word, without its folder. */
static gboolean is_of_benchmark(const struct plan *plan, const char *text)
{
	struct slice rest = slice_of(text);
	char word[PROGRAM_BYTES];
	const char *slash;

	shell_unquote(shell_word(&rest), word, sizeof word);
	if (g_str_has_prefix(word, "python"))
		shell_unquote(shell_word(&rest), word, sizeof word);
	slash = strrchr(word, '/');
	return !strcmp(slash ? slash + 1 : word, plan->benchmark->program);
}

static void read_benchmark(struct plan *plan, struct plan_step *step)
{
	if (!plan->benchmark)
		step->why = "the test case is not known";
	else if (!is_of_benchmark(plan, step->text))
		step->why = "not the program of the test case";
	else if (!plan->command)
		step->why = "its command cannot be made of the job";
	else {
		step->action = STEP_RUN;
		step->why = "by a command made of the job, below";
	}
}

static const char *why_shown(enum command_kind kind)
{
	switch (kind) {
	case COMMAND_MODULE:
		return "not written as a module that we load";
	case COMMAND_MOUNT:
		return "disks are for you to prepare";
	case COMMAND_BACKGROUND:
		return "runs beside the test; not known";
	default:
		return "no command that we know";
	}
}

static void add_command(struct plan *plan, const struct reported_command *command)
{
	struct plan_step *step = plan_add_step(plan, command->kind, command->text);

	step->line = command->line;
	if (command->kind == COMMAND_SETTING)
		read_setting(plan, step);
	else if (command->kind == COMMAND_BENCHMARK)
		read_benchmark(plan, step);
	else if (!plan_read_change(plan, step))
		step->why = why_shown(command->kind);
}

/* ---- what the job sets, and no command did --------------------------------------------------- */

static gboolean has_setting(const struct plan *plan, const struct knob *knob)
{
	for (guint i = 0; i < plan->steps->len; i++)
		if (((const struct plan_step *)plan->steps->pdata[i])->wish.knob == knob)
			return TRUE;
	return FALSE;
}

static void add_setting(struct plan *plan, const struct knob *knob, const char *path, char *value)
{
	g_autofree char *text = g_strdup_printf("%s: %s", knob->name, value);
	struct plan_step *step = plan_add_step(plan, COMMAND_SETTING, text);

	step->is_of_job = TRUE;
	step->wish = (struct knob_wish){knob, g_strdup(path), g_strdup(value)};
	take_wish(plan, step);
}

static void add_field(struct plan *plan, const struct reported_field *field)
{
	const struct knob *knob = knob_by_name(field->name);
	g_autofree char *value = knob ? knob_value(knob, field->value) : NULL;

	if (!knob || has_setting(plan, knob))
		return;
	g_autofree char *text = g_strdup_printf("%s: %s", field->name, field->value);
	g_autoptr(GPtrArray) paths = knob_paths(knob, plan->machine);
	for (guint i = 0; value && i < paths->len; i++)
		add_setting(plan, knob, paths->pdata[i], value);
	if (value && paths->len)
		return;
	struct plan_step *step = plan_add_step(plan, COMMAND_SETTING, text);
	step->is_of_job = TRUE;
	step->wish.knob = knob;
	step->why =
		value ? "this machine has no such setting" : "the value is not one that is allowed";
}

static gboolean has_benchmark(const struct plan *plan)
{
	for (guint i = 0; i < plan->steps->len; i++)
		if (((const struct plan_step *)plan->steps->pdata[i])->action == STEP_RUN)
			return TRUE;
	return FALSE;
}

void plan_add_steps(struct plan *plan)
{
	const struct reported *reported = plan->reported;

	for (guint i = 0; i < reported->commands->len; i++)
		add_command(plan, reported->commands->pdata[i]);
	for (guint i = 0; i < reported->fields->len; i++)
		add_field(plan, reported->fields->pdata[i]);
	plan_add_changes(plan);
	if (plan->command && !has_benchmark(plan)) {
		g_autofree char *text = g_strdup_printf("testcase: %s", reported->testcase);
		struct plan_step *step = plan_add_step(plan, COMMAND_BENCHMARK, text);

		step->is_of_job = TRUE;
		step->action = STEP_RUN;
		step->why = "by a command made of the job, below";
	}
}
