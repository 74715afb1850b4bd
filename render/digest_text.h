/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pieces of the digest as text: digest_text.c is its frame, digest_text_card.c a
 * cluster's card, digest_text_rest.c what follows them.  All that comes from mails goes
 * through wrap_safe().
 */
#pragma once

#include "render/digest_words.h"
#include "render/wrap.h"

#define TEXT_LABEL 12 /* columns */

/* Underlined by `line`. */
void text_heading(GString *out, const char *text, char line);

/* "  Label       text", wrapped under the text; made safe. */
void text_item(GString *out, const char *label, const char *text);
void text_item_if(GString *out, const char *label, const char *text); /* NULL or "": nothing */
void text_itemf(GString *out, const char *label, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* A paragraph that holds fields, each of which was made safe and cut by itself. */
void text_paragraphf(GString *out, const char *first, const char *rest, const char *format, ...)
	G_GNUC_PRINTF(4, 5);

/* "... and 3 more" under a list; nothing when n is 0. */
void text_more(GString *out, const char *indent, guint64 n);

/* Drawn of characters, with a blank line before it; nothing when it has fewer rows. */
void text_chart(GString *out, const struct digest_chart *chart, guint rows_min);

void text_put_card(GString *out, const struct digest_entry *entry);

/* By subsystem, by test case, week by week. */
void text_put_views(GString *out, const struct digest *digest);
/* Functional and build reports. */
void text_put_others(GString *out, const struct digest *digest);
void text_put_appendix(GString *out, const struct digest *digest);
