/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `compare --against`: the tables of a report, made anew of runs. */
#pragma once

#include "cli/comparing.h"
#include "cli/options.h"
#include "render/against.h"

/* EXIT_FOUND: no table has runs, or --fail-on names what was found; EXIT_USAGE: the store
 * knows no such report; both said. */
enum exit_status compare_against(struct comparing *c, const struct options *options);

/* The table of that id, made anew of the runs; NULL with *error, or where there is none. */
struct against_table *compare_against_table(
	struct comparing *c, struct store *store, const char *id, GError **error);
