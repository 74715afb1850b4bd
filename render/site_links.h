/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the pages of a site stand, and how they point to one another.  Files are named after
 * ids of our own: no text of a mail becomes a part of a path.  They are relative to the folder
 * of the site, with at most one '/'.
 */
#pragma once

#include "render/digest_page.h"

#define SITE_INDEX "index.html"
#define SITE_FEED "feed.xml"

/* Each is the caller's, g_free(). */
char *site_cluster_file(const char *id);       /* "cluster/c-0123456789ab.html" */
char *site_table_file(const char *id);         /* "table/t-2f8a0c....html", by a hash of the id */
char *site_week_file(const char *week);        /* "week/2016-W23.html" */
char *site_week_tables_file(const char *week); /* "week/2016-W23-tables.html"; NULL: undated */
char *site_year_file(int year);                /* "clusters-2016.html"; 0: undated */

/* Whether a site may have a file of that name; nothing else is ever removed. */
gboolean site_is_file(const char *file);

struct site_step {
	const char *file, *label;
};

/* Of a page: what it may point to. */
struct site_links {
	const char *self; /* its file */
	gboolean (*has)(const char *file, void *data);
	void *data;
	const struct site_step
		*steps; /* to its neighbours; those that the site lacks are left out */
	guint n_steps;
};

/* From the page to a file of its site, g_free(); NULL: it is of no site, which lacks the file, or
 * it is that file. */
char *site_href(const struct page *page, const char *file);
char *site_cluster_href(const struct page *page, const char *id);

/* The way to the index and to its neighbours; nothing on a page that is of no site. */
void put_site_nav(struct page *page);
