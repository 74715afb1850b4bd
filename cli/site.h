/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest of everything as a folder of pages (render/site.h). */
#pragma once

#include "cli/options.h"
#include "cli/site_folder.h"

#include <jansson.h>

/* Of what the options narrow to, whatever their period; clusters are brought up to date. */
gboolean site_make(struct store *store, const struct options *options, const char *dir,
	struct site_counts *ret_counts, GError **error);

/* "DIR: 120 pages: 3 new, 2 changed, 115 as they were; 1 removed" */
void site_say(const char *dir, const struct site_counts *counts);
json_t *site_json(const char *dir, const struct site_counts *counts);

/* FALSE: what was asked for goes not with a site, and was said. */
gboolean site_options_understand(const struct options *options);
