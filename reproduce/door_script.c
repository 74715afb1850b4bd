/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reproduce/door.h"

#include "reproduce/knob.h"
#include "reproduce/shell_quote.h"

static const char begin[] =
#include "reproduce/door/begin.h"
	;
static const char machine[] =
#include "reproduce/door/machine.h"
	;
static const char settings[] =
#include "reproduce/door/settings.h"
	;
static const char benchmark[] =
#include "reproduce/door/benchmark.h"
	;
static const char lkp[] =
#include "reproduce/door/lkp.h"
	;

/* Our own patterns: nothing in them is special to a shell but '*' and brackets. */
static void append_knobs(GString *text)
{
	g_string_append(text, "knobs='");
	for (guint i = 0; i < knob_count(); i++)
		g_string_append_printf(text, "%s%s", i ? " " : "", knob_at(i)->path);
	g_string_append(text, "'\nis_knob() {\n\tcase $1 in\n\t*..*) return 1 ;;\n\t");
	for (guint i = 0; i < knob_count(); i++)
		g_string_append_printf(text, "%s%s", i ? " | " : "", knob_at(i)->path);
	g_string_append(text, ") ;;\n\t*) return 1 ;;\n\tesac\n}\n");
}

/* All of it is a function: read to its end before anything is done. */
struct door_script *door_script_new(const struct door *door)
{
	struct door_script *script = g_new0(struct door_script, 1);
	g_autofree char *id = g_uuid_string_random();

	script->mark = g_strconcat("lkpdigest-", id, NULL);
	script->text = g_string_new("main() {\n");
	shell_assign(script->text, "mark", script->mark);
	shell_assign(script->text, "root", door->root ? door->root : "");
	append_knobs(script->text);
	g_string_append(script->text, begin);
	return script;
}

void door_script_add(struct door_script *script, enum door_part part)
{
	static const char *const parts[] = {machine, settings, benchmark, lkp};

	g_string_append(script->text, parts[part]);
}

void door_script_end(struct door_script *script, const char *const *words)
{
	g_string_append(script->text, "}\nmain");
	for (; words && *words; words++) {
		g_string_append_c(script->text, ' ');
		shell_quote_to(script->text, *words);
	}
	g_string_append(script->text, "; exit\n");
}

void door_script_free(struct door_script *script)
{
	if (!script)
		return;
	g_free(script->mark);
	g_string_free(script->text, TRUE);
	g_free(script);
}
