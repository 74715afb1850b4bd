/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the clusters that a store keeps anew when they are not those of what it holds now,
 * or were made with another tree, other decisions or another revision of this folder: in
 * one transaction, in which the store is looked at again, so that of two processes the
 * second finds them made.  Where the store cannot be written they are made for the process.
 */
#pragma once

#include "base/diag.h"
#include "cluster/decisions.h"
#include "store/store.h"

struct tree;

/* Raise it with each change after which the same facts give other clusters or stories. */
#define CLUSTER_REVISION 3

/*
 * `tree` and `decisions` may be NULL; `sink`, may be NULL: what the tree could not say.
 * FALSE with *error.
 */
gboolean clusters_bring_up_to_date(struct store *store, struct tree *tree,
	const struct decisions *decisions, const struct diag_sink *sink, GError **error);
