/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reproduce_options.h"

#include "cli/talk.h"
#include "reproduce/door.h"
#include "reproduce/job_value.h"
#include "reproduce/monitor.h"

#include <string.h>

struct reproduce_options *reproduce_options_new(void)
{
	struct reproduce_options *o = g_new0(struct reproduce_options, 1);

	o->warm_up = -1;
	o->interval = MONITOR_INTERVAL_MS / 1000.0;
	return o;
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
	g_free(o->commit_base);
	g_free(o->wrap);
	g_free(o->ssh);
	g_free(o->runner);
	g_free(o->lkp);
	g_free(o->wrap_base);
	g_free(o->limit_memory);
	g_free(o->limit_disk);
	g_free(o->disk);
	g_free(o->monitor);
	g_strfreev(o->monitors);
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

static void add_runs(GOptionContext *context, struct reproduce_options *o)
{
	const GOptionEntry entries[] = {
		{"runs", 0, 0, G_OPTION_ARG_INT, &o->runs, "so many runs a side, not as planned",
			"N"},
		{"warm-up", 0, 0, G_OPTION_ARG_INT, &o->warm_up,
			"so many runs before them, of which nothing is kept", "N"},
		{"wrap", 0, 0, G_OPTION_ARG_FILENAME, &o->wrap,
			"words to stand before the benchmark's command", "WORDS"},
		{"wrap-base", 0, 0, G_OPTION_ARG_FILENAME, &o->wrap_base,
			"run both sides on this kernel, in turns; words of the base (maybe none)",
			"WORDS"},
		{"timeout", 0, 0, G_OPTION_ARG_INT, &o->timeout, "the longest that a run may take",
			"SECONDS"},
		{"disk", 0, 0, G_OPTION_ARG_FILENAME, &o->disk,
			"make the job's file system on this device, not on a file", "DEVICE"},
		{"disk-may-be-wiped", 0, 0, G_OPTION_ARG_NONE, &o->disk_may_be_wiped,
			"with --disk: although there is something on it", NULL},
		{"limit-memory", 0, 0, G_OPTION_ARG_FILENAME, &o->limit_memory,
			"the most memory that it may take", "SIZE"},
		{"limit-disk", 0, 0, G_OPTION_ARG_FILENAME, &o->limit_disk,
			"the size of its scratch folder", "SIZE"},
		{"limit-processes", 0, 0, G_OPTION_ARG_INT, &o->limit_processes,
			"the most processes and threads", "N"},
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
		{"runner", 0, 0, G_OPTION_ARG_STRING, &o->runner,
			"with --run: who makes the runs; default script", "script|lkp"},
		{"lkp", 0, 0, G_OPTION_ARG_FILENAME, &o->lkp,
			"with --runner lkp: where lkp-tests is; default by PATH", "DIR"},
		{"commit", 0, 0, G_OPTION_ARG_FILENAME, &o->commit,
			"with --run: what the running kernel is; default by its release", "COMMIT"},
		{"commit-base", 0, 0, G_OPTION_ARG_FILENAME, &o->commit_base,
			"with --run --wrap-base: the name of the base's runs", "COMMIT"},
		{"allow", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->allow,
			"with --run: make changes of these classes (settings, modules, mounts, "
			"swap), and put them back",
			"CLASS,...|all"},
		{"monitor", 0, 0, G_OPTION_ARG_FILENAME, &o->monitor,
			"with --run: keep samples of vmstat, meminfo, proc-vmstat, or all of them",
			"LIST|all"},
		{"interval", 0, 0, G_OPTION_ARG_DOUBLE, &o->interval,
			"with --monitor: between samples; default 1", "SECONDS"},
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
	add_runs(context, o);
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

static guint class_bits(const char *name)
{
	enum change_class class = change_class_by_name(name);

	if (!strcmp(name, "all"))
		return (1u << CHANGE_CLASSES) - (1u << (CLASS_NONE + 1));
	return class ? 1u << class : 0;
}

static gboolean understand_allow(struct reproduce_options *o)
{
	g_autofree char *all = o->allow ? g_strjoinv(",", o->allow) : g_strdup("");
	g_auto(GStrv) names = g_strsplit(all, ",", 0);

	for (char **name = names; *name; name++) {
		guint bits = class_bits(*name);

		if (!bits) {
			talk("--allow %s: settings, modules, mounts, swap, or all; the rest of a "
			     "script is for you to do",
				*name);
			return FALSE;
		}
		o->allowed |= bits;
	}
	if (o->ssh && o->allowed & ~(1u << CLASS_SETTINGS))
		return refuse("allow", "settings alone are made through --ssh");
	if (o->by_lkp && o->allowed & 1u << CLASS_MOUNTS)
		return refuse("allow", "mounts go without --runner lkp, which has its own");
	return TRUE;
}

static gboolean understand_monitor(struct reproduce_options *o)
{
	if (!(o->interval * 1000 >= REPRODUCE_INTERVAL_MS_MIN &&
		    o->interval * 1000 <= REPRODUCE_INTERVAL_MS_MAX))
		return refuse("interval", "from 0.1 to 3600");
	if (!o->monitor)
		return TRUE;
	o->monitors = strcmp(o->monitor, "all") ? g_strsplit(o->monitor, ",", 0)
						: g_strdupv((char **)monitor_names());
	for (char **name = o->monitors; *name; name++)
		if (!g_strv_contains(monitor_names(), *name)) {
			talk("--monitor %s: vmstat, meminfo, proc-vmstat, or all", *name);
			return FALSE;
		}
	return *o->monitors ? TRUE : refuse("monitor", "names none");
}

/* Both sides on one kernel want names of their own. */
static gboolean understand_sides(struct reproduce_options *o)
{
	if (o->commit && !*o->commit)
		return refuse("commit", "names nothing");
	if (o->commit_base && !o->wrap_base)
		return refuse("commit-base", "goes with --wrap-base");
	if (o->wrap_base && (!o->commit_base || !*o->commit_base || !o->commit))
		return refuse("wrap-base", "wants --commit-base and --commit, names of both sides");
	if (o->wrap_base && !strcmp(o->commit, o->commit_base))
		return refuse("commit-base", "is the name of the other side");
	return TRUE;
}

static gboolean understand_run(struct reproduce_options *o, const char *output)
{
	if (!output)
		return refuse("run", "wants -o DIR, where the result roots go");
	return understand_sides(o) && understand_monitor(o) && understand_allow(o);
}

static gboolean understand_size(const char *option, const char *text, guint64 *ret)
{
	if (!text)
		return TRUE;
	if (!job_value_bytes(text, ret) || *ret < REPRODUCE_LIMIT_MIN)
		return refuse(option, "a size, such as 512M or 4G; 1M at least");
	return TRUE;
}

static gboolean understand_plan(struct reproduce_options *o)
{
	struct plan_wishes *wishes = &o->wishes;

	if (o->runs < 0 || o->runs > REPRODUCE_RUNS_MAX)
		return refuse("runs", "from 1 to 100");
	if (o->timeout < 0 || o->timeout > REPRODUCE_SECONDS_MAX)
		return refuse("timeout", "from 1 to 604800");
	if (o->warm_up < -1 || o->warm_up > REPRODUCE_WARM_UPS_MAX)
		return refuse("warm-up", "from 0 to 10");
	if (o->limit_processes < 0 || o->limit_processes > REPRODUCE_PROCESSES_MAX)
		return refuse("limit-processes", "from 1 to 4194304");
	if (o->wrap && !*g_strstrip(o->wrap))
		return refuse("wrap", "has no words");
	if (o->disk_may_be_wiped && !o->disk)
		return refuse("disk-may-be-wiped", "goes with --disk");
	wishes->disk = o->disk;
	wishes->disk_may_be_wiped = o->disk_may_be_wiped;
	wishes->runs = (guint)o->runs;
	wishes->has_warm_up = o->warm_up >= 0;
	wishes->warm_up = wishes->has_warm_up ? (guint)o->warm_up : 0;
	wishes->has_two_sides = o->wrap_base != NULL;
	wishes->limits.seconds = (guint)o->timeout;
	wishes->limits.processes = (guint)o->limit_processes;
	return understand_size("limit-memory", o->limit_memory, &wishes->limits.memory) &&
	       understand_size("limit-disk", o->limit_disk, &wishes->limits.disk);
}

/* lkp-tests has monitors of its own, and nothing stands before its commands. */
static gboolean understand_runner(struct reproduce_options *o)
{
	const struct needs not_of_lkp[] = {{o->monitor != NULL, "monitor"},
		{o->wrap != NULL, "wrap"}, {o->wrap_base != NULL, "wrap-base"},
		{o->no_sandbox, "no-sandbox"}, {o->limit_memory != NULL, "limit-memory"},
		{o->limit_disk != NULL, "limit-disk"},
		{o->limit_processes != 0, "limit-processes"}};
	const char *option;

	if (o->runner && strcmp(o->runner, "script") && strcmp(o->runner, "lkp"))
		return refuse("runner", "script or lkp");
	o->by_lkp = !g_strcmp0(o->runner, "lkp");
	if (o->lkp && !o->by_lkp)
		return refuse("lkp", "goes with --runner lkp");
	if (o->lkp && !*o->lkp)
		return refuse("lkp", "names nothing");
	if (o->by_lkp && (option = first_given(not_of_lkp, G_N_ELEMENTS(not_of_lkp))))
		return refuse(option, "goes without --runner lkp");
	return TRUE;
}

static gboolean is_of_one_kind(struct reproduce_options *o, gboolean json, const char *output)
{
	const struct needs of_judge[] = {
		{o->results != NULL, "results"}, {o->second, "second"}, {o->answer, "answer"}};
	const struct needs of_run[] = {{o->commit != NULL, "commit"},
		{o->commit_base != NULL, "commit-base"}, {o->allow != NULL, "allow"},
		{o->monitor != NULL, "monitor"}, {o->runner != NULL, "runner"},
		{o->lkp != NULL, "lkp"}, {o->no_sandbox, "no-sandbox"}, {output != NULL, "output"}};
	const struct needs of_plan[] = {{o->runs != 0, "runs"}, {o->warm_up >= 0, "warm-up"},
		{o->wrap != NULL, "wrap"}, {o->wrap_base != NULL, "wrap-base"},
		{o->timeout != 0, "timeout"}, {o->limit_memory != NULL, "limit-memory"},
		{o->limit_disk != NULL, "limit-disk"}, {o->limit_processes != 0, "limit-processes"},
		{o->disk != NULL, "disk"}};
	const char *option;

	if (o->script + o->judge + o->run > 1)
		return refuse("run", "one of --script, --run and --judge at a time");
	if (!o->judge && (option = first_given(of_judge, G_N_ELEMENTS(of_judge))))
		return refuse(option, "goes with --judge");
	if (!o->run && (option = first_given(of_run, G_N_ELEMENTS(of_run))))
		return refuse(option, "goes with --run");
	if (o->judge && o->ssh)
		return refuse("ssh", "goes without --judge");
	if (o->monitor && o->ssh)
		return refuse("monitor", "goes without --ssh: it looks at this machine");
	if (!understand_runner(o))
		return FALSE;
	if (o->judge && (option = first_given(of_plan, G_N_ELEMENTS(of_plan))))
		return refuse(option, "goes without --judge");
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
	return is_of_one_kind(o, json, output) && understand_plan(o) &&
	       (!o->run || understand_run(o, output));
}
