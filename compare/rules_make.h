/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How rules are put together; for their readers alone, rules_text.c and rules_lkp.c. */
#pragma once

#include "compare/rules.h"

#define RULES_TEXT_MAX (4 * 1024 * 1024) /* bytes of one file */
#define RULES_MAX 100000u                /* rules of one word; programs; options of one */

/* Lists of patterns, of beginnings ("prefix") and of whole names. */
enum rule_list {
	RULE_KPI,     /* value 1: more, -1: less */
	RULE_LATENCY, /* the same, of less weight */
	RULE_FORMER,  /* the same, of names that lkp-tests has no more */
	RULE_ASIDE,
	RULE_FAILED,
	RULE_PASSED,
	RULE_HIDE,
	RULE_UNHIDE,
	RULE_REPORT,
	RULE_FINE,
	RULE_FINE_PREFIX,
	RULE_FLOOR, /* value: the floor */
	RULE_GROWTH,
	RULE_GROWTH_PREFIX,
	RULE_SUM_PREFIX,
	RULE_UNCUT_PREFIX,
	RULE_MAX,
	RULE_LISTS
};

struct rules_draft;

/* Where a rule stands, for messages. */
struct rules_place {
	const char *file;
	guint line;
};

struct rules_draft *rules_draft_new(void);
void rules_draft_free(struct rules_draft *draft);

/* Each copies what it is given; FALSE with *error beyond the maxima. */
gboolean rules_draft_add(struct rules_draft *draft, enum rule_list list, struct slice pattern,
	double value, gboolean whole, const struct rules_place *place, GError **error);
gboolean rules_draft_add_case(struct rules_draft *draft, enum case_table table, struct slice name,
	const struct rules_place *place, GError **error);
gboolean rules_draft_add_program(struct rules_draft *draft, struct slice name, guint kinds,
	const struct rules_place *place, GError **error);
/* Of the program `name`, which is there; "*": of every job. */
gboolean rules_draft_add_option(struct rules_draft *draft, struct slice name, struct slice option,
	const struct rules_place *place, GError **error);

/* Compiles what was added and frees the draft; takes the fingerprint.  NULL with *error. */
struct rules *rules_draft_finish(struct rules_draft *draft, char *fingerprint, GError **error);

gboolean rules_refuse(const struct rules_place *place, GError **error, const char *format, ...)
	G_GNUC_PRINTF(3, 4); /* FALSE, with "FILE:LINE: ..." */

/* ---- what rules.c asks -------------------------------------------------------------- */

struct rules {
	struct patterns *patterns[RULE_LISTS]; /* NULL: a list of beginnings or names */
	GPtrArray *texts[RULE_LISTS];          /* of char *, in order */
	GArray *values[RULE_LISTS];            /* struct rules_floor, beside the texts */
	GHashTable *cases;                     /* name -> enum case_table */
	GHashTable *programs;                  /* name -> struct program_entry * */
	struct program_entry *every_job;
	char *fingerprint;
};

struct program_entry {
	struct program program; /* name and options point into: */
	char *name;
	GPtrArray *options; /* of char *, NULL-terminated when finished */
};
