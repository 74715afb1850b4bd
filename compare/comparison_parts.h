/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of compare/comparison.h share; nobody else's. */
#pragma once

#include "compare/comparison.h"

struct comparing_rows {
	struct stat_book *book;
	const struct comparison_request *request;
	const struct comparison_member *member;
	guint n;
	struct judge *judge;
	struct passes *passes;
	GPtrArray *changed; /* of struct changed *, by pass */
};

struct comparing_rows *comparing_rows_new(
	struct stat_book *book, const struct comparison_request *request);
void comparing_rows_free(struct comparing_rows *work);

/* Judged, and not corrected yet.  `lkp` may be NULL. */
struct comparison_row *comparison_row_new(
	struct comparing_rows *work, const char *name, const struct stat_row *lkp);
void comparison_row_free(struct comparison_row *row); /* NULL is allowed */

/* Better or worse, once the grade is known. */
void comparison_verdict_word(struct comparison_row *row, guint member);

struct stat_counts {
	guint figures, failures; /* of base or head, that LKP's rules look at and that vary */
};

/* How LKP's rule fares over all stats of base and head. */
void comparing_rows_count(struct comparing_rows *work, guint member,
	struct comparison_chance *ret_chance, struct stat_counts *ret_counts);

/* `names` may be NULL. */
GPtrArray *explanations_new(struct comparing_rows *work, const char *const *names);
