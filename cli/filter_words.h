/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a digest or a list is narrowed to, as options or the configuration say it. */
#pragma once

#include "store/store.h"

#include <glib.h>

struct filter_words {
	char *commit, *subsystem, *testcase, *machine, *list, *kind; /* NULL: not said */
};

/*
 * Fills the filter, which points into the words.  FALSE: one cannot be meant, which was said;
 * what is said begins with `place` ("--") and the word's name.
 */
gboolean filter_words_take(
	struct filter_words *words, const char *place, struct store_filter *filter);
void filter_words_clear(struct filter_words *words);
