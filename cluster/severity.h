/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How grave a cluster is, from its claims. */
#pragma once

#include "cluster/facts.h"

/* `of_cluster`: guint, into facts->claims. */
double severity_of_claims(const struct facts *facts, const GArray *of_cluster);

/* The ranking, in one line, as digests print it. */
const char *severity_formula(void);
