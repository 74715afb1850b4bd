/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writing a page of HTML that is XML too, through libxml2's writer.
 *
 * Text of strangers goes through page_text() or page_attr values only; both make
 * control and bidirectional characters visible, and libxml2 escapes the rest.  After
 * the first failure all calls do nothing; page_close() reports it.
 */
#pragma once

#include <glib.h>

struct page;

struct page *page_new(void);
struct page *page_new_xml(void); /* any other document */

/* What a page of a site may point to; NULL: it stands alone.  Must outlive the page. */
struct site_links;
void page_set_links(struct page *page, const struct site_links *links);
const struct site_links *page_links(const struct page *page);

/* The whole page, or NULL with *error.  Frees the page. */
GString *page_close(struct page *page, GError **error);

/* <name key="value" ...>: pairs end with NULL; a pair with a NULL value is left out. */
void page_open(struct page *page, const char *name, ...) G_GNUC_NULL_TERMINATED;
/* </name>, never the short form, which HTML does not know. */
void page_end(struct page *page);
/* An element without content: <meta .../>, <col/>. */
void page_void(struct page *page, const char *name, ...) G_GNUC_NULL_TERMINATED;

void page_text(struct page *page, const char *text); /* NULL is "" */
void page_textf(struct page *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* <name class="class">text</name>; class may be NULL. */
void page_leaf(struct page *page, const char *name, const char *class, const char *text);
/* <a href="url">text</a>; url NULL: the text alone. */
void page_link(struct page *page, const char *url, const char *text);
void page_newline(struct page *page);

/* Our own style sheet or script, or markup that page_svg_check() has let pass. */
void page_raw(struct page *page, const char *markup);

/*
 * One SVG drawing as markup to insert, taken apart and put together by libxml2: NULL
 * unless it is well-formed, is one <svg>, and has nothing in it that acts or that
 * points outside.  Free with g_free().
 */
char *page_svg_check(const char *svg);

/* The page's style sheet and script; neither holds '<' or '&'. */
extern const char page_style[], page_script[];

/* "'sha256-...'": the one script that the page's policy lets run.  Free with g_free(). */
char *page_script_hash(void);
