/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/written.h"

#include "cli/output.h"
#include "render/listing.h"

void written_print_paths(const char *dir, const char *const *names)
{
	for (; *names; names++) {
		g_autofree char *path = g_build_filename(dir, *names, NULL);

		output_path(path);
	}
}

void written_print_json(
	const char *dir, const char *const *names, json_t *site, const struct summary *summary)
{
	json_t *files = json_array(), *all = json_object();

	for (; *names; names++) {
		g_autofree char *path = g_build_filename(dir, *names, NULL);
		g_autofree char *valid = g_utf8_make_valid(path, -1);

		json_array_append_new(files, json_string(valid));
	}
	json_object_set_new(all, "files", files);
	if (site)
		json_object_set_new(all, "site", site);
	json_object_set_new(all, "ingest", summary_json(summary));

	char *line = json_line(all);
	output_printf("%s\n", line);
	g_free(line);
	json_decref(all);
}
