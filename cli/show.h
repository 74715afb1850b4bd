/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Things in full: the document that `show --json` prints, and its form for people.
 *
 *   message  {"message", "report" or null, "details" or null, "impacts",
 *             "tables": [with "rows"], "citations", "plots", "figures",
 *             "touches", "jobs", "runs", "commands", "log", "attachments",
 *             "events", "shown", "diagnostics"}
 *   table    as in `list tables`, with "rows"
 *   cluster  as in `list clusters`, each part with all that is known of it
 *   run      as in `list runs`, with "fields" and "values": [as in `list samples`]
 *   commit   {"commit", "clusters": [ids], "reports", "tables"}
 */
#pragma once

#include "store/store.h"

#include <glib.h>

#include <jansson.h>

enum thing {
	THING_MESSAGE,
	THING_TABLE,
	THING_CLUSTER,
	THING_RUN,
	THING_COMMIT,
};

/* "<id>" is an id, too.  g_free(). */
char *show_bare_name(const char *name);
/* Is it a tag, or a commit's id of seven digits or more? */
gboolean show_may_be_commit(const char *name);

/* Prints a document for people, to standard output; a table alone. */
void show_text(enum thing thing, const json_t *document);
void show_table(const json_t *table);
