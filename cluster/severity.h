/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How grave a cluster is at first sight, from its claims alone; lists stand by it:
 *
 *   100 x |ln(after/before)| of the worst regression (at most 3; points / 100)
 *       x sqrt(test cases x machines that regress)
 *
 * Of a cluster that only improves a thousandth of the same of its improvements.  (A digest
 * ranks by compare/score.h, which knows how sure a change is.)  Claims of reports that were taken
 * back are left out by cluster_weigh_without().
 */
#pragma once

#include "cluster/facts.h"

/* `of_cluster`: guint, into facts->claims. */
double severity_of_claims(const struct facts *facts, const GArray *of_cluster);
