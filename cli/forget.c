/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/show.h"
#include "cli/talk.h"

struct tally {
	guint64 sources, messages, runs;
};

/* *ret_found FALSE: the store knows nothing of that name. */
static gboolean forget_one(struct store *store, const char *name, struct tally *tally,
	gboolean *ret_found, GError **error)
{
	struct store_forgotten forgotten;

	if (!store_forget_source(store, name, &forgotten, error))
		return FALSE;
	tally->sources += forgotten.sources;
	tally->messages += forgotten.messages;
	tally->runs += forgotten.runs;
	*ret_found = forgotten.found;
	if (forgotten.found)
		return TRUE;

	g_autofree char *message_id = show_bare_name(name);
	if (!store_forget_message(store, message_id, ret_found, error))
		return FALSE;
	tally->messages += *ret_found;
	return TRUE;
}

/* All or nothing. */
static enum exit_status forget_all(
	struct store *store, char **names, struct tally *tally, GError **error)
{
	if (!store_begin(store, error))
		return EXIT_SYSTEM;
	for (; *names; names++) {
		gboolean found = FALSE;

		if (!forget_one(store, *names, tally, &found, error)) {
			store_rollback(store);
			return EXIT_SYSTEM;
		}
		if (!found) {
			store_rollback(store);
			return talk_usage(
				"forget: the store has neither a source nor a message '%s'; "
				"nothing was removed",
				*names);
		}
	}
	if (store_link(store, error) && store_commit(store, error))
		return EXIT_DONE;
	store_rollback(store);
	return EXIT_SYSTEM;
}

static const char *plural(guint64 n)
{
	return n == 1 ? "" : "s";
}

static void say(const struct tally *t)
{
	g_autofree char *runs = t->runs ? g_strdup_printf(", and %" G_GUINT64_FORMAT " run%s",
						  t->runs, plural(t->runs))
					: g_strdup("");

	talk("removed %" G_GUINT64_FORMAT " source%s and %" G_GUINT64_FORMAT " message%s%s",
		t->sources, plural(t->sources), t->messages, plural(t->messages), runs);
}

enum exit_status command_forget(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct tally tally = {0};

	/* An empty variable of a script, which must not stand for all there is. */
	if (g_strv_contains((const char *const *)options->arguments, ""))
		return talk_usage("forget: '' names nothing; nothing was removed");
	struct store *store = store_open(options->store, STORE_READ, &error);

	/* Opened for reading first, since writing would make one that is not there. */
	if (!store || !store_close(store, &error) ||
		!(store = store_open(options->store, STORE_WRITE, &error)))
		return talk_system(error);

	enum exit_status status = forget_all(store, options->arguments, &tally, &error);
	if (!store_close(store, error ? NULL : &error))
		status = EXIT_SYSTEM;
	if (status == EXIT_SYSTEM)
		return talk_system(error);
	if (status == EXIT_DONE && !options->quiet)
		say(&tally);
	return status;
}
