/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which stats differ between two matrices by LKP's rules, and at which of them the others end. */
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

/* The first rule that keeps a stat out, in the order in which they are asked. */
enum change_end {
	CHANGE_TAKEN,       /* none does */
	CHANGE_INCOMPLETE,  /* nothing that an incomplete run tells */
	CHANGE_HIDDEN,      /* denied, and not reported all the same */
	CHANGE_ALONE,       /* a failure whose opposite the base lacks */
	CHANGE_FEW_RUNS,    /* fewer than CHANGE_RUNS_WANTED on both sides */
	CHANGE_NOT_IN_BASE, /* the base lacks it, and nothing says that it looked for it */
	CHANGE_NO_VALUE,    /* one side has nothing but -1, "no data" */
	CHANGE_SAME,        /* the values do not differ by the rule that is asked */
	CHANGE_RATIO,       /* they differ by too small a share */
	CHANGE_SIZE,        /* they, or their difference, are too small a number */
};

const char *change_end_name(enum change_end end); /* "taken", "not-in-base", ... */

#define CHANGE_RUNS_WANTED 3

/* Of n sorted values so many are cut at each end: one in 32, of failures none. */
#define CHANGE_TRIM_MAX 3
guint change_trim(guint n, guint trim_max);
guint change_trim_max_of_head(guint n_base); /* of the base it is CHANGE_TRIM_MAX */

enum change_rule {         /* how values differ */
	CHANGE_BY_RANGES,  /* each middle lies beyond the other's range */
	CHANGE_BY_GAP,     /* the ranges are apart by a share of the middles' difference */
	CHANGE_BY_MAXIMA,  /* failures: the largest values differ */
	CHANGE_BY_PROFILE, /* perf-profile: one middle is above the threshold */
};

/* The values of one side, sorted, without those that are trimmed or say "no data". */
struct change_range {
	struct number low, middle, high; /* middle: the upper median */
	guint n, trimmed, no_data;       /* values that count; cut at each end; of -1 */
};

struct change_why {
	enum change_end end;
	gboolean forced; /* by name: rules that choose do not hold */
	guint head_runs, base_runs;
	/* From CHANGE_NO_VALUE on; a range without values is zeroes. */
	struct change_range head, base;
	/* From CHANGE_SAME on. */
	enum change_rule rule;
	/* From CHANGE_RATIO on, but not of perf-profile and of what is forced. */
	double ratio, ratio_wanted; /* of the middles, the larger by the smaller; at most 5 */
	double delta, maximum;      /* of the middles; of all values */
};

struct changed;

/* `incomplete`: only what an incomplete run tells, too.  All of them outlive it. */
struct changed *changed_new(const struct select_options *options, struct stat_book *book,
	const struct matrix *head, const struct matrix *base, gboolean incomplete);
void changed_free(struct changed *changed);

void changed_ask(struct changed *changed, const char *name, struct change_why *ret_why);

/* Adds what differs to `to`, in the order of the head's stats, then of those that only
 * the base has. */
void changed_add(struct changed *changed, struct name_set *to);

/*
 * What is compared with what.  Runs that did not complete count in a first pass only, and
 * for what they can tell.  LKP takes them out of the base for good: the members that follow
 * are compared with what is left, which is without the stat that tells of incomplete runs.
 */
struct pass {
	guint member;
	const struct matrix *head, *base;
	gboolean incomplete;
};

struct passes {
	GArray *passes;   /* of struct pass, by member */
	GPtrArray *owned; /* of struct matrix * */
};

struct passes *passes_new(const struct select_members *members);
void passes_free(struct passes *passes);

/* One name in one pass; changed_ask() is for many. */
void pass_ask(const struct pass *pass, const struct select_options *options, struct stat_book *book,
	const char *name, struct change_why *ret_why);
