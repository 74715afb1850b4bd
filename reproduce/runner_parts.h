/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runners through a door have in common. */
#pragma once

#include "reproduce/runner.h"

/* The plan's settings, as a script makes them; nothing if there are none. */
void runner_add_settings(struct door_script *script, const struct plan *plan);

/* An error of a door that only means that the user wants no more is none. */
gboolean runner_is_stopped(GError **error, struct run_made *ret);
