/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/site.h"

#include "cli/addresses.h"
#include "cli/clustered.h"
#include "cli/options_text.h"
#include "cli/talk.h"
#include "render/people.h"
#include "store/digests.h"

static gboolean write_into(struct site_folder *folder, struct store *store,
	const struct options *options, struct site_counts *ret_counts, GError **error)
{
	const struct diag_sink diags = talk_sink(options->quiet, options->hide_addresses);
	const struct site_sink sink = site_folder_sink(folder);
	struct digest_options wanted = {.filter = options->filter,
		.period = "all",
		.generated = DATE_UNKNOWN,
		.rules = options->rules};
	struct people *people;
	gboolean done;

	wanted.filter.since = wanted.filter.until = DATE_UNKNOWN;
	if (!addresses_take(options, TRUE, store, &people, error))
		return FALSE;
	wanted.people = people;
	done = clustered(store, options, error) &&
	       site_write(store, &wanted, NULL, &diags, &sink, error) &&
	       site_folder_finish(folder, ret_counts, error);
	people_free(people);
	return done;
}

gboolean site_make(struct store *store, const struct options *options, const char *dir,
	struct site_counts *ret_counts, GError **error)
{
	g_autofree char *narrowed = store_series_of(&options->filter);
	struct site_folder *folder = site_folder_open(dir, narrowed, error);
	gboolean made = folder && write_into(folder, store, options, ret_counts, error);

	site_folder_close(folder);
	return made;
}

void site_say(const char *dir, const struct site_counts *counts)
{
	talk("%s: %u %s: %u new, %u changed, %u as they were; %u removed", dir, counts->pages,
		counts->pages == 1 ? "page" : "pages", counts->made, counts->changed, counts->kept,
		counts->removed);
	if (counts->strange)
		talk("%s: to be removed, and left as no regular files any more: %u", dir,
			counts->strange);
}

json_t *site_json(const char *dir, const struct site_counts *counts)
{
	g_autofree char *valid = g_utf8_make_valid(dir, -1);

	return json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "site", valid, "pages",
		(int)counts->pages, "new", (int)counts->made, "changed", (int)counts->changed,
		"unchanged", (int)counts->kept, "removed", (int)counts->removed);
}

gboolean site_options_understand(const struct options *options)
{
	const struct options_text *text = options->text;
	const struct {
		const char *option;
		gboolean given;
	} others[] = {{"format", options->format != NULL}, {"table", options->digest_table != NULL},
		{"output", options->output != NULL}, {"since-last", options->since_last},
		{"since", text->since != NULL}, {"until", text->until != NULL},
		{"week", text->week != NULL}, {"month", text->month != NULL}};

	for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
		if (!others[i].given)
			continue;
		talk("--site: is of all weeks and forms, and goes not with --%s", others[i].option);
		return FALSE;
	}
	return TRUE;
}
