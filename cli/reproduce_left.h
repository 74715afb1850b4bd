/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Changes that were made to this machine for a run: what was there before is written down in a
 * journal of the user's, which also tells who may change it: one run at a time.
 */
#pragma once

#include "reproduce/machine.h"

struct reproduce_left {
	char *folder, *journal; /* the second is reproduce/settings.h's */
	int lock;               /* -1: not taken */
};

struct reproduce_left *reproduce_left_new(void);
void reproduce_left_free(struct reproduce_left *left); /* another one may run then */

/* FALSE with *error: another run is under way; or it cannot be told, and `will_change`. */
gboolean reproduce_left_lock(struct reproduce_left *left, gboolean will_change, GError **error);

/* Puts back what a run that was killed left, and says so.  *ret_count: changes. */
gboolean reproduce_left_put_back(const struct reproduce_left *left, const struct machine *machine,
	guint *ret_count, GError **error);

/* Says that there is something to be put back. */
void reproduce_left_say(const struct reproduce_left *left, const struct machine *machine);
