/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pieces of the digest as Markdown: digest_markdown.c is its frame, digest_markdown_card.c
 * a cluster's card, digest_markdown_rest.c other views and the appendix.  Text of strangers is
 * code, render/markdown.h.
 */
#pragma once

#include "render/digest_words.h"
#include "render/markdown.h"

void markdown_heading(GString *out, guint level, const char *title);

/* " text |": a table's cell behind the bar that begins the row; NULL is empty. */
void markdown_cell(GString *out, const char *words);
void markdown_code_cell(GString *out, const char *text);

/* "- **Name**: text"; NULL or "": nothing. */
void markdown_fact(GString *out, const char *name, const char *words);
void markdown_code_fact(GString *out, const char *name, const char *text);

/* `url` is one of the model's, percent-encoded; NULL: the words alone. */
void markdown_link(GString *out, const char *url, const char *words);

/* "… and 3 more"; nothing when n is 0. */
void markdown_more(GString *out, guint64 n);

void markdown_put_card(GString *out, const struct digest_entry *entry);
/* By subsystem, by test case, week by week. */
void markdown_put_views(GString *out, const struct digest *digest);
/* Other reports and the appendix. */
void markdown_put_rest(GString *out, const struct digest *digest);
