/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A site: a digest of everything as pages that point to one another.  An index, a page for each
 * ISO week that the store tells of, for each cluster and for each table, small pages where
 * clusters and tables that were united with others stood, lists, and a feed.
 *
 * The same store gives the same bytes, and a page depends on what it tells of alone: what is not
 * told of anew stays as it was.  Pages are made one after another; memory does not grow with
 * them, but for a few hundred bytes for each cluster and fewer for each table.
 */
#pragma once

#include "render/digest.h"

struct site_sink {
	/* First, once: all files that the site has, sorted; see render/site_links.h for their
	 * names. */
	gboolean (*begin)(const char *const *files, guint n, void *data, GError **error);
	/* Then each of them; what points to others comes behind those, the index last. */
	gboolean (*put)(const char *file, const char *bytes, gsize len, void *data, GError **error);
	void *data;
};

/* `options` without period; `gnuplot` as for digest_html().  FALSE with *error. */
gboolean site_write(struct store *store, const struct digest_options *options, const char *gnuplot,
	const struct diag_sink *diags, const struct site_sink *sink, GError **error);
