/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the command line does not say: the environment and the configuration do. */
#pragma once

#include "cli/options.h"

/*
 * Fills in what is not given; `config` is the file that is named, NULL: the usual one, if it
 * is there.  FALSE: it cannot be read, which is said.
 */
gboolean defaults_take(struct options *options, const char *config);
void defaults_clear(struct options *options);

/* The default store's folder, which is ours to make; FALSE: said. */
gboolean defaults_make_store_folder(const struct options *options);
