/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers to what matters, known on the way: archives have them behind what they answer,
 * so most need not be looked back at, which would unpack an archive twice.  What comes
 * in another order, or hangs on what was stored by an earlier run, the look-back finds.
 *
 * Hashes only nominate, as there.
 */
#pragma once

#include "parse/records.h"
#include "parse/thread_ids.h"
#include "store/dismissed_record.h"

#include <glib.h>

struct below;

struct below *below_new(void);
void below_free(struct below *below); /* NULL is allowed */

/* A message that is stored: its answers matter when it does, or answers such a one. */
void below_take(struct below *below, const struct records *records);

/* Whether a dismissed mail answers such a one; then its own answers matter, too. */
gboolean below_offer(struct below *below, const struct dismissed_record *record);
