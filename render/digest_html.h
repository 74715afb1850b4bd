/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pieces of the digest's page: digest_frame.c is around all, digest_html.c its header,
 * digest_html_rest.c what was read and the appendix, digest_html_views.c other views of the
 * clusters, digest_card.c a cluster's card, digest_card_story.c what became of it, digest_table.c
 * the tables, digest_figure.c the charts, digest_guide.c how to read it, digest_filter.c the
 * filter.
 */
#pragma once

#include "render/digest_page.h"
#include "render/digest_words.h"

struct site_links;

struct frame {
	const char *title, *skip; /* what the link past the header is called */
	gboolean is_scripted;
	const struct site_links *links; /* NULL: a page that stands alone */
	const char *canonical;          /* where what it says stands now; NULL: here */
};

/* The beginning up to <body> and the link past the header. */
struct page *frame_open(const struct frame *frame);
/* The end, as page_close(). */
GString *frame_close(struct page *page, const struct frame *frame, GError **error);

/* The whole page of a digest within a site. */
GString *digest_html_linked(const struct digest *digest, const struct site_links *links,
	const char *gnuplot, const struct diag_sink *sink, GError **error);

/* One column of a table: its head, and the class of its cells. */
struct table_column {
	const char *head, *class;
};

/* Opens <div><table> with caption and heads, up to <tbody>; table_end() closes them.
 * `id` names the table on the page; `more` is a lighter addition to the caption. */
void table_open(struct page *page, const char *id, const char *caption, const char *more,
	const struct table_column *columns, guint n);
void table_end(struct page *page);

/* A cell of plain text; a NULL text leaves it empty. */
void table_cell(struct page *page, const char *class, const char *text);
void table_row_open(struct page *page, const char *class);
void table_row_head(struct page *page, const char *class, const char *text);

/* <section> with its heading; page_end() closes it. */
void section_open(struct page *page, const char *id, const char *title);

/* A term and what it is, of a list of facts; NULL or "": nothing. */
void put_fact(const char *name, const char *text, void *page);
void fact_open(struct page *page, const char *name); /* page_end() closes it */

/* "... and 3 more." in an element; nothing when n is 0. */
void put_more(struct page *page, const char *element, guint64 n);

void put_change(struct page *page, enum verdict verdict, const char *change, const char *word);

/* "a1b2c3", linked to where the message can be read. */
void put_message_link(struct page *page, const struct digest_report *report);

void put_ranked(struct page *page, const struct digest *digest, enum digest_section section);
void put_claims(struct page *page, const struct digest_entry *entry);
void put_kpis(struct page *page, const struct digest_entry *entry,
	const struct digest_report *report, guint index);

/* All charts by one gnuplot: const struct digest_chart * to markup, of those that were drawn. */
GHashTable *draw_charts(
	const struct digest *digest, const char *gnuplot, const struct diag_sink *sink);
/* A chart, or a note in its place, with its table; `id` is the table's. */
void put_figure(
	struct page *page, const struct digest_chart *chart, GHashTable *charts, const char *id);
/* Its data stand below it anyway; NULL: nothing. */
void put_sparkline(struct page *page, const struct digest_chart *chart, GHashTable *charts);

void put_card(struct page *page, const struct digest_entry *entry, GHashTable *charts);

/* What other elements refer to an entry by. */
char *anchor_of(const struct digest_entry *entry);
/* To its card, else to its page in a site; NULL: it has neither. */
char *href_of(const struct page *page, const struct digest_entry *entry);
/* The id of a cluster, linked to its page in a site. */
void put_cluster_link(struct page *page, const char *id);
/* Where the whole table stands in a site; nothing on a page that stands alone. */
void put_table_link(struct page *page, const char *table);
/* Its id, linked to its card where it has one. */
void put_entry_link(struct page *page, const struct digest_entry *entry);
/* "line 7 of <id>", linked to where the message can be read. */
void put_place(struct page *page, const char *url, const char *message_id, guint line);

void put_moves(struct page *page, const struct digest_entry *entry,
	const struct digest_report *report, guint index);

/* What was said of it, links, evidence, how to run it again. */
void put_story(struct page *page, const struct digest_entry *entry, GHashTable *charts);

/* How to read it all; what to narrow the lists by, where scripts run. */
void put_guide(struct page *page, const char *more); /* where the method is told */
void put_filter(struct page *page, const struct digest *digest);
/* Begins the row of a listed entry, with what the filter asks of it. */
void listed_row_open(struct page *page, const struct digest_entry *entry);

void put_ledger(struct page *page, const struct digest *digest);
/* By subsystem, by test case, week by week. */
void put_views(struct page *page, const struct digest *digest, GHashTable *charts);
void put_doubts(struct page *page, const struct digest *digest);

/* Functional and build reports. */
void put_others(struct page *page, const struct digest *digest);
void put_read(struct page *page, const struct digest *digest);
gboolean has_appendix(const struct digest *digest);
void put_appendix(struct page *page, const struct digest *digest);
