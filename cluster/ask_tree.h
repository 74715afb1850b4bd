/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks a tree of the kernel for all commits that the facts name (reports, their parents,
 * events) and for what became of them: a few look-ups for each, and one walk over the main
 * branch, back to the oldest of them, for all.
 */
#pragma once

#include "base/diag.h"
#include "cluster/facts.h"

struct tree;

/*
 * Fills facts->commits, by id, and commit_names; sets has_tree.  What the tree cannot say
 * (an ambiguous abbreviation, an object that it lacks) is told to the sink (may be NULL).
 */
void ask_tree(struct facts *facts, struct tree *tree, const struct diag_sink *sink);

/*
 * The commit that an id of 7 digits or more names, as a report or an event has it.  NULL: the
 * tree does not know it, or it is ambiguous, or there is no tree.
 */
const struct fact_commit *facts_commit(const struct facts *facts, const char *id);
