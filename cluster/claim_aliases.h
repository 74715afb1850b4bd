/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Claims of a report that say one thing twice: the same change, as printed, of two metrics
 * of one test under the same parameters on the same machine ("fio.read_iops" beside
 * "fio.read_bw_MBps").  The first stands for all, and names the metrics of the others.
 */
#pragma once

#include "cluster/facts.h"

/* The claims stand by report, then nr; sets alias_of and aliases of each. */
void claim_aliases(struct facts *facts);
