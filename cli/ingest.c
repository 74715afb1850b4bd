/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/defaults.h"
#include "cli/findings.h"
#include "cli/output.h"
#include "cli/reading.h"
#include "cli/talk.h"
#include "render/listing.h"

static void print_json(const struct summary *summary)
{
	json_t *json = summary_json(summary);
	char *line = json_line(json);

	output_printf("%s\n", line);
	g_free(line);
	json_decref(json);
}

enum exit_status command_ingest(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct summary summary;

	if (!defaults_make_store_folder(options))
		return EXIT_SYSTEM;
	struct store *store = store_open(options->store, STORE_WRITE, &error);
	if (!store)
		return talk_system(error);

	struct findings findings = {0};
	g_auto(GStrv) own = store_files(options->store);
	gboolean done = read_sources(
		store, options, options->store, (const char *const *)own, &summary, &error);
	if (done)
		read_summary_say(&summary, options);
	if (done && !findings_of_store(store, options, &findings, &error))
		done = FALSE;
	if (!store_close(store, done ? &error : NULL) || !done)
		return talk_system(error);
	if (options->json)
		print_json(&summary);

	/* Rows and diagnostics of this run; regressions, and their states, of the store. */
	struct findings run = findings_of_summary(&summary);
	run.regressions = findings.regressions;
	run.new_regressions = findings.new_regressions;
	memcpy(run.reached, findings.reached, sizeof run.reached);
	return read_sources_status(options, findings_status(&run, options));
}
