/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One at a time: the system's lock of a file that is there anyway.  It goes with the process
 * that holds it, however that ends, so nothing is left behind that would block the next one.
 */
#pragma once

#include <glib.h>

/* A descriptor to give back; -1 with *error: another process holds it, or it cannot be had. */
int lock_take(const char *file, GError **error);
void lock_release(int lock);
