/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings behind a door: written down and made there, by the table of reproduce/knob.h. */
#include "reproduce/runner_parts.h"

#include "reproduce/settings.h"
#include "reproduce/shell_quote.h"

/* As a journal has them (reproduce/settings.h); the boot's id first. */
static void assign_old(GString *text, const struct plan *plan)
{
	g_autofree char *journal = settings_journal(plan);

	shell_assign(text, "old", journal);
}

void runner_add_settings(struct door_script *script, const struct plan *plan)
{
	if (!plan->counts[STEP_SET])
		return;
	assign_old(script->text, plan);
	door_script_add(script, DOOR_SETTINGS);
	g_string_append(script->text, "keep_down\n");
	for (guint i = 0; i < plan->steps->len; i++) {
		const struct plan_step *step = plan->steps->pdata[i];

		if (step->action != STEP_SET)
			continue;
		g_string_append(script->text, "set_to ");
		shell_quote_to(script->text, step->wish.path);
		g_string_append_c(script->text, ' ');
		shell_quote_to(script->text, step->wish.value);
		g_string_append_c(script->text, '\n');
	}
}

gboolean runner_is_stopped(GError **error, struct run_made *ret)
{
	if (!error || !g_error_matches(*error, DOOR_ERROR, DOOR_ERROR_STOPPED))
		return FALSE;
	g_clear_error(error);
	ret->end = RUN_STOPPED;
	return TRUE;
}
