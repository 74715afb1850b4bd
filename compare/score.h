/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place of a cluster in a digest: a product of five factors, each of which is printed
 * beside it.
 */
#pragma once

#include "base/terms.h"
#include "compare/grade.h"

/* Where a change was seen; of several the one that most people run. */
enum score_tree { /* names: score_tree_name() */
	SCORE_TREE_PATCH,
	SCORE_TREE_OTHER, /* a maintainer's, or unknown */
	SCORE_TREE_NEXT,
	SCORE_TREE_STABLE,
	SCORE_TREE_MAINLINE,
};

struct score {
	double size;      /* 100 x |ln(after/before)|, at most 300 */
	double grade;     /* 0 .. 1 */
	double breadth;   /* sqrt(test cases x machines) */
	double tree;      /* 0 .. 1 */
	double freshness; /* 0 .. 1 */
};

double score_product(const struct score *score);

/* `change` NAN: unknown, which counts as 1 %. */
double score_size(double change, enum unit unit);
double score_grade(enum grade grade);
double score_breadth(unsigned testcases, unsigned machines); /* 0 counts as 1 */
double score_of_tree(enum score_tree tree);
/* By the days since its last report; negative: unknown, which is old. */
double score_freshness(gint64 days);

/* By its URL and branch as a mail has them; NULL is unknown. */
enum score_tree score_tree_of(const char *tree, const char *branch);
const char *score_tree_name(enum score_tree tree); /* "mainline", "a posted patch", ... */

/* All of it in one line, as digests print it. */
const char *score_formula(void);
