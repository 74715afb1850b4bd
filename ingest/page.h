/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A saved web page as text, through libxml2's HTML parser.
 *
 * What stands in <pre> is kept as it is, the rest with its white space reduced and a
 * line for each block; scripts and styles are left out.  Comments are kept aside:
 * hypermail, MHonArc and pipermail tell in them what a message's fields are and
 * where its text begins and ends.
 *
 * The parser's own limits (10 MB of text, then silence) are not asked for: text is
 * taken as it is parsed, no tree is built, and the depth of elements has a maximum.
 */
#pragma once

#include "base/slice.h"

#define PAGE_DEPTH_MAX 1000     /* elements in each other */
#define PAGE_PIECES_MAX 1000000 /* comments and <pre>s together */

/* A run of the page's text. */
struct page_span {
	gsize at, len;
};

struct page_comment {
	char *text; /* without the marks, ends trimmed */
	gsize at;   /* in the page's text */
};

struct page {
	GString *text;       /* UTF-8 */
	GArray *pres;        /* of struct page_span: what stands in <pre> */
	GPtrArray *comments; /* of struct page_comment * */
	char *title;         /* of <title>, white space reduced; NULL: none */
	char *heading;       /* of the first <h1>, the same */
	char *bold;          /* of the first <b> behind that: pipermail's author */
	char *italic;        /* of the first <i> behind that: pipermail's date */
	gboolean cut;        /* elements beyond PAGE_DEPTH_MAX, or too many pieces; the
			      * text ends there */
};

/* Never fails: the parser takes anything.  Free with page_free(). */
struct page *page_read(struct slice html);
void page_free(struct page *page);
