/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "render/listing.h"
#include "store/position.h"

struct finding_printer {
	json_t *findings; /* NULL: lines for people */
	gboolean quiet;
};

static void print_finding(const char *finding, void *data)
{
	struct finding_printer *to = data;
	g_autofree char *valid = g_utf8_make_valid(finding, -1);

	if (to->findings)
		json_array_append_new(to->findings, json_string(valid));
	else
		talk("%s", finding);
}

static void print_result(
	const struct options *options, guint n, json_t *findings, json_t *unfinished)
{
	if (options->json) {
		json_t *all = json_pack(
			"{sb sO sO}", "sound", !n, "findings", findings, "unfinished", unfinished);
		char *line = json_line(all);

		output_printf("%s\n", line);
		g_free(line);
		json_decref(all);
	} else if (!n && !options->quiet) {
		talk("%s: sound", options->store);
	}
}

/* What the next ingest of the same sources finishes is no fault. */
static void print_unfinished(const char *sentence, void *data)
{
	struct finding_printer *to = data;

	if (to->findings || !to->quiet)
		print_finding(sentence, to);
}

enum exit_status command_check(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct store *store = store_open(options->store, STORE_READ, &error);
	guint n = 0;

	if (!store)
		return talk_system(error);

	json_t *findings = json_array(), *unfinished = json_array();
	struct finding_printer faults = {options->json ? findings : NULL, FALSE};
	struct finding_printer rest = {options->json ? unfinished : NULL, options->quiet};
	gboolean done = store_check(store, print_finding, &faults, &n, &error) &&
			store_each_unfinished(store, print_unfinished, &rest, &error);
	store_close(store, NULL);
	if (done)
		print_result(options, n, findings, unfinished);
	json_decref(findings);
	json_decref(unfinished);
	if (!done)
		return talk_system(error);
	return n ? EXIT_SYSTEM : EXIT_DONE;
}
