/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plan as a script.  Text of a job or a mail stands in comments only, a line each, where
 * show_line() leaves nothing that could end one.
 */
#include "reproduce/plan.h"

#include "base/show.h"
#include "reproduce/shell_quote.h"

static void append_comment(GString *out, const char *text)
{
	g_string_append(out, "# ");
	show_line_to(out, slice_of(text));
	g_string_append_c(out, '\n');
}

static void append_head(GString *out, const struct plan *plan)
{
	const struct reported *reported = plan->reported;
	const char *const lines[][2] = {{"report", reported->message_id},
		{"metric", reported->metric}, {"change", reported->change},
		{"base", reported->commit[0]}, {"commit", reported->commit[1]}};

	g_string_append(out, "#!/bin/sh\n"
			     "# One side of a reproduction: to be run on each of both kernels.\n");
	for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
		if (lines[i][1]) {
			g_autofree char *line = g_strdup_printf("%s: %s", lines[i][0], lines[i][1]);

			append_comment(out, line);
		}
	g_string_append(out, "set -eu\n");
}

/* ---- settings -------------------------------------------------------------------------------- */

static void append_settings(GString *out, const struct plan *plan)
{
	if (!plan->counts[STEP_SET])
		return;
	g_string_append(out, "\n# Settings, put back at the end.\n"
			     "set_to() {\n"
			     "\t[ \"$3\" = once ] || echo \"echo '$(sed "
			     "'s/.*\\[\\(.*\\)\\].*/\\1/' \"$1\")' >$1\" >>\"$undo\"\n"
			     "\techo \"$2\" >\"$1\"\n"
			     "}\n");
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];

		if (step->action != STEP_SET)
			continue;
		g_string_append(out, "set_to ");
		shell_quote_to(out, step->wish.path);
		g_string_append_c(out, ' ');
		shell_quote_to(out, step->wish.value);
		g_string_append(out, step->wish.knob->is_lasting ? " lasting\n" : " once\n");
	}
}

/* ---- other changes ------------------------------------------------------------------------- */

static void append_words_of(GString *out, char *const *words)
{
	for (; *words; words++) {
		shell_quote_to(out, *words);
		g_string_append(out, words[1] ? " " : "");
	}
}

/* What must be there before its program runs. */
static void append_before(GString *out, const struct machine_change *change)
{
	if (change->kind == CHANGE_MAKE_FS && !change->device)
		g_string_append_printf(out,
			"mkdir -p \"$(dirname " CHANGE_FS_FILE ")\"\n"
			"truncate -s %" G_GUINT64_FORMAT " " CHANGE_FS_FILE "\n",
			change->size);
	if (change->kind == CHANGE_MOUNT)
		g_string_append(out, "mkdir -p " CHANGE_FS_FOLDER "\n");
}

static void append_change(
	GString *out, const struct plan *plan, const struct machine_change *change)
{
	g_auto(GStrv) words = change_words(plan->machine, change);
	g_auto(GStrv) undo = change_undo_words(plan->machine, change);
	g_autoptr(GString) line = g_string_new(NULL);

	if (undo) {
		append_words_of(line, undo);
		g_string_append(out, "undone_by ");
		shell_quote_to(out, line->str);
		g_string_append_c(out, '\n');
	}
	append_before(out, change);
	append_words_of(out, words);
	g_string_append_c(out, '\n');
}

static void append_changes(GString *out, const struct plan *plan)
{
	if (!plan->counts[STEP_MAKE])
		return;
	g_string_append(out, "\n# Other changes, undone at the end.\n"
			     "undone_by() { echo \"$1\" >>\"$undo\"; }\n");
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];

		if (step->action == STEP_MAKE)
			append_change(out, plan, &step->change);
	}
}

/* The last change is undone first. */
static void append_undo(GString *out, const struct plan *plan)
{
	if (plan->counts[STEP_SET] + plan->counts[STEP_MAKE])
		g_string_append(out, "\nundo=$(mktemp)\n"
				     "trap 'cd /; tac \"$undo\" | sh; rm -f \"$undo\"' EXIT\n"
				     "trap 'exit 1' HUP INT TERM\n");
}

/* ---- what is left to the user ---------------------------------------------------------------- */

static void append_shown(GString *out, const struct plan *plan)
{
	if (!plan->counts[STEP_SHOW])
		return;
	g_string_append(out, "\n# Of the report, and not done here:\n");
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];

		if (step->action != STEP_SHOW)
			continue;
		g_autofree char *line = g_strdup_printf("(%s) %s", step->why, step->text);
		append_comment(out, line);
	}
}

/* ---- the benchmark --------------------------------------------------------------------------- */

static void append_words(GString *out, gconstpointer words, guint count)
{
	for (guint i = 0; i < count; i++) {
		shell_quote_to(out, ((const char *const *)words)[i]);
		g_string_append_c(out, ' ');
	}
}

/* All that makes one run of it, and the redirection behind it. */
static void append_command(GString *out, const struct plan *plan)
{
	const struct benchmark_repeat *repeat = &plan->repeat;
	g_autoptr(GString) once = g_string_new(NULL);

	append_words(once, plan->command, g_strv_length(plan->command));
	if (repeat->copies > 1)
		g_string_append_printf(out, "(for copy in $(seq 1 %u); do %s& done; wait) ",
			repeat->copies, once->str);
	else if (repeat->times)
		g_string_append_printf(out,
			"for time in $(seq 1 %" G_GUINT64_FORMAT "); do %s; done ", repeat->times,
			once->str);
	else if (repeat->seconds)
		g_string_append_printf(out,
			"end=$(($(date +%%s) + %" G_GUINT64_FORMAT "))\n\twhile :; do "
			"%s; [ \"$(date +%%s)\" -lt \"$end\" ] || break; done ",
			repeat->seconds, once->str);
	else
		g_string_append(out, once->str);
	g_string_append(out, ">\"$folder/$(uname -r).$run\" 2>&1\n");
}

static void append_runs(GString *out, const struct plan *plan)
{
	const GPtrArray *server = plan->benchmark->server;

	g_string_append_printf(out, "for run in $(seq 1 %u); do\n\t", plan->wanted);
	if (server->len) {
		append_words(out, server->pdata, server->len);
		g_string_append(out, ">/dev/null 2>&1 &\n\tserver=$!\n\tsleep 1\n\t");
	}
	append_command(out, plan);
	if (server->len)
		g_string_append(out, "\tkill \"$server\" 2>/dev/null || :\n");
	g_string_append(out, "done\n");
}

static void append_benchmark(GString *out, const struct plan *plan)
{
	if (!plan->command) {
		g_autofree char *line =
			g_strdup_printf("No command is known: %s", plan->benchmark_why);

		g_string_append_c(out, '\n');
		append_comment(out, line);
		g_string_append(out, "exit 1\n");
		return;
	}
	g_string_append(out, "\nfolder=$PWD\n");
	if (plan->benchmark->folder || plan_mount(plan)) {
		g_string_append(out, "cd ");
		shell_quote_to(
			out, plan->benchmark->folder ? plan->benchmark->folder : CHANGE_FS_FOLDER);
		g_string_append_c(out, '\n');
	}
	append_runs(out, plan);
}

GString *plan_script(const struct plan *plan)
{
	GString *out = g_string_new(NULL);

	append_head(out, plan);
	append_shown(out, plan);
	append_undo(out, plan);
	append_settings(out, plan);
	append_changes(out, plan);
	append_benchmark(out, plan);
	return out;
}
