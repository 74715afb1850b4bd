/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A disk that the user gives to be overwritten. */
#pragma once

#include "reproduce/machine.h"

/*
 * Why a device may not be taken: it is no block device, is mounted, is in use, or holds
 * something (which `may_be_wiped` allows).  NULL: it may.  g_free().  Below a made-up root
 * a plain file stands for a device.
 */
char *disk_refusal(const struct machine *machine, const char *device, gboolean may_be_wiped);
