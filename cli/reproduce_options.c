/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_options.h"

#include "cli/talk.h"
#include "reproduce/door.h"

#include <string.h>

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
	g_strfreev(o->allow);
	g_free(o->commit);
	g_free(o->wrap);
	g_free(o->ssh);
	g_free(o);
}

static void add_plan(GOptionContext *context, struct reproduce_options *o)
{
	const GOptionEntry entries[] = {
		{"job", 0, 0, G_OPTION_ARG_FILENAME, &o->job,
			"the report's job file, where the mail has none attached", "FILE"},
		{"sysroot", 0, 0, G_OPTION_ARG_FILENAME, &o->sysroot,
			"read the machine's facts below DIR; default /", "DIR"},
		{"ssh", 0, 0, G_OPTION_ARG_FILENAME, &o->ssh,
			"the machine is HOST, and what is run is run there", "HOST"},
		{"script", 0, 0, G_OPTION_ARG_NONE, &o->script, "print the plan as a shell script",
			NULL},
		{NULL},
	};

	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_run(GOptionContext *context, struct reproduce_options *o)
{
	const GOptionEntry entries[] = {
		{"run", 0, 0, G_OPTION_ARG_NONE, &o->run,
			"run the benchmark on this kernel, in a sandbox; result roots go to -o",
			NULL},
		{"runs", 0, 0, G_OPTION_ARG_INT, &o->runs, "with --run: so many, not as planned",
			"N"},
		{"commit", 0, 0, G_OPTION_ARG_FILENAME, &o->commit,
			"with --run: what the running kernel is; default by its release", "COMMIT"},
		{"wrap", 0, 0, G_OPTION_ARG_FILENAME, &o->wrap,
			"with --run: words to stand before the benchmark's command", "WORDS"},
		{"allow", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->allow,
			"with --run: make the plan's settings, and put them back", "settings"},
		{"timeout", 0, 0, G_OPTION_ARG_INT, &o->timeout,
			"with --run: the longest that a run may take", "SECONDS"},
		{"no-sandbox", 0, 0, G_OPTION_ARG_NONE, &o->no_sandbox,
			"with --run: run the benchmark as yourself, with all that you may do",
			NULL},
		{NULL},
	};

	g_option_context_add_main_entries(context, entries, NULL);
}

static void add_judge(GOptionContext *context, struct reproduce_options *o)
{
	const GOptionEntry entries[] = {
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

void reproduce_options_add(GOptionContext *context, struct reproduce_options *o)
{
	add_plan(context, o);
	add_run(context, o);
	add_judge(context, o);
}

/* ---- what goes with what ----------------------------------------------------------------- */

struct needs {
	gboolean is_given;
	const char *option;
};

/* The first option that was given although what it goes with was not; NULL: none. */
static const char *first_given(const struct needs *needs, guint n)
{
	for (guint i = 0; i < n; i++)
		if (needs[i].is_given)
			return needs[i].option;
	return NULL;
}

static gboolean refuse(const char *option, const char *why)
{
	talk("--%s: %s", option, why);
	return FALSE;
}

static gboolean understand_allow(struct reproduce_options *o)
{
	for (char **class = o->allow; class && *class; class ++) {
		if (strcmp(*class, "settings")) {
			talk("--allow %s: settings are all that can be allowed; the rest of a "
			     "script is for you to do",
				*class);
			return FALSE;
		}
		o->allow_settings = TRUE;
	}
	return TRUE;
}

static gboolean understand_run(struct reproduce_options *o, const char *output)
{
	if (!output)
		return refuse("run", "wants -o DIR, where the result roots go");
	if (o->runs < 0 || o->runs > REPRODUCE_RUNS_MAX)
		return refuse("runs", "from 1 to 100");
	if (o->timeout < 0 || o->timeout > REPRODUCE_SECONDS_MAX)
		return refuse("timeout", "from 1 to 604800");
	if (o->wrap && !*g_strstrip(o->wrap))
		return refuse("wrap", "has no words");
	if (o->commit && !*o->commit)
		return refuse("commit", "names nothing");
	return understand_allow(o);
}

static gboolean is_of_one_kind(const struct reproduce_options *o, gboolean json, const char *output)
{
	const struct needs of_judge[] = {
		{o->results != NULL, "results"}, {o->second, "second"}, {o->answer, "answer"}};
	const struct needs of_run[] = {{o->runs != 0, "runs"}, {o->commit != NULL, "commit"},
		{o->wrap != NULL, "wrap"}, {o->allow != NULL, "allow"},
		{o->timeout != 0, "timeout"}, {o->no_sandbox, "no-sandbox"},
		{output != NULL, "output"}};
	const char *option;

	if (o->script + o->judge + o->run > 1)
		return refuse("run", "one of --script, --run and --judge at a time");
	if (!o->judge && (option = first_given(of_judge, G_N_ELEMENTS(of_judge))))
		return refuse(option, "goes with --judge");
	if (!o->run && (option = first_given(of_run, G_N_ELEMENTS(of_run))))
		return refuse(option, "goes with --run");
	if (o->judge && o->ssh)
		return refuse("ssh", "goes without --judge");
	if (json && (o->script || o->answer))
		return refuse(o->script ? "script" : "answer", "goes without --json");
	return TRUE;
}

gboolean reproduce_options_understand(
	struct reproduce_options *o, gboolean json, const char *output)
{
	if (o->ssh && !door_is_host(o->ssh))
		return refuse("ssh", "is no name of a host");
	if (!o->sysroot)
		o->sysroot = g_strdup("/");
	if (!o->ssh && !g_file_test(o->sysroot, G_FILE_TEST_IS_DIR)) {
		talk("--sysroot %s: is no directory", o->sysroot);
		return FALSE;
	}
	return is_of_one_kind(o, json, output) && (!o->run || understand_run(o, output));
}
