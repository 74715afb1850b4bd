/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/output.h"
#include "cli/reproduce_options.h"
#include "cli/reproduce_reported.h"
#include "cli/show.h"
#include "cli/talk.h"
#include "render/plan.h"

static void say_diag(const struct diag *diag, void *options)
{
	if (!((const struct options *)options)->quiet)
		talk_diag(diag);
}

/* A name that is a file's is a job file, whatever reports there are. */
static enum exit_status find_reported(const struct options *options, struct reported *reported)
{
	const char *operand = options->arguments[0];
	g_autofree char *name = show_bare_name(operand);
	const char *job = options->reproduce->job;
	const struct diag_sink sink = {say_diag, (void *)options};
	g_autoptr(GError) error = NULL;
	enum exit_status status;

	if (g_file_test(operand, G_FILE_TEST_IS_REGULAR))
		return job ? talk_usage("--job %s: goes with a report, not with a file", job)
			   : reproduce_add_file(reported, operand, &sink);
	struct store *store = store_open(options->store, STORE_READ, &error);
	if (!store)
		return talk_system(error);
	status = reproduce_of_store(store, name, reported, &sink);
	store_close(store, NULL);
	if (status == EXIT_DONE && job)
		status = reproduce_add_file(reported, job, &sink);
	return status;
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
	output_print(out->str);
}

enum exit_status command_reproduce(const struct options *options)
{
	struct reported *reported = reported_new();
	enum exit_status status = find_reported(options, reported);

	if (status == EXIT_DONE) {
		struct machine *machine = machine_read(options->reproduce->sysroot);
		struct benchmarks *benchmarks = benchmarks_builtin();
		struct plan *plan = plan_new(reported, machine, benchmarks);

		print_plan(options, plan);
		plan_free(plan);
		benchmarks_free(benchmarks);
		machine_free(machine);
	}
	reported_free(reported);
	return status;
}
