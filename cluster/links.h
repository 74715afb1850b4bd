/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What belongs to a cluster without being it:
 *
 *   parent, child            the commit before it, and a cluster whose parent it is
 *   base                     what a report compares with where that is a tag, or where more
 *                            than one commit lies between (a merge, a branch); also a
 *                            cluster of such a range that begins there, too
 *   revert-of, reverted-by   a commit takes another back
 *   fix-of, fixed-by         a commit fixes another
 *   dup-of                   somebody says that it is the same as another
 *   competes-with            it moves the same metric of the same test on the same machine
 *                            within LINK_DAYS, and none of these ties the two
 *   downstream-of,           likewise, where the one is a merge or a branch and the other is
 *   upstream-of              none
 */
#pragma once

#include "cluster/decisions.h"
#include "cluster/unite.h"

#define LINK_DAYS 28

/* Fills the links of the clusters, sorted; the clusters have their ids and events. */
void link_clusters(struct unite *u, const GPtrArray *clusters, struct cluster *const *of_change,
	const struct decisions *decisions);
