/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The patterns of MAINTAINERS' F: and X: lines. */
#pragma once

#include <glib.h>

/*
 * Whether a pattern fits a path: one that ends in '/' all that lies below; another a file,
 * of which it may be the beginning of the name, or, without wildcards, a folder.  '*' and '?'
 * take no '/', "**" does; "[a-c]", "[!a]" as in a shell.  Takes at most the product of both
 * lengths in steps.
 */
gboolean glob_fits(const char *pattern, const char *path);

/* The bytes of a pattern that are no wildcards: how much it says. */
guint glob_weight(const char *pattern);

/* The bytes of the folders that a pattern names before its first wildcard, with the '/'. */
gsize glob_folder(const char *pattern);
