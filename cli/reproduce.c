/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/addresses.h"
#include "cli/clustered.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/reproduce_judge.h"
#include "cli/reproduce_left.h"
#include "cli/reproduce_options.h"
#include "cli/reproduce_reported.h"
#include "cli/reproduce_run.h"
#include "cli/show.h"
#include "cli/talk.h"
#include "reproduce/door_machine.h"
#include "render/plan.h"

static enum exit_status reproduce_file(
	const struct options *options, struct reported *reported, const struct diag_sink *sink)
{
	const struct reproduce_options *o = options->reproduce;

	if (o->job)
		return talk_usage("--job %s: goes with a report, not with a file", o->job);
	if (o->judge)
		return talk_usage("--judge: goes with a report, which says what is to be judged");
	return reproduce_add_file(reported, options->arguments[0], sink);
}

/* A verdict is kept there, but no store is made for it. */
static struct store *open_store(const struct options *options, GError **error)
{
	struct store *store = store_open(options->store, STORE_READ, error);

	if (!store || !options->reproduce->judge)
		return store;
	store_close(store, NULL);
	return store_open(options->store, STORE_WRITE, error);
}

/* Fills `reported`; judges it, too, if that is wanted. */
static enum exit_status reproduce_report(
	const struct options *options, struct reported *reported, const struct diag_sink *sink)
{
	const struct reproduce_options *o = options->reproduce;
	g_autofree char *name = show_bare_name(options->arguments[0]);
	g_autoptr(GError) error = NULL;
	struct store *store = open_store(options, &error);
	enum exit_status status;

	if (!store)
		return talk_system(error);
	if (g_str_has_prefix(name, "c-") && !clustered(store, options, &error)) {
		store_close(store, NULL);
		return talk_system(error);
	}
	status = reproduce_of_store(store, name, reported, sink);
	if (status == EXIT_DONE && o->job)
		status = reproduce_add_file(reported, o->job, sink);
	if (status == EXIT_DONE && o->judge)
		status = reproduce_judge(store, reported, options);
	if (!store_close(store, &error) && status == EXIT_DONE)
		status = talk_system(error);
	return status;
}

/* A name that is a file's is a job file, whatever reports there are. */
static enum exit_status find_reported(const struct options *options, struct reported *reported)
{
	const struct diag_sink sink = talk_sink(options->quiet, options->hide_addresses);

	if (g_file_test(options->arguments[0], G_FILE_TEST_IS_REGULAR))
		return reproduce_file(options, reported, &sink);
	return reproduce_report(options, reported, &sink);
}

static void print_plan(const struct options *options, const struct plan *plan)
{
	g_autoptr(GString) out = NULL;

	if (options->reproduce->script) {
		out = plan_script(plan);
	} else {
		out = g_string_new(NULL);
		(options->json ? plan_print_json : plan_print_text)(out, plan);
	}
	addresses_print(options, out->str);
}

/* The machine at hand, or the one behind the door. */
static struct machine *find_machine(const struct reproduce_options *o, const struct door *door,
	const struct benchmarks *benchmarks, const char *dir, GError **error)
{
	g_autoptr(GPtrArray) said = g_ptr_array_new_with_free_func(g_free);
	struct machine *machine;

	if (!door->host)
		return machine_read(o->sysroot);
	machine = door_machine(door, benchmarks, o->run, dir, said, error);
	for (guint i = 0; machine && i < said->len; i++)
		talk("reproduce: %s: %s", door->host, (const char *)said->pdata[i]);
	return machine;
}

/* The machine before all changes of ours. */
static struct machine *find_machine_of_run(const struct options *options, const struct door *door,
	const struct benchmarks *benchmarks, const char *dir, struct reproduce_left *left,
	GError **error)
{
	const struct reproduce_options *o = options->reproduce;
	struct machine *machine;
	guint count;

	if (o->run && !door->host && !reproduce_left_lock(left, o->allowed != 0, error))
		return NULL;
	machine = find_machine(o, door, benchmarks, dir, error);
	if (!machine || door->host)
		return machine;
	if (!o->run) {
		reproduce_left_say(left, machine);
		return machine;
	}
	if (!reproduce_left_put_back(left, machine, &count, error)) {
		machine_free(machine);
		return NULL;
	}
	if (!count)
		return machine;
	machine_free(machine);
	return find_machine(o, door, benchmarks, dir, error);
}

static enum exit_status do_plan(const struct options *options, const struct reported *reported)
{
	const struct reproduce_options *o = options->reproduce;
	const struct door door = {
		.host = o->ssh, .root = strcmp(o->sysroot, "/") ? o->sysroot : ""};
	struct benchmarks *benchmarks = benchmarks_builtin();
	g_autoptr(GError) error = NULL;
	struct reproduce_left *left = reproduce_left_new();
	char *dir = door.host ? door_folder_new(&error) : NULL;
	struct machine *machine =
		error ? NULL : find_machine_of_run(options, &door, benchmarks, dir, left, &error);
	enum exit_status status = machine ? EXIT_DONE : talk_system(error);

	if (machine) {
		struct plan *plan = plan_new(reported, machine, benchmarks, &o->wishes);

		if (o->run)
			status = reproduce_run(plan, &door, left, options);
		else
			print_plan(options, plan);
		plan_free(plan);
		machine_free(machine);
	}
	door_folder_free(dir);
	reproduce_left_free(left);
	benchmarks_free(benchmarks);
	return status;
}

enum exit_status command_reproduce(const struct options *options)
{
	struct reported *reported = reported_new();
	enum exit_status status = find_reported(options, reported);

	if (status == EXIT_DONE && !options->reproduce->judge)
		status = do_plan(options, reported);
	reported_free(reported);
	return status;
}
