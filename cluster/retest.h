/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a table of an answer says about a cluster: its commit measured again, or beside
 * something that was tried, which stands in the last column.
 *
 *   base      reported          tried
 *   3405093   -19%  2747088     -2%  3348752    will-it-scale.per_process_ops
 *
 * Of the change that was reported nine tenths are back.  Where the reported commit is not in
 * the table, the change is that of the report with this metric, and the base must be the
 * report's.
 */
#pragma once

#include "cluster/cluster.h"

/* The part of the reported change that has gone. */
#define RETEST_MOSTLY .8
#define RETEST_SOME .2

enum retest_kind {
	RETEST_NONE,   /* nothing of this cluster */
	RETEST_AGAIN,  /* its commit, and nothing else */
	RETEST_BACK,   /* what was tried brings back four fifths of the change or more */
	RETEST_PARTLY, /* a fifth or more */
	RETEST_NOT,
	RETEST_SHOWN, /* something was tried, the numbers cannot be held against the report */
};

struct retest {
	enum retest_kind kind;
	const char *tried, *title; /* commit of the last column; NULL */
	char *numbers;             /* "-19% of M became -2%", "-6.2% of M"; NULL: none */
	char *setting;             /* "thp_enabled=never", what the report has not; NULL: nothing */
};

/* Free with retest_clear(). */
struct retest retest_read(
	const struct facts *facts, const struct cluster *cluster, const struct fact_table *table);
void retest_clear(struct retest *retest);

/* Whether an id of 7 digits or more is one of the cluster's commits, or begins one. */
gboolean cluster_is_commit(const struct cluster *cluster, const char *id);
