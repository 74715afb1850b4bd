/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The folder of a site.  A file in it, .lkpdigest-site, names all that was ever written there and
 * what the site is narrowed to: nothing else is replaced or removed, and nothing is written
 * through a symbolic link.  That file is written before the pages that it names, each page under
 * another name first; so whatever happens on the way there is no half page, and the next run goes
 * on.  One run at a time has the folder.
 */
#pragma once

#include "render/site.h"

#include <glib.h>

struct site_folder;

struct site_counts {
	guint pages, made, changed, kept, removed;
	guint strange; /* ours once, and to be removed, but no regular file any more: left */
};

/* Made when it is missing.  `narrowed`: to what, "" for nothing.  NULL with *error. */
struct site_folder *site_folder_open(const char *dir, const char *narrowed, GError **error);
void site_folder_close(struct site_folder *folder); /* NULL is allowed */

/* What site_write() writes to. */
struct site_sink site_folder_sink(struct site_folder *folder);

/* Behind site_write(): removes the pages of what is no more. */
gboolean site_folder_finish(
	struct site_folder *folder, struct site_counts *ret_counts, GError **error);
