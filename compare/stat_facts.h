/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules say of a stat's name, asked once for each name of a comparison. */
#pragma once

#include "base/number.h"
#include "compare/rules.h"

struct stat_facts {
	gboolean is_failure;
	gboolean is_hidden; /* by default: denied and not reported all the same */
	/* Asked only where a difference is sized up. */
	gboolean is_floor_known;
	enum answer has_floor;
	struct rules_floor floor;
};

struct stat_book;

/* `rules` and `asker` outlive the book. */
struct stat_book *stat_book_new(const struct rules *rules, const struct rules_asker *asker);
void stat_book_free(struct stat_book *book);
const struct rules *stat_book_rules(const struct stat_book *book);

/* Lives as long as the book. */
const struct stat_facts *stat_book_look(struct stat_book *book, const char *name);

/* The part before the first '.', or all of it. */
struct slice stat_base(const char *name);

/* A test's or a daemon's stat, its program's kinds: enum program_kind; 0: no program. */
guint stat_program_kinds(const struct rules *rules, const char *name);

/* Is 1 % worth a row?  Asked of few names, so it is not kept. */
gboolean stat_is_fine(const struct stat_book *book, const char *name);

/* Are the larger maximum and the difference of the means worth a row? */
gboolean stat_is_large(struct stat_book *book, const char *name, double delta, double maximum);
