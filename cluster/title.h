/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When two commits or patches have one title, and what such a title is worth. */
#pragma once

#include <glib.h>

/* Shorter titles say too little to tell a change: "Linux 6.10-rc1". */
#define TITLE_WORDS_MIN 4

/*
 * The title proper: marks before it off ("Re:", "[PATCH v2 3/5]", "[tree:branch]"), white
 * space folded.  NULL for NULL.  g_free().
 */
char *title_plain(const char *title);

/* Of a plain title: "Merge ...", or under TITLE_WORDS_MIN words. */
gboolean title_is_generic(const char *plain);
