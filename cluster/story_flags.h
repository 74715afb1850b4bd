/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flags of a cluster, each by a rule:
 *
 *   flaky               somebody could reproduce it or measured it again and somebody could
 *                       not reproduce it; or a retest could not tell
 *   stale               unsolved, and nobody was heard for more than 28 days before `now`
 *   mixed               its claims go both ways
 *   baseline-mismatch   reports of one commit compare it with different commits, or with
 *                       another one than its parent in the tree
 *   inconsistent-table  a report's table has a row whose change its means do not allow
 *   still-on            unsolved, and a report found it on a tree's head, too
 *   needs-confirmation  an open regression that one report claims of one test on one machine,
 *                       which nobody reproduced, measured again or took up; and its change
 *                       is unknown or under 5 %, or it is flaky, has an inconsistent table or a
 *                       mismatch of baselines
 *   disputed            not settled, and somebody whom it does not concern called it wrong,
 *                       expected, told by another report or given up
 */
#pragma once

#include "cluster/story_index.h"

#define SMALL_PERCENT 5.

/* Behind the fold: sets flags and still_on. */
void story_flags_set(struct story *story, const struct story_index *index,
	const struct cluster *cluster, gint64 now);
