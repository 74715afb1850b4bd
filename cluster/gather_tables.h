/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables of answers, for the numbers of a story, and the reports that are known by such an
 * answer only.
 *
 * A report is retold when no report of its commit is in the store and a message names the
 * commit, by a subject that it answers or by a report that it quotes, and has a table whose
 * second column is that commit.  The table then says what the report said: base, metric and
 * change.
 */
#pragma once

#include "cluster/facts.h"
#include "store/store.h"

/* Behind messages, reports, claims and events; appends to tables, reports and claims. */
gboolean gather_tables(struct facts *facts, struct store *store, GError **error);
