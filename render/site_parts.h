/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a site is made: site_plan.c knows which files it has, site_clusters.c, site_tables.c and
 * site_weeks.c write a page each, site_index.c and site_feed.c what they have in common.
 */
#pragma once

#include "render/digest_html.h"
#include "render/digest_parts.h"
#include "render/site.h"
#include "render/site_links.h"

/* What lists tell of a cluster; strings live as long as the site.  All but id and first are
 * known once its page is made. */
struct site_cluster {
	const char *id;
	gint64 first; /* report; DATE_UNKNOWN */
	const char *commit, *title, *subsystem;
	enum digest_section section;
	enum verdict verdict;
	const char *change, *word, *label; /* the largest change; NULL: none */
	const char *grade, *grade_key;
	const char *state, *flags, *breadth;
	double points;
	gint64 heard;
};

struct site_week {
	gint64 since;
	const char *name, *subject;
	const char *lead, *prose; /* its first words; all */
	guint counts[SECTIONS];
	guint others;  /* functional and build reports */
	gint64 latest; /* what it tells of last, before its end */
};

enum site_file_state { /* never 0, which is no file */
	SITE_FILE_PLANNED = 1,
	SITE_FILE_WRITTEN,
};

struct site_alias {
	const char *file, *to;  /* files */
	const char *name, *now; /* ids of clusters, or of tables */
};

struct site {
	struct store *store;
	const struct digest_options *options;
	const char *gnuplot;
	const struct diag_sink *diags;
	const struct site_sink *sink;

	GStringChunk *strings;
	GHashTable *files;    /* char * -> enum site_file_state */
	GArray *aliases;      /* of struct site_alias */
	GArray *since;        /* of gint64: the weeks', sorted */
	gint64 end;           /* behind the last that is known; DATE_UNKNOWN */
	GArray *clusters;     /* of struct site_cluster, by id */
	GArray *weeks;        /* of struct site_week, in their order */
	const char *narrowed; /* NULL: everything */
};

/* Fills files, clusters, aliases, since and end, and tells the sink. */
gboolean site_plan(struct site *site, GError **error);

int site_year_of(gint64 date); /* 0: unknown, or no calendar has it */

const char *site_keep(struct site *site, const char *text); /* NULL stays NULL */

/* A page of it, at first without neighbours. */
struct site_links site_links_of(struct site *site, const char *file);
gboolean site_has(const char *file, void *site);
gboolean site_is_written(const struct site *site, const char *file);

/* Hands on what page_close() or frame_close() gave, and frees it; NULL fails. */
gboolean site_put(struct site *site, const char *file, GString *page, GError **error);

/* The beginning of its <header>: the way to others, a line above the title, the title. */
void site_header_open(
	struct page *page, const struct site *site, const char *above, const char *title);

gboolean site_put_clusters(
	struct site *site, GError **error); /* with the tables of their reports */
gboolean site_put_aliases(struct site *site, GError **error);

/* `digest`: what judged rows of it already, as that of a cluster; NULL: nobody. */
gboolean site_put_tables(struct site *site, const struct store_filter *filter,
	const struct digest *digest, GError **error);
gboolean site_put_week_tables(struct site *site, const char *week, gint64 since, GError **error);

gboolean site_put_weeks(struct site *site, GError **error);
gboolean site_put_index(struct site *site, GError **error);
gboolean site_put_feed(struct site *site, GError **error);
