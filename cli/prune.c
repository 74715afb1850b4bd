/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "render/listing.h"
#include "store/prune.h"

static void set(json_t *json, const char *key, guint64 n)
{
	json_object_set_new(json, key, json_integer((json_int_t)n));
}

static void print_json(const struct options *options, const struct store_pruned *pruned)
{
	json_t *json = json_object();

	json_object_set_new(json, "before", json_of_date(options->before));
	json_object_set_new(json, "dry_run", json_boolean(options->dry_run));
	set(json, "messages", pruned->messages);
	set(json, "runs", pruned->runs);
	set(json, "kept_messages", pruned->kept_messages);
	set(json, "kept_runs", pruned->kept_runs);
	set(json, "undated", pruned->undated);

	char *line = json_line(json);
	output_printf("%s\n", line);
	g_free(line);
	json_decref(json);
}

static void say(const struct options *options, const struct store_pruned *pruned)
{
	talk("%s %" G_GUINT64_FORMAT " messages and %" G_GUINT64_FORMAT " runs",
		options->dry_run ? "would remove" : "removed", pruned->messages, pruned->runs);
	if (pruned->kept_messages || pruned->kept_runs)
		talk("%" G_GUINT64_FORMAT " messages and %" G_GUINT64_FORMAT
		     " runs are older and stay: what is younger needs them",
			pruned->kept_messages, pruned->kept_runs);
	if (pruned->undated)
		talk("%" G_GUINT64_FORMAT " messages or runs have no date and stay",
			pruned->undated);
}

/* One transaction, so whatever interrupts it leaves all or nothing. */
static gboolean prune(struct store *store, const struct options *options,
	struct store_pruned *ret_pruned, GError **error)
{
	if (!store_begin(store, error) || !store_prune(store, options->before, ret_pruned, error))
		return FALSE;
	if (options->dry_run) {
		store_rollback(store);
		return TRUE;
	}
	if (!store_commit(store, error))
		return FALSE;
	return store_compact(store, error);
}

enum exit_status command_prune(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct store_pruned pruned;

	if (options->before == DATE_UNKNOWN)
		return talk_usage("prune: --before DATE is missing");
	/* Opened for reading first, since writing would make one that is not there. */
	struct store *store = store_open(options->store, STORE_READ, &error);
	if (!store || !store_close(store, &error) ||
		!(store = store_open(options->store, STORE_WRITE, &error)))
		return talk_system(error);

	gboolean done = prune(store, options, &pruned, &error);
	if (!store_close(store, done ? &error : NULL) || !done)
		return talk_system(error);
	if (options->json)
		print_json(options, &pruned);
	else if (!options->quiet)
		say(options, &pruned);
	return EXIT_DONE;
}
