/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the tables that compare the same two commits are copies of which, and which
 * tables without heads are copies of any.
 *
 * The best table of a kind is the original, and the others that agree with it are its
 * copies.  Best is, in this order: unquoted before quoted; a robot's report, then a
 * robot's other mail, then a person's; more rows; less deeply quoted; the earlier mail;
 * the smaller id.  So a damaged or partial copy never takes a better one's place, and of
 * several quotations of a table that was not read one stands for it.
 *
 * A table agrees with an original when they have as many columns, no column's head
 * contradicts the other's, and of the table's rows
 *   more than half            (of a quoted table: parts are often lost or refilled)
 *   nine tenths               (of an unquoted one, which was forwarded or sent again)
 * stand in the original with the same name and the same printed texts.  Of several such
 * originals it is the one with most of the rows, then the one with most of the axes,
 * then the better one.  Unquoted tables of one mail are no copies of one another, and
 * those of a robot's report are nobody's: it claims them anew.
 *
 * A table without heads says nothing of its commits: it is a copy of the original, whatever
 * its commits, that agrees with it most.  It is nobody's original but of others without.
 *
 * The judgement depends on the set of tables alone, not on their order.
 */
#pragma once

#include "base/slice.h"

#include <glib.h>

enum family_source { /* the better first */
	FAMILY_REPORT,
	FAMILY_ROBOT,
	FAMILY_PERSON,
};

enum family_role {       /* in the order in which they are judged */
	FAMILY_SETTLED,  /* an original, as judged among its like */
	FAMILY_MEMBER,   /* of those that compare the same commits */
	FAMILY_HEADLESS, /* nobody knows its commits */
};

struct family_table {
	gint64 id;      /* of the store; says nothing about the order */
	gint64 message; /* so too */
	gint64 known;   /* the original's id so far; 0: none */
	enum family_role role;
	enum family_source source;
	guint depth; /* of quotation */
	gint64 date;
	const char *message_id;
	guint part, line;
	const char *const *heads; /* of the columns; NULL: not known */
	guint n_heads;
	const char *const *axes; /* "key=value" */
	guint n_axes;
	const gint64 *prints; /* of the rows, see print.h */
	guint n_prints;

	const struct family_table *original; /* set by family_judge(); NULL: none */
};

/*
 * Sorts the tables, the best first, and sets the original of each; an original has none
 * itself.  Costs about as many steps as there are rows, times ROOTS_PER_ROW_MAX at worst.
 */
void family_judge(struct family_table *tables, guint count);

/* Originals that are looked at for one row: the best ones.  Seen: 4. */
#define ROOTS_PER_ROW_MAX 64
