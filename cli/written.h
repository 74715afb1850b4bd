/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command that reads sources and writes files says at its end. */
#pragma once

#include "cli/summary.h"

#include <jansson.h>

/*
 * Standard output: the paths of the files in `dir`, a line each; as JSON {"files", "site",
 * "ingest"}, where `site` is taken over, and left out when it is NULL.  `names` ends with NULL.
 */
void written_print_paths(const char *dir, const char *const *names);
void written_print_json(
	const char *dir, const char *const *names, json_t *site, const struct summary *summary);
