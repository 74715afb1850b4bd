/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reading.h"

#include "cli/pipeline.h"
#include "cli/progress.h"
#include "cli/talk.h"

#include <stdio.h>

/* Errors that are said without -v; `list diagnostics` has all of them. */
#define SAID_MAX 20

struct reading {
	const struct options *options;
	struct progress progress;
	guint64 said, unsaid;
};

static void on_diag(const struct diag *diag, void *data)
{
	struct reading *reading = data;
	const struct options *options = reading->options;

	if (options->quiet || (!options->verbose && diag_level(diag->id) != DIAG_ERROR))
		return;
	if (!options->verbose && reading->said == SAID_MAX) {
		reading->unsaid++;
		return;
	}
	reading->said++;
	progress_clear(&reading->progress);
	talk_diag(diag);
}

static void on_progress(const struct summary *so_far, const char *path, void *data)
{
	struct reading *reading = data;

	progress_show(&reading->progress, so_far->bytes,
		so_far->stored + so_far->duplicate + so_far->skipped[SKIP_NOT_RELEVANT],
		so_far->stored, path);
}

char **store_files(const char *store)
{
	static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
	char **files = g_new0(char *, G_N_ELEMENTS(endings) + 1);

	for (guint i = 0; i < G_N_ELEMENTS(endings); i++)
		files[i] = g_strconcat(store, endings[i], NULL);
	return files;
}

gboolean read_sources(struct store *store, const struct options *options, const char *memory,
	const char *const *own, struct summary *ret_summary, GError **error)
{
	struct reading reading = {.options = options};
	const struct pipeline_options pipeline = {
		.jobs = (guint)options->jobs,
		.own = own,
		.memory = memory,
		.again = options->again,
		.rules = options->rules,
		.diag = on_diag,
		.progress = on_progress,
		.data = &reading,
	};

	progress_start(&reading.progress, options->quiet);
	gboolean done = pipeline_run(
		store, (const char *const *)options->arguments, &pipeline, ret_summary, error);
	progress_clear(&reading.progress);
	if (reading.unsaid)
		talk("%" G_GUINT64_FORMAT " more errors, see `lkpdigest list diagnostics`",
			reading.unsaid);
	if (done && !options->quiet && !options->json) {
		g_autofree char *text = summary_text(ret_summary);

		fputs(text, stderr);
	}
	return done;
}
