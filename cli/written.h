/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command that reads sources and writes files says at its end. */
#pragma once

#include "cli/summary.h"

/*
 * Standard output: the paths of the files in `dir`, a line each; as JSON {"files", "ingest"}.
 * `names` ends with NULL.
 */
void written_print_paths(const char *dir, const char *const *names);
void written_print_json(const char *dir, const char *const *names, const struct summary *summary);
