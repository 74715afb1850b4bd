/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configuration file, told in lkpdigest.conf(5): what stands in it is what would stand
 * in options otherwise, and what `weekly` reads and writes.  A group or key that is not
 * known is an error, so that a slip does not go unnoticed.
 */
#pragma once

#include "cli/filter_words.h"

#include <glib.h>

/* What stands for the period in the name of the files that are written. */
#define CONFIG_PERIOD "PERIOD"

struct config {
	char *file; /* its name */

	/* [lkpdigest]; paths are whole, or relative to where the program runs when the file's is */
	char *store, *lkp_src, *linux_tree, *overrides; /* NULL: not told, as all that follows */
	char **sources;

	/* [filter] */
	struct filter_words filter;

	/* [output] */
	char *directory, *name; /* of the files, with CONFIG_PERIOD in it or not */
	char **forms;           /* names of cli/forms.h */
	char *addresses;        /* "yes", "no" */
	char *site;             /* a folder */

	/* [mail] */
	char *from, *to, *cc;
};

/*
 * NULL with *error, which names the file; free with config_free().  Nothing but the form of
 * the file is checked here: values are checked by those who use them.
 */
struct config *config_read(const char *file, GError **error);
void config_free(struct config *config); /* NULL is allowed */

/* $XDG_CONFIG_HOME/lkpdigest/lkpdigest.conf; g_free(). */
char *config_default_file(void);
