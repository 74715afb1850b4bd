/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"
#include "cli/output.h"
#include "cli/talk.h"
#include "render/listing.h"

struct finding_printer {
	json_t *findings; /* NULL: lines for people */
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

static void print_result(const struct options *options, guint n, json_t *findings)
{
	if (options->json) {
		json_t *all = json_pack("{sb sO}", "sound", !n, "findings", findings);
		char *line = json_line(all);

		output_printf("%s\n", line);
		g_free(line);
		json_decref(all);
	} else if (!n && !options->quiet) {
		talk("%s: sound", options->store);
	}
}

enum exit_status command_check(const struct options *options)
{
	g_autoptr(GError) error = NULL;
	struct store *store = store_open(options->store, STORE_READ, &error);
	guint n = 0;

	if (!store)
		return talk_system(error);

	json_t *findings = json_array();
	struct finding_printer to = {options->json ? findings : NULL};
	gboolean done = store_check(store, print_finding, &to, &n, &error);
	store_close(store, NULL);
	if (done)
		print_result(options, n, findings);
	json_decref(findings);
	if (!done)
		return talk_system(error);
	return n ? EXIT_SYSTEM : EXIT_DONE;
}
