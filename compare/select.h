/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which stats of a group get a row, by LKP's rules, oddities included.
 */
#pragma once

#include "compare/matrix.h"
#include "compare/patterns.h"
#include "compare/stat_facts.h"

enum select_from {
	SELECT_CHANGED,  /* what differs between the base and any other member */
	SELECT_ALL,      /* every stat of every member */
	SELECT_TESTCASE, /* all of tests and daemons */
};

struct select_options {
	enum select_from from;
	gboolean more;         /* hidden stats, too */
	gboolean kpi;          /* of these, the tests' own stats only */
	gboolean kpi_strict;   /* of these, what the rules give a direction */
	gboolean all_failures; /* and all failure stats */
	/* perf-profile above this is a row, if it is of the same kind: integer or float */
	struct number profile_threshold;
	gboolean has_gap;
	double gap; /* ranges must be apart by that share of the means' difference */
	const struct patterns *include, *filter, *exclude; /* NULL: none */
	const char *forced;                                /* whatever its change; NULL: none */
};

#define SELECT_PROFILE_THRESHOLD 5

struct select_members {
	const struct matrix *const *matrix; /* the first is the base */
	guint n;
	/* The members are single runs of this result root, whose stats are all there are;
	 * one that did not complete is left out but for what it can tell.  NULL: not so. */
	const struct matrix *united;
};

/* Names, each once; of const char *, of the matrices. */
GPtrArray *select_stats(const struct select_options *options, struct stat_book *book,
	const struct select_members *members);

/*
 * Whatever its change: is it a test's own stat (SELECT_ALL: any) or included, and not taken
 * away by the other options?
 */
gboolean select_wants(
	const struct select_options *options, struct stat_book *book, const char *name);

/* What became of one name on its way. */
struct select_why {
	gboolean is_there;               /* some member has it */
	gboolean first;                  /* the choice started with it */
	gboolean included, all_failures; /* added by options */
	/* Taken away by options; then because no number stands there in some run. */
	gboolean filtered, no_kpi, no_strict_kpi, excluded, unsound;
	gboolean is_chosen;
};

void select_explain(const struct select_options *options, struct stat_book *book,
	const struct select_members *members, const char *name, struct select_why *ret_why);
