/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rules say of a stat's name, asked once for each name of a comparison. */
#pragma once

#include "base/number.h"
#include "compare/rules.h"

struct stat_facts {
	gboolean is_failure;
	gboolean is_hidden; /* by default: denied and not reported all the same */
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

/* What is asked of few names, so it is not kept. */
gboolean stat_is_fine(const struct stat_book *book, const char *name); /* 1 % is worth a row */
/* Are the larger maximum and the difference of the means worth a row? */
gboolean stat_is_large(
	const struct stat_book *book, const char *name, double delta, double maximum);
