/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Robot or person, by the From field.  People of the robot's team write from the
 * same addresses, so that the display name decides; it has been mistyped ("kerne
 * test robot", "kernel test rboot") and was not always the same.
 */
#pragma once

#include "parse/mail.h"
#include "parse/records.h"

enum author_kind author_of(const struct mail *mail);

/* REPAIR_ADDRESS when the address of From is hidden, or a list's in place of the author's. */
guint author_repairs(const struct mail *mail);

/* "kernel test robot", "kbuild test robot", "0day robot", …, with up to two slips. */
gboolean author_is_robot_name(struct slice name);
