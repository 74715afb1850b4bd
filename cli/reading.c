/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/reading.h"

#include "cli/pipeline.h"
#include "cli/progress.h"
#include "cli/talk.h"
#include "ingest/walk.h"
#include "store/position.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

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
	talk_diag(diag, options->hide_addresses);
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

/* ---- sources that are to be read anew ------------------------------------------------ */

/* What was not named is not read, be it known. */
static gboolean is_named(const struct options *options, const char *path)
{
	for (char **source = options->arguments; *source; source++)
		if (walk_is_within(path, *source))
			return TRUE;
	return FALSE;
}

static char **names_of_opened(struct store *store, const struct options *options)
{
	g_auto(GStrv) opened = store_take_opened(store);
	g_autoptr(GPtrArray) names = g_ptr_array_new();

	for (char **path = opened; *path; path++) {
		g_autofree char *name = walk_name_of(*path);

		if (is_named(options, *path) && g_file_test(name, G_FILE_TEST_EXISTS) &&
			!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
			g_ptr_array_add(names, g_steal_pointer(&name));
	}
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

/*
 * Where a copy of a message was kept and is no more, those in other sources compete again.
 * Their documents were counted; what this gives is not counted twice.
 */
static gboolean read_opened(struct store *store, const struct options *options,
	const struct pipeline_options *pipeline, struct summary *summary, GError **error)
{
	g_auto(GStrv) names = names_of_opened(store, options);
	struct summary again;

	if (!*names)
		return TRUE;
	if (!pipeline_run(store, (const char *const *)names, pipeline, &again, error))
		return FALSE;
	summary->removed += again.removed;
	summary->tables = again.tables;
	summary->copies = again.copies;
	summary->bytes += again.bytes;
	summary->seconds += again.seconds;
	return TRUE;
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
	gboolean done = pipeline_run(store, (const char *const *)options->arguments, &pipeline,
				ret_summary, error) &&
			read_opened(store, options, &pipeline, ret_summary, error);
	progress_clear(&reading.progress);
	if (reading.unsaid)
		talk("%" G_GUINT64_FORMAT " more errors, see `lkpdigest list diagnostics`",
			reading.unsaid);
	return done;
}

void read_summary_say(const struct summary *summary, const struct options *options)
{
	g_autofree char *text = summary_text(summary);

	if (!options->quiet && !options->json)
		fputs(text, stderr);
}

/* ---- what was named ------------------------------------------------------------------------- */

static gboolean can_be_read(const char *source)
{
	struct stat st;

	if (!strcmp(source, "-"))
		return TRUE;
	return !stat(source, &st) &&
	       (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode) || S_ISFIFO(st.st_mode)) &&
	       !access(source, R_OK);
}

enum exit_status read_sources_status(const struct options *options, enum exit_status status)
{
	guint n = 0;

	for (guint i = 0; i < options->n_arguments; i++)
		n += !can_be_read(options->arguments[i]);
	if (!n || status != EXIT_DONE || (!options->strict && n < options->n_arguments))
		return status;
	if (!options->quiet)
		talk("%u of the %u sources that were named cannot be read", n,
			options->n_arguments);
	return options->strict ? EXIT_FOUND : EXIT_SYSTEM;
}
