/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A run by lkp-tests: `lkp split-job` of a job that we wrote, `lkp run` of what that made, and
 * the result root fetched from where it says that it lies (reproduce/door/lkp.sh).
 */
#include "reproduce/runner_parts.h"

#include "reproduce/file_error.h"
#include "reproduce/shell_quote.h"

#include <glib/gstdio.h>

#define SLACK_SECONDS 300 /* for splitting, the way there and back, and waiting */
#define OURS "lkpdigest"  /* folder of an answer with what the script adds */

struct lkp_runner {
	struct runner runner;
	const struct run_order *order;
	const struct door *door;
	const struct lkp_job *job;
	char *folder;
	gboolean sets;
};

static struct door_script *script_of(const struct lkp_runner *runner)
{
	const struct run_order *order = runner->order;
	struct door_script *script = door_script_new(runner->door);
	g_autofree char *job = lkp_job_text(runner->job, order->facts->commit);

	shell_assign(script->text, "lkp", runner->folder);
	shell_assign(script->text, "job_text", job);
	shell_assign(script->text, "testcase", runner->job->testcase);
	shell_assign_number(script->text, "seconds", order->sandbox->limits.seconds);
	shell_assign_number(script->text, "bytes", SANDBOX_OUTPUT_MAX);
	if (runner->sets)
		runner_add_settings(script, order->plan);
	door_script_add(script, DOOR_LKP);
	door_script_end(script, NULL);
	return script;
}

static char *read_file(const char *dir, const char *name)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);
	char *text = NULL;

	return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

/* In the place of the one that LKP saved. */
static gboolean write_job(
	const struct lkp_runner *runner, guint number, const char *dir, GError **error)
{
	g_autofree char *path = g_build_filename(dir, "job.yaml", NULL);
	g_autofree char *theirs = NULL, *ours = NULL;
	gsize len;

	if (!g_file_get_contents(path, &theirs, &len, error))
		return FALSE;
	ours = lkp_job_of_run((struct slice){theirs, len}, runner->order->facts, number, error);
	return ours &&
	       g_file_set_contents_full(path, ours, -1,
		       G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0644, error);
}

/* The folder becomes the run's, whole. */
static gboolean take_place(
	const struct run_order *order, guint number, const char *dir, GError **error)
{
	g_autofree char *made = g_strdup_printf("%s/%u", order->root, number);

	return !g_rename(dir, made) || file_error(error, made);
}

static void say_how(struct run_made *ret, const char *dir, const char *why)
{
	if (result_dir_is_complete(dir) && !*why)
		return;
	ret->end = RUN_INCOMPLETE;
	ret->why = g_strdup(*why ? why : "lkp run made a result root without all its numbers");
}

static gboolean is_there(const char *dir, const char *name)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);

	return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

static gboolean take_run(const struct lkp_runner *runner, guint number, const char *dir,
	struct run_made *ret, GError **error)
{
	char *ours = g_build_filename(dir, OURS, NULL);
	g_autofree char *here = read_file(dir, "end"), *there = read_file(ours, "end");
	g_autoptr(GError) wrong = NULL;

	door_folder_free(ours);
	if (!there || !is_there(dir, "job.yaml") || !is_there(dir, "stats.json")) {
		*ret = (struct run_made){RUN_MISSING,
			g_strdup(here && *here ? here : "lkp run made no result root")};
		return TRUE;
	}
	if (!write_job(runner, number, dir, &wrong)) {
		*ret = (struct run_made){RUN_MISSING,
			g_strdup_printf("the result root of lkp run: %s", wrong->message)};
		return TRUE;
	}
	say_how(ret, dir, there);
	return take_place(runner->order, number, dir, error);
}

static gboolean ask(const struct lkp_runner *runner, guint number, const char *dir,
	struct run_made *ret, GError **error)
{
	g_autoptr(door_script) script = script_of(runner);
	g_autoptr(GPtrArray) said = g_ptr_array_new_with_free_func(g_free);
	guint seconds = 2 * runner->order->sandbox->limits.seconds + SLACK_SECONDS;

	if (!door_ask(runner->door, script, seconds, dir, said, error))
		return runner_is_stopped(error, ret);
	return take_run(runner, number, dir, ret, error);
}

/* Beside the runs, so that a run can be moved to its place. */
static char *new_folder(const char *root, GError **error)
{
	char *dir = g_build_filename(root, ".fetching", NULL);

	door_folder_free(g_strdup(dir));
	if (!g_mkdir_with_parents(dir, 0755))
		return dir;
	file_error(error, dir);
	g_free(dir);
	return NULL;
}

static gboolean make(struct runner *runner, guint number, struct run_made *ret, GError **error)
{
	const struct lkp_runner *lkp = (struct lkp_runner *)runner;
	char *dir = new_folder(lkp->order->root, error);
	gboolean done = dir && ask(lkp, number, dir, ret, error);

	door_folder_free(dir);
	return done;
}

static void free_it(struct runner *runner)
{
	g_free(((struct lkp_runner *)runner)->folder);
	g_free(runner);
}

struct runner *runner_lkp_new(const struct run_order *order, const struct door *door,
	const struct lkp_job *job, const char *folder, gboolean sets)
{
	struct lkp_runner *lkp = g_new0(struct lkp_runner, 1);

	*lkp = (struct lkp_runner){
		{make, NULL, free_it}, order, door, job, g_strdup(folder ? folder : ""), sets};
	return &lkp->runner;
}
