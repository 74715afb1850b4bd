/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_options.h"

#include "cli/talk.h"

struct reproduce_options *reproduce_options_new(void)
{
	return g_new0(struct reproduce_options, 1);
}

void reproduce_options_free(struct reproduce_options *o)
{
	if (!o)
		return;
	g_free(o->job);
	g_free(o->sysroot);
	g_free(o->results);
	g_free(o);
}

void reproduce_options_add(GOptionContext *context, struct reproduce_options *o)
{
	const GOptionEntry entries[] = {
		{"job", 0, 0, G_OPTION_ARG_FILENAME, &o->job,
			"the report's job file, where the mail has none attached", "FILE"},
		{"sysroot", 0, 0, G_OPTION_ARG_FILENAME, &o->sysroot,
			"read the machine's facts below DIR; default /", "DIR"},
		{"script", 0, 0, G_OPTION_ARG_NONE, &o->script, "print the plan as a shell script",
			NULL},
		{"judge", 0, 0, G_OPTION_ARG_NONE, &o->judge,
			"hold the report against runs of both commits, and keep the verdict", NULL},
		{"results", 0, 0, G_OPTION_ARG_FILENAME, &o->results,
			"with --judge: a directory or an archive of result roots; default those of "
			"the store",
			"DIR|ARCHIVE"},
		{"second", 0, 0, G_OPTION_ARG_NONE, &o->second,
			"with --judge: runs were added when the outcome was known", NULL},
		{"answer", 0, 0, G_OPTION_ARG_NONE, &o->answer,
			"with --judge: print a text to answer the mail with", NULL},
		{NULL},
	};

	g_option_context_add_main_entries(context, entries, NULL);
}

gboolean reproduce_options_understand(struct reproduce_options *o, gboolean json)
{
	if (!o->sysroot)
		o->sysroot = g_strdup("/");
	if (!g_file_test(o->sysroot, G_FILE_TEST_IS_DIR)) {
		talk("--sysroot %s: is no directory", o->sysroot);
		return FALSE;
	}
	if (o->script && json) {
		talk("--script: goes without --json");
		return FALSE;
	}
	if (o->script && o->judge) {
		talk("--script: is of a plan, not of --judge");
		return FALSE;
	}
	if (!o->judge && (o->results || o->second || o->answer)) {
		talk("--%s: goes with --judge", o->results  ? "results"
						: o->second ? "second"
							    : "answer");
		return FALSE;
	}
	if (o->answer && json) {
		talk("--answer: goes without --json");
		return FALSE;
	}
	return TRUE;
}
