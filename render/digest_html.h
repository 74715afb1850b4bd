/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pieces of the digest's page: digest_html.c is its frame, digest_card.c a
 * cluster's card, digest_table.c the tables.
 */
#pragma once

#include "render/digest_page.h"
#include "render/digest_words.h"

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

void put_change(struct page *page, enum verdict verdict, const char *change, const char *word);

/* "a1b2c3", linked to where the message can be read. */
void put_message_link(struct page *page, const struct digest_report *report);

void put_ranked(struct page *page, const struct digest *digest, enum digest_section section);
void put_claims(struct page *page, const struct digest_entry *entry);
void put_kpis(struct page *page, const struct digest_entry *entry,
	const struct digest_report *report, guint index);
void put_bars(struct page *page, const struct digest_chart *chart, const char *id);

/* `charts`: const struct digest_chart * to markup, of those that were drawn. */
void put_card(struct page *page, const struct digest_entry *entry, GHashTable *charts);

/* What other elements refer to an entry by. */
char *anchor_of(const struct digest_entry *entry);
