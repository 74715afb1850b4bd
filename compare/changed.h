/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which stats differ between two matrices. */
#pragma once

#include "compare/select.h"

/* An ordered set of names. */
struct name_set {
	GPtrArray *names; /* of const char *, in order */
	GHashTable *known;
};

struct name_set name_set_new(void);
void name_set_clear(struct name_set *set);
void name_set_add(struct name_set *set, const char *name);

/*
 * Adds what differs to `to`, in the order of the head's stats, then of those that only
 * the base has.  `incomplete`: only what an incomplete run tells, too.
 */
void changed_add(const struct select_options *options, struct stat_book *book,
	const struct matrix *head, const struct matrix *base, gboolean incomplete,
	struct name_set *to);
