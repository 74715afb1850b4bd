/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/talk.h"
#include "base/show.h"

#include <stdio.h>

/* Sources at or below a path: the file itself, files in the directory, things in the container. */
struct below {
	const char *path;
	gsize len;
	GPtrArray *found; /* of char * */
};

static gboolean collect(const struct store_source *source, void *data)
{
	struct below *below = data;
	const char *path = source->path;

	if (!strncmp(path, below->path, below->len) && strchr("/!", path[below->len]))
		g_ptr_array_add(below->found, g_strdup(path)); /* strchr() finds the NUL too */
	return TRUE;
}

static GPtrArray *sources_below(struct store *store, const char *path, GError **error)
{
	struct below below = {path, strlen(path), g_ptr_array_new_with_free_func(g_free)};

	while (below.len > 1 && path[below.len - 1] == '/')
		below.len--;
	if (store_list_sources(store, collect, &below, error))
		return below.found;
	g_ptr_array_unref(below.found);
	return NULL;
}

struct tally {
	guint64 sources, messages;
};

/* *ret_found FALSE: the store knows nothing of that name. */
static gboolean forget_one(struct store *store, const char *name, struct tally *tally,
	gboolean *ret_found, GError **error)
{
	g_autoptr(GPtrArray) paths = sources_below(store, name, error);

	if (!paths)
		return FALSE;
	if (paths->len) {
		guint64 messages = 0;

		*ret_found = TRUE;
		tally->sources += paths->len;
		if (!store_forget_source(store, name, &messages, error))
			return FALSE;
		tally->messages += messages;
		return TRUE;
	}
	if (!store_forget_message(store, name, ret_found, error))
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

enum exit_status command_forget(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct tally tally = {0};
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
		talk("removed %" G_GUINT64_FORMAT " sources and %" G_GUINT64_FORMAT " messages",
			tally.sources, tally.messages);
	return status;
}
