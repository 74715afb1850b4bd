/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How grave a cluster is, from its claims; the formula is cluster_severity_formula().
 */
#pragma once

#include "compare/cluster.h"

/* `of_cluster`: indices (guint) into claims. */
double severity_of(const struct cluster_claim *claims, const GArray *of_cluster);
