/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of other commits of the same test on the same machine. */
#pragma once

#include "cli/comparing.h"
#include "compare/past_runs.h"

#define PAST_NODES_MAX 30 /* result roots, the last ones by day */

struct past_nodes {
	struct past_runs *runs;
	GPtrArray *samples; /* of struct samples *, which they borrow */
};

/* NULL: there are none.  `group`: of guint, the nodes that are compared. */
struct past_nodes *past_nodes_of(struct comparing *c, const GArray *group);
void past_nodes_free(struct past_nodes *past); /* NULL is allowed */

/* When each of the node's runs ended that are in `samples`; see past_runs_add(). */
guint *past_nodes_days(struct comparing *c, const struct node *node, const struct samples *samples);
