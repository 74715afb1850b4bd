/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Settings of a plan and its other changes, made and put back.  What was there before is written
 * down durably first, so that whoever comes next can put it back, too, when this process was
 * killed.
 */
#pragma once

#include "reproduce/plan.h"

#define SETTINGS_JOURNAL_MAX (64 << 20) /* bytes; a larger one is none */

/*
 * Puts back what the journal says, if there is one, and removes it.  *ret_count: settings that
 * were put back.  One of another boot is void.  FALSE with *error, of the first one: some could
 * not be, all others were; the journal stays.
 */
gboolean settings_put_back(
	const char *journal, const struct machine *machine, guint *ret_count, GError **error);

/* Would something be put back, as far as the journal says?  Changes nothing. */
gboolean settings_are_left(const char *journal, const struct machine *machine);

/* What the journal of a plan says: how it was before.  g_free(). */
char *settings_journal(const struct plan *plan);

/*
 * Makes those that the plan says STEP_SET and STEP_MAKE of, in their order, of classes that are
 * allowed: bits of 1 << enum change_class.  FALSE with *error: what was made is put back.
 */
gboolean settings_make(const struct plan *plan, guint allowed, const char *journal, GError **error);
