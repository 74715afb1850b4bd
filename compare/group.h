/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which result roots a comparison takes, and which of them stand against each other.
 */
#pragma once

#include "compare/axes.h"

/* One search: values that axes must have, in the order in which they were named. */
struct axes_query {
	GPtrArray *names, *values; /* of char * */
};

/* "a=b/c=d".  NULL: it is none. */
struct axes_query *axes_query_read(const char *text);
struct axes_query *axes_query_of_commit(const char *commit);
/* *query with the values of *other in the place of its own. */
struct axes_query *axes_query_override(
	const struct axes_query *query, const struct axes_query *other);
char *axes_query_text(const struct axes_query *query); /* "a=b/c=d" */
void axes_query_free(struct axes_query *query);

/*
 * Indexes of the nodes that a query finds: by table of test cases; of a query without a
 * commit by day, the last one first; then those first that were indexed last.  As in LKP a value is
 * looked for as text in the line of axes, so "size=16G" finds "test_size=16G", too, and an empty
 * one any value; but commit must be the commit.
 */
void axes_query_find(const struct axes_query *query, const struct rules *rules,
	const struct axes *const *nodes, guint n, GArray *to); /* of guint */

/*
 * Groups of nodes that have the same axes but for those named, as they come, of GArray of
 * guint; the first of each is the base.  A group of one is left out.  `together`: one
 * group of all.
 */
GPtrArray *group_nodes(const struct axes *const *nodes, const GArray *found,
	const char *const *compared, gboolean together);
