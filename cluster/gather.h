/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The facts of a store: all that clusters are made of but for what a tree says.  Read in
 * bulk, some 100 bytes a message and claim; within a transaction all are of one moment.
 */
#pragma once

#include "cluster/facts.h"
#include "store/store.h"

/* NULL with *error. */
struct facts *facts_gather(struct store *store, GError **error);
