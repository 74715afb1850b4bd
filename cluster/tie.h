/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which events belong to which cluster (E3): those of its reports, of the answers to them
 * (by thread, else by the commit that the subject of an answer names), and those that name its
 * commit or link to one of its reports.
 *
 * What names nothing, in a message that answers no report, goes with the message, or with
 * the nearest that this answers (a fix), when all that the message names is of one cluster:
 * mails that list many regressions tie only what each line names.
 */
#pragma once

#include "cluster/unite.h"

/*
 * Fills the events of the clusters, and adds the evidence of E3.  `of_change`: of each
 * change the cluster that it is in, NULL: none; of the roots it is enough.
 */
void tie_events(const struct unite *u, struct cluster *const *of_change);
