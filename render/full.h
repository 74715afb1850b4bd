/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A judged comparison (compare/comparison.h) in its forms.  All print the same model, none
 * computes; text of strangers is made safe for each.
 */
#pragma once

#include "compare/comparison.h"
#include "render/lkp_table.h"

struct full_group {
	const struct lkp_group *head; /* members, axes; its rows are not used */
	const struct comparison *judged;
};

/* A group without rows and explanations is not, unless it is wanted. */
static inline gboolean full_is_shown(const struct lkp_style *style, const struct full_group *group)
{
	return group->judged->rows->len || group->judged->explanations->len || style->show_empty;
}

/* Text for people: at most FULL_COLUMNS columns, aligned. */
#define FULL_COLUMNS 120
void full_print_text(GString *out, const struct lkp_style *style, const struct full_group *group);

/* GitHub's tables; what a name says to Markdown or HTML is escaped. */
void full_print_markdown(
	GString *out, const struct lkp_style *style, const struct full_group *group);

/*
 * RFC 4180 with a line of heads: a line for each row and each member but the base.  A text that
 * a spreadsheet would run has an apostrophe before it.
 */
void full_print_csv(
	GString *out, const struct lkp_style *style, const struct full_group *groups, guint n);

/* One document, "lkpdigest/compare/1", told in lkpdigest(1); without groups: why. */
void full_print_json(
	GString *out, const struct lkp_style *style, const struct full_group *groups, guint n);
void full_print_no_json(GString *out, const char *reason);
