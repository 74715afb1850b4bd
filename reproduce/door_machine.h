/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine behind a door: its files are fetched, and read like those of a made-up tree. */
#pragma once

#include "reproduce/benchmark.h"
#include "reproduce/door.h"
#include "reproduce/machine.h"

#define DOOR_MACHINE_SECONDS 120

/*
 * Fetches the facts into `dir`, an empty folder that outlives the machine.  `restore`: settings
 * that an earlier run left there are put back first, which is `said`.  NULL with *error.
 */
struct machine *door_machine(const struct door *door, const struct benchmarks *benchmarks,
	gboolean restore, const char *dir, GPtrArray *said, GError **error);
